"""HARP | Terre du Milieu as a ruleset: which rule resolves which step."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never

from app.rules.harp import attack, critical, evolve, fumble, initiative, roster, surprise, turns
from app.rules.harp.attack import Result
from app.rules.harp.commands import (
    ActNow,
    Add,
    Attack,
    BeginTurn,
    BreakCheck,
    CloseTurn,
    CriticalRoll,
    Declare,
    End,
    EndTurn,
    FumbleRoll,
    NextTurn,
    PassIfHelpless,
    Remove,
    Reorder,
    ResistStun,
    RollInitiative,
    Start,
    Step,
    Surprise,
    Wait,
    WildAttack,
)
from app.rules.harp.events import Event
from app.rules.harp.state import Encounter
from app.rules.harp.tables import HarpTables
from app.rules.resolution.requests import Request, Resolution

TurnStep: TypeAlias = (
    Start
    | End
    | Declare
    | EndTurn
    | Wait
    | ActNow
    | Reorder
    | BeginTurn
    | CloseTurn
    | PassIfHelpless
    | NextTurn
)


@dataclass(frozen=True, slots=True)
class Harp:
    """The ruleset with one pack of tables."""

    tables: HarpTables

    def resolve(self, state: Encounter, step: Step) -> Resolution[Result]:
        """The rule of ``step``; raises Invalid or Illegal before it asks for anything."""
        match step:
            case Add():
                return _without_asking(roster.add(self.tables, state, step))
            case Remove():
                return _without_asking(roster.remove(state, step))
            case Attack():
                return attack.attack(self.tables, state, step)
            case (
                Start() | End() | Declare() | EndTurn() | Wait() | ActNow() | Reorder()
                | BeginTurn() | CloseTurn() | PassIfHelpless() | NextTurn()
            ):  # fmt: skip
                return _without_asking(self._turns(state, step))
            case Surprise():
                return surprise.surprise(state, step)
            case RollInitiative():
                return initiative.roll_initiative(self.tables, state)
            case CriticalRoll():
                return critical.critical(self.tables, state, step)
            case ResistStun():
                return critical.resist_stun(state, step)
            case FumbleRoll():
                return fumble.fumble(self.tables, state, step)
            case BreakCheck():
                return fumble.break_check(self.tables, state, step)
            case WildAttack():
                return fumble.wild_attack(self.tables, state, step)
            case _:
                assert_never(step)

    def _turns(self, state: Encounter, step: TurnStep) -> Result:
        match step:
            case Start():
                return turns.start(state)
            case End():
                return turns.end(state)
            case Declare():
                return turns.declare(self.tables, state, step)
            case EndTurn():
                return turns.end_turn(state, step)
            case Wait():
                return turns.wait(state, step)
            case ActNow():
                return turns.act_now(state, step)
            case Reorder():
                return turns.reorder(state, step)
            case BeginTurn():
                return turns.begin_turn(state, step)
            case CloseTurn():
                return turns.close_turn(step)
            case PassIfHelpless():
                return turns.pass_if_helpless(state, step)
            case NextTurn():
                return turns.next_turn(state)
            case _:
                assert_never(step)

    def evolve(self, state: Encounter, event: Event) -> Encounter:
        """The encounter after ``event``."""
        return evolve.evolve(state, event)


def _without_asking(result: Result) -> Generator[Request, Any, Result]:
    """A rule that needs neither dice nor a decision."""
    return result
    yield  # makes this a generator
