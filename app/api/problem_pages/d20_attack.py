"""Problems of attacks in D&D 3.5 and Pathfinder 1e: sheets, weapons, reach and range."""

from app.api.problem_pages.page import CORRECT_IT, Page

PAGES: dict[str, Page] = {
    # Sheets and tables
    "unknown_weapon_model": Page("No such weapon", "See the pack's table `weapons`.", CORRECT_IT),
    "unknown_armor": Page("No such armour or shield", "See the pack's table `armors`.", CORRECT_IT),
    "unknown_dice": Page(
        "No such dice",
        "The table `dice_by_size` does not say what these dice are at other sizes.",
        "Give the weapon's `damage` on the sheet.",
    ),
    "weapon_damage_unclear": Page(
        "What does the weapon do?",
        "It has neither a `model` of the table nor `damage` and `critical` of its own.",
        CORRECT_IT,
    ),
    "damage_unclear": Page("No damage", "It is dice and numbers, as in 1d8+4 or 2d6+1d6-1.", CORRECT_IT),
    "critical_unclear": Page(
        "No critical", "It is a threat range and a multiplier, as in 19-20/x2, x3 or 18-20.", CORRECT_IT
    ),
    "base_attack_unknown": Page(
        "How many attacks?",
        "The base attack bonus gives the attacks of a full attack (D20-ATK-15); the sheet has no `bab`.",
        "Give `bab`, or make one attack.",
    ),
    "weapon_not_thrown": Page(
        "Not to be thrown",
        "It has no range increment for that (D20-ATK-11).",
        "Strike with it, or state one.",
    ),
    "aim_unclear": Page(
        "Where is it aimed?", "The square is none of the target's (D20-ATK-14).", "Name one of its squares."
    ),
    "map_diagonals": Page(
        "Diagonals count 1-2-1",
        "Distances and reach of these games are counted so (D20-GEO-01).",
        "Leave `diagonals` out.",
    ),
    "map_squares": Page(
        "Squares of 5 ft",
        "These games are played on squares of 5 ft or 1.5 m (D20-GEO-01).",
        "Leave `cell` out.",
    ),
    # What the rules do not allow now
    "weapon_sheathed": Page(
        "The weapon is not in hand",
        "It is sheathed (D20-ATK-21). A charge draws it in Pathfinder only, and not always (PF1-CHG-97).",
        "Draw it first.",
    ),
    "prone_shooter": Page(
        "Not while lying down",
        "From the ground one shoots crossbows, and in 3.5 shuriken, and nothing else (D20-CND-01).",
        "Stand up, or use another weapon.",
    ),
    "total_cover": Page(
        "Behind total cover", "No line leads to the target (D20-COV-07).", "Move until one does."
    ),
    "too_many_attacks": Page(
        "More attacks than there are",
        "Base attack bonus gives one, and one more for each 5 above 1; a natural weapon strikes once, and the"
        " off hand as often as feats say (D20-ATK-15, D20-ATK-19, PF1-TWF-05).",
        "Name fewer blows.",
    ),
    "attacks_mixed": Page(
        "Weapons or claws",
        "Blows with weapons in hand and with natural ones are not mixed in one full attack (D20-ATK-19).",
        "Name blows of one sort.",
    ),
}
