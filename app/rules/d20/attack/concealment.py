"""Concealment: the chance that an attack which hits misses after all (D20-CON-01 … D20-CON-03, D-16)."""

from collections.abc import Iterator

from app.rules.d20.contract.situation import Situation
from app.rules.d20.table.state import Combatant
from app.values import value

TOTAL = 50
"""Percent of total concealment, from an attacker that knows where to strike (D20-CON-02)."""


@value
class MissChance:
    """``percent`` is the greatest of all reasons; ``why`` names it and ``others`` those that it outdoes."""

    percent: int = 0
    why: str = ""
    others: tuple[str, ...] = ()

    @property
    def is_total(self) -> bool:
        return self.percent >= TOTAL


NO_CHANCE = MissChance()


def concealment(attacker: Combatant, target: Combatant, stated: Situation | None = None) -> MissChance:
    """The one miss chance of an attack: several do not add up (D20-CON-03)."""
    reasons = sorted(_reasons(attacker, target, stated), key=lambda reason: -reason[1])
    if not reasons:
        return NO_CHANCE
    (why, percent), *others = reasons
    return MissChance(percent, why, tuple(f"{name} {least} %" for name, least in others))


def _reasons(attacker: Combatant, target: Combatant, stated: Situation | None) -> Iterator[tuple[str, int]]:
    """Whatever hides the target; that nothing does can be stated."""
    if stated is not None and stated.concealment is not None:
        if stated.concealment == 0:
            return
        yield "stated", stated.concealment
    if target.has("invisible"):
        yield "invisible", TOTAL
    if attacker.has("blinded"):
        yield "blinded", TOTAL
