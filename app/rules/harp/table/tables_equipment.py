"""HARP | TdM weapons, ranges, armours and shields. Ranges are metres, distances in a fight centimetres."""

from dataclasses import field
from typing import ClassVar, Literal

from app.rules.common.tables import Names
from app.rules.harp.table.tables_combat import Size
from app.values import value


@value
class WeaponGroup:
    """A weapon group of the weapon skills; the chapter has five missile groups."""

    id: str
    kind: Literal["melee", "missile"]
    names: Names = field(hash=False)
    status: str


@value
class WeaponRange:
    """Range of a missile weapon in metres (H-MIS-1); the modifier counts inside point-blank range."""

    increment: int
    maximum: int
    point_blank: int
    point_blank_modifier: int
    status: str


@value
class Weapon:
    """A weapon model (H-WPN-1). Hands 0 is a part of the body; weights are grams, prices gold pieces."""

    id: str
    names: Names = field(hash=False)
    group: str
    attack_table: str
    size: Size
    hands: int
    reach_class: Literal["none", "spear", "pole-arm"]
    ob_modifier: int
    fumble_range: int
    weight_grams_from: int | None
    weight_grams_to: int | None
    price_gold_from: int | None
    price_gold_to: int | None
    rare: bool
    range: WeaponRange | None
    status: str
    source: str | None


@value
class UnclassifiedWeapon:
    """A weapon of which only weight (grams) and price (gold pieces) are known: it cannot be fought with."""

    name: str
    weight_grams: int
    price_gold: int
    rare: bool
    status: str
    source: str | None


@value
class RangePenalty:
    """The penalty at one range increment."""

    increment: int
    penalty: int
    status: str


@value
class RangePenalties:
    """Penalties by range increment (H-MIS-1)."""

    minimum_distance: ClassVar[int] = 2
    """Metres; nearer targets cannot be shot at, whatever the weapon."""
    rows: tuple[RangePenalty, ...]

    def increment(self, distance_cm: int, increment_m: int, *, first_is_free: bool = False) -> int:
        """Which increment a distance lies in (DH-3): rounded up, or down where the first one is free."""
        length = increment_m * 100
        return distance_cm // length if first_is_free else -(-distance_cm // length)

    def penalty(self, distance_cm: int, increment_m: int, *, first_is_free: bool = False) -> int | None:
        """The penalty to OB at a distance; `None` beyond the last increment (out of range)."""
        wanted = self.increment(distance_cm, increment_m, first_is_free=first_is_free)
        if wanted == 0:
            return 0
        return next((row.penalty for row in self.rows if row.increment == wanted), None)


@value
class Armour:
    """An armour type (H-ARM-1, H-ARM-2)."""

    armour_type: int
    names: Names = field(hash=False)
    defensive_bonus: int
    manoeuvre_penalty_min: int
    manoeuvre_penalty_max: int
    casting_penalty: int
    fitting_half_days: int
    fitting_difficulty: int
    status: str
    source: str | None


@value
class Shield:
    """A shield or parrying weapon (H-SHD-1 to H-SHD-3); `attacks_covered` a round."""

    id: str
    names: Names = field(hash=False)
    bonus_untrained: int
    bonus_trained: int
    attacks_covered: int
    covers_front: bool
    covers_flank: bool
    hand_holds: Literal["nothing", "objects", "missile-weapons"]
    parrying_weapon: bool
    plantable: bool
    status: str
    source: str | None
