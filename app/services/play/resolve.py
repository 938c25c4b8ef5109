"""A command resolved for a tabletop that keeps its own state: nothing is read from an encounter or stored."""

from collections.abc import Mapping
from dataclasses import field
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import Field

from app.persistence.dice.seed_queries import Epoch
from app.persistence.packs.pack_queries import UnknownPack
from app.rules.common.errors import InvalidDocument, Problem, problem_at
from app.rules.resolution.given import Given, Option, nobody
from app.rules.resolution.play import Ask, Completed, play
from app.services.access.tokens import Grant
from app.services.base.ids import new_id
from app.services.base.maps import Drawing, grid_of
from app.services.base.service import Estoc
from app.services.dice.draw import Draw, new_seeds
from app.services.dice.policy import BY_THE_SERVER, DicePolicy, Privacy, check_policy
from app.services.dice.sources import counted
from app.services.packs.cache import Shelf
from app.services.packs.choice import PackChoice, chosen_shelf
from app.services.play.actions import Action, CommandInput, play_action, read_commands
from app.services.play.pending import SaidIn, decisions_for
from app.services.play.results import NOTHING_UNUSED, Place, Rendered, render
from app.services.play.run import PlannedCommand, Run
from app.services.visibility.player_state import hidden_ids
from app.values import replace, value

MOST_COMBATANTS = 100


@value
class ResolveBody:
    """A whole fight as it stands, and a ``command``, or ``commands`` in order, all or none.

    Combatants are named in commands, and in what is answered, by their ``ref``, or else by the first of their
    external references. What they are under is brought in by commands that come first (``effect-add``).
    ``table_pack_version`` alone is a version of the ruleset's own tables.
    Everything else is as in an encounter and an action. Any: sheets and commands are the game's own.
    """

    ruleset: str
    combatants: Annotated[tuple[Mapping[str, Any], ...], Field(max_length=MOST_COMBATANTS)]
    command: Mapping[str, Any] | None = None
    commands: Annotated[tuple[Mapping[str, Any], ...], Field(min_length=1)] | None = None
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    environment: tuple[Mapping[str, Any], ...] = ()
    map: Drawing | None = None
    table_pack: PackChoice | None = None
    table_pack_version: Annotated[str, Field(max_length=100)] | None = None
    dice_policy: DicePolicy = BY_THE_SERVER
    dice: tuple[int, ...] = ()
    choices: Mapping[str, Option] = field(default_factory=dict[str, Option])
    strict: bool = False
    privacy: Privacy = "public"

    @property
    def asked(self) -> tuple[CommandInput, ...]:
        """The commands with their places; raises InvalidDocument unless there is the one or the others."""
        if (self.command is None) == (self.commands is None):
            message = "Give a `command`, or else `commands`."
            raise InvalidDocument((Problem("", "command_or_commands", message),))
        if self.command is not None:
            return (CommandInput(self.command, "/command"),)
        return tuple(CommandInput(one, f"/commands/{index}") for index, one in enumerate(self.commands or ()))


@value
class Resolved:
    """What was answered to each command, the one that waits for somebody last."""

    actions: tuple[Rendered, ...]
    is_group: bool


async def resolve(
    service: Estoc, grant: Grant, body: ResolveBody, entering: tuple[CommandInput, ...], locale: str
) -> Resolved:
    """Let the combatants enter (``entering`` are the commands of that) and play; raises what the rules raise,
    UnknownRuleset, NoSuchPack, InvalidDocument, AnswerMissing, AnswerLeftOver, ComputingBusy and CallerLeft.
    """
    shelf = await _shelf(service, grant, body)
    return await service.slots.compute(grant.token_id, lambda: _resolved(shelf, body, entering, locale))


def _resolved(shelf: Shelf, body: ResolveBody, entering: tuple[CommandInput, ...], locale: str) -> Resolved:
    check_policy(body.dice_policy, "/dice_policy")
    state = _entered(shelf, _beginning(shelf, body), entering)
    is_group = body.commands is not None
    action = Action(body.asked, body.dice, body.choices, body.strict, body.privacy, is_group)
    place = Place(new_id("enc"), "", 0, 1, datetime.now(UTC), epoch=1, locale=locale)
    draw = Draw(place.encounter_id, Epoch.begun(1, new_seeds()))

    def server_in(state: Any) -> Ask:
        return counted(draw.asking(body.privacy, hidden_ids(state)), body.dice_policy.sources, state)

    plan = read_commands(shelf, action.commands)
    given = Given(action.dice, action.choices)
    run = play_action(action, given, shelf, body.dice_policy, server_in, state, plan)
    unused = {"unused_dice": given.left_over, "unused_choices": given.unused_choices}
    return Resolved(tuple(_told(shelf, body, place, plan, run, unused)), is_group)


async def _shelf(service: Estoc, grant: Grant, body: ResolveBody) -> Shelf:
    shelf = await chosen_shelf(service, grant.campaign_id, body.ruleset, body.table_pack)
    if body.table_pack_version is None:
        return shelf
    if body.table_pack is not None:
        problem = Problem(
            "/table_pack_version", "unknown_field", "Give the version in `table_pack`.", (("way", "pack"),)
        )
        raise InvalidDocument((problem,))
    try:
        return await service.library.shelf(body.ruleset, body.table_pack_version)
    except UnknownPack as unknown:
        problem = problem_at("/table_pack_version", unknown)
        raise InvalidDocument((problem,)) from None


def _beginning(shelf: Shelf, body: ResolveBody) -> Any:
    """The encounter in which nobody is yet. Any: the state is the game's own."""
    board = None if body.map is None else grid_of(body.map, "/map")
    return shelf.beginning({"options": dict(body.options), "environment": body.environment}, board)


def _entered(shelf: Shelf, state: Any, entering: tuple[CommandInput, ...]) -> Any:
    """The state with everybody in it; raises InvalidDocument with everything wrong in any of them.

    Any: the state is the game's own.
    """
    places = [asked.pointer for asked in entering]
    together = {"type": "sync", "entering": [asked.document for asked in entering]}
    try:
        played = play(shelf.rules, state, shelf.codecs.command.read(together), nobody)
    except InvalidDocument as error:
        raise InvalidDocument(tuple(_placed(problem, places) for problem in error.problems)) from None
    assert isinstance(played, Completed)
    return played.state


def _placed(problem: Problem, places: list[str]) -> Problem:
    """A problem at ``/entering/…`` where it stands in the body."""
    _, _, index, *rest = problem.pointer.split("/")
    path = [step for step in rest if step != "identity"]
    return replace(problem, pointer="/".join((places[int(index)], *path)))


def _told(
    shelf: Shelf,
    body: ResolveBody,
    place: Place,
    plan: tuple[PlannedCommand, ...],
    run: Run,
    unused: Mapping[str, object],
) -> list[Rendered]:
    told: list[Rendered] = []
    last = len(plan) - 1
    for number, finished in enumerate(run.finished):
        extras = {"privacy": body.privacy, **(unused if number == last else NOTHING_UNUSED)}
        here = replace(place, action_id=finished.planned.action_id, seq=number + 1)
        command = finished.planned.command
        told.append(render(shelf, here, command, finished.before, finished.completed, extras))
        place = replace(place, first_event=told[-1].last_event + 1)
    if run.waiting is not None:
        waiting, planned = run.waiting, plan[len(told)]
        said_in = SaidIn(place.locale, shelf.tables.weapons)
        asked = decisions_for(
            waiting.awaiting, run.state, body.dice_policy, body.privacy, (), place.at, said_in
        )
        awaiting = {"awaiting": [dict(one.shown) for one in asked]}
        extras = {"privacy": body.privacy, **NOTHING_UNUSED, **awaiting}
        here = replace(place, action_id=planned.action_id, seq=len(told) + 1)
        told.append(render(shelf, here, planned.command, run.state, waiting, extras))
    return told
