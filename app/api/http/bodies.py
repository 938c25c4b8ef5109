"""Bodies of requests. What is the game's own in them is read by the game's codec."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from typing import Annotated, Any

from pydantic import Field

from app.persistence.base.codec import Codec
from app.persistence.base.json_text import pointer_to
from app.rules.common.disclosure import SEEN_AS_USUAL, Disclosure
from app.rules.common.errors import Invalid, InvalidDocument, Problem
from app.rules.common.grid.cells import Cell, Facing
from app.rules.common.identity import ExternalRef
from app.rules.resolution.given import Option
from app.services.access.campaigns import CampaignBody, CampaignEdit
from app.services.access.devices import DeviceBody, DeviceTokenBody
from app.services.access.table_tokens import TokenBody, TokensBody
from app.services.access.tickets import TicketBody
from app.services.access.tokens import Grant
from app.services.ahead.previews import Look
from app.services.base.refusals import TooManyDice
from app.services.dice.policy import Privacy
from app.services.outgoing.webhooks import ResumptionBody, RotationBody, WebhookBody
from app.services.play.actions import Action, CommandInput
from app.services.play.answers import GivenAnswer, Override
from app.services.play.copies import CloneBody
from app.services.play.encounters import EncounterBody
from app.services.play.resolve import ResolveBody
from app.services.play.settings import Edit
from app.services.play.sync import SyncBody
from app.services.play.undo import Steps
from app.services.proof.proof import DiceRotationBody, SaltBody
from app.services.simulations.order import ORDER
from app.values import replace, value

MAX_DICE = 100
IN_PLAY = ("hits", "at", "facing", "elevation", "cells", "hp", "sheathed", "mount")
"""What a combatant may be given beside its sheet; what is left out has the default of the ruleset."""
Name = Annotated[str, Field(min_length=1, max_length=200)]
ActionRefs = Annotated[tuple[ExternalRef, ...], Field(max_length=20)]


@value
class ActionBody:
    """One action; what ``dice`` and ``choices`` do not answer, the server rolls and decides, or people do
    where the encounter's dice policy says so. A choice that is asked several times takes a list of options.

    ``privacy``: nobody is asked for the dice of a ``blind`` action, and of a ``gm`` one only the GM.
    ``external_refs`` are what other systems call it: it is done once for each of them in its encounter.

    Any: a command is the game's own.
    """

    command: Mapping[str, Any]
    dice: tuple[int, ...] = ()
    choices: Mapping[str, Option] = field(default_factory=dict[str, Option])
    strict: bool = False
    privacy: Privacy = "public"
    external_refs: ActionRefs = ()


@value
class GroupBody:
    """Several actions in order; the dice go to them in turn, the ``external_refs`` to each.

    All or none, until a die of the server has fallen: what came before it counts then.
    """

    commands: Annotated[tuple[Mapping[str, Any], ...], Field(min_length=1)]
    dice: tuple[int, ...] = ()
    choices: Mapping[str, Option] = field(default_factory=dict[str, Option])
    strict: bool = False
    privacy: Privacy = "public"
    external_refs: ActionRefs = ()


@value
class Variant:
    """One of several things that could be done: what it is called in the answer, and the body of an action.

    Any: JSON.
    """

    name: Name
    action: Mapping[str, Any]


@value
class ComparisonBody:
    """Things that could be done instead of each other, up to eight."""

    variants: Annotated[tuple[Variant, ...], Field(min_length=1, max_length=8)]


@value
class AnswersBody:
    """Answers to decisions that are waited for, or the GM's ``override`` of a roll made already."""

    answers: tuple[GivenAnswer, ...] = ()
    override: Override | None = None


@value
class CancelBody:
    """Why an action is given up, for the log."""

    reason: Annotated[str, Field(max_length=2_000)] = ""


@value
class CombatantBody:
    """A combatant that enters; ``hits`` or ``hp`` are what it has left, by default all of them.

    On a map ``at`` is the south-west of the cells it stands on, ``cells`` to a side. ``sheathed`` are
    weapons that it has not in hand, ``mount`` is what it rides. What a ruleset does not have it refuses.
    ``disclosure`` says what players are shown of it.
    """

    name: Name
    sheet: Mapping[str, Any]
    side: Annotated[str, Field(max_length=200)] = ""
    ref: Name | None = None
    external_refs: tuple[ExternalRef, ...] = ()
    disclosure: Disclosure = SEEN_AS_USUAL
    hits: int | None = None
    at: Cell | None = None
    facing: Facing | None = None
    elevation: int | None = None
    cells: int | None = None
    hp: int | None = None
    sheathed: tuple[str, ...] | None = None
    mount: str | None = None


@value
class ResetBody:
    """An object without members."""


CAMPAIGN = Codec[CampaignBody](CampaignBody)
CAMPAIGN_EDIT = Codec[CampaignEdit](CampaignEdit)
TOKENS = Codec[TokensBody](TokensBody)
DEVICE = Codec[DeviceBody](DeviceBody)
DEVICE_APPROVAL = Codec[TokenBody](TokenBody)
DEVICE_TOKEN = Codec[DeviceTokenBody](DeviceTokenBody)
ENCOUNTER = Codec[EncounterBody](EncounterBody)
ACTION = Codec[ActionBody](ActionBody)
GROUP = Codec[GroupBody](GroupBody)
COMPARISON = Codec[ComparisonBody](ComparisonBody)
COMBATANT = Codec[CombatantBody](CombatantBody)
ANSWERS = Codec[AnswersBody](AnswersBody)
CANCEL = Codec[CancelBody](CancelBody)
STEPS = Codec[Steps](Steps)
RESET = Codec[ResetBody](ResetBody)
CLONE = Codec[CloneBody](CloneBody)
EDIT = Codec[Edit](Edit)
SYNC = Codec[SyncBody](SyncBody)
RESOLVE = Codec[ResolveBody](ResolveBody)
TICKET = Codec[TicketBody](TicketBody)
SALT = Codec[SaltBody](SaltBody)
DICE_ROTATION = Codec[DiceRotationBody](DiceRotationBody)
WEBHOOK = Codec[WebhookBody](WebhookBody)
ROTATION = Codec[RotationBody](RotationBody)
SIMULATION = ORDER
RESUMPTION = Codec[ResumptionBody](ResumptionBody)


def action_of(document: Any) -> Action:
    """What a body asks for: one command, or a group. Raises InvalidDocument and TooManyDice.

    Any: JSON.
    """
    is_group = isinstance(document, dict) and "commands" in document
    if is_group:
        body: ActionBody | GroupBody = GROUP.read(document)
        commands = tuple(
            CommandInput(command, pointer_to("commands", index))
            for index, command in enumerate(body.commands)
        )
    else:
        body = ACTION.read(document)
        commands = (CommandInput(body.command, "/command"),)
    if len(body.dice) > MAX_DICE:
        raise TooManyDice("One request may give {max_dice} dice.", "/dice", max_dice=MAX_DICE)
    return Action(commands, body.dice, body.choices, body.strict, body.privacy, is_group, body.external_refs)


def answers_or_override(document: Any) -> AnswersBody:
    """What a body answers: one or the other, not both. Raises InvalidDocument. Any: JSON."""
    body = ANSWERS.read(document)
    if bool(body.answers) == (body.override is not None):
        message = "Give `answers`, at least one, or else an `override`."
        raise InvalidDocument((Problem("", "answers_or_override", message),))
    return body


def steps_of(document: Any) -> Steps:
    """How far a body undoes or redoes: by `steps` or by `to`. Raises InvalidDocument. Any: JSON."""
    body = STEPS.read(document)
    if body.steps is not None and body.to is not None:
        raise InvalidDocument((Problem("/to", "steps_or_to", "Give `steps` or `to`, not both."),))
    return body


def looking_in_turn(document: Any, grant: Grant, encounter_id: str) -> tuple[Look, ...]:
    """What a body looks at: one command, or several in order. Raises InvalidDocument and TooManyDice.

    Any: JSON.
    """
    if not (isinstance(document, dict) and "commands" in document):
        return (looking(document, grant, encounter_id),)
    body = GROUP.read(document)
    if len(body.dice) > MAX_DICE:
        raise TooManyDice("One request may give {max_dice} dice.", "/dice", max_dice=MAX_DICE)
    return tuple(
        Look(grant, encounter_id, CommandInput(one, pointer_to("commands", index)), body.dice, body.choices)
        for index, one in enumerate(body.commands)
    )


def comparing(document: Any, grant: Grant, encounter_id: str) -> dict[str, tuple[Look, ...]]:
    """What a body compares, by name. Raises InvalidDocument and TooManyDice. Any: JSON."""
    found: dict[str, tuple[Look, ...]] = {}
    for index, variant in enumerate(COMPARISON.read(document).variants):
        at = pointer_to("variants", index)
        if variant.name in found:
            message = "Two variants are called «{name}»."
            raise InvalidDocument(
                (Problem(f"{at}/name", "duplicate_name", message, (("name", variant.name),)),)
            )
        try:
            looks = looking_in_turn(variant.action, grant, encounter_id)
        except InvalidDocument as invalid:
            problems = (replace(one, pointer=f"{at}/action{one.pointer}") for one in invalid.problems)
            raise InvalidDocument(tuple(problems)) from None
        found[variant.name] = tuple(
            replace(one, asked=replace(one.asked, pointer=f"{at}/action{one.asked.pointer}")) for one in looks
        )
    return found


def looking(document: Any, grant: Grant, encounter_id: str) -> Look:
    """What a body looks at: one command. Raises InvalidDocument and TooManyDice. Any: JSON."""
    body = ACTION.read(document)
    if len(body.dice) > MAX_DICE:
        raise TooManyDice("One request may give {max_dice} dice.", "/dice", max_dice=MAX_DICE)
    return Look(grant, encounter_id, CommandInput(body.command, "/command"), body.dice, body.choices)


def editing(document: Any, target: str) -> CommandInput:
    """The command that makes the edit of a body, which names its members and not what they are members of.

    Raises InvalidDocument. Any: JSON.
    """
    fixed = {"type": "edit", "target": target}
    if not isinstance(document, dict):
        raise InvalidDocument((Problem("", "wrong_value", "An object, please.", (("way", "object"),)),))
    if named := tuple(
        Problem(pointer_to(name), "unknown_field", "The address says it already.", (("way", "address"),))
        for name in sorted(fixed.keys() & document.keys())
    ):
        raise InvalidDocument(named)
    return CommandInput(fixed | document, "")


def resolving(document: Any) -> tuple[ResolveBody, tuple[CommandInput, ...]]:
    """A fight to be resolved, and the commands that let its combatants enter.

    Raises InvalidDocument and TooManyDice. Any: JSON.
    """
    body = RESOLVE.read(document)
    if len(body.dice) > MAX_DICE:
        raise TooManyDice("One request may give {max_dice} dice.", "/dice", max_dice=MAX_DICE)
    problems: list[Problem] = []
    entering: list[CommandInput] = []
    for index, one in enumerate(body.combatants):
        place = pointer_to("combatants", index)
        try:
            asked = adding(one, place)
        except InvalidDocument as error:
            problems += error.problems
        else:
            identity = {"id": _own_name(one, index), **asked.document["identity"]}
            entering.append(CommandInput({**asked.document, "identity": identity}, place))
    if problems:
        raise InvalidDocument(tuple(problems))
    return body, tuple(entering)


def _own_name(combatant: Mapping[str, Any], index: int) -> str:
    """What a combatant that is not stored goes by in the answer. Any: JSON."""
    refs = [ExternalRef(**ref).key for ref in combatant.get("external_refs", [])]
    return combatant.get("ref") or next(iter(refs), f"combatant-{index}")


@contextmanager
def naming_members() -> Iterator[None]:
    """Points to the members of a combatant's body, which has those of its identity beside the others."""
    try:
        yield
    except InvalidDocument as error:
        problems = (
            replace(problem, pointer=problem.pointer.removeprefix("/identity")) for problem in error.problems
        )
        raise InvalidDocument(tuple(problems)) from None
    except Invalid as error:
        error.pointer = error.pointer.removeprefix("/identity")
        raise


def adding(document: Any, at: str = "") -> CommandInput:
    """The command that lets the combatant of a body enter; its place is ``at``. Any: JSON."""
    body = COMBATANT.read(document, at)
    identity = {
        "name": body.name,
        "side": body.side,
        "ref": body.ref,
        "external_refs": document.get("external_refs", []),
        "disclosure": document.get("disclosure", {}),
    }
    entering = {
        "type": "add",
        "identity": identity,
        "sheet": body.sheet,
    }
    in_play = {name: getattr(body, name) for name in IN_PLAY}
    return CommandInput(entering | {name: said for name, said in in_play.items() if said is not None}, "")
