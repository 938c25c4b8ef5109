"""Problems of the map: how it is drawn, who stands where, and what stands in the way."""

from app.api.problem_pages.page import CORRECT_IT, Page

PAGES: dict[str, Page] = {
    "hex_map_not_supported": Page(
        "No maps of hexes",
        "Only square cells are played.",
        "Leave `map` out, and state distances and sides in `situation`.",
    ),
    "map_empty": Page("An empty map", "It has no cell.", CORRECT_IT),
    "map_too_large": Page("Too large a map", "It has more cells than fit into one.", "Draw a part of it."),
    "map_rows_uneven": Page("Uneven rows", "All rows of a map are equally long.", CORRECT_IT),
    "map_character_unknown": Page(
        "An unknown character",
        "A cell is `.` open, `#` wall, `,` difficult, `o` obstacle, `^` pit or `+` high ground.",
        CORRECT_IT,
    ),
    "map_edge_unclear": Page(
        "No edge", "An edge lies between two cells side by side, not across a corner.", CORRECT_IT
    ),
    "map_cell_size": Page("No size for a cell", "It is more than 0 and at most 1000 units long.", CORRECT_IT),
    "encounter_without_map": Page(
        "No map to draw", "This encounter began without one.", "Begin an encounter with `map`."
    ),
    "no_map": Page("No map", "This encounter began without one.", "Leave `at` out."),
    "place_walled": Page("Nobody stands there", "It is wall, or off the map.", "Choose another cell."),
    "place_blocked": Page(
        "Nobody stands there", "It is wall, obstacle or pit, or off the map.", "Choose another cell."
    ),
    "place_unclear": Page("No cells at all", "A combatant takes up a cell or more.", CORRECT_IT),
    "path_missing": Page(
        "Which way?",
        "Who stands on a map moves from cell to cell (H-MAP-6).",
        "Give `path`: the cells where the actor turns, and the one where it stops.",
    ),
    "path_without_map": Page(
        "A way, but no map", "The actor is not on a map.", "Give a distance, or put it there with `edit`."
    ),
    "path_blocked": Page(
        "The way is blocked", "`squares` are to blame (H-MAP-6).", "Go around, or move what is in the way."
    ),
    "charge_blocked": Page(
        "The lane is blocked",
        "A charge needs a free lane as broad as the charger (H-CHG-1); `squares` are in it.",
        "Charge from elsewhere.",
    ),
    "out_of_reach": Page(
        "Out of reach",
        "A melee attack reaches the next cell, with nothing solid between (H-MAP-2); in d20 games as far as"
        " the wielder and the weapon do, and with reach weapons nothing that is nearer (D20-GEO-07).",
        "Move; the GM may state `situation.override`, or in the d20 games `situation.distance`.",
    ),
    "no_line_of_sight": Page(
        "Out of sight", "Walls or doors hide the whole target (H-MAP-5).", "Move until it is seen."
    ),
    "not_away": Page("Not away", "The opponent still reaches the actor there (H-DIS-1).", "Go farther."),
}
