"""What tells the two editions apart, as data; rules ask the profile and never the edition's name."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Edition: TypeAlias = Literal["dnd35", "pf1"]


@dataclass(frozen=True, slots=True)
class Profile:
    """One edition.

    ``dies_at`` is what a combatant's hit points must fall to for it to die: −10, or its Constitution score
    below 0. ``least_damage`` is the kind of the one point that a hit always does (D20-DMG-07).
    ``into_melee`` are the penalties for shooting at a foe in melee, for a foe no larger than the friend it
    fights, two sizes larger, and three (D20-ATK-13). ``draws_on_charge`` is whether a weapon can be drawn
    on the way (PF1-CHG-97). ``prone_shooters`` are the weapons that can be shot lying (D20-CND-01).
    ``grappling`` is what a grapple does: penalties (PF1-CND-05), or no Dexterity to AC against anybody else
    (D35-AFF-05). ``far_shot`` is what that feat does: longer increments, or half the penalty of each.
    """

    edition: Edition
    restricted_charge: Literal["standard", "standard_or_move"]
    bull_rush: Literal["cmb", "strength"]
    dies_at: Literal["minus_ten", "constitution"]
    least_damage: Literal["lethal", "nonlethal"]
    into_melee: tuple[int, int, int]
    draws_on_charge: bool
    prone_shooters: tuple[str, ...]
    has_cmd: bool
    far_shot: Literal["longer", "lighter"]
