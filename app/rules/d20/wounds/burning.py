"""What sticks and burns: another round of damage, unless it is put out before (PF1-SPL-24, PF1-SPL-30)."""

from collections.abc import Iterator

from app.rules.common.dice import Dice, Throw
from app.rules.common.errors import FailedCheck, permit
from app.rules.common.modifiers import Modifier
from app.rules.d20.contract.commands.splash import Burn, Extinguish
from app.rules.d20.contract.economy import may_not_spend, spending
from app.rules.d20.contract.effects import falls_under, sheds, until_next_turn
from app.rules.d20.contract.events.care import SaveMade
from app.rules.d20.contract.events.turns import ConditionGained
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps import Hurt
from app.rules.d20.table.arms import Armed
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import is_dead
from app.rules.d20.table.state import Combatant, Encounter, Until
from app.rules.d20.wounds.saves import saving_throw
from app.rules.resolution.requests import Facts, Resolution, Roll
from app.rules.resolution.steps import StepResult

FLAMES = Dice((6,))
PUT_OUT_DC = 15
ROLLING = 2


def catches_fire(thrower: Combatant, armed: Armed, target: Combatant) -> Iterator[ConditionGained]:
    """That the target burns until the thrower's next turn, where the flask holds what burns on."""
    if armed.model is not None and armed.model.burns:
        yield from falls_under(target, "burning", until_next_turn(thrower), thrower.id)


def flames_of(encounter: Encounter, whose: str) -> tuple[Burn, ...]:
    """Whoever still burns as the turn of ``whose`` begins, by which the round was counted."""
    return tuple(
        Burn(one.id, condition.source)
        for one in encounter.combatants
        for condition in one.conditions
        if condition.id == "burning" and condition.until == Until(whose) and not is_dead(one)
    )


def burn(step: Burn) -> Resolution[Result]:
    """1d6 of fire in the round after a direct hit (PF1-SPL-24)."""

    def explain(throw: Throw) -> Facts:
        return (("damage", throw.total),)

    points = yield from Roll(
        purpose="burning",
        roller=step.target,
        dice=FLAMES,
        outcome=lambda throw: throw.total,
        explain=explain,
        rules=("PF1-SPL-24",),
    )
    return StepResult((), (Hurt(step.target, points, ("fire",), by=step.by),))


def extinguish(book: Book, encounter: Encounter, command: Extinguish) -> Resolution[Result]:
    """A full round and a Reflex save put out everything that burns on the actor; raises Illegal."""
    actor = encounter.combatant(command.actor, "/actor")
    permit(may_not_spend(encounter, actor, "full-round", command.type), _burns(actor))
    helped = (Modifier("d20.burning.rolling", ROLLING, "circumstance", "command", "PF1-SPL-30"),)
    saved = yield from saving_throw(
        book,
        actor,
        "reflex",
        PUT_OUT_DC,
        helped if command.rolling else (),
        purpose="put out the flames",
        rules=("PF1-SPL-30",),
    )
    put_out = tuple(sheds(actor, "burning")) if saved else ()
    return StepResult(
        (*spending(actor, "full-round", command.type), SaveMade(actor.id, "reflex", saved), *put_out)
    )


def _burns(actor: Combatant) -> Iterator[FailedCheck]:
    if not actor.has("burning"):
        yield FailedCheck(
            "NOT_BURNING", "Nothing burns on {actor}.", "PF1-SPL-30", (("actor", actor.identity.name),)
        )


STEPS: Steps = {Burn: lambda _book, _state, step: burn(step), Extinguish: extinguish}
