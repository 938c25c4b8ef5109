"""A d20 game as a ruleset: which rule resolves which step."""

from app.rules.d20 import roster
from app.rules.d20.attack import attack
from app.rules.d20.charge import charge
from app.rules.d20.contract.commands.command import Step
from app.rules.d20.contract.events.event import Event
from app.rules.d20.contract.evolve import evolve
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.full_attack import full_attack, two_weapons
from app.rules.d20.maneuvers import attempts, bull_rush, grapple, overrun, wrestling
from app.rules.d20.maneuvers import push_back as driving
from app.rules.d20.movement import gear, movement, running
from app.rules.d20.opportunity import opportunity
from app.rules.d20.saddle import casting, falling, mounted, riding
from app.rules.d20.splash import splash
from app.rules.d20.support import aid, feint
from app.rules.d20.table.book import Book
from app.rules.d20.table.state import Encounter
from app.rules.d20.travel import brace, cutting_in, travel
from app.rules.d20.turns import initiative, ready, turns
from app.rules.d20.turns.after_step import with_aftermath
from app.rules.d20.wounds import burning, care, hit_points
from app.rules.resolution.requests import Resolution
from app.rules.resolution.steps import StepResult
from app.values import value

STEPS: Steps = {
    **aid.STEPS, **attack.STEPS, **attempts.STEPS, **brace.STEPS, **bull_rush.STEPS, **burning.STEPS,
    **care.STEPS, **casting.STEPS, **charge.STEPS, **cutting_in.STEPS, **driving.STEPS, **falling.STEPS,
    **feint.STEPS, **full_attack.STEPS, **gear.STEPS, **grapple.STEPS, **hit_points.STEPS,
    **initiative.STEPS, **mounted.STEPS, **movement.STEPS, **opportunity.STEPS, **overrun.STEPS,
    **ready.STEPS, **riding.STEPS, **roster.STEPS, **running.STEPS, **splash.STEPS, **travel.STEPS,
    **turns.STEPS, **two_weapons.STEPS, **wrestling.STEPS,
}  # fmt: skip
"""The rules of all rooms by the step that each resolves."""


@value
class D20:
    """The ruleset with one edition's profile and one pack of tables."""

    book: Book

    def resolve(self, state: Encounter, step: Step) -> Resolution[Result]:
        """The rule of ``step``; raises Invalid or Illegal before it asks for anything."""
        ruling = self._ruling(state, step)
        result = ruling if isinstance(ruling, StepResult) else (yield from ruling)
        return with_aftermath(state, result)

    def _ruling(self, state: Encounter, step: Step) -> Result | Resolution[Result]:
        return STEPS[type(step)](self.book, state, step)

    def evolve(self, state: Encounter, event: Event) -> Encounter:
        """The encounter after ``event``."""
        return evolve.evolve(state, event)
