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
    "client_name_unprintable": Page(
        "A name that cannot be read",
        "The GM decides by this name, so nothing in it may be invisible or turn the writing around.",
        CORRECT_IT,
    ),
    "authorization_pending": Page(
        "The GM has not answered yet",
        "The key was asked for, and nobody has said yes or no.",
        "Ask again after `interval` seconds.",
    ),
    "slow_down": Page(
        "Too soon",
        "The device asks for its key more often than it was told to.",
        "From now on wait `interval` seconds between two polls; they are five more than before.",
    ),
    "access_denied": Page(
        "The GM said no",
        "The GM denied the key, or revoked it before it was fetched.",
        "Ask the GM; then ask for a key anew.",
    ),
    "expired_token": Page(
        "Nobody answered in time",
        "The codes hold for ten minutes, and nobody has approved the key in them.",
        "Ask for a key anew, and tell the GM the new code.",
    ),
    "invalid_grant": Page(
        "No such device code",
        "It is none of this server's, or its key was fetched more than a minute ago.",
        "Use the key that you have, or ask for one anew.",
    ),
    "something_unseen": Page(
        "For a reason that you cannot see",
        "The rules do not allow it now, and why rests on somebody or something that players do not know of.",
        "Do something else, or ask the GM: the GM's own request names every reason.",
    ),
}
