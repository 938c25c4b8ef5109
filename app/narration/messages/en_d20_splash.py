"""English texts of the d20 games: splash weapons."""

MESSAGES: dict[str, str] = {
    # Events
    "d20.splash_thrown": "{actor} throws the {weapon}.",
    "d20.splash_prevented": "{actor} can no longer throw the {weapon}.",
    "d20.splash_landed": "The {weapon} bursts where it was aimed.",
    "d20.splash_landed.astray": "The {weapon} bursts {feet} ft off its aim.",
    "d20.splashed": "The {weapon} splashes {target}.",
    "d20.left_unharmed": "The {weapon} does {target} no harm.",
    # Modifiers and conditions
    "d20.ac.intersection": "An intersection of squares",
    "d20.burning.rolling": "Rolling on the ground",
    "d20.condition.burning": "Burning",
    "d20.feat.throw-anything": "Throw Anything",
}
