"""The labelled figures of a stat block: a reader for each label, in the forms of both editions."""

import re
from collections.abc import Callable

from app.services.sheets.draft import Draft
from app.services.sheets.stat_block_lines import Field, outside_brackets
from app.services.sheets.words import ABILITIES, ALIGNMENTS, ENERGIES, SAVES, SKILLS, slug

SIGNED = r"[+-]?\s?\d+"


def put_alignment(draft: Draft, text: str, printed: str) -> None:
    words = re.sub(r"(?i)\b(always|usually|often|any)\b", "", text).strip().lower()
    if words in ALIGNMENTS:
        draft.put("/alignment", ALIGNMENTS[words], printed)
    else:
        draft.skip(printed)


def _initiative(draft: Draft, field: Field) -> None:
    found = re.match(rf"({SIGNED})M?\b", field.text)
    if found:
        draft.put("/initiative", number(found[1]), field.printed)
    rest = field.text[found.end() :] if found else field.text
    draft.skip(re.sub(r"\s*\([^)]*\)", "", rest))


def _armor_class(draft: Draft, field: Field) -> None:
    text = field.text
    total = re.match(r"(\d+)", text)
    touch = re.search(r"touch (\d+)", text)
    flat = re.search(r"flat-?\s?footed (\d+)", text)
    if total is None:
        draft.skip(field.printed)
        return
    # The sheet wants the three together; without both others the parts of the total are asked for.
    if touch and flat:
        for name, found in (("total", total), ("touch", touch), ("flat_footed", flat)):
            draft.put(f"/ac/{name}", int(found[1]), field.printed)
    else:
        draft.skip(field.printed)
    parts = re.search(r"\(([^)]*)\)", text)
    if parts:
        figures = re.findall(r"([+-]\s?\d+)\s+[a-z]", parts[1], re.IGNORECASE)
        made = 10 + sum(number(figure) for figure in figures)
        if figures and made != int(total[1]):
            draft.warn("ac_parts", "/ac/total", field.printed, parts=made, total=int(total[1]))


def _hit_points(draft: Draft, field: Field) -> None:
    found = re.match(r"(\d+)", field.text)
    if found is None:
        draft.skip(field.printed)
        return
    draft.put("/hp", int(found[1]), field.printed)
    rest = re.sub(r"^\d+\s*(each)?\s*(\([^)]*\))?", "", field.text)
    draft.skip(rest)


def _hit_dice(draft: Draft, field: Field) -> None:
    found = re.search(r"\((\d+) hp\)", field.text)
    if found:
        draft.put("/hp", int(found[1]), field.printed)
    elif "/hp" not in draft.read:
        draft.read["/hp_dice"] = (
            field.printed
        )  # the total stands elsewhere, or is missing and told by the rules


def _saves(draft: Draft, field: Field) -> None:
    text = field.printed
    for short, name in SAVES.items():
        found = re.search(rf"(?i)\b{short}[a-z]*\.?\s*({SIGNED})", text)
        if found:
            draft.put(f"/saves/{name}", number(found[1]), field.printed)
    for aside in re.findall(r"\(([^)]*)\)", text):
        draft.skip(f"{aside}")


def _speed(draft: Draft, field: Field) -> None:
    ways = [way.strip() for way in outside_brackets(field.text, r",\s*")]
    land = next((way for way in ways if re.match(r"\d", way)), None)
    others = [way for way in ways if way is not land]
    if land is None and ways:
        found = re.search(r"(\d+)\s*(ft|m)\b", ways[0])
        if found:
            draft.put("/speed", _distance(found[1], found[2]), field.printed)
            draft.guess("only_speed", "/speed", ways[0])
            others = ways  # how it moves is not read all the same
    elif land is not None:
        found = re.match(r"(\d+)\s*(ft|feet|m)\b\.?(.*)", land)
        if found:
            draft.put("/speed", _distance(found[1], found[2]), field.printed)
            draft.skip(re.sub(r"\(\d+ squares\)|in [a-z ]+ armor", "", found[3]).strip("() "))
    for way in others:
        draft.skip(re.sub(r"\(\d+ squares\)", "", way), "speed")


def _space_reach(draft: Draft, field: Field) -> None:
    space, _, reach = field.text.partition("/")
    _check_space(draft, space, field.printed)
    _reach(draft, Field("reach", reach, field.printed))


def _space(draft: Draft, field: Field) -> None:
    _check_space(draft, field.text, field.printed)


def _check_space(draft: Draft, text: str, printed: str) -> None:
    """A space is the size's; another one has no field."""
    feet = {"fine": "1/2", "diminutive": "1", "tiny": "2-1/2", "large": "10", "huge": "15",
            "gargantuan": "20", "colossal": "30"}.get(draft.sheet.get("size", "medium"), "5")  # fmt: skip
    found = re.match(r"[\d/-]+", text.strip())
    if found is None or found[0] != feet:
        draft.skip(printed)
    else:
        draft.read["/size"] = f"{draft.read.get('/size', '')}; {printed}".strip("; ")


def _reach(draft: Draft, field: Field) -> None:
    found = re.match(r"\s*(\d+)\s*(ft|m)\b\.?\s*(.*)", field.text)
    if found is None:
        draft.skip(field.printed)
        return
    draft.put("/reach", _distance(found[1], found[2]), field.printed)
    draft.skip(found[3].strip("() "), "reach")


def _scores(draft: Draft, field: Field) -> None:
    for short, name in ABILITIES.items():
        found = re.search(rf"(?i)\b{short}\.?\s*(\d+|-)", field.text)
        if found:
            score = None if found[1] == "-" else int(found[1])
            draft.put(f"/abilities/{name}", score, field.printed)


def _base_attack(draft: Draft, field: Field) -> None:
    found = re.match(rf"({SIGNED})", field.text)
    if found:
        draft.put("/bab", number(found[1]), field.printed)
    else:
        draft.skip(field.printed)


def _maneuver_bonus(draft: Draft, field: Field) -> None:
    found = re.match(rf"({SIGNED})\s*(.*)", field.text)
    if found and draft.ruleset == "pf1":
        draft.put("/cmb", number(found[1]), field.printed)
        draft.skip(found[2].strip("() "), "cmb")
    else:
        draft.skip(field.printed)


def _maneuver_defense(draft: Draft, field: Field) -> None:
    found = re.match(r"(-?\d+)\s*(.*)", field.text)
    if found is None or draft.ruleset != "pf1":
        draft.skip(field.printed)
        return
    defense = int(found[1])
    draft.put("/cmd", defense, field.printed)
    left: list[str] = []
    is_steady = "bull rush" in found[2]  # what holds against both is no matter of legs: dwarves
    for aside in re.split(r",\s*", found[2].strip("() ")):
        against_trip = re.match(r"(\d+) vs\.? trip", aside)
        if (
            against_trip
            and not is_steady
            and int(against_trip[1]) > defense
            and (int(against_trip[1]) - defense) % 2 == 0
        ):
            draft.put("/legs", 2 + (int(against_trip[1]) - defense) // 2, field.printed)
            draft.guess("legs", "/legs", aside)
        elif re.match(r"can't be tripped|cannot be tripped", aside):
            draft.put("/legs", 0, field.printed)
            draft.guess("legs", "/legs", aside)
        else:
            left.append(aside)
    draft.skip(", ".join(left), "cmd")


def _reductions(draft: Draft, field: Field) -> None:
    found = re.match(r"(\d+)/(.+)", field.text)
    if found is None:
        draft.skip(field.printed)
        return
    against = found[2].strip()
    if against == "-":
        names: list[str] = []
    elif " or " in against:
        names = [slug(name) for name in against.split(" or ")]
    else:
        names = ["+".join(slug(name) for name in against.split(" and "))]
    entry = {"points": int(found[1]), **({"except_for": names} if names else {})}
    draft.add("damage_reduction", entry, field.printed)


def _immunities(draft: Draft, field: Field) -> None:
    for name in re.split(r",\s*(?:and )?", field.text):
        energy = name.strip().lower()
        if energy in ENERGIES:
            draft.add("resistances", {"energy": energy}, field.printed)
        else:
            draft.skip(name, "immune")


def _resistances(draft: Draft, field: Field) -> None:
    for part in re.split(r",\s*(?:and )?|\s+and\s+", field.text):
        found = re.match(rf"(?i)({'|'.join(ENERGIES)}) (\d+)$", part.strip())
        if found:
            entry = {"energy": found[1].lower(), "points": int(found[2])}
            draft.add("resistances", entry, field.printed)
        else:
            draft.skip(part, "resist")


def _qualities(draft: Draft, field: Field) -> None:
    """In 3.5 what reduces damage stands among all the other qualities."""
    for quality in outside_brackets(field.text, r",\s*"):
        reader = next((reader for words, reader in _QUALITIES if quality.lower().startswith(words)), None)
        if reader is None:
            draft.skip(quality, "special_qualities")
        else:
            words = next(words for words, _ in _QUALITIES if quality.lower().startswith(words))
            reader(draft, Field("", quality[len(words) :].strip(), quality.strip()))


def _immunity_to(draft: Draft, field: Field) -> None:
    _immunities(draft, Field("", field.text.replace(" and ", ", "), field.printed))


_QUALITIES: tuple[tuple[str, Callable[[Draft, Field], None]], ...] = (
    ("damage reduction", _reductions),
    ("dr ", _reductions),
    ("resistance to", _resistances),
    ("immunity to", _immunity_to),
)


def _defensive(draft: Draft, field: Field) -> None:
    for name in outside_brackets(field.text, r",\s*"):
        if re.match(r"(?i)(improved )?uncanny dodge$", name.strip()):
            draft.put("/uncanny_dodge", True, field.printed)
        else:
            draft.skip(name, "defensive_abilities")


def _feats(draft: Draft, field: Field) -> None:
    for name in outside_brackets(field.text, r",\s*"):
        if name.strip() not in ("", "-"):
            draft.add("other_feats", name.strip(), field.printed)


def _skills(draft: Draft, field: Field) -> None:
    for part in outside_brackets(field.text, r",\s*"):
        found = re.match(rf"([A-Za-z ]+?)\s*({SIGNED})(.*)$", part.strip())
        skill = SKILLS.get(found[1].lower()) if found else None
        if found and skill:
            draft.put(f"/skills/{skill}", {"total": number(found[2])}, field.printed)
            draft.skip(found[3].strip("()* "), f"skills/{skill}")
        else:
            draft.skip(part, "skills")


def _skills_and_feats(draft: Draft, field: Field) -> None:
    _skills(draft, field)


def _languages(draft: Draft, field: Field) -> None:
    for name in outside_brackets(field.text, r"[,]\s*"):
        if name.strip(" -"):
            draft.add("languages", name.strip(), field.printed)


def _alignment(draft: Draft, field: Field) -> None:
    put_alignment(draft, field.text, field.printed)


def _base_and_grapple(draft: Draft, field: Field) -> None:
    base, _, _grapple = field.text.partition("/")
    _base_attack(draft, Field("bab", base, field.printed))


def _grapple(_draft: Draft, _field: Field) -> None:
    """Held against what it is made of when everything is read (`_check_grapple`)."""


READERS: dict[str, Callable[[Draft, Field], None]] = {
    "init": _initiative, "ac": _armor_class, "hp": _hit_points, "hd": _hit_dice, "saves": _saves,
    "fort": _saves, "ref": _saves, "will": _saves, "speed": _speed, "space_reach": _space_reach,
    "space": _space, "reach": _reach, "abilities": _scores, "bab": _base_attack,
    "base_grapple": _base_and_grapple, "grapple": _grapple, "cmb": _maneuver_bonus,
    "cmd": _maneuver_defense, "dr": _reductions, "immune": _immunities, "resist": _resistances,
    "defensive": _defensive, "special_qualities": _qualities, "feats": _feats, "skills": _skills,
    "skills_and_feats": _skills_and_feats, "languages": _languages, "alignment": _alignment,
}  # fmt: skip
"""By label; whatever has no reader is listed as not read."""


def number(text: str) -> int:
    """A printed number with its sign."""
    return int(text.replace(" ", ""))


def _distance(value: str, unit: str) -> dict[str, int | float | str]:
    if unit.startswith("f"):
        return {"value": int(value), "unit": "ft"}
    return {"value": int(value), "unit": "m"}
