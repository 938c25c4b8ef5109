"""French texts of the d20 games: feints, help, and the skills that both go by."""

MESSAGES: dict[str, str] = {
    # Events
    "d20.feinted": "{actor} trompe {target} par une feinte.",
    "d20.feint_failed": "{target} ne se laisse pas prendre à la feinte de {actor}.",
    "d20.aid_given.attack": "{actor} crée une ouverture pour {ally}.",
    "d20.aid_given.ac": "{actor} occupe l’adversaire et couvre {ally}.",
    "d20.aid_given.skill": "{actor} prête main-forte à {ally}.",
    "d20.aid_given.effect": "{actor} vient en aide à {ally} : {what}.",
    "d20.aid_given.untold": "{actor} vient en aide à {ally}.",
    "d20.aid_failed": "L’aide de {actor} ne sert à rien à {ally}.",
    # Totals, and the skills on a sheet
    "d20.skill.bluff": "Bluff",
    "d20.skill.concentration": "Concentration",
    "d20.skill.heal": "Premiers secours",
    "d20.skill.ride": "Équitation",
    "d20.skill.sense_motive": "Psychologie",
    # Labels
    "d20.aid.goal": "Pour distraire un adversaire",
    "d20.dc.base": "Base",
    "d20.effect.aid": "Aide reçue",
    "d20.effect.feint": "Victime d’une feinte",
    "d20.effect.greater-feint": "Sans garde après une feinte",
    "d20.feint.animal": "Intelligence animale",
    "d20.feint.not-humanoid": "Créature non humanoïde",
    "d20.feint.untrained": "Sans formation",
}
