"""English texts for players who may not know everything of an event: what can be seen of it, no figures."""

MESSAGES: dict[str, str] = {
    "vague.effect_gained": "Something comes over {target}.",
    "vague.effect_ended": "Something is over for {target}.",
    "vague.initiative_changed": "The next initiative of {target} is changed.",
    "vague.ammunition_lost": "{target} loses ammunition of the {weapon}.",
    "vague.death_approached": "{target} is nearer to death.",
    "vague.manoeuvre_made": "{actor} tries a manoeuvre.",
    "vague.first_aid_given": "{actor} gives {target} first aid.",
    "vague.turned": "{actor} turns.",
    "vague.harassed": "{target} is hindered in shooting.",
    "vague.action_under_way": "{actor} is busy.",
    "vague.damage_reduced": "Some of the damage does nothing to {target}.",
    "vague.temporary_gained": "{target} is strengthened for a while.",
    "vague.weapon_damaged": "{target}'s {weapon} takes a blow.",
    "vague.pushed": "{target} is pushed.",
    "vague.spell_lost": "{actor}'s spell is lost.",
    "vague.splash_landed": "The {weapon} bursts.",
    "vague.action_prevented": "{actor} does not get to it.",
    "vague.action_used": "{actor} is busy with something.",
    "vague.surprise_settled": "Surprise!",
    "vague.aid_given": "{actor} comes to {ally}'s help.",
}
