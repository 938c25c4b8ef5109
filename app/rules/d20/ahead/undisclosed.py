"""A combatant as those know it who are not told its figures: a ``guess`` stands in the place of each."""

from collections.abc import Set

from app.rules.d20.table.sheet import Abilities, ArmorClass, Saves, Sheet, SheetWeapon
from app.rules.d20.table.state import Combatant, Condition, Encounter
from app.values import replace

SOUND = 100
"""Hit points of somebody of whom it is only known that it stands."""


def undisclosed(encounter: Encounter, those: Set[str], guess: int) -> Encounter:
    """The encounter with a guess in every figure of ``those``; what anybody can see of them stays."""
    combatants = tuple(_guessed(one, guess) if one.id in those else one for one in encounter.combatants)
    now = encounter.round
    if now is not None:
        order = tuple(
            replace(place, initiative=guess) if place.combatant in those else place for place in now.order
        )
        now = replace(now, order=order)
    return replace(encounter, combatants=combatants, round=now)


def _guessed(combatant: Combatant, guess: int) -> Combatant:
    hp, nonlethal = _as_it_lies(combatant, SOUND + guess)
    return Combatant(
        replace(combatant.identity, ref=None),
        _sheet(combatant.sheet, guess),
        hp,
        nonlethal,
        stable=combatant.stable,
        dead=combatant.dead,
        conditions=tuple(Condition(one.id) for one in combatant.conditions),
        weapons=combatant.weapons,
        has_acted=combatant.has_acted,
        mount=combatant.mount,
        at=combatant.at,
        facing=combatant.facing,
        elevation=combatant.elevation,
    )


def _as_it_lies(combatant: Combatant, sound: int) -> tuple[int, int]:
    """Hit points and nonlethal damage that bring the states it is seen in."""
    if combatant.vital == "disabled":
        return 0, 0
    if combatant.vital != "well":
        return -1, 0
    if 0 < combatant.nonlethal >= combatant.current_hp:
        return sound, sound if combatant.nonlethal == combatant.current_hp else sound + 1
    return sound, 0


def _sheet(sheet: Sheet, guess: int) -> Sheet:
    weapons = tuple(_weapon(one, guess) for one in sheet.weapons)
    return Sheet(
        SOUND + guess,
        ruleset=sheet.ruleset,
        weapons=weapons,
        ac=ArmorClass(10 + guess, 10 + guess, 10 + guess),
        size=sheet.size,
        shape=sheet.shape,
        speed=sheet.speed,
        reach=sheet.reach,
        legs=sheet.legs,
        initiative=guess,
        abilities=Abilities(),
        bab=guess,
        saves=Saves(guess, guess, guess),
        creature_type=sheet.creature_type,
        cmb=guess,
        cmd=10 + guess,
        trained_for_combat=sheet.trained_for_combat,
        saddle=sheet.saddle,
    )


def _weapon(weapon: SheetWeapon, guess: int) -> SheetWeapon:
    """The same weapon to look at."""
    return replace(
        weapon,
        attack=guess,
        damage=str(1 + guess),
        critical="x2",
        enhancement=0,
        masterwork=False,
        parts=(),
        damage_parts=(),
        extra_dice=(),
        material=(),
    )
