"""The OpenAPI document: the routes, with the schemas of what the games read."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any, TypeAlias, get_type_hints

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from app.api import bodies
from app.api.schemas.common import Problem
from app.api.schemas.webhooks import WebhookMessage
from app.persistence.codec import Codec, codecs_of
from app.rules.registry import RULESETS, Game
from app.services.views import FIXED, derived_figures

Json: TypeAlias = dict[str, Any]
"""Any: JSON."""
EXAMPLES: Json = json.loads(Path(__file__).with_name("examples.json").read_text(encoding="utf-8"))
"""Requests and answers that the service takes and gives, by name."""
REF = "#/components/schemas/"
OF_EACH_GAME = ("Encounter", "Combatant")
"""Answers of which each game has a form of its own."""
MESSAGE_HEADERS = {
    "webhook-id": "The message's id, the same when it is sent again.",
    "webhook-timestamp": "When it was sent: seconds since 1970.",
    "webhook-signature": "`v1,` and the signature; several with spaces between while the secret is changed.",
}

ABOUT = """Resolves tabletop combat: right, explained, stored, replayable.

Open a campaign, begin an encounter, let combatants enter, and send actions; each answer names every modifier
with its rule. Every refusal is a problem document with a stable `code`.
"""


def openapi(app: FastAPI) -> Json:
    """The document; made once."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title, version=app.version, description=ABOUT, routes=app.routes, tags=app.openapi_tags
        )
        components = document.setdefault("components", {})
        _show_examples(document["paths"])
        schemas: Json = components.setdefault("schemas", {})
        for leftover in ("HTTPValidationError", "ValidationError"):
            schemas.pop(leftover, None)
        schemas["Problem"] = _defined(schemas, Problem.model_json_schema(ref_template=REF + "{model}"))
        _games(schemas)
        _bodies(schemas)
        document["webhooks"] = {"encounter.events": {"post": _message(schemas)}}
        components["securitySchemes"] = {
            "bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "estoc_<campaign>_<secret>"}
        }
        app.openapi_schema = document
    return app.openapi_schema


def _message(schemas: Json) -> Json:
    """What receivers get of webhooks."""
    schema = WebhookMessage.model_json_schema(ref_template=REF + "{model}")
    schemas["WebhookMessage"] = _defined(schemas, schema)
    content: Json = {
        "schema": {"$ref": f"{REF}WebhookMessage"},
        "examples": {"a-message": {"summary": "A message"}},
    }
    _show_examples(content)
    text = {"type": "string"}
    return {
        "operationId": "receiveEvents",
        "summary": "The events of one action",
        "description": "Sent by the server, signed as Standard Webhooks have it, until it is taken.",
        "tags": ["webhooks"],
        "security": [],
        "parameters": [
            {"name": name, "in": "header", "required": True, "description": told, "schema": text}
            for name, told in MESSAGE_HEADERS.items()
        ],
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": {
            "2XX": {"description": "It was taken."},
            "410": {"description": "Nothing shall be sent any more."},
            "default": {"description": "It was not taken and is sent again later."},
        },
    }


def _show_examples(part: Any) -> None:
    """Put the named examples in; FastAPI would leave out what is null in them. Any: JSON."""
    match part:
        case {"examples": dict() as named}:
            for example in named.values():
                example["value"] = EXAMPLES[example["summary"]]
        case dict():
            for inner in part.values():
                _show_examples(inner)
        case _:
            return


def _games(schemas: Json) -> None:
    names = [_name(game) for game in RULESETS.values()]
    # What one game reads another one may read too: two editions have most commands alike.
    schemas["Command"] = {"anyOf": [{"$ref": f"{REF}{name}Command"} for name in names]}
    schemas["Sheet"] = {"anyOf": [{"$ref": f"{REF}{name}Sheet"} for name in names]}
    for game in RULESETS.values():
        _game(schemas, game, _name(game))
    for form in OF_EACH_GAME:
        schemas[form] = {"oneOf": [{"$ref": f"{REF}{name}{form}"} for name in names]}


def _name(game: Game) -> str:
    return "".join(part.capitalize() for part in game.id.split("-"))


def _game(schemas: Json, game: Game, name: str) -> None:
    codecs = codecs_of(game)
    template = f"{REF}{name}{{model}}"
    encounter, combatant = (deepcopy(schemas[form]) for form in OF_EACH_GAME)
    course = _defined(schemas, codecs.state.schema(template), name)["properties"]
    _add(encounter, {key: course[key] for key in course.keys() - FIXED - {"combatants"}})
    encounter["properties"] |= {"map": {"anyOf": course["map"]["anyOf"]}, "ruleset": {"const": game.id}}
    in_play = _defined(schemas, codecs.combatant.schema(template), name)["properties"]
    _add(combatant, {key: in_play[key] for key in in_play.keys() - {"identity", "sheet"}})
    form_of_combatant = codecs.combatant.form
    _add(
        combatant,
        {
            figure: Codec(get_type_hints(getattr(form_of_combatant, figure).fget)["return"]).schema()
            for figure in derived_figures(form_of_combatant)
        },
    )
    figures: Codec[Any] = Codec(get_type_hints(game.figures)["return"])
    _add(combatant, _defined(schemas, figures.schema(template), name)["properties"])
    combatant["properties"]["sheet"] = {"$ref": f"{REF}{name}Sheet"}
    schemas |= {f"{name}Encounter": encounter, f"{name}Combatant": combatant}
    for form, codec in (("Command", codecs.command), ("Sheet", codecs.sheet), ("Options", codecs.options)):
        schemas[f"{name}{form}"] = _defined(schemas, codec.schema(template), name)
    if game.geometry is not None:
        schemas["Preview"]["properties"]["charge"] = {"anyOf": [{"$ref": REF + "Charge"}, {"type": "null"}]}
        schemas["Charge"] = _defined(schemas, Codec[Any](game.geometry).schema(REF + "{model}"))
    identity: Json = schemas[f"{name}Identity"]
    # Callers name a combatant by `ref`; its id is the service's.
    del identity["properties"]["id"]
    identity["required"].remove("id")


def _add(schema: Json, properties: Json) -> None:
    """Answers have every member, so each property is required and none has a default."""
    for key, part in sorted(properties.items()):
        schema["properties"][key] = {name: value for name, value in part.items() if name != "default"}
        schema["required"].append(key)


def _bodies(schemas: Json) -> None:
    parts: tuple[tuple[str, Codec[Any]], ...] = (
        ("CampaignBody", bodies.CAMPAIGN),
        ("EncounterBody", bodies.ENCOUNTER),
        ("CombatantBody", bodies.COMBATANT),
        ("ActionBody", bodies.ACTION),
        ("GroupBody", bodies.GROUP),
        ("AnswersBody", bodies.ANSWERS),
        ("CancelBody", bodies.CANCEL),
        ("Steps", bodies.STEPS),
        ("Edit", bodies.EDIT),
        ("TicketBody", bodies.TICKET),
        ("SaltBody", bodies.SALT),
        ("DiceRotationBody", bodies.DICE_ROTATION),
        ("WebhookBody", bodies.WEBHOOK),
        ("RotationBody", bodies.ROTATION),
        ("ResumptionBody", bodies.RESUMPTION),
    )
    for name, codec in parts:
        schemas[name] = _defined(schemas, codec.schema(REF + "{model}"))
    schemas["CombatantBody"]["properties"]["sheet"] = {"$ref": REF + "Sheet"}
    schemas["ActionBody"]["properties"]["command"] = {"$ref": REF + "Command"}
    schemas["GroupBody"]["properties"]["commands"]["items"] = {"$ref": REF + "Command"}
    for name in ("ActionBody", "GroupBody"):
        schemas[name]["properties"]["dice"]["maxItems"] = bodies.MAX_DICE
    options = [{"$ref": f"{REF}{_name(game)}Options"} for game in RULESETS.values()]
    schemas["EncounterBody"]["properties"]["options"] = {"anyOf": options}
    schemas["EncounterBody"]["properties"]["ruleset"]["enum"] = list(RULESETS)
    schemas["ActionRequest"] = {"oneOf": [{"$ref": REF + "ActionBody"}, {"$ref": REF + "GroupBody"}]}


def _defined(schemas: Json, schema: Json, prefix: str = "") -> Json:
    """``schema`` without its definitions, which go to the components under their names."""
    for name, part in schema.pop("$defs", {}).items():
        schemas[prefix + name] = part
    return schema
