"""The attacks of a stat block: routines of blows, cut down to one entry for each weapon of the sheet."""

import re
from collections.abc import Iterator
from typing import Any

from app.services.sheets.draft import Draft, Json
from app.services.sheets.stat_block_lines import Field, outside_brackets
from app.services.sheets.words import (
    DAMAGE_TYPES,
    MATERIALS,
    NATURAL_WEAPONS,
    Models,
    feat_of,
    singular,
    slug,
)
from app.values import value

DICE = r"\d*d\d+(?:\s?[+-]\s?\d+)?|\d+"
_HEAD = re.compile(
    r"(?i)^(?P<name>.*?)\s*(?P<bonus>[+-]\d+(?:/[+-]\d+)*)\s*(?P<tail>(?:\b(?:melee|ranged|touch|each)\b\s*)*)$"
)
_DAMAGE = re.compile(
    rf"(?i)^(?P<dice>{DICE})(?:\s*/\s*(?P<range>\d\d?-20|20))?(?:\s*/\s*[x*](?P<times>\d))?"
    r"(?:\s+(?P<type>[a-z ]+))?(?:\s*/\s*(?P<range2>\d\d?-20))?(?:\s*/\s*[x*](?P<times2>\d))?$"
)
PENALTY_OF_TWO, PENALTY_WITHOUT_FEAT = 2, 4
"""Two weapons with a light one in the off hand: each −2 with the feat, the first −4 without."""


@value
class Blow:
    """A blow as printed: the weapon's entry for the sheet, how many, and the bonuses of a full attack."""

    entry: Json
    count: int
    bonuses: tuple[int, ...]
    is_natural: bool
    printed: str


def read_attacks(draft: Draft, fields: list[Field], models: Models) -> None:
    """Put every weapon of the printed attacks on the sheet, once, with the attack it has when used alone."""
    has_full = any(field.label == "full_attack" for field in fields)
    routines: list[list[Blow]] = []
    singles: list[list[Blow]] = []
    for field in fields:
        into = singles if field.label == "attack" and has_full else routines
        into.extend(_routines(draft, field, models))
    known = {blow.entry["id"] for routine in routines for blow in routine}
    routines += [[blow for blow in routine if blow.entry["id"] not in known] for routine in singles]
    alone = _attacks_alone([*routines, *singles])
    taken: dict[str, Blow] = {}
    for routine in routines:
        for place, blow in enumerate(routine):
            entry = blow.entry
            if entry["id"] in taken:
                continue
            taken[entry["id"]] = blow
            _settle_pair(draft, routine, place, alone)
            _check_iteratives(draft, blow)
            if blow.count > 1:
                for number in range(1, blow.count + 1):
                    draft.add("weapons", {**entry, "id": f"{entry['id']}-{number}"}, blow.printed)
            else:
                draft.add("weapons", entry, blow.printed)


def _routines(draft: Draft, field: Field, models: Models) -> Iterator[list[Blow]]:
    for routine in outside_brackets(field.text, r"(?:,\s*)?\bor\b\s*"):
        blows = []
        for text in outside_brackets(routine, r",\s*(?:and\s+)?|\s+and\s+"):
            blow = _blow(draft, text.strip(), field, models)
            if blow is not None:
                blows.append(blow)
            elif text.strip(" -"):
                draft.skip(text, field.label)
        if blows:
            yield blows


def _blow(draft: Draft, text: str, field: Field, models: Models) -> Blow | None:
    """One blow; None where it has no attack bonus or no damage (a swarm, a spell)."""
    whole = re.match(r"^(?P<head>[^(]*)\((?P<damage>.*)\)(?P<more>.*)$", text)
    head = _HEAD.match(whole["head"].strip()) if whole else None
    if whole is None or head is None:
        return None
    name, damage_text = head["name"], whole["damage"]
    if not name:  # the paragraph of 3.5 puts the weapon behind the damage
        damage_text, _, name = damage_text.partition(", ")
    entry: Json = {}
    count, name, traits = _name(name)
    entry.update(traits)
    model = models.find(name) or _known_end(name, models)
    natural_name = singular(name).lower()
    is_natural = model is None and natural_name in NATURAL_WEAPONS
    if model is None and count > 1:
        name = singular(name)
    is_ranged = field.label == "ranged" or "ranged" in head["tail"].lower()
    bonuses = tuple(int(bonus) for bonus in head["bonus"].split("/"))
    entry = {
        "id": model or slug(natural_name if is_natural else name),
        **({"model": model} if model else {"name": name.strip()} if not is_natural else {}),
        **({"name": name} if model and models.find(name) is None else {}),
        **traits,
        "attack": bonuses[0],
        **_damage(draft, damage_text),
        **({"natural": True} if is_natural else {}),
        **({"ranged": True} if is_ranged else {}),
        **({"touch": True} if "touch" in head["tail"].lower() or "touch" in natural_name.split() else {}),
    }
    if "damage" not in entry or len(bonuses) != len(set(bonuses)):
        return None  # a flurry, or two blades: no weapon of its own
    draft.skip(whole["more"], entry["id"])
    return Blow(entry, count, bonuses, is_natural, text)


def _known_end(name: str, models: Models) -> str | None:
    """The model that a name with qualities before it ends in: ``flaming burst longsword``."""
    words = name.split()
    ends = (" ".join(words[at:]) for at in range(1, len(words)))
    return next((model for end in ends if (model := models.find(end)) is not None), None)


def _name(name: str) -> tuple[int, str, Json]:
    """How many of a weapon, its bare name, and what the words before it say of it."""
    traits: Json = {}
    count = re.match(r"^(\d+) ", name)
    name = name[count.end() :] if count else name
    while True:
        mark = re.match(
            r"(?i)^(?:(?P<fine>mwk|masterwork)|(?P<plus>\+\d)|(?P<stuff>[a-z-]+(?: iron| silver)?))\s+", name
        )
        if mark is None:
            return int(count[1]) if count else 1, name.strip(), traits
        if mark["fine"]:
            traits["masterwork"] = True
        elif mark["plus"]:
            traits["enhancement"] = int(mark["plus"])
        elif mark["stuff"].lower() in MATERIALS:
            traits["material"] = [MATERIALS[mark["stuff"].lower()]]
        else:
            return int(count[1]) if count else 1, name.strip(), traits
        name = name[mark.end() :]


def _damage(draft: Draft, text: str) -> Json:
    """Damage, critical, its type and dice on top; riders (grab, poison) are listed as not read."""
    first, *others = re.split(r"\s+plus\s+|\s+and\s+", text)
    found = _DAMAGE.match(first.strip())
    if found is None:
        return {}
    threat, times = found["range"] or found["range2"] or "20", found["times"] or found["times2"] or "2"
    critical = f"x{times}" if threat == "20" else f"{threat}/x{times}"
    entry: Json = {"damage": re.sub(r"\s", "", found["dice"]), "critical": critical}
    kind = (found["type"] or "").strip().lower()
    if kind in DAMAGE_TYPES:
        entry["damage_type"] = kind.removesuffix(" energy")
    elif kind:
        draft.skip(kind)
    extra: list[Any] = []
    for rider in others:
        dice = re.match(rf"(?i)^(\d+d\d+(?:[+-]\d+)?)\s+({'|'.join(DAMAGE_TYPES)})$", rider.strip())
        if dice:
            kind = dice[2].lower().removesuffix(" energy")
            extra.append({"label": kind, "dice": dice[1], "type": kind})
        else:
            draft.skip(f"plus {rider}")
    return {**entry, **({"extra_dice": extra} if extra else {})}


def _attacks_alone(routines: list[list[Blow]]) -> dict[str, int]:
    """The attack of each weapon that is printed in a routine without a second one."""
    alone: dict[str, int] = {}
    for routine in routines:
        made = [blow for blow in routine if not blow.is_natural]
        if len(made) == 1:
            alone.setdefault(made[0].entry["id"], made[0].bonuses[0])
    return alone


def _settle_pair(draft: Draft, routine: list[Blow], place: int, alone: dict[str, int]) -> None:
    """Give back the penalty of fighting with two weapons, which the rules take off again (D20-FUL)."""
    made = [blow for blow in routine if not blow.is_natural and "ranged" not in blow.entry]
    blow = routine[place]
    if len(made) != 2 or blow not in made:
        return
    entry, main = blow.entry, made[0].entry["id"]
    if blow is made[1]:
        entry["hand"] = "off"
    if entry["id"] in alone:
        entry["attack"] = alone[entry["id"]]
        return
    has_feat = any(feat_of(name)[0] == "two-weapon-fighting" for name in draft.sheet.get("other_feats", []))
    given_back = PENALTY_OF_TWO if has_feat else PENALTY_WITHOUT_FEAT
    if main in alone:
        given_back = alone[main] - made[0].bonuses[0]
    entry["attack"] = blow.bonuses[0] + given_back
    draft.guess("two_weapons", f"{entry['id']}.attack", blow.printed, points=given_back)


def _check_iteratives(draft: Draft, blow: Blow) -> None:
    """The further attacks follow from the base attack; what does not is told."""
    bab = draft.sheet.get("bab")
    if len(blow.bonuses) == 1 or bab is None:
        return
    expected = tuple(blow.bonuses[0] - 5 * step for step in range(1 + max(bab - 1, 0) // 5))
    if blow.bonuses != expected:
        printed = "/".join(f"{bonus:+d}" for bonus in blow.bonuses)
        draft.warn("iteratives", f"{blow.entry['id']}.attack", printed, bab=bab)
