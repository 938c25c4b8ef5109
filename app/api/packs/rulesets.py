"""Rulesets: what can be played, and the schemas of its commands and sheets."""

from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from app.api.http import requests as reading
from app.api.http.documentation import documented, list_of, replies
from app.api.http.requests import Cursor, Granted, Limit, Service
from app.api.schemas.tables import Ruleset, RulesetSchema
from app.rules.resolution.policies import MEANINGS, POLICIES
from app.services.packs.cache import Shelf

router = APIRouter(tags=["rulesets"])


@router.get(
    "/rulesets",
    operation_id="listRulesets",
    summary="List the rulesets",
    **documented(replies(200, list_of(Ruleset), "The rulesets.")),
)
async def list_all(service: Service, _grant: Granted, limit: Limit = 50, cursor: Cursor = None) -> Response:
    """Those whose tables are loaded."""
    views = [_view(shelf) for shelf in service.library.newest.values()]
    return reading.shown(reading.page_in("rulesets", views, "id", limit, cursor))


@router.get(
    "/rulesets/{ruleset}",
    operation_id="getRuleset",
    summary="Look at a ruleset",
    **documented(replies(200, Ruleset, "The ruleset with its options and their defaults.")),
)
async def look(ruleset: str, service: Service, _grant: Granted) -> Response:
    """Its options are the house rules an encounter can begin with."""
    return reading.shown(_view(service.library.ruleset(ruleset)))


@router.get(
    "/rulesets/{ruleset}/schema",
    operation_id="getRulesetSchema",
    summary="Read the JSON Schemas of a ruleset",
    **documented(replies(200, RulesetSchema, "JSON Schemas of commands, sheets and options.")),
)
async def schema(ruleset: str, service: Service, _grant: Granted) -> Response:
    """Made from the very types that read the requests."""
    codecs = service.library.ruleset(ruleset).codecs
    return reading.shown(
        {
            "command": codecs.command.schema(),
            "sheet": codecs.sheet.schema(),
            "options": codecs.options.schema(),
            "event": codecs.event.schema(),
        }
    )


def _view(shelf: Shelf) -> dict[str, Any]:
    """Any: JSON."""
    commands: dict[str, str] = shelf.codecs.command.schema()["discriminator"]["mapping"]
    return {
        "id": shelf.game.id,
        "name": shelf.game.name,
        "commands": sorted(commands),
        "options": shelf.codecs.options.complete(shelf.codecs.options.read({})),
        "policies": [{"id": policy, "description": MEANINGS[policy]} for policy in POLICIES],
        "table_pack": {
            "id": shelf.game.table_pack,
            "version": shelf.pack_version,
            "hash": shelf.tables_hash,
        },
    }
