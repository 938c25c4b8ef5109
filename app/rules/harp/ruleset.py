"""HARP | Terre du Milieu as a ruleset: which rule resolves which step."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, assert_never

from app.rules.harp import attack, critical, evolve, fumble, roster
from app.rules.harp.attack import Result
from app.rules.harp.commands import (
    Add,
    Attack,
    BreakCheck,
    CriticalRoll,
    FumbleRoll,
    Remove,
    ResistStun,
    Step,
    WildAttack,
)
from app.rules.harp.events import Event
from app.rules.harp.state import Encounter
from app.rules.harp.tables import HarpTables
from app.rules.resolution.requests import Request, Resolution


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

    def evolve(self, state: Encounter, event: Event) -> Encounter:
        """The encounter after ``event``."""
        return evolve.evolve(state, event)


def _without_asking(result: Result) -> Generator[Request, Any, Result]:
    """A rule that needs neither dice nor a decision."""
    return result
    yield  # makes this a generator
