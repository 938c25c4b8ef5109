"""Problems of rule tables, and of the packs that campaigns bring."""

from app.api.problem_pages.page import CORRECT_IT, Page

PAGES: dict[str, Page] = {
    "unknown_table": Page(
        "No such table", "The pack has no table of that id.", "See `/v1/table-packs/{pack}` for its tables."
    ),
    "unknown_table_entry": Page(
        "No such row",
        "The table is no list of named rows, or has none of that name.",
        "Read the whole table.",
    ),
    "unknown_pack": Page(
        "No such table pack",
        "`/v1/table-packs` lists everybody's packs and the campaign's own; those of other campaigns are not "
        "here.",
        "Check the id and the version.",
    ),
    "invalid_pack": Page(
        "The table pack cannot be played with",
        "A table is missing, does not cover its rolls, or names what the pack does not have; `errors` has "
        "every mistake with its place.",
        "Correct the document; `POST /v1/table-packs:validate` checks it without storing anything.",
    ),
    "pack_changed": Page(
        "A version does not change",
        "The campaign has the pack in this very version with other figures, and may be playing with those.",
        "Raise `pack.version` and bring it again.",
    ),
    "pack_id_taken": Page(
        "The id of a pack that is everybody's",
        "A campaign's own pack cannot stand in for one that all campaigns share.",
        "Give it an id of its own under `pack.id`, such as `my-house-tables`, and choose it when an "
        "encounter begins.",
    ),
    "pack_in_use": Page(
        "An encounter is played with it",
        "What an encounter of the campaign is played with is kept, and so is what a simulation is fought "
        "with; `params` name one.",
        "Delete the encounter or the simulation first.",
    ),
    "pack_of_another_ruleset": Page(
        "Tables of another game",
        "The table pack that was chosen is for another ruleset than the encounter.",
        CORRECT_IT,
    ),
    "too_many_packs": Page(
        "Too many table packs",
        "A campaign has 50 versions of table packs at most.",
        "Delete what no encounter needs with `DELETE /v1/table-packs/{pack}/versions/{version}`.",
    ),
    "uploads_busy": Page(
        "Too many large bodies at once",
        "A server reads few table packs at a time, and none for longer than a minute.",
        "Send it again after `Retry-After` seconds, with the same Idempotency-Key.",
    ),
}
