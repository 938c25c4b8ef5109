"""What is disclosed of a combatant's figures: the one place where that is decided.

What its own disclosure says, or its side's default, and the campaign's ceiling: the strictest wins.
"""

from collections.abc import Mapping

from app.persistence.base.codec import Codec
from app.rules.common.disclosure import Disclosure, HpDisclosure, Known
from app.values import value

OPEN_SIDES = frozenset({"heroes"})
"""Sides whose figures everybody knows by default; of others it is known how they fare."""
_TELLS_LESS: Mapping[str, frozenset[str]] = {
    "exact": frozenset({"exact", "damage_taken", "band", "none"}),
    "damage_taken": frozenset({"damage_taken", "none"}),
    "band": frozenset({"band", "none"}),
    "none": frozenset({"none"}),
}
"""What tells as little or less. A band and the damage taken each tell what the other does not."""


@value
class Ceiling:
    """The most that is disclosed of any combatant to those who do not control it; None is no limit."""

    hp: HpDisclosure | None = None
    defence: Known | None = None
    initiative: Known | None = None


NO_CEILING = Ceiling()
CEILING = Codec[Ceiling](Ceiling)


def disclosed(side: str, said: Disclosure, ceiling: Ceiling) -> Mapping[str, str]:
    """What is disclosed of hit points, defence and initiative, the side's defaults filled in."""
    is_open = side in OPEN_SIDES
    usual = "exact" if is_open else "none"
    return {
        "hp": _strictest(said.hp or ("exact" if is_open else "band"), ceiling.hp),
        "defence": _strictest(said.defence or usual, ceiling.defence),
        "initiative": _strictest(said.initiative or usual, ceiling.initiative),
    }


def is_all_disclosed(side: str, said: Disclosure, ceiling: Ceiling) -> bool:
    """Whether nothing is kept back, the name included."""
    return said.name_mask is None and set(disclosed(side, said, ceiling).values()) == {"exact"}


def _strictest(said: str, most: str | None) -> str:
    if most is None or said in _TELLS_LESS[most]:
        return said
    return most if most in _TELLS_LESS[said] else "none"
