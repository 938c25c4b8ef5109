"""Problems of feints and of help in D&D 3.5 and Pathfinder 1e."""

from app.api.problem_pages.page import Page

PAGES: dict[str, Page] = {
    "mindless": Page(
        "No mind to mislead",
        "A creature without intelligence cannot be feinted at (PF1-FNT-08).",
        "Attack it, or flank it.",
    ),
    "not_in_sight": Page(
        "Not aware of each other",
        "Who does not notice the other cannot be misled (PF1-FNT-18).",
        "Leave `in_sight` out where they are aware of each other.",
    ),
    "feint_unclear": Page(
        "What the feint is made against is not known",
        "It goes by the base attack bonus of its target (PF1-FNT-01, D35-FNT-01).",
        "Give `bab` on the target's sheet.",
    ),
    "ally_is_actor": Page(
        "No help for oneself", "Help is given to somebody else (PF1-AID-01).", "Name another `ally`."
    ),
    "not_engaged": Page(
        "Not in melee",
        "Friend and foe must be in melee with each other (PF1-AID-11).",
        "Help somebody who is, or state it with `situation.into_melee` where no map shows it.",
    ),
    "not_in_reach": Page(
        "Not in position",
        "The helper must be able to strike at the foe in melee from where it is (PF1-AID-12).",
        "Go nearer, or name a `weapon` of melee that reaches.",
    ),
    "too_many_helpers": Page(
        "Enough hands",
        "No more can help with this check, as the GM said with `most` (PF1-AID-14).",
        "Do something else.",
    ),
    "aid_unclear": Page(
        "What the help is for is missing",
        "A blow or a guard needs the foe, a check its skill (PF1-AID-01, PF1-AID-14).",
        "Give `target` or `skill`.",
    ),
}
