"""Problems of tokens, and of those who play."""

from app.api.problem_pages.page import CORRECT_IT, Page

PAGES: dict[str, Page] = {
    "not_yours": Page(
        "Not your combatant",
        "A player acts with, and answers for, the combatants that the token controls.",
        "Act with one of yours. The GM can issue a token with more of them in `controls`, by id, `ref` or "
        "external reference.",
    ),
    "too_many_tokens": Page(
        "Too many tokens",
        "A campaign has 200 tokens at most.",
        "Revoke what is not needed any more with `DELETE /v1/campaigns/{id}/tokens/{tok_id}`.",
    ),
    "controls_without_player": Page(
        "Only players have combatants of their own",
        "The GM and assistants act for everybody, spectators for nobody.",
        CORRECT_IT,
    ),
    "something_unseen": Page(
        "For a reason that you cannot see",
        "The rules do not allow it now, and why rests on somebody or something that players do not know of.",
        "Do something else, or ask the GM: the GM's own request names every reason.",
    ),
}
