"""HARP | Terre du Milieu as a ruleset: which rule resolves which step."""

from contextlib import suppress

from app.rules.common.errors import Illegal
from app.rules.harp import roster
from app.rules.harp.attack import attack, critical, dodge, fumble, harass, missile, parry
from app.rules.harp.bonuses import shields
from app.rules.harp.contract.commands.command import Finish, Step
from app.rules.harp.contract.events.event import Event
from app.rules.harp.contract.evolve import evolve
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.ground import gear
from app.rules.harp.interception import cut_in, reaction
from app.rules.harp.movement import charge, disengage, free_attack, movement
from app.rules.harp.skills import first_aid, skills
from app.rules.harp.table.state import Encounter
from app.rules.harp.table.tables import HarpTables
from app.rules.harp.turns import initiative, interception, surprise, turns
from app.rules.harp.wounds import care
from app.rules.resolution.requests import Resolution
from app.rules.resolution.steps import StepResult
from app.values import value

STEPS: Steps = {
    **attack.STEPS, **care.STEPS, **charge.STEPS, **critical.STEPS, **disengage.STEPS, **dodge.STEPS,
    **first_aid.STEPS, **free_attack.STEPS, **fumble.STEPS, **gear.STEPS, **harass.STEPS,
    **initiative.STEPS, **interception.STEPS, **missile.STEPS, **movement.STEPS, **parry.STEPS,
    **reaction.STEPS, **roster.STEPS, **shields.STEPS, **skills.STEPS, **surprise.STEPS, **turns.STEPS,
}  # fmt: skip
"""The rules of all rooms by the step that each resolves."""


@value
class Harp:
    """The ruleset with one pack of tables."""

    tables: HarpTables

    def resolve(self, state: Encounter, step: Step) -> Resolution[Result]:
        """The rule of ``step``; raises Invalid or Illegal before it asks for anything."""
        ruling = self._ruling(state, step)
        if isinstance(ruling, StepResult):
            return cut_in.hold_back(self.tables, state, step, ruling)
        held = self._held_before_it_rolls(state, step, ruling)
        if held is not None:
            return held
        result = yield from ruling
        return cut_in.hold_back(self.tables, state, step, result)

    def _held_before_it_rolls(
        self, state: Encounter, step: Step, ruling: Resolution[Result]
    ) -> Result | None:
        """The action begun and nothing rolled for it yet, where somebody may cut into it (DH-47)."""
        taken = cut_in.rolled_action(state, step)
        held = None if taken is None else cut_in.held_back(self.tables, state, step, taken)
        if held is not None:
            # Whatever refuses the action does so before it asks for anything.
            with suppress(StopIteration):
                _ = next(ruling)
            ruling.close()
        return held

    def _finish(self, state: Encounter, step: Finish) -> Resolution[Result]:
        """An action that was held back does now what it does, if it is still possible (DH-47)."""
        try:
            ruling = self._ruling(cut_in.as_before(state, step), step.step)
            result = ruling if isinstance(ruling, StepResult) else (yield from ruling)
        except Illegal:
            return cut_in.given_up(state, step)
        return cut_in.finished(state, result, step)

    def _ruling(self, state: Encounter, step: Step) -> Result | Resolution[Result]:
        if isinstance(step, Finish):
            return self._finish(state, step)
        return STEPS[type(step)](self.tables, state, step)

    def evolve(self, state: Encounter, event: Event) -> Encounter:
        """The encounter after ``event``."""
        return evolve.evolve(state, event)
