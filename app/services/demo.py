"""The demo: Dafur and the orc of the chapter's example, ready to fight."""

import json
from contextlib import suppress
from typing import Any

from app.rules.common.errors import Illegal
from app.rules.harp.contract.commands.command import Attack
from app.rules.harp.table.state import Conditions
from app.rules.resolution.given import nobody
from app.rules.resolution.play import play
from app.services.access.campaigns import open_campaign
from app.services.access.tokens import Grant
from app.services.base.idempotency import Reply
from app.services.base.refusals import Unauthenticated
from app.services.base.service import Estoc
from app.services.play.actions import Action, CommandInput, act
from app.services.play.change import ChangeRequest
from app.services.play.encounters import EncounterBody, Seen, begin, look, look_at_all
from app.services.play.suspension import Outcome
from app.values import value

RULESET = "harp-tdm"
CAMPAIGN = "Demo"
TITLE = "Dafur and the orc"
FIGHTERS: tuple[dict[str, Any], ...] = (
    {
        "type": "add",
        "identity": {"name": "Dafur", "side": "heroes", "ref": "dafur"},
        "sheet": {
            "hits": 60,
            "db": 35,
            "armour_type": 5,
            "weapons": [{"id": "axe", "model": "axe", "ob": 80}],
        },
    },
    {
        "type": "add",
        "identity": {"name": "Orc", "side": "foes", "ref": "orc"},
        "sheet": {
            "hits": 55,
            "db": 45,
            "armour_type": 4,
            "weapons": [{"id": "scimitar", "model": "orc-scimitar", "ob": 50}],
        },
    },
)
BLOW = {"type": "attack", "actor": "dafur", "target": "orc", "weapon": "axe"}
FIRST_DIE = 55
LOOK_BACK = 20
"""How many encounters are looked at for one in which the fight can go on."""


@value
class Demo:
    """Where a newcomer can fight: the GM's token and an encounter with both combatants on their feet."""

    token: str
    encounter_id: str


async def ensure_demo(service: Estoc, token: str | None) -> Demo:
    """A fight-ready demo in the campaign that ``token`` opens, or in a new one; its library must be open.

    The same encounter as last time for as long as nothing has happened in it, so that the first blow is the
    chapter's. Raises DatabaseUnavailable.
    """
    grant, token = await _campaign(service, token)
    for view in await look_at_all(service, grant, None, LOOK_BACK):
        if view["title"] == TITLE and is_ready(await look(service, grant, view["id"])):
            return Demo(token, view["id"])
    return Demo(token, await _begin(service, grant))


def is_ready(seen: Seen) -> bool:
    """Whether Dafur may strike the orc, and both are as they entered."""
    fresh = {
        each.identity.ref
        for each in seen.state.combatants
        if each.hits == each.sheet.hits and not each.wounds and each.conditions == Conditions()
    }
    if fresh != {"dafur", "orc"}:
        return False
    try:
        play(seen.shelf.rules, seen.state, Attack("dafur", "orc", "axe"), nobody)
    except Illegal:
        return False
    return True


def curl_line(demo: Demo, address: str) -> str:
    """A command that fights, with a fresh key each time it is run; ``address`` has no closing slash."""
    body = json.dumps({"command": BLOW, "dice": [FIRST_DIE]})
    return (
        f"curl -sS {address}/v1/encounters/{demo.encounter_id}/actions"
        f" -H 'Authorization: Bearer {demo.token}' -H 'Content-Type: application/json'"
        f' -H "Idempotency-Key: $(date +%s%N)"'
        f" -d '{body}'"
    )


async def _campaign(service: Estoc, token: str | None) -> tuple[Grant, str]:
    if token is not None:
        with suppress(Unauthenticated):  # kept from another database
            return await service.tokens.grant(token), token
    async with service.database.transaction(is_long=True) as driver:
        opened = await open_campaign(driver, CAMPAIGN)
    return await service.tokens.grant(opened.token), opened.token


async def _begin(service: Estoc, grant: Grant) -> str:
    async with service.database.transaction(is_long=True) as driver:
        shelf = service.library.beginning(RULESET)
        view = await begin(driver, shelf, grant.campaign_id, EncounterBody(RULESET, TITLE))
    commands = tuple(CommandInput(fighter, "") for fighter in FIGHTERS)
    await act(service, ChangeRequest(grant, view["id"]), Action(commands), _without_a_word)
    return view["id"]


def _without_a_word(_outcome: Outcome) -> Reply:
    return Reply(201, {}, b"")
