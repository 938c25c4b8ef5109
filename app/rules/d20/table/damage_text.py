"""Damage and critical as sheets and tables write them: ``1d8+4``, ``2d6+1d6-1``, ``19-20/x2``."""

import re
from functools import lru_cache

from app.rules.common.errors import Invalid
from app.values import value

TERM = re.compile(r"([+-]?)(?:(\d{1,2})?d(\d{1,3})|(\d{1,3}))")
CRITICAL = re.compile(r"(?:(\d{1,2})(?:-20)?)?(?:(?:^|/)[x×](\d))?")
MOST_DICE = 40
"""Dice of one damage text; no weapon of the tables comes near."""
SIDES = (2, 3, 4, 6, 8, 10, 12, 20, 100)
NATURAL_20 = 20


class DamageUnclear(Invalid):
    """A damage text that is not dice and numbers."""

    code = "damage_unclear"


class CriticalUnclear(Invalid):
    """A critical text that is not a threat range and a multiplier."""

    code = "critical_unclear"


@value
class DamageText:
    """``dice`` are the sides of each die, ``flat`` what is added to them."""

    dice: tuple[int, ...]
    flat: int = 0

    @property
    def is_none(self) -> bool:
        """Whether it does no damage at all: a net, or a weapon too small to hurt."""
        return not self.dice and self.flat == 0


@value
class CriticalText:
    """``threat`` is the lowest natural roll that threatens, ``multiplier`` what a critical makes of it."""

    threat: int = NATURAL_20
    multiplier: int = 2


@lru_cache(maxsize=1024)
def read_damage(text: str) -> DamageText:
    """``1d8+4`` as dice and a number; raises DamageUnclear."""
    written = text.replace(" ", "").replace("−", "-")
    dice: list[int] = []
    flat, at = 0, 0
    while at < len(written):
        term = TERM.match(written, at)
        if term is None or (at > 0 and not term[1]):
            raise _damage_unclear(text)
        sign = -1 if term[1] == "-" else 1
        if term[4] is not None:
            flat += sign * int(term[4])
        elif sign < 0 or int(term[3]) not in SIDES:
            raise _damage_unclear(text)
        else:
            dice += [int(term[3])] * int(term[2] or 1)
        at = term.end()
    if not written or len(dice) > MOST_DICE:
        raise _damage_unclear(text)
    return DamageText(tuple(dice), flat)


def _damage_unclear(text: str) -> DamageUnclear:
    return DamageUnclear(
        "«{given}» is no damage; write it as 1d8+4, with at most {most_dice} dice.",
        given=text,
        most_dice=MOST_DICE,
    )


@lru_cache(maxsize=1024)
def read_critical(text: str) -> CriticalText:
    """``19-20/x2``, ``x3``, ``18-20`` or ``20``; raises CriticalUnclear."""
    found = CRITICAL.fullmatch(text.replace(" ", ""))
    if not text.strip() or found is None:
        raise CriticalUnclear("«{given}» is no critical; write it as 19-20/x2, x3 or 18-20.", given=text)
    critical = CriticalText(int(found[1] or NATURAL_20), int(found[2] or 2))
    if not 2 <= critical.threat <= NATURAL_20 or critical.multiplier < 2:
        raise CriticalUnclear(
            "«{given}»: threats are from 2 to 20, multipliers from 2.", way="range", given=text
        )
    return critical
