"""Problems of HARP | TdM: what its tables do not have, and what its rules do not allow now."""

from app.api.problem_pages.page import CORRECT_IT, Page

PAGES: dict[str, Page] = {
    "unknown_entry": Page("No such entry", "The rule tables have no such entry.", CORRECT_IT),
    "unknown_weapon": Page(
        "No such weapon",
        "The actor's sheet has no weapon of that id, or the tables no such model.",
        "A command names the `id` of a weapon on the sheet; a sheet names a `model` of the table `weapons`.",
    ),
    "unknown_armour_type": Page("No such armour type", "Armour types are 1 to 10 (H-ARM-1).", CORRECT_IT),
    "unknown_shield": Page("No such shield", "See the table `shields`.", CORRECT_IT),
    "unknown_attack_size": Page(
        "No such attack size", "Sizes are tiny, small, medium, large and huge (H-SIZE-1).", CORRECT_IT
    ),
    "unknown_severity": Page("No such severity", "Severities are A to E.", CORRECT_IT),
    "unknown_modifier": Page("No such modifier", "See the tables `positional` and `cover`.", CORRECT_IT),
    "unknown_action_duration": Page("No such action", "See the table `action_durations`.", CORRECT_IT),
    "off_table": Page(
        "Off the table",
        "No row holds this roll: attack tables begin at 1, others end at 100.",
        "Check the roll.",
    ),
    "sheet_incomplete": Page(
        "The sheet lacks something", "A total and all parts that would make it are missing.", CORRECT_IT
    ),
    "duplicate_weapon": Page("Two weapons of one id", "Commands name weapons by their id.", CORRECT_IT),
    "weapon_bonus_unclear": Page(
        "The weapon's bonus is unclear",
        "In HARP | TdM a weapon states it in exactly one way: whole, in parts, by a skill. In the d20"
        " games it states `attack`, or the sheet has `bab` and `abilities`.",
        CORRECT_IT,
    ),
    "combatant_name_taken": Page(
        "The name is taken",
        "Another combatant of the encounter has the same `ref` or external reference.",
        "Take another one, or leave it out.",
    ),
    "amount_unclear": Page("No clear amount", "Below 0, or nothing was asked for.", CORRECT_IT),
    "order_incomplete": Page(
        "Not everybody has a place", "A new order names everyone whose turn is to come, once.", CORRECT_IT
    ),
    "surprise_sides_unclear": Page(
        "Whom surprises whom?", "Two sides meet, or one is ambushed (H-SUR-1, H-SUR-2).", CORRECT_IT
    ),
    "unknown_side": Page("No such side", "No combatant of the encounter is on it.", CORRECT_IT),
    "base_movement_rate_missing": Page("How fast?", "The sheet has no `bmr` (metres a round).", CORRECT_IT),
    # What the rules do not allow now
    "actor_dead": Page("The dead do not act", "H-EFF-DEATH, D20-HP-5.", "Choose another."),
    "actor_unconscious": Page(
        "The unconscious do not act",
        "In HARP | TdM at 0 hits or less (H-DMG-1); in the d20 games below 0 (D20-HP-4), beaten down"
        " (D20-NL-3), or asleep.",
        "Choose another.",
    ),
    "actor_stunned": Page("The stunned do not attack", "H-EFF-STUN.", "Wait for the stun to end."),
    "actor_must_parry": Page("Only a parry is possible", "H-EFF-MUSTPARRY.", "Wait for the rounds to pass."),
    "actor_prone": Page(
        "Lying on the ground", "Nobody walks, runs or charges from there (DH-45).", "Get up first: `stand`."
    ),
    "bound_to_lie_in_wait": Page(
        "First only to lie in wait",
        "Whoever lay in wait in vain and keeps to it begins the round; with anything else it has no right to"
        " that place (DH-49).",
        "Lie in wait again, or `wait` until its ordinary place has come.",
    ),
    "actor_lost_turn": Page("The turn is lost", "A fumble took it (DH-39).", "Wait for the turns to pass."),
    "target_is_actor": Page("Nobody attacks themselves", "Actor and target are one.", "Choose a target."),
    "not_a_melee_weapon": Page("Not a melee weapon", "It shoots (H-MIS-1).", "Choose another weapon."),
    "weapon_dropped": Page("The weapon is on the ground", "DH-39, D20-ATK-21.", "Choose another weapon."),
    "weapon_broken": Page("The weapon is broken", "DH-39, D20-ATK-21.", "Choose another weapon."),
    "weapon_unstrung": Page("The bow has no string", "DH-39.", "Choose another weapon."),
    "action_spent": Page(
        "The action is spent",
        "In HARP | TdM one action a round (H-RND-2); in the d20 games what D20-ACT-1 gives a turn.",
        "End the turn.",
    ),
    "not_your_turn": Page(
        "Not this combatant's turn", "H-RND-1, D20-RND-1.", "Wait for the turn, or cut in."
    ),
    "not_waiting": Page(
        "Not waiting",
        "Only who waits or is ready acts out of turn (H-WAIT-1, D20-RDY-2).",
        "Wait, delay or ready first.",
    ),
    "too_far": Page(
        "Too far",
        "An interceptor moves up to its base movement rate (H-INT-1). In the d20 games a move goes up to the "
        "speed (D20-MOV-1), a charge twice as far (D20-CHG-44).",
        "Stay closer.",
    ),
    "too_late_for_surprise": Page(
        "Too late for surprise",
        "It is settled before the first initiative (H-SUR-1, D20-INI-4).",
        "Fight on.",
    ),
    "encounter_started": Page("Started already", "Rounds have begun (H-RND-1, D20-RND-1).", "Go on."),
    "encounter_not_started": Page("Not started", "Rounds have not begun.", "Send the command `start`."),
    "encounter_ended": Page("The encounter is over", "It was ended.", "Begin another."),
    "initiative_rolled": Page(
        "Initiative is rolled",
        "Once a round in HARP | TdM (H-INI-1), once an encounter in the d20 games (D20-INI-1).",
        "Go on with the turns.",
    ),
    "initiative_not_rolled": Page(
        "Initiative is not rolled", "Turns need an order (H-INI-1, D20-INI-1).", "Send `roll-initiative`."
    ),
}
