"""French texts of the d20 games: splash weapons."""

MESSAGES: dict[str, str] = {
    # Events
    "d20.splash_thrown": "{actor} lance sa fiole ({weapon}).",
    "d20.splash_prevented": "{actor} n’est plus en mesure de lancer sa fiole ({weapon}).",
    "d20.splash_landed": "La fiole se brise au point visé ({weapon}).",
    "d20.splash_landed.astray": "La fiole se brise à {feet:metres} du point visé ({weapon}).",
    "d20.splashed": "Éclaboussures sur {target} ({weapon}).",
    "d20.left_unharmed": "{target} n’en subit aucun dommage ({weapon}).",
    # Modifiers and conditions
    "d20.ac.intersection": "Une intersection de cases",
    "d20.burning.rolling": "Se rouler au sol",
    "d20.condition.burning": "En feu",
    "d20.feat.throw-anything": "Arme de jet improvisée",
}
