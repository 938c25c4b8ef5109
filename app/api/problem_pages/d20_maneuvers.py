"""Problems of combat manoeuvres in D&D 3.5 and Pathfinder 1e."""

from app.api.problem_pages.page import CORRECT_IT, Page

PAGES: dict[str, Page] = {
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
    "grapple_unclear": Page(
        "Grapple check unclear", "It goes by base attack and Strength (D35-GRP-2).", CORRECT_IT
    ),
}
