"""The scenario document, first form. Unknown fields are refused, at every level."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticKnownError, to_json

from app.persistence.base.codec import Codec, codecs_of
from app.persistence.base.json_text import check_texts, pointer_to
from app.rules.common.errors import InvalidDocument, Problem
from app.rules.common.grid.board import MOST_CELLS, map_too_large
from app.rules.common.grid.cells import Facing
from app.rules.registry import RULESETS, Game
from app.services.base.maps import DRAWING, read_map
from app.services.scenarios.schema_fields import fields_at
from app.values import replace

Word = Annotated[str, Field(min_length=1, max_length=200)]
CombatantId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,63}$")]
Pieces = dict[str, JsonValue]
T = TypeVar("T")

NOT_YET = ("probability",)
"""Fields of the whole format that this form does not play yet; they are refused, never passed over."""


class Part(BaseModel):
    """A part of the document."""

    model_config = ConfigDict(extra="forbid", frozen=True)


IN_PLAY = {"hits", "hp", "at", "facing", "elevation", "cells", "sheathed", "mount"}
"""What can be said of a combatant that enters, beside who it is and its sheet; each game knows its own."""


class Entrant(Part):
    """A combatant at the beginning; ``hits`` or ``hp`` is what it has left, the sheet's total unless given.

    ``like`` names one that stands before it in the list: this one has its side and its sheet, except for what
    it gives itself (a member of the sheet replaces that member whole). On a map ``at`` is the south-west of
    the cells it stands on, ``cells`` to a side. ``sheathed`` are weapons that it has not in hand; ``mount``
    is what it rides, ``disclosure`` what players are shown of it.
    """

    id: CombatantId
    like: CombatantId | None = None
    side: Annotated[str, Field(max_length=200)]
    name: Word | None = None
    sheet: Pieces
    hits: int | None = None
    hp: int | None = None
    sheathed: tuple[str, ...] | None = None
    mount: str | None = None
    at: tuple[int, int] | None = None
    facing: Facing | None = None
    elevation: int | None = None
    cells: int | None = None
    disclosure: Pieces | None = None

    @property
    def shown_name(self) -> str:
        return self.name or self.id.capitalize()

    def command(self) -> Pieces:
        """The command with which it enters; ``id`` serves as its id and its ``ref``."""
        identity: Pieces = {"id": self.id, "name": self.shown_name, "side": self.side, "ref": self.id}
        if self.disclosure is not None:
            identity["disclosure"] = self.disclosure
        return {"type": "add", "identity": identity, "sheet": self.sheet, **self.in_play}

    @property
    def in_play(self) -> Pieces:
        """What is said of it beside its sheet."""
        return self.model_dump(mode="json", exclude_none=True, include=IN_PLAY)


class StepExpectation(Part):
    """What must come of a step; only what is written is compared."""

    result: Pieces | None = None
    rules: tuple[str, ...] = ()
    refused: Word | None = None
    squares: tuple[tuple[int, int], ...] | None = None
    events: tuple[str | Pieces, ...] | None = None
    rolls: tuple[str | Pieces, ...] | None = None
    combatants: dict[str, Pieces | None] | None = None

    @model_validator(mode="after")
    def _refused_or_resolved(self) -> "StepExpectation":
        if self.refused is not None and any(it is not None for it in (self.result, self.events, self.rolls)):
            raise ValueError("a refused command has neither `result` nor `events` nor `rolls`")
        if self.squares is not None and self.refused is None:
            raise ValueError("`squares` belong to `refused`: those that a refusal names")
        return self


class Step(Part):
    """One command: ``do`` is the API's command, ``dice`` and ``choose`` answer what it asks for."""

    do: Pieces
    dice: Annotated[tuple[int, ...], Field(max_length=100)] = ()
    choose: dict[str, str | int | tuple[str | int, ...]] = {}
    expect: StepExpectation = StepExpectation()

    @property
    def command(self) -> Pieces:
        """The command as the rules read it: whoever enters has ``ref`` for the id a server would give."""
        entering = self.do.get("entering")
        if self.do.get("type") == "sync" and isinstance(entering, list):
            return {**self.do, "entering": [_with_id(one) for one in entering]}
        return _with_id(self.do) if self.do.get("type") == "add" else self.do

    @property
    def choices(self) -> dict[str, tuple[str, ...]]:
        """The answers by purpose, in the order they are asked for; a number may be written as one."""
        return {
            purpose: tuple(map(str, said if isinstance(said, tuple) else (said,)))
            for purpose, said in self.choose.items()
        }


def _with_id(entering: T) -> T | Pieces:
    """A command that lets somebody enter, with an id."""
    if not isinstance(entering, dict):
        return entering
    identity: JsonValue = entering.get("identity")
    if not isinstance(identity, dict) or "id" in identity:
        return entering
    return {**entering, "identity": {"id": identity.get("ref"), **identity}}


class EndExpectation(Part):
    """What must hold at the end; ``null`` says that the combatant is no longer there."""

    combatants: dict[str, Pieces | None] = {}


class ChosenPack(Part):
    """A table pack of the campaign's, where it is not the ruleset's own; without ``version`` the newest."""

    id: Annotated[str, Field(min_length=1, max_length=50)]
    version: Annotated[str, Field(min_length=1, max_length=50)] | None = None


def _known(ruleset: str) -> str:
    if ruleset not in RULESETS:
        *most, last = map(repr, RULESETS)
        raise PydanticKnownError("literal_error", {"expected": f"{', '.join(most)} or {last}"})
    return ruleset


RulesetId = Annotated[str, AfterValidator(_known), WithJsonSchema({"type": "string", "enum": [*RULESETS]})]
"""The id of a ruleset that there is."""


class Scenario(Part):
    """A scenario for one game; `read_scenarios` makes one for each game of a document."""

    scenario: Literal[1]
    title: Word
    ruleset: RulesetId
    options: Pieces = {}
    environment: tuple[Pieces, ...] = ()
    map: Pieces | None = None
    table_pack: ChosenPack | None = None
    dice: Literal["fair"] | None = None
    seed: int | None = None
    combatants: tuple[Entrant, ...]
    play: tuple[Step, ...] = ()
    expect: EndExpectation = EndExpectation()

    @property
    def game(self) -> Game:
        return RULESETS[self.ruleset]

    @model_validator(mode="after")
    def _fair_dice_have_a_seed(self) -> "Scenario":
        if (self.dice is None) != (self.seed is None):
            raise ValueError("`dice: fair` and `seed` belong together")
        return self


def _filled_in(document: JsonValue) -> JsonValue:
    """The document with its map drawn, and what a combatant is ``like``; raises InvalidDocument."""
    if not isinstance(document, dict):
        return document
    if isinstance(drawn := document.get("map"), dict) and "size" in drawn:
        document = {**document, "map": _open_ground(drawn)}
    combatants = document.get("combatants")
    if not isinstance(combatants, list):
        return document
    known: dict[JsonValue, Pieces] = {}
    filled: list[JsonValue] = []
    for index, entrant in enumerate(combatants):
        if isinstance(entrant, dict):
            entrant = _like(entrant, known, f"/combatants/{index}/like")
            known[str(entrant.get("id"))] = entrant
        filled.append(entrant)
    return {**document, "combatants": filled}


def _open_ground(drawn: Pieces) -> Pieces:
    """The map with rows of open ground in the place of its ``size``; raises InvalidDocument."""
    match drawn:
        case {"rows": _}:
            problem = Problem("/map/size", "wrong_value", "A map has either `rows` or a `size`.")
        case {"size": [int(width), int(height)]} if width > 0 and height > 0:
            if width * height <= MOST_CELLS:
                rows: list[JsonValue] = ["." * width] * height
                return {**{name: value for name, value in drawn.items() if name != "size"}, "rows": rows}
            problem = map_too_large("/map/size")
        case _:
            problem = Problem("/map/size", "wrong_value", "A size is the width and the height in cells.")
    raise InvalidDocument((problem,))


def _like(entrant: Pieces, known: Mapping[JsonValue, Pieces], at: str) -> Pieces:
    if not isinstance(name := entrant.get("like"), str):
        return entrant
    if name not in known:
        message = f"Nobody before it in the list is «{name}»."
        raise InvalidDocument((Problem(at, "unknown_combatant", message),))
    sheet, own = known[name].get("sheet"), entrant.get("sheet", {})
    both = {**sheet, **own} if isinstance(sheet, dict) and isinstance(own, dict) else own
    return {"side": known[name].get("side"), **entrant, "sheet": both}


def read_scenarios(document: JsonValue) -> tuple[Scenario, ...]:
    """The scenarios of ``document``: one for each of its ``rulesets``, or that of its ``ruleset``.

    Raises InvalidDocument as `read_scenario` does.
    """
    if not isinstance(document, dict) or "rulesets" not in document:
        return (read_scenario(document),)
    named = document["rulesets"]
    if "ruleset" in document or not isinstance(named, list) or not named:
        message = "A scenario has one `ruleset`, or `rulesets`: a list of all games that it holds for."
        raise InvalidDocument((Problem("/rulesets", "wrong_value", message),))
    return tuple(_for_game(document, ruleset, index) for index, ruleset in enumerate(named))


def _for_game(document: Mapping[str, JsonValue], ruleset: JsonValue, index: int) -> Scenario:
    """The scenario of the ruleset that stands at ``index`` of ``rulesets``; raises InvalidDocument."""
    rest = {name: value for name, value in document.items() if name != "rulesets"}
    if isinstance(play := document.get("play"), list):
        rest["play"] = [_with_its_dice(step, ruleset) for step in play]
    try:
        return read_scenario({**rest, "ruleset": ruleset})
    except InvalidDocument as invalid:
        here = pointer_to("rulesets", index)
        raise InvalidDocument(
            tuple(replace(it, pointer=here) if it.pointer == "/ruleset" else it for it in invalid.problems)
        ) from None


def _with_its_dice(step: JsonValue, ruleset: JsonValue) -> JsonValue:
    """The step with the faces of one game, where another one asks for other rolls."""
    if not isinstance(step, dict) or not isinstance(dice := step.get("dice"), dict):
        return step
    return {**step, "dice": dice[ruleset]} if isinstance(ruleset, str) and ruleset in dice else step


def read_scenario(document: JsonValue) -> Scenario:
    """The scenario of ``document``; raises InvalidDocument with everything that is wrong, each in its place.

    A document of several ``rulesets`` has to be read by `read_scenarios`.
    Sheets, options and commands are checked for their form here; whether a weapon or an armour is known
    is the ruleset's answer when the combatant enters.
    """
    check_texts(document)
    _raise_if(tuple(_not_yet(document)))
    document = _filled_in(document)
    try:
        scenario = Scenario.model_validate_json(to_json(document), strict=True)
    except ValidationError as error:
        schema = Scenario.model_json_schema()
        faults = error.errors(include_url=False, include_context=False)
        raise InvalidDocument(
            tuple(
                _explained(
                    Problem(pointer_to(*fault["loc"]), _code(fault["type"]), _sentence(fault["msg"])),
                    schema,
                    document,
                )
                for fault in faults
            )
        ) from None
    _raise_if(tuple(_problems(scenario)))
    return scenario


def _raise_if(problems: tuple[Problem, ...]) -> None:
    if problems:
        raise InvalidDocument(problems)


def _code(pydantic_type: str) -> str:
    return {
        "extra_forbidden": "unknown_field",
        "missing": "missing",
        "value_error": "value_out_of_range",  # what fits the schema and not the rest of the document
    }.get(pydantic_type, "wrong_value")


def _sentence(message: str) -> str:
    return f"{message.removeprefix('Value error, ')}."


def _explained(
    problem: Problem, schema: Mapping[str, JsonValue], document: JsonValue, at: str = ""
) -> Problem:
    """``problem`` with the fields that could have stood in the place of an unknown one."""
    if problem.code != "unknown_field":
        return problem
    place, _, name = problem.pointer.removeprefix(at).rpartition("/")
    known = ", ".join(fields_at(schema, document, place))
    return Problem(problem.pointer, problem.code, f"Unknown field «{name}»; known here: {known}.")


def _not_yet(document: JsonValue) -> Iterator[Problem]:
    """The fields in the places that `NOT_YET` means."""
    places: list[tuple[tuple[str | int, ...], JsonValue]] = [((), document)]
    if isinstance(document, dict):
        for section, inner in (("combatants", ()), ("play", ("expect",))):
            items = document.get(section)
            for index, item in enumerate(items if isinstance(items, list) else ()):
                part: JsonValue = item
                for name in inner:
                    part = part.get(name) if isinstance(part, dict) else None
                places.append(((section, index, *inner), part))
    for path, part in places:
        if isinstance(part, dict):
            for name in (name for name in NOT_YET if name in part):
                message = f"`{name}` is not supported yet by scenarios."
                yield Problem(pointer_to(*path, name), "not_supported_yet", message)


def _problems(scenario: Scenario) -> Iterator[Problem]:
    """What is wrong in the parts that the ruleset defines, and names given twice."""
    codecs = codecs_of(scenario.game)
    yield from _faults(codecs.options, scenario.options, "/options")
    state: Pieces = {"ruleset": scenario.ruleset, "environment": list(scenario.environment)}
    yield from _faults(codecs.state, state, "")
    if scenario.map is not None:
        yield from _faults_of_map(scenario.map)
    seen: set[str] = set()
    for index, entrant in enumerate(scenario.combatants):
        yield from _faults(codecs.sheet, entrant.sheet, f"/combatants/{index}/sheet")
        if entrant.id in seen:
            yield Problem(
                f"/combatants/{index}/id",
                "combatant_name_taken",
                f"Another combatant is «{entrant.id}» already.",
            )
        seen.add(entrant.id)
    for index, step in enumerate(scenario.play):
        yield from _faults(codecs.command, step.command, f"/play/{index}/do")


def _faults_of_map(drawn: Pieces) -> Iterator[Problem]:
    unreadable = tuple(_faults(DRAWING, drawn, "/map"))
    yield from unreadable
    if not unreadable:
        try:
            _ = read_map(drawn, "/map")
        except InvalidDocument as invalid:
            yield from invalid.problems


def _faults(codec: Codec[T], document: JsonValue, at: str) -> Iterator[Problem]:
    try:
        _ = codec.read(document, at)
    except InvalidDocument as invalid:
        schema = codec.schema()
        for problem in invalid.problems:
            yield _explained(problem, schema, document, at)
