"""The words of d20 stat blocks as data: sizes, types, alignments, feats, weapons."""

import re
from collections.abc import Iterable, Mapping
from typing import get_args

from app.rules.d20.table.sheet import Alignment, CreatureType, Feat
from app.rules.d20.table.sizes import SIZES

SIZE_CODES = {
    "fine": "fine", "dim": "diminutive", "tiny": "tiny", "sm": "small", "med": "medium", "lg": "large",
    "huge": "huge", "grg": "gargantuan", "col": "colossal",
}  # fmt: skip
"""Foundry's sizes."""
SIZE_MODIFIERS = {
    "fine": 8, "diminutive": 4, "tiny": 2, "small": 1, "medium": 0, "large": -1, "huge": -2,
    "gargantuan": -4, "colossal": -8,
}  # fmt: skip
"""The size modifier to attack and armour class (D20-AC-05)."""
ALIGNMENTS: dict[str, str] = {
    **{name.replace("_", " "): name for name in get_args(Alignment)},
    "true neutral": "neutral",
    "lg": "lawful_good", "ng": "neutral_good", "cg": "chaotic_good", "ln": "lawful_neutral", "n": "neutral",
    "tn": "neutral", "cn": "chaotic_neutral", "le": "lawful_evil", "ne": "neutral_evil",
    "ce": "chaotic_evil",
}  # fmt: skip
CREATURE_TYPES: dict[str, str] = {name.replace("_", " "): name for name in get_args(CreatureType)}
SAVES = {"fort": "fortitude", "ref": "reflex", "will": "will"}
ABILITIES = {
    "str": "strength", "dex": "dexterity", "con": "constitution", "int": "intelligence", "wis": "wisdom",
    "cha": "charisma",
}  # fmt: skip
SKILLS = {
    "bluff": "bluff", "ride": "ride", "sense motive": "sense_motive", "heal": "heal",
    "concentration": "concentration", "escape artist": "escape_artist",
}  # fmt: skip
SKILL_CODES = {"blf": "bluff", "rid": "ride", "sen": "sense_motive", "hea": "heal", "esc": "escape_artist"}
ENERGIES = ("acid", "cold", "electricity", "fire", "sonic")
DAMAGE_TYPES = (
    *ENERGIES,
    "force",
    "negative energy",
    "positive energy",
    "bludgeoning",
    "piercing",
    "slashing",
)
NATURAL_WEAPONS = frozenset({
    "antenna", "arm", "beak", "bite", "claw", "eye", "fang", "gore", "hair", "hoof", "horn",
    "incorporeal touch", "mandible", "pincer", "pseudopod", "quill", "rake", "ram", "slam", "spike", "spine",
    "sting", "stinger", "stomp", "tail", "tail slap", "talon", "tendril", "tentacle", "tongue", "touch",
    "trample", "tusk", "vine", "wing",
})  # fmt: skip
IRREGULAR = {"hooves": "hoof", "pincers": "pincer", "mandibles": "mandible", "antennae": "antenna"}
MATERIALS = {
    "adamantine": "adamantine", "silver": "silver", "silvered": "silver", "alchemical silver": "silver",
    "cold iron": "cold-iron", "cold-iron": "cold-iron", "mithral": "mithral",
}  # fmt: skip
FEATS_OF_ONE_WEAPON = frozenset({"weapon-focus", "weapon-specialization", "improved-critical"})
SOURCE_MARKS = re.compile(r"(?:\s*\(?\b(?:APG|UC|UM|ARG|ACG|OA|UE|MA|B\d?)\)?|B|M|\*)$")
"""What books print behind a name: where it stands, or that it is a bonus."""
CRITICALS_DO_NOTHING = {
    "dnd35": frozenset({"undead", "construct", "ooze", "plant", "elemental", "swarm"}),
    "pf1": frozenset({"ooze", "elemental", "swarm", "incorporeal"}),
}
"""Types and subtypes that are immune to criticals, by edition."""

_FEATS = frozenset(get_args(Feat))


def plain(name: str) -> str:
    """A name without case, spaces and hyphens, to compare by."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def slug(name: str) -> str:
    """A name as an id."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def singular(name: str) -> str:
    """One of several: ``claws`` to ``claw``."""
    lower = name.lower()
    if lower in IRREGULAR:
        return IRREGULAR[lower]
    return name[:-1] if lower.endswith("s") and not lower.endswith("ss") else name


def feat_of(name: str) -> tuple[str | None, str]:
    """The feat that the rules know by this name, None for any other, and the name without marks."""
    name = name.strip()
    for candidate in (name, SOURCE_MARKS.sub("", name).strip()):
        found = next((feat for feat in _FEATS if plain(feat) == plain(candidate)), None)
        if found is not None:
            return found, candidate
    return None, re.sub(r"\s*\(B\)$|\*$", "", name)


class Models:
    """The weapons of a table pack by every spelling of their names."""

    def __init__(self, names: Mapping[str, Iterable[str]]) -> None:
        """``names``: the ids of models, each with its names in any language."""
        self._ids = {plain(spelling): id for id, spoken in names.items() for spelling in (id, *spoken)}

    def find(self, name: str) -> str | None:
        """The model of that name, in the singular or plural, with its words in either order."""
        turned = " ".join(part.strip() for part in reversed(name.split(",")))
        spellings = (name, singular(name), turned, name.removesuffix("composite"))
        return next((self._ids[plain(one)] for one in spellings if plain(one) in self._ids), None)


def size_of(word: str) -> str | None:
    """The size of that name."""
    return word.lower() if word.lower() in SIZES else None
