"""Italian texts for players who may not know everything of an event."""

MESSAGES: dict[str, str] = {
    "vague.effect_gained": "Qualcosa prende {target}.",
    "vague.effect_ended": "Qualcosa finisce per {target}.",
    "vague.initiative_changed": "La prossima iniziativa cambia per {target}.",
    "vague.ammunition_lost": "{target} perde munizioni ({weapon}).",
    "vague.death_approached": "La morte si avvicina per {target}.",
    "vague.manoeuvre_made": "{actor} tenta una manovra.",
    "vague.first_aid_given": "{actor} presta i primi soccorsi a {target}.",
    "vague.turned": "{actor} si volta.",
    "vague.harassed": "{target} tira con impaccio.",
    "vague.action_under_way": "{actor} è all’opera.",
    "vague.damage_reduced": "Una parte dei danni non ha effetto su {target}.",
    "vague.temporary_gained": "{target} riprende forze per un poco.",
    "vague.weapon_damaged": "L’arma di {target} prende un colpo ({weapon}).",
    "vague.pushed": "{target} subisce una spinta.",
    "vague.spell_lost": "L’incantesimo di {actor} è perso.",
    "vague.splash_landed": "L’oggetto lanciato si infrange ({weapon}).",
    "vague.action_prevented": "{actor} non ne ha il tempo.",
    "vague.action_used": "{actor} fa qualcosa.",
    "vague.surprise_settled": "Sorpresa!",
    "vague.aid_given": "{actor} viene in aiuto a {ally}.",
}
