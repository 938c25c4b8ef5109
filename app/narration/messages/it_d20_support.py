"""Italian texts of the d20 games: feints, help, and the skills that both go by."""

MESSAGES: dict[str, str] = {
    # Events
    "d20.feinted": "{actor} inganna {target} con una finta.",
    "d20.feint_failed": "{target} non abbocca alla finta di {actor}.",
    "d20.aid_given.attack": "{actor} apre un varco per {ally}.",
    "d20.aid_given.ac": "{actor} tiene impegnato il nemico e copre {ally}.",
    "d20.aid_given.skill": "{actor} dà una mano a {ally}.",
    "d20.aid_given.effect": "{actor} viene in aiuto di {ally}: {what}.",
    "d20.aid_given.untold": "{actor} viene in aiuto di {ally}.",
    "d20.aid_failed": "L’aiuto di {actor} non serve a {ally}.",
    # Totals, and the skills on a sheet
    "d20.skill.bluff": "Raggirare",
    "d20.skill.concentration": "Concentrazione",
    "d20.skill.heal": "Guarire",
    "d20.skill.ride": "Cavalcare",
    "d20.skill.sense_motive": "Percepire intenzioni",
    # Labels
    "d20.aid.goal": "Per distrarre un avversario",
    "d20.dc.base": "Base",
    "d20.effect.aid": "Aiuto ricevuto",
    "d20.effect.feint": "Vittima di una finta",
    "d20.effect.greater-feint": "Senza guardia dopo una finta",
    "d20.feint.animal": "Intelligenza animale",
    "d20.feint.not-humanoid": "Creatura non umanoide",
    "d20.feint.untrained": "Senza addestramento",
}
