"""English words for ids that are not said as they are written: the parameter, then the id."""

WORDS: dict[str, str] = {
    "action.five-foot-step": "5-ft step",
    "facing.E": "east",
    "facing.N": "north",
    "facing.NE": "north-east",
    "facing.NW": "north-west",
    "facing.S": "south",
    "facing.SE": "south-east",
    "facing.SW": "south-west",
    "facing.W": "west",
    "save.fortitude": "Fortitude",
    "save.reflex": "Reflex",
    "save.will": "Will",
    "weapon.unarmed": "bare hands",
}
