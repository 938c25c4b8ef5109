"""Italian texts of the d20 games: splash weapons."""

MESSAGES: dict[str, str] = {
    # Events
    "d20.splash_thrown": "{actor} lancia la fiala ({weapon}).",
    "d20.splash_prevented": "{actor} non è più in grado di lanciare la fiala ({weapon}).",
    "d20.splash_landed": "La fiala si infrange nel punto mirato ({weapon}).",
    "d20.splash_landed.astray": "La fiala si infrange a {feet:metres} dal punto mirato ({weapon}).",
    "d20.splashed": "Schizzi su {target} ({weapon}).",
    "d20.left_unharmed": "{target} non ne subisce alcun danno ({weapon}).",
    # Modifiers and conditions
    "d20.ac.intersection": "Un’intersezione di quadretti",
    "d20.burning.rolling": "Rotolarsi a terra",
    "d20.condition.burning": "In fiamme",
    "d20.feat.throw-anything": "Lanciare Oggetti",
}
