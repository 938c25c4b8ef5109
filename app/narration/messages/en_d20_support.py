"""English texts of the d20 games: feints, help, and the skills that both go by."""

MESSAGES: dict[str, str] = {
    # Events
    "d20.feinted": "{actor} takes {target} in.",
    "d20.feint_failed": "{target} sees through {actor}'s feint.",
    "d20.aid_given.attack": "{actor} makes an opening for {ally}.",
    "d20.aid_given.ac": "{actor} keeps the foe busy: {ally} is harder to hit.",
    "d20.aid_given.skill": "{actor} lends {ally} a hand.",
    "d20.aid_given.effect": "{actor} comes to {ally}'s help: {what}.",
    "d20.aid_failed": "{actor} is no help to {ally}.",
    # Totals, and the skills on a sheet
    "d20.skill.bluff": "Bluff",
    "d20.skill.concentration": "Concentration",
    "d20.skill.heal": "Heal",
    "d20.skill.ride": "Ride",
    "d20.skill.sense_motive": "Sense Motive",
    # Labels
    "d20.aid.goal": "To distract a foe",
    "d20.dc.base": "Base",
    "d20.effect.aid": "Helped",
    "d20.effect.feint": "Taken in by a feint",
    "d20.effect.greater-feint": "Off guard after a feint",
    "d20.feint.animal": "Mind of an animal",
    "d20.feint.not-humanoid": "No humanoid",
    "d20.feint.untrained": "Untrained",
}
