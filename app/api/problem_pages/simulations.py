"""Problems of those who simulate fights."""

from app.api.problem_pages.page import Page

PAGES: dict[str, Page] = {
    "nothing_to_simulate": Page(
        "This fight is over",
        "A simulation goes on from where the encounter stands, and there at most one side still has somebody "
        "on their feet, or the encounter was ended.",
        "Let opponents enter, or copy the encounter with `POST …/clone`: in the copy everybody is fresh.",
    ),
    "too_many_simulations": Page(
        "Too many simulations under way",
        "A campaign has 3 simulations under way at most.",
        "Wait until one is finished (`GET /v1/simulations/{id}/stream` tells), or delete one with "
        "`DELETE /v1/simulations/{id}`.",
    ),
    "policy_row_fits_nobody": Page(
        "Nobody fights like this",
        "A row of `policies` names a side or a combatant that is not in the fight; the fault's pointer says "
        "which row.",
        "Name a side as the combatants have it, a combatant by its id, its `ref` or an external reference; "
        "without either the row is for everybody.",
    ),
}
