"""A fight at the table: who enters, what they try, the dice that fell, what came of it."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from app.rules.common.errors import FailedCheck, Illegal
from app.rules.common.identity import Identity
from app.rules.harp.contract.commands.command import Add, Attack, Situation, Step
from app.rules.harp.contract.events.event import Event
from app.rules.harp.ruleset import Harp
from app.rules.harp.table.options import Options
from app.rules.harp.table.sheet import Sheet, SheetWeapon
from app.rules.harp.table.state import Combatant, Encounter, GlobalModifier
from app.rules.resolution.given import Given, by_default
from app.rules.resolution.play import ChoiceEntry, Completed, RollEntry, Suspended, play

AXE = SheetWeapon("axe", "axe", ob=80)
DAFUR = Sheet(hits=90, db=40, armour_type=6, body=20, weapons=(AXE,))
ORC = Sheet(hits=60, db=45, armour_type=4, body=10, weapons=(SheetWeapon("scimitar", "orc-scimitar", ob=55),))


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
    def choices(self) -> list[ChoiceEntry]:
        return [entry for entry in self.completed.transcript if isinstance(entry, ChoiceEntry)]

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

    rules: Harp
    state: Encounter = field(default_factory=Encounter)

    def under(self, *environment: GlobalModifier, **options: Any) -> "Fight":
        self.state = replace(self.state, options=Options(**options), environment=environment)
        return self

    def enters(self, ref: str, sheet: Sheet, side: str = "heroes", hits: int | None = None) -> "Fight":
        self.does(Add(Identity(f"cmb_{ref}", ref.capitalize(), side, ref), sheet, hits))
        return self

    def duel(self, first: Sheet = DAFUR, second: Sheet = ORC) -> "Fight":
        return self.enters("dafur", first).enters("orc", second, "foes")

    def attacks(
        self,
        *dice: int,
        actor: str = "dafur",
        target: str = "orc",
        weapon: str = "axe",
        choices: dict[str, str] | None = None,
        **situation: Any,
    ) -> Told:
        return self.does(Attack(actor, target, weapon, Situation(**situation)), *dice, choices=choices)

    def does(self, command: Step, *dice: int, choices: dict[str, str] | None = None) -> Told:
        given = Given(dice, choices, otherwise=by_default)
        outcome = play(self.rules, self.state, command, given)
        assert not isinstance(outcome, Suspended), f"no die given for {outcome.awaiting[0].purpose}"
        assert given.left_over == (), "dice were given that nobody asked for"
        assert given.unused_choices == ()
        self.state = outcome.state
        return Told(outcome)

    def refusal(self, command: Step, *dice: int) -> tuple[FailedCheck, ...]:
        """Every check that ``command`` fails; nothing has happened."""
        before = self.state
        with pytest.raises(Illegal) as caught:
            self.does(command, *dice)
        assert self.state == before
        return caught.value.checks

    def of(self, ref: str) -> Combatant:
        return self.state.combatant(ref)


def refused(fight: Fight, command: Step, *dice: int) -> list[str]:
    """The codes of the checks that ``command`` fails."""
    return [check.code for check in fight.refusal(command, *dice)]
