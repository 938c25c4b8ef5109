"""Problems of turns, conditions, damage and care in D&D 3.5 and Pathfinder 1e."""

from app.api.problem_pages.page import Page

PAGES: dict[str, Page] = {
    # Turns
    "nobodys_turn": Page(
        "Nobody's turn", "A delayed turn comes after another one (D20-RDY-2).", "Wait for it."
    ),
    "already_acted": Page(
        "Too late to delay",
        "Whoever delays has done nothing in its turn yet (D20-RDY-1).",
        "Go on with the turn, or end it.",
    ),
    "not_what_was_readied": Page(
        "Ready for something else",
        "Whoever cuts in does what it held itself ready for (D20-RDY-5).",
        "Send that command, or `end-turn` to let the moment pass.",
    ),
    "interruption_under_way": Page(
        "Another one is cutting in",
        "One readied action is taken after the other (D20-RDY-5).",
        "Send `act-now` again when it is done.",
    ),
    "no_turn_to_interrupt": Page(
        "Nothing to cut into",
        "A readied action cuts into somebody else's turn (D20-RDY-5).",
        "Send `act-now` in the turn of whoever sets it off.",
    ),
    "weapon_cannot_brace": Page(
        "Not against a charge",
        "Only some weapons can be set against one: spears, tridents and their kind (D20-BRC-05).",
        "Name such a `weapon`, or leave `against_charge` out.",
    ),
    # What a turn has room for
    "not_full_round": Page(
        "No full-round action left",
        "It takes the whole of a turn that is not limited to one action (D20-ACT-3, D20-ACT-8).",
        "Do something shorter.",
    ),
    "only_a_move": Page(
        "Only a move action", "That is all the actor has this turn (D20-ACT-4).", "Move, or end the turn."
    ),
    "step_taken": Page(
        "The 5-ft step is taken",
        "One a round, and no other movement beside it (D20-ACT-5).",
        "Wait for the next turn.",
    ),
    "has_moved": Page(
        "Moved already", "A 5-ft step is for turns without other movement (D20-ACT-5).", "Use a move action."
    ),
    # Conditions
    "condition_forbids": Page(
        "The condition forbids it",
        "The refusal names the condition; the statements D20-CND tell what each keeps a combatant from.",
        "Wait for its end, or end it with `effect-remove`.",
    ),
    "flat_footed": Page(
        "Flat-footed",
        "No attacks of opportunity before the first turn (D20-CND-08).",
        "Combat Reflexes allows them.",
    ),
    "on_total_defense": Page(
        "On total defense", "It leaves no attacks of opportunity (D20-ACT-7).", "Wait for the next turn."
    ),
    # Damage and care
    "target_dead": Page("The target is dead", "Nothing heals or harms it (D20-HP-8).", "Use `revive`."),
    "still_dead": Page(
        "It would die again",
        "With so few hit points back it is where it died (D20-HP-8).",
        "Give more `hp` with `revive`.",
    ),
    "not_dying": Page(
        "Not dying", "First aid is for those below 0 who are not stable (D20-HP-7).", "Use `hp` instead."
    ),
}
