"""What keeps somebody from a manoeuvre, whatever the edition: a saddle, and targets that are too large."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck
from app.rules.d20.table.sizes import steps_above
from app.rules.d20.table.state import Combatant

LARGER_BY = 1
"""Sizes by which a target may be larger (PF1-BR-03)."""


def on_foot(actor: Combatant, rule_id: str = "D20-BR-5") -> Iterator[FailedCheck]:
    """Nobody pushes or wrestles from the saddle (D20-BR-5, D20-MAN-4)."""
    if actor.mount is not None:
        yield FailedCheck(
            "IS_MOUNTED",
            "{actor} does not do that from the saddle.",
            rule_id,
            (("way", "manoeuvre"), ("actor", actor.identity.name)),
        )


def not_ones_rider(actor: Combatant, target: Combatant) -> Iterator[FailedCheck]:
    """No mount pushes, overruns or seizes whoever sits on it (D20-MAN-4)."""
    if target.mount == actor.id:
        yield FailedCheck(
            "TARGET_IS_RIDER",
            "{target} sits on {actor}.",
            "D20-MAN-4",
            (("target", target.identity.name), ("actor", actor.identity.name)),
        )


def not_too_large(actor: Combatant, target: Combatant, rule_id: str = "PF1-BR-03") -> Iterator[FailedCheck]:
    """Nobody pushes, overruns or trips what is two sizes larger or more (PF1-BR-03, D35-BR-01)."""
    apart = steps_above(target.sheet.size, actor.sheet.size)
    if apart > LARGER_BY:
        yield FailedCheck(
            "TARGET_TOO_LARGE",
            "{target} is {sizes} sizes larger than {actor}.",
            rule_id,
            (("target", target.identity.name), ("actor", actor.identity.name), ("sizes", apart)),
        )


def hits_of(combatant: Combatant) -> int:
    """What damage of any sort brings down (PF1-AOO-12)."""
    return combatant.current_hp - combatant.nonlethal
