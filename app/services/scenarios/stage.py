"""Where a scenario is played: what a stage must do, and what it tells of each command."""

from collections.abc import Mapping
from typing import Protocol, TypeAlias

from app.services.scenarios.document import Step
from app.values import value

Told: TypeAlias = Mapping[str, object]
"""JSON as the caller of the API sees it; a list may be a tuple."""


@value
class Resolved:
    """A command that was carried out.

    ``facts`` are the figures read on the way; ``rules`` every rule id in the trace, those of modifiers
    that did not count included; ``narration`` is a line of text for each event.
    """

    facts: Told
    rules: frozenset[str]
    events: tuple[Told, ...]
    rolls: tuple[Told, ...]
    choices: tuple[Told, ...]
    narration: str


@value
class Refused:
    """A command that was not allowed or not understood: every code, the rules and squares to blame."""

    codes: tuple[str, ...]
    message: str
    rules: frozenset[str] = frozenset()
    squares: frozenset[tuple[int, int]] = frozenset()


@value
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
