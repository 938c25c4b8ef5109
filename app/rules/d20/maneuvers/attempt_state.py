"""What a disarm, a sunder and a trip have in common when they come to the check."""

from app.rules.d20.contract.steps_maneuvers import Attempt
from app.rules.d20.maneuvers.maneuver_check import Manoeuvring, struck
from app.rules.d20.table.arms import Armed, armed_with
from app.rules.d20.table.book import Book
from app.rules.d20.table.state import Combatant, Encounter
from app.values import value


@value
class Tried:
    """The step in the encounter where it is tried: who, on whom and with what."""

    book: Book
    encounter: Encounter
    step: Attempt
    actor: Combatant
    target: Combatant
    armed: Armed

    @property
    def manoeuvring(self) -> Manoeuvring:
        """As Pathfinder checks it, CMB against CMD."""
        step, extra = self.step, (*self.step.extra, *struck(self.actor, self.step.hits_before))
        return Manoeuvring(step.manoeuvre, self.actor, self.target, self.armed, step.situation, extra)


def tried(book: Book, encounter: Encounter, step: Attempt) -> Tried:
    """``step`` with all that it names; raises UnknownSheetWeapon."""
    actor, target = encounter.combatant(step.actor), encounter.combatant(step.target)
    return Tried(book, encounter, step, actor, target, armed_with(book, actor.sheet, step.weapon))
