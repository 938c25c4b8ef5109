"""One page a problem code: what it means and what to do. Served under ``/problems/{code}``."""

from typing import NamedTuple


class Page(NamedTuple):
    """What a problem is called, what it means, and what its reader can do."""

    title: str
    meaning: str
    remedy: str


_FIX = "Correct the member that `errors[].pointer` names and send the request again."

PAGES: dict[str, Page] = {
    # Requests
    "malformed_json": Page(
        "The body is not JSON",
        "It cannot be parsed. NaN and Infinity are not JSON, and a key may stand only once in an object.",
        "Send one JSON document in UTF-8; `detail` names the line and column of the first fault.",
    ),
    "body_too_large": Page(
        "The body is too large", "A body may have 256 kB.", "Send less at once; groups can be split."
    ),
    "unsupported_media_type": Page(
        "The body is not announced as JSON",
        "Bodies are JSON, neither compressed nor encoded otherwise.",
        "Send `Content-Type: application/json` and no `Content-Encoding`.",
    ),
    "document_too_complex": Page(
        "The body is larger inside than any document of this service",
        "At most 20 levels, 200 items in an array or object, and 2,000 characters in a text.",
        _FIX,
    ),
    "unusable_text": Page(
        "A text cannot be stored",
        "It holds a NUL character or half of a surrogate pair.",
        _FIX,
    ),
    "number_out_of_range": Page(
        "A number is too large", "Numbers lie between -1,000,000,000 and 1,000,000,000.", _FIX
    ),
    "missing": Page("A member is missing", "The document lacks a member that it must have.", _FIX),
    "missing_type": Page("The type is missing", "The member `type` says what sort of command this is.", _FIX),
    "unknown_type": Page(
        "No such type",
        "The member `type` names no command of this ruleset.",
        "See `/v1/rulesets/{id}/schema` for the commands.",
    ),
    "unknown_field": Page(
        "No such member",
        "Unknown members are refused, since a misspelt one would silently do nothing.",
        _FIX,
    ),
    "unknown_value": Page("No such value", "The member takes only the values that the schema lists.", _FIX),
    "wrong_value": Page(
        "A value of the wrong sort",
        'Integers are JSON numbers without a fraction (`7` or `7.0`, never `"7"` or `true`).',
        _FIX,
    ),
    "value_out_of_range": Page("A figure out of range", "No rule of the game has such a figure.", _FIX),
    "invalid": Page("The request cannot be read", "It contradicts itself or the schema.", _FIX),
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
        "The encounter has moved on",
        "`If-Match` names an older version than the one in `ETag`.",
        "Read the encounter again, decide again, and send the action with the new tag.",
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
        "Something was left unanswered",
        "The action is strict, and a roll or choice came up that it does not answer.",
        "Give the missing dice or choice, or send `strict: false` and leave it to the server.",
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
    "unknown_ruleset": Page("No such ruleset", "`/v1/rulesets` lists them.", _FIX),
    "unknown_combatant": Page(
        "No such combatant",
        "Nobody in this encounter has that id, `ref` or external reference.",
        "See the encounter's `/combatants`.",
    ),
    "unknown_id": Page("No such id", "No catalogue of the ruleset has this id.", _FIX),
    "unknown_entry": Page("No such entry", "The rule tables have no such entry.", _FIX),
    "unknown_weapon": Page(
        "No such weapon",
        "The actor's sheet has no weapon of that id, or the tables no such model.",
        "A command names the `id` of a weapon on the sheet; a sheet names a `model` of the table `weapons`.",
    ),
    "unknown_table": Page(
        "No such table", "The pack has no table of that id.", "See `/v1/table-packs/{pack}` for its tables."
    ),
    "unknown_pack": Page("No such table pack", "`/v1/table-packs` lists them.", "Check the id."),
    "unknown_armour_type": Page("No such armour type", "Armour types are 1 to 10 (H-ARM-1).", _FIX),
    "unknown_shield": Page("No such shield", "See the table `shields`.", _FIX),
    "unknown_attack_size": Page(
        "No such attack size", "Sizes are tiny, small, medium, large and huge (H-SIZE-1).", _FIX
    ),
    "unknown_severity": Page("No such severity", "Severities are A to E.", _FIX),
    "unknown_modifier": Page("No such modifier", "See the tables `positional` and `cover`.", _FIX),
    "unknown_action_duration": Page("No such action", "See the table `action_durations`.", _FIX),
    "off_table": Page(
        "Off the table",
        "No row holds this roll: attack tables begin at 1, others end at 100.",
        "Check the roll.",
    ),
    "sheet_incomplete": Page(
        "The sheet lacks something", "A total and all parts that would make it are missing.", _FIX
    ),
    "duplicate_weapon": Page("Two weapons of one id", "Commands name weapons by their id.", _FIX),
    "weapon_bonus_unclear": Page(
        "More than one offensive bonus",
        "A weapon states its bonus in exactly one way: whole, in parts, or by a skill.",
        _FIX,
    ),
    "combatant_name_taken": Page(
        "The name is taken",
        "Another combatant of the encounter has the same `ref` or external reference.",
        "Take another one, or leave it out.",
    ),
    # What the rules do not allow now
    "actor_dead": Page("The dead do not act", "The actor is struck dead (H-EFF-DEATH).", "Choose another."),
    "actor_unconscious": Page(
        "The unconscious do not act", "The actor has 0 hits or less (H-DMG-1).", "Choose another."
    ),
    "actor_stunned": Page("The stunned do not attack", "H-EFF-STUN.", "Wait for the stun to end."),
    "actor_must_parry": Page("Only a parry is possible", "H-EFF-MUSTPARRY.", "Wait for the rounds to pass."),
    "actor_lost_turn": Page("The turn is lost", "A fumble took it (DH-39).", "Wait for the turns to pass."),
    "target_is_actor": Page("Nobody attacks themselves", "Actor and target are one.", "Choose a target."),
    "not_a_melee_weapon": Page("Not a melee weapon", "It shoots (H-MIS-1).", "Choose another weapon."),
    "weapon_dropped": Page("The weapon is on the ground", "DH-39.", "Choose another weapon."),
    "weapon_broken": Page("The weapon is broken", "DH-39.", "Choose another weapon."),
    "weapon_unstrung": Page("The bow has no string", "DH-39.", "Choose another weapon."),
}
