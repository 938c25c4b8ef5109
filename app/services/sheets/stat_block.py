"""A creature's stat block, as books print it, read into a sheet of D&D 3.5 or Pathfinder 1e."""

import re

from app.services.sheets.draft import Draft
from app.services.sheets.stat_block_attacks import read_attacks
from app.services.sheets.stat_block_figures import READERS, SIGNED, number, put_alignment
from app.services.sheets.stat_block_lines import Field, cleaned, head_and_body
from app.services.sheets.words import (
    ALIGNMENTS,
    CREATURE_TYPES,
    CRITICALS_DO_NOTHING,
    FEATS_OF_ONE_WEAPON,
    Models,
    feat_of,
    size_of,
    slug,
)


def edition_of(text: str) -> str | None:
    """The edition of a stat block, by the words that only one has; None where both or neither are there."""
    folded = "\n".join(cleaned(text))
    is_pf1 = re.search(r"\b(CMB|CMD)\b|\bPerception [+-]", folded) is not None
    is_dnd35 = (
        re.search(r"\bGrp\b|Grapple:|\b(Listen|Spot) [+-]|\bLevel Adjustment\b|; SV ", folded) is not None
    )
    return None if is_pf1 == is_dnd35 else "pf1" if is_pf1 else "dnd35"


def read_stat_block(text: str, ruleset: str, models: Models) -> Draft:
    """The draft of one stat block of ``ruleset`` (``pf1`` or ``dnd35``). Whatever has no field, or is not
    understood, is listed as not read; nothing is filled in.
    """
    draft = Draft(ruleset)
    head, fields = head_and_body(cleaned(text))
    _read_head(draft, head)
    attacks: list[Field] = []
    for field in fields:
        label = field.label.removesuffix("+")
        reader = READERS.get(label) if label == field.label else None
        if field.label in ("melee", "ranged", "attack", "full_attack"):
            attacks.append(field)
        elif reader is not None:
            reader(draft, field)
        else:
            draft.skip(field.printed)
    read_attacks(draft, attacks, models)
    _weapon_feats(draft, models)
    _reach_of_weapons(draft, models)
    _check_grapple(draft, fields)
    _guess_immunity(draft, fields)
    return draft


# The head: name, challenge, experience, class, type


def _read_head(draft: Draft, lines: list[str]) -> None:
    for line in lines:
        if re.match(r"(?i)^(CR|XP|MR)\b", line) or not (draft.name == "" or _is_type(line)):
            draft.skip(line)
        elif _is_type(line):
            _read_type(draft, line)
        else:
            _read_name(draft, line)


def _read_name(draft: Draft, line: str) -> None:
    found = re.match(r"^(?P<name>.*?)(?P<rest>\s*(?:\(CR .*\)|CR\s.*)?)$", line)
    name, rest = (found["name"], found["rest"]) if found else (line, "")
    draft.skip(rest.strip("() "))
    several = re.search(r"\s*\((\d+)\)$", name)
    if several:
        draft.count, name = int(several[1]), name[: several.start()]
    if name.isupper():
        name = name.title().replace("'S", "'s")
    name = re.sub(r" (Of|The|And|A|An|In|To) ", lambda word: word[0].lower(), name)
    if draft.count > 1 and name.endswith("s") and not name.endswith("ss"):
        name = name[:-1]
        draft.guess("plural_name", "name", line)
    draft.name = name.strip(" ;,:")
    draft.read["name"] = line


_TYPE = re.compile(
    r"(?i)^(?:(?P<often>always|usually|often|any)\s+)?(?P<alignment>.*?)\b"
    r"(?P<size>fine|diminutive|tiny|small|medium|large|huge|gargantuan|colossal)\b\s*"
    r"(?P<type>[a-z ]+?)\s*(?:\((?P<subtypes>[^)]*)\)(?P<rest>.*))?$"
)


def _is_type(line: str) -> bool:
    found = _TYPE.match(line)
    if found is None:
        return False
    alignment = found["alignment"].strip().lower()
    return found["type"].lower() in CREATURE_TYPES and (not alignment or alignment in ALIGNMENTS)


def _read_type(draft: Draft, line: str) -> None:
    found = _TYPE.match(line)
    assert found is not None
    if found["alignment"].strip():
        put_alignment(draft, found["alignment"], line)
    draft.put("/size", size_of(found["size"]), line)
    draft.put("/creature_type", CREATURE_TYPES[found["type"].lower()], line)
    if found["subtypes"]:
        draft.skip(f"({found['subtypes']})", "subtypes")
    draft.skip(found["rest"] or "", "class")


def _weapon_feats(draft: Draft, models: Models) -> None:
    """The feats that the rules apply, in their places; the others stay as they are called."""
    printed = next((words for at, words in draft.read.items() if at.startswith("/other_feats/")), "")
    names: list[str] = draft.sheet.pop("other_feats", [])
    draft.read = {at: words for at, words in draft.read.items() if not at.startswith("/other_feats/")}
    ids = {weapon["id"] for weapon in draft.sheet.get("weapons", [])}
    for name in names:
        bare, _, within = re.sub(r"\s*\(B\)$", "", name).partition("(")
        feat, as_printed = feat_of(bare if within else name)
        if feat in FEATS_OF_ONE_WEAPON and within:
            for weapon in within.rstrip(") B*").split(","):
                model = models.find(weapon.strip()) or slug(weapon)
                if model in ids or models.find(weapon.strip()):
                    draft.add("weapon_feats", {"feat": feat, "model": model}, printed)
                else:
                    draft.add("other_feats", f"{bare.strip()} ({weapon.strip()})", printed)
        elif feat is not None and feat not in FEATS_OF_ONE_WEAPON and not within:
            draft.add("feats", feat, printed)
        else:
            draft.add("other_feats", as_printed if not within else name, printed)


def _reach_of_weapons(draft: Draft, models: Models) -> None:
    """A reach that is printed for one weapon makes it a reach weapon (D20-ATK-09)."""
    for note in draft.not_read:
        found = re.match(r"\d+ ft\. with (?:an? )?(.+)$", note.printed) if note.about == "reach" else None
        for place, weapon in enumerate(draft.sheet.get("weapons", []) if found else []):
            if found and weapon.get("model", "") == models.find(found[1]):
                weapon["reach"] = True
                draft.read[f"/weapons/{place}/reach"] = note.printed


def _check_grapple(draft: Draft, fields: list[Field]) -> None:
    """A 3.5 grapple bonus is base attack, Strength and 4 a size; it has no field, a difference is told."""
    for field in fields:
        if field.label not in ("base_grapple", "grapple"):
            continue
        bonus = field.text.partition("/")[2] if field.label == "base_grapple" else field.text
        found = re.match(rf"\s*({SIGNED})", bonus)
        strength = draft.sheet.get("abilities", {}).get("strength")
        if found is None or strength is None or "bab" not in draft.sheet:
            draft.skip(bonus, "grapple")
            continue
        steps = _GRAPPLE_SIZES.index(draft.sheet.get("size", "medium")) - 4
        made = draft.sheet["bab"] + (strength - 10) // 2 + 4 * steps
        if made != number(found[1]):
            draft.warn("grapple", "/bab", field.printed, parts=made, total=number(found[1]))
        elif field.label == "grapple":
            draft.read["/bab"] = f"{draft.read['/bab']}; {field.printed}"


_GRAPPLE_SIZES = ("fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")


def _guess_immunity(draft: Draft, fields: list[Field]) -> None:
    """Some types cannot be hurt by criticals; the print says so only by the name of the type (D20-CRT)."""
    kind = draft.sheet.get("creature_type", "")
    subtypes = next((note.printed for note in draft.not_read if note.about == "subtypes"), "").lower()
    immune = CRITICALS_DO_NOTHING[draft.ruleset]
    why = next((name for name in immune if name == kind or re.search(rf"\b{name}\b", subtypes)), None)
    if why is None and any(f"{name} traits" in field.printed.lower() for field in fields for name in immune):
        why = kind
    if why:
        draft.put("/immune_to_criticals", True, why)
        draft.guess("immune_to_criticals", "/immune_to_criticals", why)
