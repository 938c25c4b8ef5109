"""What an action calls for once it is done, whatever it was (D20-HP-3, D20-RDY-5, PF1-MNT-25, PF1-MNT-26)."""

from collections.abc import Iterator

from app.rules.d20.contract.commands.command import Step
from app.rules.d20.contract.commands.turns import EndInterruption, Strain
from app.rules.d20.contract.events.care import Died, FellUnconscious
from app.rules.d20.contract.events.turns import ActionSpent
from app.rules.d20.contract.result import Result
from app.rules.d20.contract.steps_maneuvers import LetGo
from app.rules.d20.saddle.falling import unseated
from app.rules.d20.table.conditions import is_disabled
from app.rules.d20.table.state import Encounter
from app.values import replace


def with_aftermath(encounter: Encounter, result: Result) -> Result:
    """``result`` with the steps that follow its actions: they come after everything the actions lead to."""
    steps = tuple(_steps(encounter, result))
    return replace(result, then=(*result.then, *steps)) if steps else result


def _steps(encounter: Encounter, result: Result) -> Iterator[Step]:
    for event in result.events:
        yield from unseated(encounter, event)
        if isinstance(event, FellUnconscious | Died) and encounter.combatant(event.target).holds is not None:
            yield LetGo(event.target)
        if not isinstance(event, ActionSpent):
            continue
        if event.strenuous and is_disabled(encounter.combatant(event.actor)):
            yield Strain(event.actor)
        now = encounter.round
        if now is not None and now.interrupting == event.actor and event.kind != "free":
            yield EndInterruption(event.actor)
