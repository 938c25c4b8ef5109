"""What tells the two editions apart, as data; rules ask the profile and never the edition's name."""

from typing import Literal, TypeAlias

from app.values import value

Edition: TypeAlias = Literal["dnd35", "pf1"]


@value
class Profile:
    """One edition.

    ``dies_at`` is what a combatant's hit points must fall to for it to die: −10, or its Constitution score
    below 0. ``least_damage`` is the kind of the one point that a hit always does (D20-DMG-07).
    ``into_melee`` are the penalties for shooting at a foe in melee, for a foe no larger than the friend it
    fights, two sizes larger, and three (D20-ATK-13). ``draws_on_charge`` is whether a weapon can be drawn
    on the way (PF1-CHG-97). ``prone_shooters`` are the weapons that can be shot lying (D20-CND-01).
    ``far_shot`` is what that feat does: longer increments, or half the penalty of each (D20-ATK-18).
    ``grapple`` is whether the grappled lose 4 points of Dexterity or their bonus to AC against others
    (PF1-CND-05); ``uncanny_dodge`` whether it keeps the Dexterity bonus of the flat-footed, or keeps them
    from being so at all (D20-INI-3). ``stabilises`` is how the dying try to: 10 % or a check (D35-HP-1,
    PF1-HP-1). ``excess_nonlethal`` is what nonlethal damage beyond the hit point total is (PF1-NL-1);
    ``massive_damage`` whether very much damage at once calls for a save and ``massive_part`` the part of
    the hit point total that is so much, where that is more than 50 points (D35-HP-3, PF1-HP-3);
    ``throws_anything`` whether there is a feat for splash weapons (PF1-SPL-25);
    ``feint`` whether it is rolled against a number or against a check (PF1-FNT-01, D35-FNT-01);
    ``off_hand`` when a blow is one of the off hand: whenever the weapon is held in it, or only as the extra
    attack of a second weapon (D20-DMG-03, PF1-TWF-09);
    ``overcomes`` what damage reduction an enhancement bonus of so much gets through (D20-DR-3).
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
    grapple: Literal["penalty", "denied"]
    uncanny_dodge: Literal["keeps_dexterity", "never_flat_footed"]
    stabilises: Literal["percentile", "constitution"]
    excess_nonlethal: Literal["lethal", "nonlethal"]
    massive_damage: bool
    massive_part: int | None
    throws_anything: bool
    feint: Literal["number", "opposed"]
    off_hand: Literal["held", "claimed"]
    overcomes: tuple[tuple[int, tuple[str, ...]], ...]
