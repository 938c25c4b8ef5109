"""What a row of a d20 pack must hold to be played with, beyond the types of its members."""

from app.rules.common.tables import Place
from app.rules.d20.table.damage_text import NATURAL_20, DamageUnclear, read_damage
from app.rules.d20.table.sizes import SIZES
from app.rules.d20.table.tables import Armor, DiceStep, SizeRow, Weapon

MOST_SQUARES = 20
MOST_REACH = 200
"""Feet. The largest creatures of the games have 6 squares to a side and a reach of 30 feet."""


def check_size(row: SizeRow, place: Place) -> None:
    """It takes up squares, and reaches no farther than a map can show."""
    if not 1 <= row.squares <= MOST_SQUARES:
        place.note(f"must be 1 to {MOST_SQUARES}", "squares")
    for name in ("reach_tall", "reach_long"):
        if not 0 <= getattr(row, name) <= MOST_REACH:
            place.note(f"must be 0 to {MOST_REACH}", name)


def check_weapon(row: Weapon, place: Place) -> None:
    """Its dice, threat range and multiplier can be played, and its range is one of flight."""
    for name in ("small", "medium", "off_small", "off_medium"):
        _check_damage(place, name, getattr(row, name))
    if not 2 <= row.threat <= NATURAL_20:
        place.note(f"must be 2 to {NATURAL_20}", "threat")
    for name in ("multiplier", "off_multiplier"):
        if (times := getattr(row, name)) is not None and times < 2:
            place.note("must be 2 or more", name)
    if (row.range is None) != (row.flight is None):
        place.note("what flies has a `range` and a `flight`, and nothing else has")
    if (row.hardness is None) != (row.hit_points is None):
        place.note("what can be sundered has `hardness` and `hit_points`, and nothing else has")
    for name in ("range", "most_increments", "reach_feet", "hit_points"):
        if (length := getattr(row, name)) is not None and length < 1:
            place.note("must be 1 or more", name)
    if row.reach_feet is not None and row.reach_feet > MOST_REACH:
        place.note(f"must be at most {MOST_REACH}", "reach_feet")
    if row.double and (row.off_small is None or row.off_medium is None):
        place.note("a double weapon needs `off_small` and `off_medium`")
    if row.splash != (row.splash_points > 0) or (row.splash and row.flight != "thrown"):
        place.note("a splash weapon is thrown and has `splash_points`, and nothing else has")


def check_armor(row: Armor, place: Place) -> None:
    """Its bonus helps, and its penalty does not."""
    if row.bonus < 0:
        place.note("must be 0 or more", "bonus")
    if row.check_penalty > 0:
        place.note("must be 0 or less", "check_penalty")
    if row.max_dex is not None and row.max_dex < 0:
        place.note("must be 0 or more", "max_dex")


def check_dice(row: DiceStep, place: Place) -> None:
    """It is damage at every size."""
    for size in SIZES:
        _check_damage(place, size, getattr(row, size))


def _check_damage(place: Place, name: str, text: str | None) -> None:
    if text is None:
        return
    try:
        _ = read_damage(text)
    except DamageUnclear:
        place.note(f"“{text}” is no damage", name)
