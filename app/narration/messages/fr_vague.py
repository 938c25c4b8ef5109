"""French texts for players who may not know everything of an event."""

MESSAGES: dict[str, str] = {
    "vague.effect_gained": "Quelque chose gagne {target}.",
    "vague.effect_ended": "Quelque chose prend fin pour {target}.",
    "vague.initiative_changed": "La prochaine initiative change pour {target}.",
    "vague.ammunition_lost": "{target} perd des munitions ({weapon}).",
    "vague.death_approached": "La mort approche pour {target}.",
    "vague.manoeuvre_made": "{actor} tente une manœuvre.",
    "vague.first_aid_given": "{actor} donne les premiers soins à {target}.",
    "vague.turned": "{actor} se tourne.",
    "vague.harassed": "{target} tire dans la gêne.",
    "vague.action_under_way": "{actor} est à l’œuvre.",
    "vague.damage_reduced": "Une part des dégâts est sans effet sur {target}.",
    "vague.temporary_gained": "{target} reprend des forces pour un temps.",
    "vague.weapon_damaged": "L’arme de {target} prend un coup ({weapon}).",
    "vague.pushed": "{target} subit une poussée.",
    "vague.spell_lost": "Le sort de {actor} est perdu.",
    "vague.splash_landed": "L’objet lancé se brise ({weapon}).",
    "vague.action_prevented": "{actor} n’en a pas le temps.",
    "vague.action_used": "{actor} fait quelque chose.",
    "vague.surprise_settled": "Surprise !",
    "vague.aid_given": "{actor} vient en aide à {ally}.",
}
