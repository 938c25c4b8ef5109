"""An actor exported from Foundry, of the systems pf1 and D35E in any of their forms, read into a sheet.

What a version moved is looked up in both places. Nothing is refused for a member that is unknown here.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from app.services.sheets.draft import Draft, Json
from app.services.sheets.words import (
    ALIGNMENTS,
    CREATURE_TYPES,
    ENERGIES,
    SIZE_CODES,
    SKILL_CODES,
    Models,
    feat_of,
    plain,
    slug,
)

MOST_ITEMS = 500
"""Of one actor; the largest seen have some 200."""
SYSTEMS = {"pf1": "pf1", "D35E": "dnd35"}
DAMAGE_TYPES = {"B": "bludgeoning", "P": "piercing", "S": "slashing"}


class NotAnActor(Exception):
    """What was given is not an actor of a system that is read."""


def system_of(actor: Mapping[str, Any]) -> str:
    """``pf1`` or ``D35E``: as the file says, else by its shape. Raises NotAnActor."""
    named = member(actor, "_stats", "systemId")
    if isinstance(named, str) and named in SYSTEMS:
        return named
    attributes = mapping(body(actor).get("attributes"))
    if named is not None or not attributes:
        raise NotAnActor
    return "D35E" if "total" in mapping(attributes.get("bab")) else "pf1"


def body(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The system's part of an actor or item: ``system``, before Foundry 10 ``data``."""
    return mapping(document.get("system")) or mapping(document.get("data"))


def mapping(found: Any) -> Mapping[str, Any]:
    """An object, {} in place of anything else. Any: JSON of somebody else's making."""
    return found if isinstance(found, Mapping) else {}


def member(found: Any, *names: str) -> Any:
    """The member at the end of the path; None where there is none. Any: JSON of somebody else's making."""
    for name in names:
        found = mapping(found).get(name)
    return found


def whole(found: Any) -> int:
    """A number, also as text (``"+2"``), 0 where there is none. Any: JSON of somebody else's making."""
    if isinstance(found, bool) or found is None:
        return 0
    if isinstance(found, int | float):
        return int(found)
    text = str(found).strip()
    return int(text) if re.fullmatch(r"[+-]?\d{1,6}", text) else 0


def items(actor: Mapping[str, Any], kind: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Names and parts of the items of a kind."""
    found = actor.get("items")
    for item in (found if isinstance(found, list) else [])[:MOST_ITEMS]:
        if mapping(item).get("type") == kind:
            yield str(item.get("name", "")), body(item)


def begin(actor: Mapping[str, Any], system: str) -> Draft:
    """A draft with what the systems have in common."""
    draft = Draft(SYSTEMS[system])
    name = actor.get("name")
    draft.name = name if isinstance(name, str) else ""
    draft.read["name"] = "name"
    stats = mapping(actor.get("_stats"))
    version = stats.get("systemVersion")
    draft.source = {"system": system}
    if version is not None:
        draft.source |= {"version": str(version), "core": str(stats.get("coreVersion", ""))}
    else:
        bound = "before 1.0" if system == "D35E" else "before 0.82"
        draft.source["version"] = bound
        draft.guess("version", "source", version=bound)
    token = mapping(actor.get("prototypeToken")) or mapping(actor.get("token"))
    if token:
        draft.token = {side: token.get(side, 1) for side in ("width", "height")}
    _traits(draft, body(actor))
    _feats(draft, actor)
    return draft


def _traits(draft: Draft, system: Mapping[str, Any]) -> None:
    traits = mapping(system.get("traits"))
    size = SIZE_CODES.get(str(traits.get("size", "")))
    if size:
        draft.put("/size", size, "traits.size")
    if traits.get("stature") == "long":
        draft.put("/shape", "long", "traits.stature")
    alignment = str(member(system, "details", "alignment") or "").lower()
    if alignment in ALIGNMENTS:
        draft.put("/alignment", ALIGNMENTS[alignment], "details.alignment")
    else:
        draft.skip(f"details.alignment {alignment or '(empty)'}")
    if member(system, "attributes", "quadruped"):
        draft.put("/legs", 4, "attributes.quadruped")
    for language in listed(traits.get("languages")):
        draft.add("languages", language, "traits.languages")
    for condition in listed(traits.get("ci")):
        draft.skip(f"traits.ci {condition}")
    for weakness in listed(traits.get("dv")):
        draft.skip(f"traits.dv {weakness}")
    _reduction(draft, traits)
    _resistance(draft, traits)
    for energy in listed(traits.get("di")):
        if energy in ENERGIES:
            draft.add("resistances", {"energy": energy}, "traits.di")
        else:
            draft.skip(f"traits.di {energy}")
    _senses_and_skills(draft, system)


def _senses_and_skills(draft: Draft, system: Mapping[str, Any]) -> None:
    """What the rules do not read, listed."""
    senses = member(system, "traits", "senses")
    if isinstance(senses, str):
        draft.skip(f"traits.senses {senses}" if senses else "")
    for sense, seen in mapping(senses).items():
        if member(seen, "value") or member(seen, "enabled") or (isinstance(seen, int) and seen):
            draft.skip(f"traits.senses.{sense}")
    for code, skill in mapping(system.get("skills")).items():
        if whole(member(skill, "rank")):
            draft.skip(f"skills.{code} ({SKILL_CODES.get(code, code)}), rank {whole(member(skill, 'rank'))}")


def listed(found: Any) -> list[str]:
    """The names of a trait: a plain array, or ``{value: […], custom: "a;b"}`` before. Any: JSON."""
    if isinstance(found, list):
        return [str(name) for name in found if name]
    held = mapping(found)
    values = held.get("value")
    custom = [part.strip() for part in str(held.get("custom") or "").split(";")]
    return [str(name) for name in [*(values if isinstance(values, list) else []), *custom] if name]


def _reduction(draft: Draft, traits: Mapping[str, Any]) -> None:
    found = traits.get("dr")
    if isinstance(found, str):
        for points, against in re.findall(r"(\d+)/([^;,]+)", found):
            _put_reduction(draft, int(points), re.split(r" or ", against.strip()), either=True)
    rows = member(found, "value")
    for row in rows if isinstance(rows, list) else []:
        names = [str(name) for name in member(row, "types") or [] if name]
        _put_reduction(draft, whole(member(row, "amount")), names, either=bool(member(row, "operator")))
    draft.skip(str(member(found, "custom") or ""), "traits.dr")


def _put_reduction(draft: Draft, points: int, names: list[str], *, either: bool) -> None:
    ids = [slug(name) for name in names if name != "-"]
    entry: Json = {"points": points}
    if ids:
        entry["except_for"] = ids if either else ["+".join(ids)]
    draft.add("damage_reduction", entry, "traits.dr")


def _resistance(draft: Draft, traits: Mapping[str, Any]) -> None:
    found = traits.get("eres")
    if isinstance(found, str):
        for energy, points in re.findall(r"([a-z]+) (\d+)", found.lower()):
            draft.add("resistances", {"energy": energy, "points": int(points)}, "traits.eres")
    rows = member(found, "value")
    for row in rows if isinstance(rows, list) else []:
        for energy in member(row, "types") or []:
            if energy:
                entry = {"energy": str(energy), "points": whole(member(row, "amount"))}
                draft.add("resistances", entry, "traits.eres")
    draft.skip(str(member(found, "custom") or ""), "traits.eres")


def _feats(draft: Draft, actor: Mapping[str, Any]) -> None:
    for name, feat in items(actor, "feat"):
        kind = feat.get("subType") or feat.get("featType") or "feat"
        known, bare = feat_of(name)
        if known is not None:
            draft.add("feats", known, f"items: {name}")
        elif kind == "feat":
            draft.add("other_feats", bare, f"items: {name}")
        else:
            draft.skip(f"items: {name}")


def creature_type(draft: Draft, name: str, printed: str) -> None:
    """Put the creature's type, named in one word (``monstrousHumanoid``) or several."""
    found = next((id for words, id in CREATURE_TYPES.items() if plain(words) == plain(name)), None)
    if found is not None:
        draft.put("/creature_type", found, printed)
    elif name:
        draft.skip(f"{printed}: {name}")


def abilities_of(system: Mapping[str, Any], form: str) -> dict[str, int | None]:
    """The six scores under their Foundry codes; ``form`` is the member that holds each."""
    scores = mapping(system.get("abilities"))
    return {
        code: None if member(score, form) is None else whole(member(score, form))
        for code, score in scores.items()
    }


def modifier(score: int | None) -> int:
    """An ability's modifier; 0 without a score."""
    return 0 if score is None else (score - 10) // 2


def weapon_entry(
    name: str, attack: Mapping[str, Any], models: Models, *, is_natural: bool, base_type: str
) -> Json:
    """A weapon's entry without its figures: id, model, kind."""
    model = None if is_natural else models.find(base_type) or models.find(name)
    entry: Json = {"id": slug(name) or "attack"}
    if model:
        entry["model"] = model
    if is_natural:
        entry["natural"] = True
    elif model is None:
        entry["name"] = name
    kind = str(attack.get("actionType", ""))
    if kind.startswith("r") and kind not in ("rsave",):
        entry["ranged"] = True
    if kind == "twak":
        entry["thrown"] = True
    distance = mapping(attack.get("range"))
    if whole(distance.get("value")) and distance.get("units") == "ft":
        entry["range_increment"] = {"value": whole(distance.get("value")), "unit": "ft"}
    return entry


def critical(ability: Mapping[str, Any]) -> str:
    """Threat range and multiplier as a sheet writes them."""
    threat, times = whole(ability.get("critRange")) or 20, whole(ability.get("critMult")) or 2
    return f"x{times}" if threat >= 20 else f"{threat}-20/x{times}"
