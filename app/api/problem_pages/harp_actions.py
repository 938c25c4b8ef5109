"""Problems of HARP | TdM's actions: moving, shooting, gear and defence, where the rules forbid them."""

from app.api.problem_pages.page import CORRECT_IT, Page

PAGES: dict[str, Page] = {
    "unknown_action": Page(
        "No such action",
        "Something was declared or held ready that the game does not know, or that takes too long for it.",
        "Name a command's type, or `other` for what the rules leave to the GM.",
    ),
    "blank_name": Page("A name is missing", "A combatant or weapon needs a name to be told by.", CORRECT_IT),
    # Moving and charging
    "distance_missing": Page(
        "How far?", "Without a map the caller states distances; `field` names the one missing.", CORRECT_IT
    ),
    "distance_negative": Page("A distance below 0", "Distances are 0 or more.", CORRECT_IT),
    "beyond_bmr": Page(
        "Too far for a move",
        "A move goes up to the BMR (H-MOV-1), the stunned half of it (H-EFF-STUN).",
        "Stay closer, or run.",
    ),
    "beyond_run": Page("Too far for a run", "A run goes up to twice the BMR (H-MOV-1).", "Stay closer."),
    "cannot_run": Page(
        "No running at half rate", "The stunned move at half of the BMR (H-EFF-STUN, DH-27).", "Move."
    ),
    "charge_too_short": Page("Too short for a charge", "It takes 3 m at a run (H-CHG-1).", "Attack."),
    "charge_too_long": Page(
        "Too long for a charge", "It goes up to twice the BMR in one round (H-CHG-1).", "Run first."
    ),
    "charge_not_face_to_face": Page(
        "A charge ends face to face", "It has neither flank nor rear (H-CHG-1).", "Leave both out."
    ),
    "awareness_missing": Page(
        "Does the target know of the charge?",
        "With a spear or pole-arm in hand it strikes first if it does (H-CHG-2).",
        "Say so with `target_aware`.",
    ),
    # Shooting
    "not_a_missile_weapon": Page(
        "Not a missile weapon", "It is neither shot nor thrown (H-MIS-1).", "Choose another weapon."
    ),
    "too_close_to_shoot": Page("Too close", "Shots take 2 m at least (H-MIS-1).", "Step back, or attack."),
    "out_of_range": Page(
        "Out of range",
        "It is beyond the last range increment (H-MIS-1, D20-ATK-11, D20-ATK-12).",
        "Come closer.",
    ),
    "leaves_unclear": Page(
        "Whose melee is left?", "Opponents, each named once, never oneself (DH-20).", CORRECT_IT
    ),
    "no_shot_possible": Page(
        "No shot is possible here",
        "The surroundings of the encounter do not let such a weapon be used (H-VIS-1).",
        "Choose another weapon.",
    ),
    "strays_unclear": Page(
        "Whom may a stray shot strike?",
        "Others than shooter and target, each named once, nearest first (H-MIS-3).",
        CORRECT_IT,
    ),
    "target_not_a_shooter": Page(
        "Nobody to harass", "Only bows and slings can be spoilt in contact (H-MIS-2).", "Attack."
    ),
    "brawling_untrained": Page(
        "No Brawling", "The sheet has no total of that skill (H-MIS-2).", "Push with bare hands."
    ),
    "no_unarmed_weapon": Page(
        "Nothing to strike with",
        "A push with Brawling is an unarmed strike as well (DH-36).",
        "Give the sheet an unarmed weapon, or push with bare hands.",
    ),
    "not_unarmed": Page("Not an unarmed weapon", "DH-36.", "Name an unarmed one, or none."),
    "bonuses_missing": Page(
        "No bonuses", "The roll adds bonuses of characteristics, which the sheet lacks.", "Give `bonuses`."
    ),
    # Gear
    "action_under_way": Page(
        "Busy with an action of several rounds",
        "Each own turn goes into it until it is done (H-RND-2).",
        "End the turn, or declare something else next round, which gives it up.",
    ),
    "weapon_unloaded": Page("The weapon is not loaded", "It was shot (H-RND-2).", "Reload it."),
    "not_prone": Page("On its feet", "Only somebody on the ground stands up (H-RND-2).", "Act as it is."),
    "nothing_to_load": Page("Nothing to load", "The weapon is ready as it is.", "Use it."),
    "duration_out_of_range": Page(
        "Too few or too many rounds", "See the table `action_durations` (H-RND-3).", CORRECT_IT
    ),
    # Manoeuvres and first aid
    "column_empty": Page(
        "No figures in that column", "The utility column is not printed anywhere.", "Take another column."
    ),
    "target_not_bleeding": Page("Nothing to stop", "The target does not bleed (H-EFF-WOUND).", "Heal it."),
    # Parrying, dodging, shields
    "actor_no_parry": Page("No parry is possible", "H-EFF-NOPARRY.", "Wait for the rounds to pass."),
    "parry_exceeds_ob": Page(
        "More than the offensive bonus has", "A parry takes less than all of it (H-PAR-1).", "Parry fully."
    ),
    "parry_below_zero": Page("A parry below 0", "It takes 0 points or more (H-PAR-1).", CORRECT_IT),
    "parry_below_half": Page(
        "Not enough to disengage", "Half of the offensive bonus or more (H-DIS-1).", "Parry with more."
    ),
    "parry_not_given": Page(
        "With what does it parry?",
        "The first round of a disengagement is a parry (H-DIS-1).",
        "Give `weapon` and `points`.",
    ),
    "parry_with_missile_weapon": Page(
        "It cannot parry", "Parrying takes a melee weapon (H-PAR-1).", "Choose another weapon."
    ),
    "parry_without_weapon": Page(
        "Bare hands do not parry", "Parrying takes a melee weapon (H-PAR-1).", "Choose a weapon."
    ),
    "missile_parry_advanced": Page(
        "Missiles are not parried", "That takes an advanced action (H-PAR-3).", "Dodge."
    ),
    "no_melee_attack_declared": Page(
        "Nothing to parry with", "A parry goes with a declared melee attack (H-PAR-1).", "Declare one."
    ),
    "parrying": Page(
        "Parrying", "Only a melee attack goes with a parry (H-PAR-1).", "Attack, or end the turn."
    ),
    "stance_not_declared": Page(
        "Not the declared stance", "By option it is chosen with the declaration (DH-14).", "Keep to it."
    ),
    "opponents_not_several": Page(
        "Several opponents", "A multiple parry names two or more, each once (H-PAR-3).", CORRECT_IT
    ),
    "shares_not_equal": Page("Unequal shares", "By option all shares are equal (DH-13).", CORRECT_IT),
    "stunned_parries_fully": Page("The stunned parry fully or not at all", "H-EFF-STUN.", "Parry fully."),
    "dodged_already": Page("Dodged already", "Once between two own turns (DH-22).", "Wait for the own turn."),
    "untrained": Page("Untrained", "The sheet has no total of that skill.", "Use a characteristic."),
    "no_shield": Page("No shield", "The sheet has none (H-SHD-1).", CORRECT_IT),
    "shield_hand_full": Page(
        "The shield hand is full", "What it may hold beside the shield: H-SHD-3.", "Choose another weapon."
    ),
    "shield_not_plantable": Page("It does not stand", "Only a pavise is planted (H-SHD-1).", "Carry it."),
    "shield_planted": Page("The shield is planted", "Nobody moves with it (H-SHD-1).", "Take it up first."),
    "shield_not_planted": Page("Nothing to take up", "No shield is planted (H-SHD-1).", "Plant it first."),
}
