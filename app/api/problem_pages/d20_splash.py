"""Problems of splash weapons in D&D 3.5 and Pathfinder 1e."""

from app.api.problem_pages.page import CORRECT_IT, Page

PAGES: dict[str, Page] = {
    "throw_unclear": Page(
        "Thrown at whom?",
        "A flask is thrown at a `target` or at an `intersection` of squares, one of them (PF1-SPL-01).",
        CORRECT_IT,
    ),
    "throw_without_map": Page(
        "No map to aim on",
        "An intersection is aimed at on a map, by somebody who stands on it (PF1-SPL-08).",
        "Name a `target`.",
    ),
    "weapon_not_splash": Page(
        "It does not burst",
        "Its model in the table is no splash weapon (PF1-SPL-24).",
        "Attack with it, or name a flask.",
    ),
    "splash_weapon": Page(
        "It bursts where it is thrown",
        "A splash weapon is thrown by a command of its own (PF1-SPL-01).",
        "Say `throw-splash`.",
    ),
    "intersection_occupied": Page(
        "Somebody fills that intersection",
        "All of its squares are one creature's, so the creature is what can be thrown at (PF1-SPL-09).",
        "Name it as `target`, and one of its squares as `situation.aimed_at`.",
    ),
    "not_burning": Page(
        "Nothing burns on it", "There are no flames to put out (PF1-SPL-30).", "Act otherwise."
    ),
}
