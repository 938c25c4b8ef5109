"""What a caller states about an attack where no map knows it."""

from app.rules.common.measures import Distance
from app.rules.harp.table.sheet import Part
from app.values import value


@value
class Situation:
    """What the caller states about one attack because no map knows it.

    ``modifiers`` go to the attacker's OB and ``defence`` to the target's defence score, each by name: the
    GM's special bonuses and penalties. On a map ``override`` makes what is stated here count in place of
    what the map shows (H-MAP-1).
    """

    flank: bool = False
    rear: bool = False
    higher_ground: bool = False
    lower_ground: bool = False
    target_surprised: bool = False
    target_down: bool = False
    drew_weapon: bool = False
    distance: Distance | None = None
    cover: str | None = None
    modifiers: tuple[Part, ...] = ()
    defence: tuple[Part, ...] = ()
    override: bool = False


UNSTATED = Situation()
"""Nothing stated of an attack."""


@value
class Bystander:
    """What the caller states about an attack on ``who``, should a missile stray to it (DH-51)."""

    who: str
    situation: Situation


@value
class IntoMelee:
    """A shot into a melee: whom it may strike when it misses, nearest to the shooter first (H-MIS-3, DH-35).

    Those on the line between shooter and target or behind it, and those within 1 m of the target. ``about``
    is what holds for a shot at each of them where no map tells it.
    """

    others: tuple[str, ...]
    about: tuple[Bystander, ...] = ()
