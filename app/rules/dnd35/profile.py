"""What makes the shared rules D&D 3.5."""

from app.rules.d20.table.profile import Profile

PROFILE = Profile(
    edition="dnd35",
    restricted_charge="standard_or_move",
    bull_rush="strength",
    dies_at="minus_ten",
    least_damage="lethal",
    into_melee=(-4, -4, -4),
    draws_on_charge=False,
    prone_shooters=("crossbow", "shuriken"),
    has_cmd=False,
    far_shot="longer",
    grapple="denied",
    uncanny_dodge="keeps_dexterity",
    stabilises="percentile",
    excess_nonlethal="nonlethal",
    massive_damage=True,
    massive_part=None,
    throws_anything=False,
    feint="opposed",
    off_hand="held",
    overcomes=((1, ("magic",)), (6, ("epic",))),
)
