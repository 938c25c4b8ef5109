"""Problems of fair dice, whatever the game."""

from app.api.problem_pages.page import Page

PAGES: dict[str, Page] = {
    "dice_source_not_allowed": Page(
        "These dice do not count here",
        "The encounter's `dice_policy.sources` does not allow this source (`server`, `manual` or `gm`) for "
        "rolls of this combatant.",
        "Leave the roll to the server where dice from the table do not count; give the dice in `dice` where "
        "the server's do not.",
    ),
    "salt_too_late": Page(
        "Too late for salt",
        "A salt goes into every roll of an epoch, so it cannot be added after the first one. Players add "
        "theirs before the first action, so that a refusal does not tell whether a hidden die has fallen.",
        "Ask the GM to begin a new epoch (`POST …/dice-proof/rotate`), and add the salt then.",
    ),
    "salt_too_long": Page(
        "Too much salt",
        "All salts of an epoch together have 2,000 characters.",
        "Send a shorter text; twenty characters nobody can guess are plenty.",
    ),
}
