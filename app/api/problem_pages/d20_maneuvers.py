"""Problems of combat manoeuvres in D&D 3.5 and Pathfinder 1e."""

from app.api.problem_pages.page import CORRECT_IT, Page

PAGES: dict[str, Page] = {
    "target_is_rider": Page(
        "It is ridden by the target",
        "A mount neither pushes nor seizes nor runs over whoever sits on it (D20-MAN-4).",
        "Choose another target, or let the rider dismount first.",
    ),
    "feat_missing": Page(
        "Without the feat",
        "Power Attack and Rapid Shot are for those who have them (D20-PWR-1, D20-ATK-24).",
        "Leave `power` or `rapid_shot` out.",
    ),
    "nothing_to_shoot": Page(
        "Nothing to shoot",
        "Rapid Shot is for full attacks in which something is shot or thrown (D20-ATK-24).",
        "Leave `rapid_shot` out, or shoot or `throw` something.",
    ),
    "power_beyond": Page(
        "Not so many points",
        "In Pathfinder base attack says how many, by 3.5 no more than base attack (PF1-PWR-1, D35-PWR-1).",
        "Trade what `points` says.",
    ),
    "target_prone": Page(
        "On the ground already", "Nobody is tripped twice (PF1-TRP-3, D35-TRP-6).", "Attack it there."
    ),
    "cannot_be_tripped": Page(
        "No legs to trip", "It stands on none (PF1-TRP-3, D35-TRP-6).", "Do something else to it."
    ),
    "weapon_cannot_trip": Page(
        "No weapon to trip with",
        "By 3.5 it takes bare hands or a weapon made for it (D35-TRP-1).",
        "Leave `weapon` out, or say `trip` of it on the sheet.",
    ),
    "weapon_cannot_sunder": Page(
        "No weapon to sunder with",
        "By 3.5 it takes a slashing or a bludgeoning one (D35-SUN-2).",
        "Use such a weapon.",
    ),
    "no_weapon_in_hand": Page(
        "Nothing in hand",
        "A disarm or a sunder goes for a weapon that its target holds (PF1-DIS-6, PF1-SUN-1).",
        "Name another `item`, or do something else.",
    ),
    "item_unknown": Page(
        "How much does it bear?",
        "Neither table nor sheet has hit points of that weapon (D20-SUN-1).",
        "Give `hardness` and `hit_points` on the sheet.",
    ),
    "weapon_away": Page(
        "The weapon is away",
        "Somebody else has it, or it lies far off (PF1-DIS-4, PF1-DIS-5, D35-DIS-5).",
        "Use another one; the GM gives it back with `weapons_at_hand`.",
    ),
    "already_grappled": Page(
        "In a grapple already", "A grapple is one of two (D20-GRP-1).", "Wait until it is over."
    ),
    "not_grappling": Page(
        "Not in that grapple",
        "Only the two in a grapple do such things, and the one who holds lets go (D20-GRP-1, D20-GRP-2).",
        "Say `seize` for `aim` first.",
    ),
    "not_its_part": Page(
        "For the other one",
        "In Pathfinder one keeps its hold and the other gets free (PF1-GRP-4); by 3.5 none is to be kept.",
        "Choose another `aim`.",
    ),
    "not_while_grappling": Page(
        "No room for that in a grapple",
        "The weapon must be small enough, and by 3.5 strike at the other one (PF1-GRP-6, D35-GRP-9).",
        "Use bare hands, or a light weapon.",
    ),
    "needs_two_hands": Page(
        "No two hands free", "The grappled have one (PF1-GRP-11).", "Use another weapon, or get free."
    ),
    "skill_missing": Page("How slippery?", "The sheet has no Escape Artist (PF1-GRP-9).", CORRECT_IT),
    "grapple_unclear": Page(
        "Grapple check unclear", "It goes by base attack and Strength (D35-GRP-2).", CORRECT_IT
    ),
}
