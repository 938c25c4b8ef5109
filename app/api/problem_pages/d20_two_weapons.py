"""Problems of fighting with two weapons in D&D 3.5 and Pathfinder 1e."""

from app.api.problem_pages.page import Page

PAGES: dict[str, Page] = {
    "no_second_weapon": Page(
        "One weapon, and it has one end",
        "The off hand strikes with another weapon, or with the other end of a double one (PF1-TWF-07).",
        "Name `off_weapon`, or make a full attack.",
    ),
    "no_free_hand": Page(
        "No hand left",
        "A weapon that takes both hands leaves none for a second one (PF1-TWF-19).",
        "Name weapons of one hand each, or make a full attack.",
    ),
}
