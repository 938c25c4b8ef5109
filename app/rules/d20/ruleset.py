"""A d20 game as a ruleset: which rule resolves which step."""

from dataclasses import dataclass
from typing import assert_never

from app.rules.d20 import attack, evolve, full_attack, roster
from app.rules.d20.book import Book
from app.rules.d20.commands import Add, Remove, Step
from app.rules.d20.commands_attack import Attack, FullAttack, Volley
from app.rules.d20.events import Event
from app.rules.d20.result import Result
from app.rules.d20.state import Encounter
from app.rules.d20.steps import Hurt, Strike
from app.rules.resolution.requests import Resolution
from app.rules.resolution.steps import StepResult


@dataclass(frozen=True, slots=True)
class D20:
    """The ruleset with one edition's profile and one pack of tables."""

    book: Book

    def resolve(self, state: Encounter, step: Step) -> Resolution[Result]:
        """The rule of ``step``; raises Invalid or Illegal before it asks for anything."""
        ruling = self._ruling(state, step)
        return ruling if isinstance(ruling, StepResult) else (yield from ruling)

    def _ruling(self, state: Encounter, step: Step) -> Result | Resolution[Result]:
        book = self.book
        match step:
            case Add():
                return roster.add(book, state, step)
            case Remove():
                return roster.remove(state, step)
            case Attack():
                return attack.attack(book, state, step)
            case FullAttack():
                return full_attack.full_attack(book, state, step)
            case Volley():
                return full_attack.volley(book, state, step)
            case Strike():
                return attack.strike(book, state, step)
            case Hurt():
                return StepResult(())
            case _:
                assert_never(step)

    def evolve(self, state: Encounter, event: Event) -> Encounter:
        """The encounter after ``event``."""
        return evolve.evolve(state, event)
