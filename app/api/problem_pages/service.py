"""Problems of requests, whatever the game."""

from app.api.problem_pages.page import CORRECT_IT, Page

PAGES: dict[str, Page] = {
    # Requests
    "malformed_json": Page(
        "The body is not JSON",
        "It cannot be parsed. NaN and Infinity are not JSON, and a key may stand only once in an object.",
        "Send one JSON document in UTF-8; `detail` names the line and column of the first fault.",
    ),
    "body_too_large": Page(
        "The body is too large",
        "A body may have 256 kB, one that brings a whole table in line 2 MB, a table pack 20 MB.",
        "Send less at once; groups can be split.",
    ),
    "unsupported_media_type": Page(
        "The body is not announced as JSON",
        "Bodies are JSON, neither compressed nor encoded otherwise.",
        "Send `Content-Type: application/json` and no `Content-Encoding`.",
    ),
    "document_too_complex": Page(
        "The body is larger inside than any document of this service",
        "At most 20 levels, 200 items in an array or object, and 2,000 characters in a text; 50,000 in the "
        "`rows` of a map. A table pack has at most 2,000 items in each and 500,000 values in all.",
        CORRECT_IT,
    ),
    "unusable_text": Page(
        "A text cannot be used",
        "It holds a control character, a change of the writing direction or half of a surrogate pair. Names, "
        "titles, labels and ids are one line: only `reason`, `description`, `notes` and the `rows` of a map "
        "may have line ends and tabs.",
        CORRECT_IT,
    ),
    "number_out_of_range": Page(
        "A number is too large", "Numbers lie between -1,000,000,000 and 1,000,000,000.", CORRECT_IT
    ),
    "missing": Page("A member is missing", "The document lacks a member that it must have.", CORRECT_IT),
    "missing_type": Page(
        "The type is missing", "The member `type` says what sort of command this is.", CORRECT_IT
    ),
    "unknown_type": Page(
        "No such type",
        "The member `type` names no command of this ruleset.",
        "See `/v1/rulesets/{id}/schema` for the commands.",
    ),
    "unknown_field": Page(
        "No such member",
        "Unknown members are refused, since a misspelt one would silently do nothing.",
        CORRECT_IT,
    ),
    "unknown_value": Page(
        "No such value", "The member takes only the values that the schema lists.", CORRECT_IT
    ),
    "wrong_value": Page(
        "A value of the wrong sort",
        'Integers are JSON numbers without a fraction (`7` or `7.0`, never `"7"` or `true`).',
        CORRECT_IT,
    ),
    "value_out_of_range": Page("A figure out of range", "No rule of the game has such a figure.", CORRECT_IT),
    "not_supported_yet": Page(
        "Not yet", "The member is part of the design and not of this version.", "Leave it out."
    ),
    "invalid": Page("The request cannot be read", "It contradicts itself or the schema.", CORRECT_IT),
    "invalid_query": Page(
        "A parameter cannot be read",
        "A parameter of the path or of the query is missing or is not what the documentation says.",
        "Compare the address with `/docs`.",
    ),
    "invalid_cursor": Page(
        "The cursor is of no use here",
        "A cursor belongs to the list that returned it.",
        "Begin again without `cursor`, or use `next` of the page before.",
    ),
    "unknown_route": Page("Nothing at this address", "No route has this path.", "See `/docs`."),
    "method_not_allowed": Page(
        "Not with this method", "The route exists and takes other methods.", "See the `Allow` header."
    ),
    "external_ref_taken": Page(
        "Known in another fight",
        "An external reference names one combatant of a campaign among the encounters that have not ended; "
        "this one is in another encounter, which `params` name.",
        "End or delete that encounter, or let the combatant leave it; or send a reference of its own: of the "
        "token, not of the actor.",
    ),
    "external_refs_of_several": Page(
        "Two combatants in one",
        "The references of one entry name several combatants of the encounter.",
        "Send an entry for each of them with its own references.",
    ),
    "external_ref_repeated": Page(
        "The same combatant twice",
        "Two entries of one request are about the same combatant.",
        "Send one entry for each combatant.",
    ),
    "command_or_commands": Page(
        "One command or several",
        "The body has neither `command` nor `commands`, or both.",
        "Give one `command`, or a list of `commands`.",
    ),
    # Who and when
    "unauthenticated": Page(
        "Who is asking?",
        "The request has no bearer token, or one that opens nothing.",
        "Send `Authorization: Bearer estoc_…`, the token that opening the campaign returned.",
    ),
    "forbidden": Page(
        "Not with this token", "The token is good, and its role may not do this.", "Ask the GM."
    ),
    "not_found": Page(
        "Not here",
        "Nothing with this id exists in the token's campaign. What belongs to another campaign is not here.",
        "Check the id and the token.",
    ),
    "stale_version": Page(
        "It has changed since",
        "`If-Match` names another version than the newest, which `ETag` names.",
        "Read it again, decide again, and send the request with the new tag.",
    ),
    "too_many_requests": Page(
        "Too many requests",
        "A token may send so many requests in a while, an address without a token fewer. `RateLimit-Policy` "
        "says how many (`q`) in how many seconds (`w`), `RateLimit` how many are left (`r`).",
        "Wait for the seconds of `Retry-After`, then send the request again with the same Idempotency-Key.",
    ),
    "idempotency_key_missing": Page(
        "No Idempotency-Key",
        "Requests that store something need one, so that a repeated request is carried out once.",
        "Send a fresh `Idempotency-Key` (a UUID, say) with each new request, the same one when repeating.",
    ),
    "idempotency_key_invalid": Page(
        "Not an Idempotency-Key", "It has 1 to 200 printable ASCII characters.", "Send a UUID."
    ),
    "idempotency_key_reused": Page(
        "The Idempotency-Key was used before",
        "Another request to this route, with another body, had the same key.",
        "Send a fresh key with each new request.",
    ),
    "request_in_flight": Page(
        "The same request is being carried out",
        "A request with this Idempotency-Key has not ended yet.",
        "Send it again after `Retry-After` seconds; the answer will then be there.",
    ),
    "encounter_busy": Page(
        "Too many actions at once",
        "Others are acting in this encounter, and the wait was too long.",
        "Send the request again after `Retry-After` seconds, with the same key.",
    ),
    "head_too_large": Page(
        "The head of the request is too large",
        "The headers of a request may have 64 kB altogether, and there may be 200 of them.",
        "Send fewer and shorter headers.",
    ),
    "address_too_long": Page(
        "The address is too long",
        "The address of a request may have 16 kB.",
        "Put what is long into the body.",
    ),
    "request_too_slow": Page(
        "The request did not come in time",
        "The head of a request has to come within 10 seconds, its body within 30 after that.",
        "Send the request again, with the same Idempotency-Key.",
    ),
    "odds_busy": Page(
        "Too much is computed at once",
        "Odds, previews, pictures, pages of the log and whatever else is computed come a few at a time, of "
        "one token one at a time. The wait was too long, or this takes longer than the server gives it.",
        "Send the request again after `Retry-After` seconds, and fewer of them at once.",
    ),
    "encounter_full": Page(
        "The encounter is full", "An encounter holds 200 combatants.", "Remove the fallen, or begin another."
    ),
    "database_unavailable": Page(
        "The database cannot serve now",
        "It is down, restarting or overloaded. Whether the request was carried out may be unknown.",
        "Send the request again after `Retry-After` seconds, with the same Idempotency-Key: it is carried "
        "out once in any case.",
    ),
    "internal_error": Page(
        "A defect of the service",
        "Something happened that should not be possible.",
        "Report it with the `request_id`. Repeating the request with the same Idempotency-Key is safe.",
    ),
    # Dice and choices
    "die_out_of_range": Page(
        "No such face",
        "A given die shows a number that the die does not have (H-ROLL-4).",
        "Give 1 to the number of its sides; `errors[].pointer` names the die.",
    ),
    "invalid_answer": Page(
        "The dice or the choice do not fit",
        "A roll is given whole or not at all: an open-ended die that shows 96 or more is thrown again. "
        "A choice is one of the options offered.",
        "Give every die of the roll in order, or leave the whole roll to the server.",
    ),
    "too_many_dice": Page("Too many dice", "One request may give 100 dice.", "Split the group."),
    "answer_missing": Page(
        "Dice are missing",
        "The action is strict, and a roll came up for which it gives no dice.",
        "Give the missing dice, or send `strict: false` and leave them to the server.",
    ),
    "answer_left_over": Page(
        "More dice or choices than were asked for",
        "The action is strict, and some of what it gives was asked for by nobody.",
        "Leave them out; `strict: false` reports them in `unused_dice` instead.",
    ),
    "resolution_outdated": Page(
        "The recorded answers no longer fit",
        "The action was begun under rules or a state that have changed since.",
        "Declare the action again.",
    ),
    # Catalogues
    "unknown_ruleset": Page("No such ruleset", "`/v1/rulesets` lists them.", CORRECT_IT),
    "unknown_combatant": Page(
        "No such combatant",
        "Nobody in this encounter has that id, `ref` or external reference.",
        "See the encounter's `/combatants`.",
    ),
    "unknown_id": Page("No such id", "No catalogue of the ruleset has this id.", CORRECT_IT),
}
