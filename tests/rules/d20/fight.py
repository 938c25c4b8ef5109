"""A d20 fight at the table: who enters, what they try, the dice that fell, what came of it."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from app.rules.common.errors import FailedCheck, Illegal, InvalidDocument
from app.rules.common.identity import Identity
from app.rules.d20.contract.commands.attack import Attack
from app.rules.d20.contract.commands.command import Add, Command
from app.rules.d20.contract.events.event import Event
from app.rules.d20.contract.situation import Situation
from app.rules.d20.contract.steps import Strike
from app.rules.d20.ruleset import D20
from app.rules.d20.table.book import Book
from app.rules.d20.table.options import filled_in
from app.rules.d20.table.sheet import ArmorClass, Sheet, SheetWeapon
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.given import Given, by_default
from app.rules.resolution.play import Completed, RollEntry, Suspended, play

AC_15 = ArmorClass(15, 12, 13)
FIGHTER = Sheet(
    hp=40,
    ac=AC_15,
    bab=6,
    weapons=(SheetWeapon("sword", attack=7, damage="1d8+3", critical="19-20/x2", damage_type="slashing"),),
)
OGRE = Sheet(
    hp=90,
    ac=AC_15,
    weapons=(SheetWeapon("club", attack=8, damage="2d8+7", critical="x2", damage_type="bludgeoning"),),
)


@dataclass
class Told:
    """What one action came to: its events, its rolls and the facts read on the way."""

    completed: Completed[Encounter, Event]

    @property
    def events(self) -> tuple[Event, ...]:
        return self.completed.events

    @property
    def rolls(self) -> list[RollEntry]:
        return [entry for entry in self.completed.transcript if isinstance(entry, RollEntry)]

    @property
    def facts(self) -> dict[str, Any]:
        merged: dict[str, Any] = {}
        for roll in reversed(self.rolls):
            merged.update(roll.facts)
        return merged

    def kinds(self) -> list[str]:
        return [event.type for event in self.events]


@dataclass
class Fight:
    """An encounter under way; every die of an action must be given and every given die used."""

    book: Book
    state: Encounter = field(init=False)

    def __post_init__(self) -> None:
        beginning = Encounter(self.book.profile.edition)
        self.state = replace(beginning, options=filled_in(beginning.options, self.book.profile))

    def enters(self, ref: str, sheet: Sheet, side: str = "heroes", hp: int | None = None) -> "Fight":
        self.does(Add(Identity(f"cmb_{ref}", ref.capitalize(), side, ref), sheet, hp))
        return self

    def duel(self, first: Sheet = FIGHTER, second: Sheet = OGRE) -> "Fight":
        return self.enters("ada", first).enters("ogre", second, "foes")

    def attacks(self, *dice: int, weapon: str = "sword", **situation: Any) -> Told:
        return self.does(Attack("ada", "ogre", weapon, situation=Situation(**situation)), *dice)

    def strikes(self, *dice: int, weapon: str = "sword", **ways: Any) -> Told:
        """A blow as another action brings it about."""
        return self.does(Strike("cmb_ada", "cmb_ogre", weapon, **ways), *dice)

    def does(self, command: Command | Strike, *dice: int, choices: dict[str, str] | None = None) -> Told:
        given = Given(dice, choices, otherwise=by_default)
        outcome = play(D20(self.book), self.state, command, given)
        assert not isinstance(outcome, Suspended), f"no die given for {outcome.awaiting[0].purpose}"
        assert given.left_over == (), "dice were given that nobody asked for"
        assert given.unused_choices == ()
        self.state = outcome.state
        return Told(outcome)

    def refusal(self, command: Command, *dice: int) -> tuple[FailedCheck, ...]:
        """Every check that ``command`` fails; nothing has happened."""
        before = self.state
        with pytest.raises(Illegal) as caught:
            self.does(command, *dice)
        assert self.state == before
        return caught.value.checks

    def turned_away(self, sheet: Sheet) -> list[tuple[str, str]]:
        """Why nobody with that sheet may enter: the places and the codes."""
        with pytest.raises(InvalidDocument) as caught:
            self.enters("stranger", sheet)
        return [(problem.pointer, problem.code) for problem in caught.value.problems]

    def of(self, ref: str) -> Combatant:
        return self.state.combatant(ref)
