"""The schemas of the OpenAPI document that are no route's own: what the games read and show, and bodies."""

from copy import deepcopy
from typing import Any, TypeAlias, get_type_hints

from app.api.http import bodies
from app.api.openapi.schema_forms import answered, bounded, without_titles
from app.api.schemas.encounters import SeenCombatant, SeenEncounter
from app.persistence.base.codec import Codec, codecs_of
from app.rules.registry import RULESETS, Game
from app.services.scenarios.document import Scenario
from app.services.visibility.views import FIXED, derived_figures

Json: TypeAlias = dict[str, Any]
"""Any: JSON."""
REF = "#/components/schemas/"
OF_EACH_GAME = ("Encounter", "Combatant")
"""Answers of which each game has a form of its own."""
AS_SEEN = (SeenEncounter, SeenCombatant)
"""What those see of them who do not see everything."""


def add_games(schemas: Json) -> None:
    """The forms of every ruleset: what is asked, and what of its state is answered."""
    names = [_name(game) for game in RULESETS.values()]
    # What one game reads another one may read too: two editions have most commands alike.
    schemas["Command"] = {"anyOf": [{"$ref": f"{REF}{name}Command"} for name in names]}
    schemas["Sheet"] = {"anyOf": [{"$ref": f"{REF}{name}Sheet"} for name in names]}
    for game in RULESETS.values():
        _game(schemas, game, _name(game))
    for form, seen in zip(OF_EACH_GAME, AS_SEEN, strict=True):
        schemas[seen.__name__] = defined(schemas, seen.model_json_schema(ref_template=f"{REF}{{model}}"))
        shown = [f"{name}{form}" for name in names]
        schemas[form] = {"anyOf": [{"$ref": f"{REF}{name}"} for name in (*shown, seen.__name__)]}


def _name(game: Game) -> str:
    return "".join(part.capitalize() for part in game.id.split("-"))


def _game(schemas: Json, game: Game, name: str) -> None:
    codecs = codecs_of(game)
    template = f"{REF}{name}{{model}}"
    encounter, combatant = (deepcopy(schemas[form]) for form in OF_EACH_GAME)
    course = defined(schemas, answered(codecs.state.schema(template)), name)["properties"]
    _add(encounter, {key: course[key] for key in course.keys() - FIXED - {"combatants"}})
    encounter["properties"] |= {"map": {"anyOf": course["map"]["anyOf"]}, "ruleset": {"const": game.id}}
    in_play = defined(schemas, answered(codecs.combatant.schema(template)), name)["properties"]
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
    _add(combatant, defined(schemas, answered(figures.schema(template)), name)["properties"])
    combatant["properties"]["sheet"] = {"$ref": f"{REF}{name}Sheet"}
    schemas |= {f"{name}Encounter": encounter, f"{name}Combatant": combatant}
    for form, codec in (("Command", codecs.command), ("Sheet", codecs.sheet), ("Options", codecs.options)):
        schemas[f"{name}{form}"] = defined(schemas, bounded(codec.schema(template)), name)
    for topic, form in game.geometry.items():
        named = topic.capitalize()
        schemas["Preview"]["properties"][topic] = {"anyOf": [{"$ref": REF + named}, {"type": "null"}]}
        schemas[named] = defined(schemas, answered(Codec[Any](form).schema(REF + "{model}")))
    identity: Json = schemas[f"{name}Identity"]
    # Callers name a combatant by `ref`; its id is the service's.
    del identity["properties"]["id"]
    identity["required"].remove("id")


def _add(schema: Json, properties: Json) -> None:
    """Answers have every member, so each property is required and none has a default."""
    for key, part in sorted(properties.items()):
        schema["properties"][key] = {name: value for name, value in part.items() if name != "default"}
        schema["required"].append(key)


def add_bodies(schemas: Json) -> None:
    """The bodies of requests, with the commands and sheets of every ruleset in their places."""
    parts: tuple[tuple[str, Codec[Any]], ...] = (
        ("CampaignBody", bodies.CAMPAIGN),
        ("CampaignEdit", bodies.CAMPAIGN_EDIT),
        ("TokensBody", bodies.TOKENS),
        ("DeviceBody", bodies.DEVICE),
        ("DeviceApprovalBody", bodies.DEVICE_APPROVAL),
        ("DeviceTokenBody", bodies.DEVICE_TOKEN),
        ("EncounterBody", bodies.ENCOUNTER),
        ("CombatantBody", bodies.COMBATANT),
        ("ActionBody", bodies.ACTION),
        ("GroupBody", bodies.GROUP),
        ("ComparisonBody", bodies.COMPARISON),
        ("AnswersBody", bodies.ANSWERS),
        ("CancelBody", bodies.CANCEL),
        ("Steps", bodies.STEPS),
        ("ResetBody", bodies.RESET),
        ("CloneBody", bodies.CLONE),
        ("Edit", bodies.EDIT),
        ("SyncBody", bodies.SYNC),
        ("ResolveBody", bodies.RESOLVE),
        ("TicketBody", bodies.TICKET),
        ("SaltBody", bodies.SALT),
        ("DiceRotationBody", bodies.DICE_ROTATION),
        ("WebhookBody", bodies.WEBHOOK),
        ("RotationBody", bodies.ROTATION),
        ("ResumptionBody", bodies.RESUMPTION),
        ("SimulationBody", bodies.SIMULATION),
    )
    for name, codec in parts:
        schemas[name] = defined(schemas, bounded(codec.schema(REF + "{model}")))
    schemas["TablePackDraft"] = {
        "type": "object",
        "description": "A table pack, with whatever mistakes are in it.",
        "additionalProperties": True,
    }
    schemas["FoundryActor"] = {
        "type": "object",
        "description": "An actor as the Foundry systems pf1 and D35E export it, in any of their versions.",
        "additionalProperties": True,
    }
    schemas["CombatantBody"]["properties"]["sheet"] = {"$ref": REF + "Sheet"}
    scenario = bounded(without_titles(Scenario.model_json_schema(ref_template=f"{REF}Scenario{{model}}")))
    scenario["properties"]["map"] = {"anyOf": [{"$ref": REF + "Drawing"}, {"type": "null"}], "default": None}
    schemas["ScenarioDocument"] = defined(schemas, scenario, "Scenario")
    schemas["ScenarioStep"]["properties"]["do"] = {"$ref": REF + "Command"}
    schemas["SyncEntry"] = {
        **schemas["CombatantBody"],
        "description": "A combatant known by its `external_refs`; one that enters needs `name` and `sheet`.",
        "required": ["external_refs"],
    }
    schemas["SyncEntry"]["properties"] = _with_refs(schemas["SyncEntry"]["properties"])
    schemas["SyncBody"]["properties"]["combatants"]["items"] = {"$ref": REF + "SyncEntry"}
    schemas["ActionBody"]["properties"]["command"] = {"$ref": REF + "Command"}
    schemas["GroupBody"]["properties"]["commands"]["items"] = {"$ref": REF + "Command"}
    for name in ("ActionBody", "GroupBody"):
        schemas[name]["properties"]["dice"]["maxItems"] = bodies.MAX_DICE
    options = [{"$ref": f"{REF}{_name(game)}Options"} for game in RULESETS.values()]
    schemas["EncounterBody"]["properties"]["options"] = {"anyOf": options}
    schemas["EncounterBody"]["properties"]["ruleset"]["enum"] = list(RULESETS)
    resolved: Json = schemas["ResolveBody"]["properties"]
    resolved["combatants"]["items"] = {"$ref": REF + "CombatantBody"}
    resolved["command"] = {"$ref": REF + "Command"}
    resolved["commands"] = {**schemas["GroupBody"]["properties"]["commands"]}
    resolved["dice"]["maxItems"] = bodies.MAX_DICE
    resolved["options"] = {"anyOf": options}
    resolved["ruleset"]["enum"] = list(RULESETS)
    schemas["Variant"]["properties"]["action"] = {"$ref": REF + "ActionRequest"}
    schemas["ActionRequest"] = {"oneOf": [{"$ref": REF + "ActionBody"}, {"$ref": REF + "GroupBody"}]}


def _with_refs(properties: Json) -> Json:
    """At least one reference, and no default for what is left as it was."""
    told = {
        name: {key: part for key, part in form.items() if key != "default"}
        for name, form in properties.items()
    }
    told["external_refs"]["minItems"] = 1
    return told


def add_edits(schemas: Json) -> None:
    """Bodies that change what exists: the commands, without what the address says."""
    forms: list[Json] = []
    for game in RULESETS.values():
        name = _name(game)
        form: Json = schemas[f"{name}Edit"]
        said = {"type", "target"}
        schemas[f"{name}CombatantEdit"] = {
            "type": "object",
            "description": form["description"],
            "properties": {key: part for key, part in form["properties"].items() if key not in said},
            "additionalProperties": False,
            "minProperties": 1,
        }
        forms.append({"$ref": f"{REF}{name}CombatantEdit"})
    schemas["CombatantEdit"] = {"anyOf": forms}


def defined(schemas: Json, schema: Json, prefix: str = "") -> Json:
    """``schema`` without its definitions, which go to the components under their names."""
    for name, part in schema.pop("$defs", {}).items():
        schemas[prefix + name] = part
    return schema
