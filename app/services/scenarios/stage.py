"""Where a scenario is played: what a stage must do, and what it tells of each command."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from app.services.scenarios.document import Step

Told: TypeAlias = Mapping[str, object]
"""JSON as the caller of the API sees it; a list may be a tuple."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """A command that was carried out.

    ``facts`` are the figures read on the way, those of the first roll before later ones; ``rules`` every
    rule id in the trace; ``rolls`` name their modifiers, and what they were held against, by label.
    """

    facts: Told
    rules: frozenset[str]
    events: tuple[Told, ...]
    rolls: tuple[Told, ...]
    choices: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """A command that was not allowed or not understood: every code, and the rules that forbid it."""

    codes: tuple[str, ...]
    message: str
    rules: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class DiceAmiss:
    """Dice or choices that were missing or left over; nothing has changed."""

    message: str


Outcome: TypeAlias = Resolved | Refused | DiceAmiss


class Stage(Protocol):
    """An encounter with its combatants in place."""

    def act(self, step: Step) -> Outcome:
        """Carry out the step's command with its dice and choices, strictly."""
        ...

    def combatants(self) -> Mapping[str, Told]:
        """Every combatant by its id in the scenario, as the API shows it to the GM."""
        ...


def first_facts(rolls: tuple[Told, ...]) -> dict[str, object]:
    """The facts of all rolls together; where two rolls have one of the same name, the first roll's."""
    merged: dict[str, object] = {}
    for roll in rolls:
        facts = roll.get("facts")
        for name, value in facts.items() if isinstance(facts, Mapping) else ():
            merged.setdefault(name, value)
    return merged
