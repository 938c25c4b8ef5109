"""Problems of moving, charging and pushing in D&D 3.5 and Pathfinder 1e."""

from app.api.problem_pages.page import CORRECT_IT, Page

PAGES: dict[str, Page] = {
    # Charging
    "no_los": Page(
        "No line of sight",
        "The target of a charge must be in sight when the charger's turn begins (D20-CHG-08), by option when "
        "it charges; hearing it is not enough (D20-CHG-10).",
        "Move to where it can be seen, and charge next turn.",
    ),
    "not_restricted": Page(
        "All actions are there",
        "The short charge is for those with a single action (D20-CHG-05).",
        "Leave `restricted` out.",
    ),
    "no_melee_attack": Page(
        "Nothing to strike with", "A charge ends with an attack in melee (D20-CHG-12).", "Name such a weapon."
    ),
    "weapon_missing": Page(
        "With which weapon?",
        "Where a charge ends depends on the weapon's reach (D20-CHG-35).",
        "Name the `weapon`.",
    ),
    "closest_space_blocked": Page(
        "The closest space is taken",
        "A charge ends in the closest space to attack from; there is no second choice (D20-CHG-32, -33).",
        "Charge from elsewhere, or somebody else; `squares` are to blame.",
    ),
    "not_closest_space": Page(
        "Not the closest space", "A charge ends in the closest space (D20-CHG-80).", "Leave `to` out."
    ),
    "path_turns": Page("A charge goes straight on", "It has no turns (D20-CHG-79).", "Leave `path` out."),
    "too_close": Page("Too close", "A charge goes 10 ft at least (D20-CHG-40).", "Attack."),
    "lane_creature": Page(
        "Somebody is in the way",
        "Whoever is not helpless stops a charge, friends too (D20-CHG-60).",
        "Charge from elsewhere; `squares` are theirs.",
    ),
    "lane_slowed": Page(
        "The lane slows", "No charge goes over difficult ground (D20-CHG-64).", "Charge from elsewhere."
    ),
    "lane_blocked": Page(
        "Something is in the way",
        "Walls, obstacles, pits and barriers in the lane stop a charge, and so does a gap that is too narrow "
        "(D20-CHG-72, D20-CHG-76).",
        "Charge from elsewhere; `squares` are to blame.",
    ),
    "lane_not_stated": Page(
        "Is the lane clear?",
        "Without a map the caller vouches for it.",
        "Say so with `lane_is_clear`.",
    ),
    # Moving
    "already_there": Page(
        "Nowhere to go",
        "The way ends where it begins: the action would be lost.",
        "Choose another square; `draw` or `use-action` is for what is done on the spot.",
    ),
    "no_way": Page("No way there", "It is closed, taken or too far (D20-MOV-2).", "Go elsewhere."),
    "path_unclear": Page("Which way?", "Either squares to pass or a place to go to.", CORRECT_IT),
    "prone": Page("On the ground", "Whoever lies there walks nowhere (D20-MOV-7).", "Get up: `stand`."),
    "not_one_step": Page("Not one step", "It goes to a square beside (D20-MOV-5).", "Move."),
    "step_slowed": Page("Too slow a square", "No 5-ft step onto difficult ground (D20-MOV-5).", "Move."),
    "weapon_in_hand": Page("In hand already", "There is nothing to draw (D20-MOV-8).", "Use it."),
    "weapon_not_in_hand": Page("Not in hand", "It is sheathed or on the ground.", "Draw it first."),
    "cannot_draw_moving": Page(
        "Not on the way",
        "Drawing in the course of a move takes a base attack of +1 (D20-MOV-8).",
        "Draw it with an action of its own.",
    ),
    "is_mounted": Page("In the saddle", "That is not done there (D20-MOV-9, D20-BR-5).", "`dismount` first."),
    "not_mounted": Page("On no mount", "There is nothing to get off (D20-MOV-9).", "Move."),
    "mount_too_small": Page(
        "Too small to be ridden", "A mount is larger than its rider (D20-MOV-9).", "Choose another one."
    ),
    "mount_taken": Page("Somebody rides it", "One rider for each mount (D20-MOV-9).", "Choose another one."),
    "not_beside": Page("Not beside it", "It takes a neighbouring square.", "Go there first."),
    # Pushing
    "target_too_large": Page(
        "Too large to be pushed", "Two sizes larger or more (PF1-BR-03).", "Attack it instead."
    ),
    "manoeuvre_unclear": Page(
        "No manoeuvre figures",
        "The sheet has neither `cmb` and `cmd` nor the `bab` to compute them from (PF1-CM-01).",
        CORRECT_IT,
    ),
    "strength_missing": Page(
        "No Strength", "A bull rush of 3.5 takes the Strength of both (D35-BR-01).", "Give `abilities`."
    ),
}
