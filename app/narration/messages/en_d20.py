"""English texts of the d20 games. Keys begin with ``d20.``, then the event's type or the label."""

MESSAGES: dict[str, str] = {
    # Events
    "d20.combatant_added": "{target} joins the fight.",
    "d20.combatant_removed": "{target} leaves the fight.",
}
