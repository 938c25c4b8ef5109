"""What makes the shared rules Pathfinder 1e."""

from app.rules.d20.table.profile import Profile

PROFILE = Profile(
    edition="pf1",
    restricted_charge="standard",
    bull_rush="cmb",
    dies_at="constitution",
    least_damage="nonlethal",
    into_melee=(-4, -2, 0),
    draws_on_charge=True,
    prone_shooters=("crossbow",),
    has_cmd=True,
    far_shot="lighter",
    grapple="penalty",
    uncanny_dodge="never_flat_footed",
    stabilises="constitution",
    excess_nonlethal="lethal",
    massive_damage=False,
    massive_part=2,
    throws_anything=True,
    feint="number",
    off_hand="claimed",
    overcomes=(
        (1, ("magic",)),
        (3, ("cold-iron", "silver")),
        (4, ("adamantine",)),
        (5, ("good", "evil", "lawful", "chaotic")),
        (6, ("epic",)),
    ),
)
