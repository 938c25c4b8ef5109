"""The duel: whoever throws higher with their skill takes the difference from the other's nerve.

DUEL-1: both throw a six-sided die and add their skill; the difference is the loser's loss of nerve, and
equal totals cost nobody anything. DUEL-2: a breath gives one point of nerve back, never more than the sheet
has. DUEL-3: whoever has no nerve left has yielded, acts no more and is struck no more.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Literal, TypeAlias

from app.rules.common.dice import Dice
from app.rules.common.errors import FailedCheck, Illegal, UnknownCombatant
from app.rules.common.grid.board import Grid
from app.rules.common.identity import Identity, check_names
from app.rules.common.modifiers import Modifier, add_up
from app.rules.common.visibility import HitPoints, Who, Whole
from app.rules.registry import Game
from app.rules.resolution.candidates import offers_of
from app.rules.resolution.chances import DOWN, Outlook, Standing
from app.rules.resolution.fighting import Fighting
from app.rules.resolution.requests import Resolution, Roll, Together
from app.rules.resolution.steps import StepResult
from app.values import replace, value


@value
class Sheet:
    """A duellist: ``skill`` is added to the die, ``nerve`` is what there is to lose."""

    skill: int
    nerve: int
    weapons: tuple[()] = ()


@value
class Combatant:
    """A duellist in play, with the ``nerve`` left."""

    identity: Identity
    sheet: Sheet
    nerve: int

    @property
    def id(self) -> str:
        return self.identity.id

    @property
    def states(self) -> tuple[str, ...]:
        """Who has yielded is down, and nobody dies (DUEL-3)."""
        return () if self.nerve > 0 else (DOWN,)


@value
class Options:
    """There are no house rules."""


@value
class Encounter:
    """Who stands on the green."""

    options: Options = Options()
    combatants: tuple[Combatant, ...] = ()
    has_ended: bool = False
    map: Grid | None = None
    environment: tuple[()] = ()
    ruleset: Literal["duel"] = "duel"

    def combatant(self, name: str) -> Combatant:
        """Whoever answers to that name; raises UnknownCombatant."""
        for one in self.combatants:
            if one.identity.answers_to(name):
                return one
        raise UnknownCombatant("No combatant «{name}» in this encounter.", name=name)

    def with_nerve(self, who: str, nerve: int) -> "Encounter":
        changed = (replace(one, nerve=nerve) if one.id == who else one for one in self.combatants)
        return replace(self, combatants=tuple(changed))


@value
class Add:
    """A duellist comes onto the green."""

    identity: Identity
    sheet: Sheet
    type: Literal["add"] = "add"


@value
class Attack:
    """Blades are crossed once (DUEL-1)."""

    actor: str
    target: str
    type: Literal["attack"] = "attack"


@value
class Breathe:
    """A step back to find one's nerve (DUEL-2)."""

    actor: str
    type: Literal["breathe"] = "breathe"


@value
class CombatantAdded:
    combatant: Whole[Combatant]
    type: Literal["combatant_added"] = "combatant_added"


@value
class CombatantRemoved:
    target: Who[str]
    type: Literal["combatant_removed"] = "combatant_removed"


@value
class BladesCrossed:
    actor: Who[str]
    target: Who[str]
    type: Literal["blades_crossed"] = "blades_crossed"


@value
class NerveChanged:
    """``nerve`` is what ``target`` has now."""

    target: Who[str]
    nerve: HitPoints[int]
    type: Literal["nerve_changed"] = "nerve_changed"


Command: TypeAlias = Add | Attack | Breathe
Event: TypeAlias = CombatantAdded | CombatantRemoved | BladesCrossed | NerveChanged
Result: TypeAlias = StepResult[Event, Command]


@value
class Tables:
    """The duel reads no tables; a pack says who it is and no more."""

    pack: str = "duel"
    version: str = "1"
    weapons: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}), hash=False)


class Duel:
    """The rules: a generator for each command, and what each event does to the state."""

    def resolve(self, state: Encounter, step: Command) -> Resolution[Result]:
        """The rule of ``step``; raises Illegal and Invalid."""
        match step:
            case Add(identity, sheet):
                check_names(identity, (other.identity for other in state.combatants))
                yield from ()
                return StepResult((CombatantAdded(Combatant(identity, sheet, sheet.nerve)),))
            case Attack(actor, target):
                return (yield from _cross(state.combatant(actor), state.combatant(target)))
            case Breathe(actor):
                one = state.combatant(actor)
                _require(*_yielded(one, "ACTOR_UNCONSCIOUS", "{actor} has yielded.", "actor"))
                return StepResult((NerveChanged(one.id, min(one.nerve + 1, one.sheet.nerve)),))

    def evolve(self, state: Encounter, event: Event) -> Encounter:
        """The only way a state changes."""
        match event:
            case CombatantAdded(combatant):
                return replace(state, combatants=(*state.combatants, combatant))
            case CombatantRemoved(target):
                left = tuple(one for one in state.combatants if one.id != target)
                return replace(state, combatants=left)
            case NerveChanged(target, nerve):
                return state.with_nerve(target, nerve)
            case BladesCrossed():
                return state


def _cross(actor: Combatant, target: Combatant) -> Resolution[Result]:
    """Opposed dice (DUEL-1)."""
    _require(
        *_yielded(actor, "ACTOR_UNCONSCIOUS", "{actor} has yielded.", "actor"),
        *_yielded(target, "TARGET_DEAD", "{target} has yielded.", "target"),
        *([FailedCheck("TARGET_IS_ACTOR", "Nobody duels alone.", "DUEL-1")] if actor is target else []),
    )
    mine, theirs = yield from Together((_blow(actor, target), _blow(target, actor)))
    events: tuple[Event, ...] = (BladesCrossed(actor.id, target.id),)
    if mine != theirs:
        loser = target if mine > theirs else actor
        events = (*events, NerveChanged(loser.id, max(0, loser.nerve - abs(mine - theirs))))
    return StepResult(events)


def _blow(one: Combatant, other: Combatant) -> Roll[int]:
    skill = Modifier("duel.skill", one.sheet.skill, "skill", "sheet", "DUEL-1")
    tally = add_up("duel.blow", (skill,))
    return Roll(
        "blow", one.id, Dice((6,)), lambda throw: throw.total + tally.total, tally, rules=("DUEL-1",),
        succeeds=lambda total: total > other.sheet.skill + 3,
    )  # fmt: skip


def _yielded(one: Combatant, code: str, text: str, role: str) -> Iterator[FailedCheck]:
    if one.nerve <= 0:
        yield FailedCheck(code, text, "DUEL-3", ((role, one.identity.name),))


def _require(*checks: FailedCheck) -> None:
    if checks:
        raise Illegal(checks)


DUEL = Game(
    id="duel",
    name="A duel",
    table_pack="duel",
    state=Encounter,
    command=Command,
    event=Event,
    options=Options,
    sheet=Sheet,
    build_tables=lambda _document: Tables(),
    rules=lambda _tables: Duel(),
    removed=CombatantRemoved,
    offers=offers_of(Command),
    fighting=Fighting(
        whose_turn=lambda _state: None,
        round_of=lambda _state: 0,
        end_turn=Breathe,
        is_out=lambda one: one.nerve <= 0,
        is_dead=lambda _one: False,
        points_left=lambda one: one.nerve,
        points=lambda one: one.sheet.nerve,
        attacks=("attack",),
        told=lambda _event: None,
    ),
    outlook=Outlook(lambda one: Standing((("lost", one.sheet.nerve - one.nerve),), frozenset(one.states))),
)
