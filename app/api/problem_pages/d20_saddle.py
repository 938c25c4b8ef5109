"""Problems of riders and their mounts in D&D 3.5 and Pathfinder 1e."""

from app.api.problem_pages.page import Page

PAGES: dict[str, Page] = {
    "mount_out_of_control": Page(
        "The mount shies",
        "A mount that is not trained for combat must be controlled in each turn (PF1-MNT-01).",
        "Send a `ride-check` of the task `control`, or dismount.",
    ),
    "mount_is_trained": Page(
        "No need to control it",
        "A mount trained for combat obeys without a check (PF1-MNT-03).",
        "Go on without one.",
    ),
    "mount_is_untrained": Page(
        "It does not fight",
        "Only a mount that is trained for combat fights beside its rider (PF1-MNT-34).",
        "Attack without it.",
    ),
    "ride_check_made": Page(
        "Done already", "It has succeeded this turn (PF1-MNT-07, PF1-MNT-34).", "Go on with the turn."
    ),
    "ride_unclear": Page(
        "What is the difficulty?",
        "The task `other` needs a `dc`; each of the others has its own (PF1-MNT-35).",
        "Give `dc` with `other`, and with nothing else.",
    ),
    "mount_has_moved": Page(
        "One attack only",
        "A rider whose mount has moved more than 5 ft has one attack of melee (PF1-MNT-10).",
        "Send a single `attack`.",
    ),
    "hand_on_the_reins": Page(
        "A hand on the reins",
        "Both hands are free to whoever guides the mount with the knees (PF1-MNT-07).",
        "Send a `ride-check` of the task `knees` first, or use a weapon for one hand.",
    ),
    "not_fighting_together": Page(
        "One of both has attacked",
        "Rider and mount both attack in a turn by a check of Ride (PF1-MNT-34).",
        "Send a `ride-check` of the task `fight` first.",
    ),
    "avoids_combat": Page(
        "It avoids the fight",
        "A mount whose rider is unconscious attacks nobody (PF1-MNT-28).",
        "Move it away.",
    ),
    "not_on_the_way": Page(
        "Not on the way of the mount",
        "A shot starts where the mount came past, half-way at more than a single move (PF1-MNT-19).",
        "Name such a space in `situation.shot_from`, or leave it out.",
    ),
    "rider_has_struck": Page(
        "The rider has struck several blows",
        "After them the mount moves 5 ft at most (PF1-MNT-32).",
        "Move first next time; then there is one attack.",
    ),
    "rider_has_shot": Page(
        "The rider has shot",
        "A shot at an easy pace is not followed by a faster one in the same turn (PF1-MNT-32).",
        "Let the mount go the whole way first.",
    ),
    "rider_has_cast": Page(
        "The rider has cast a spell",
        "A spell without a check leaves the mount its movement on one side of it (PF1-MNT-32).",
        "State `around` with the spell next time.",
    ),
    "run_slowed": Page(
        "No ground to run on", "Nobody runs over difficult ground (D20-MOV-10).", "Move, or run another way."
    ),
    "spell_unclear": Page(
        "The spell is not clear",
        "A spell has a level from 0 to 9, and its caster a bonus of concentration (PF1-MNT-23).",
        "Give `level`, and `bonus` where the sheet does not have `concentration`.",
    ),
}
