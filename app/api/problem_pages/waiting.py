"""Problems of what is waited for, and of undo and redo."""

from app.api.problem_pages.page import CORRECT_IT, Page

PAGES: dict[str, Page] = {
    "decision_pending": Page(
        "Somebody is waited for",
        "An action of this encounter has been begun and waits for a roll or a choice. Until that is "
        "answered, or the action is cancelled, nothing else happens in the encounter.",
        "See `pending` of the encounter, and answer under `/actions/{action_id}/answers` or send "
        "`/actions/{action_id}/cancel`; `params.action_id` names the action.",
    ),
    "decision_outdated": Page(
        "This is not waited for any more",
        "The decision was answered already, ran out of time, or went with its action.",
        "Read the encounter again: `pending` has what is waited for now.",
    ),
    "decision_repeated": Page(
        "One decision, two answers", "A request answers each decision once.", "Leave one of them out."
    ),
    "per_die_values_needed": Page(
        "The sum is not enough",
        "The same sum can be thrown in ways that do not mean the same: whether a die fumbled, or opened.",
        "Give every die in `dice`, in the order they fell.",
    ),
    "no_such_roll": Page(
        "No such roll",
        "The action that waits has fewer rolls so far.",
        "`rolls` of the action lists them; the first is 0.",
    ),
    "answers_or_override": Page(
        "Answers, or an override",
        "A request answers what is waited for or puts other dice in the place of a roll, not both: after an "
        "override something else may be waited for.",
        CORRECT_IT,
    ),
    "nothing_to_undo": Page(
        "Nothing to undo",
        "Fewer actions stand than the request would take back; `params.steps` says how many.",
        "See `/actions`: those without `reverted_by` stand.",
    ),
    "nothing_to_redo": Page(
        "Nothing to redo",
        "Fewer actions can be done again than the request asks for; `params.steps` says how many. Once "
        "something new has happened, what was taken back before cannot be done again.",
        "Declare the action anew.",
    ),
    "steps_or_to": Page("Steps, or a version", "Say how far in one way.", CORRECT_IT),
    "too_many_steps": Page(
        "Too many steps at once", "One request undoes or redoes 500 actions.", "Go there in several requests."
    ),
    "if_match_missing": Page(
        "If-Match is missing",
        "Whoever changes something says which version of it they have seen, so that nobody's change is lost.",
        "Send `If-Match` with the `ETag` of what you have read; the answer has the newest.",
    ),
    "policy_row_fits_all": Page(
        "A row that fits everything",
        "A row of the dice policy names a side, a combatant or a purpose; what holds for all is said by "
        "`rolls` and `choices` of the policy itself.",
        CORRECT_IT,
    ),
    "policy_row_decides_nothing": Page(
        "A row that decides nothing",
        "A row of the dice policy says who answers `rolls`, `choices` or both.",
        CORRECT_IT,
    ),
}
