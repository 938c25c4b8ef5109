"""The figures of a Foundry actor: read where the file has them (D35E), computed where it has not (pf1)."""

import re
from collections.abc import Mapping
from typing import Any

from app.services.sheets import foundry
from app.services.sheets.draft import Draft, Json
from app.services.sheets.foundry import abilities_of, critical, items, mapping, member, modifier, whole
from app.services.sheets.words import ABILITIES, SAVES, SIZE_MODIFIERS, Models

DICE_BY_SIZE = Mapping[str, Mapping[str, str]]
"""Damage dice of a Medium weapon with those of each other size."""
SECONDARY = -5
"""A secondary natural attack (D20-FUL)."""


def read_actor(actor: Mapping[str, Any], models: Models, dice_by_size: DICE_BY_SIZE) -> Draft:
    """The draft of a Foundry actor. Raises `foundry.NotAnActor`."""
    system = foundry.system_of(actor)
    draft = foundry.begin(actor, system)
    if system == "pf1":
        _Pathfinder(draft, actor, models, dice_by_size).read()
    else:
        _read_d35e(draft, actor, models)
    return draft


class _Pathfinder:
    """pf1 keeps only what was typed in: totals are made here as the system makes them when it is opened."""

    def __init__(self, draft: Draft, actor: Mapping[str, Any], models: Models, dice: DICE_BY_SIZE) -> None:
        self._draft, self._actor, self._models, self._dice = draft, actor, models, dice
        self._system = foundry.body(actor)
        self._size = draft.sheet.get("size", "medium")
        self._changes = _changes(draft, actor)
        scores = abilities_of(self._system, "value")
        self._scores = {
            code: None if score is None else score + self._changes.get(code, 0)
            for code, score in scores.items()
        }

    def read(self) -> None:
        """Fill the draft."""
        draft = self._draft
        for code, score in self._scores.items():
            if code in ABILITIES:
                draft.put(f"/abilities/{ABILITIES[code]}", score, f"abilities.{code}.value")
        self._classes()
        self._armor_class()
        size, bab = SIZE_MODIFIERS[self._size], int(draft.sheet["bab"])
        strength, dexterity = self._modifier("str"), self._modifier("dex")
        draft.put("/initiative", dexterity + self._change("init"), "init")
        draft.put("/cmb", bab + strength + _special_size(size) + self._change("cmb"), "bab, str, size")
        defense = 10 + bab + strength + dexterity + _special_size(size) + self._change("cmd")
        draft.put("/cmd", defense, "bab, str, dex, size")
        land = member(self._system, "attributes", "speed", "land", "base")
        if land is not None:
            draft.put("/speed", {"value": whole(land), "unit": "ft"}, "attributes.speed.land.base")
        _skip_other_speeds(draft, self._system, "base")
        for name, attack in items(self._actor, "attack"):
            self._attack(name, attack)

    def _modifier(self, code: str) -> int:
        return modifier(self._scores.get(code))

    def _change(self, *targets: str) -> int:
        return sum(self._changes.get(target, 0) for target in targets)

    def _classes(self) -> None:
        draft, levels, hits = self._draft, 0, 0
        bab = 0
        saves = dict.fromkeys(SAVES, 0)
        for name, taken in items(self._actor, "class"):
            level = whole(taken.get("level"))
            levels += level
            hits += whole(taken.get("hp"))
            bab += {"high": level, "med": level * 3 // 4, "low": level // 2}.get(str(taken.get("bab")), 0)
            for save in saves:
                worth = member(taken, "savingThrows", save, "value")
                saves[save] += 2 + level // 2 if worth == "high" else level // 3
            if (taken.get("subType") or taken.get("classType")) == "racial":
                foundry.creature_type(draft, str(taken.get("tag") or name), "class")
        for _, race in items(self._actor, "race"):
            for kind in foundry.listed(race.get("creatureTypes")):
                foundry.creature_type(draft, kind, "race.creatureTypes")
        of_saves = {"fort": "con", "ref": "dex", "will": "wis"}
        for code, save in SAVES.items():
            total = saves[code] + self._modifier(of_saves[code]) + self._change(code, "allSavingThrows")
            draft.put(f"/saves/{save}", total, f"classes, {of_saves[code]}")
        draft.put("/bab", bab, "classes")
        total = hits + self._modifier("con") * levels + self._change("mhp")
        draft.put("/hp", max(total, 1), "classes, con")
        points = mapping(member(self._system, "attributes", "hp"))
        if "offset" in points:
            draft.hp_left = max(total, 1) + whole(points.get("offset"))
        elif "value" in points:
            draft.hp_left = whole(points.get("value"))

    def _armor_class(self) -> None:
        worn = 0
        most_dexterity = 99
        for name, item in items(self._actor, "equipment"):
            armor = mapping(item.get("armor"))
            if not armor:
                continue
            if not item.get("equipped"):
                self._draft.skip(f"items: {name} (not worn)")
                continue
            worn += whole(armor.get("value")) + whole(armor.get("enh"))
            if armor.get("dex") is not None:
                most_dexterity = min(most_dexterity, whole(armor.get("dex")))
        natural = whole(member(self._system, "attributes", "naturalAC")) + self._change("nac")
        dexterity, size = self._modifier("dex"), SIZE_MODIFIERS[self._size]
        helps = min(dexterity, most_dexterity)
        total = 10 + worn + natural + helps + size + self._change("ac", "aac", "sac")
        self._draft.put("/ac/total", total, "armour, dex, natural, size")
        self._draft.put("/ac/touch", 10 + helps + size + self._change("ac"), "dex, size")
        self._draft.put("/ac/flat_footed", total - max(helps, 0), "armour, natural, size")

    def _attack(self, name: str, item: Mapping[str, Any]) -> None:
        """One attack item; since 0.81 the figures stand in its actions."""
        actions = item.get("actions")
        action = mapping(actions[0]) if isinstance(actions, list) and actions else item
        is_natural = (item.get("subType") or item.get("attackType")) == "natural"
        bases = foundry.listed(item.get("baseTypes"))
        entry = foundry.weapon_entry(
            name, action, self._models, is_natural=is_natural, base_type=bases[0] if bases else ""
        )
        ability = mapping(action.get("ability"))
        natural = mapping(action.get("naturalAttack"))
        primary = natural.get("primary", natural.get("primaryAttack", item.get("primaryAttack", True)))
        is_secondary = is_natural and primary is False
        to_hit = str(ability.get("attack") or "_default")
        if to_hit not in ABILITIES:
            to_hit = "dex" if entry.get("ranged") else "str"
        enhancement = whole(item.get("enh"))
        entry["attack"] = (
            int(self._draft.sheet["bab"])
            + self._modifier(to_hit)
            + SIZE_MODIFIERS[self._size]
            + max(enhancement, 1 if item.get("masterwork") else 0)
            + whole(action.get("attackBonus"))
            + self._change("~attackCore", "attack", "mattack" if not entry.get("ranged") else "rattack")
            + (whole(member(natural, "secondary", "attackBonus")) or SECONDARY if is_secondary else 0)
        )
        if enhancement:
            entry["enhancement"] = enhancement
        if item.get("masterwork"):
            entry["masterwork"] = True
        self._damage(entry, item, action, is_secondary=is_secondary)
        entry["critical"] = critical(ability)
        if action.get("touch"):
            entry["touch"] = True
        if action.get("nonlethal"):
            entry["nonlethal"] = True
        for note in foundry.listed(item.get("attackNotes")):
            self._draft.skip(f"{name}: {note}", "attackNotes")
        self._draft.add("weapons", entry, f"items: {name}")

    def _damage(
        self, entry: Json, item: Mapping[str, Any], action: Mapping[str, Any], *, is_secondary: bool
    ) -> None:
        parts = _parts(action)
        if not parts:
            return
        ability = mapping(action.get("ability"))
        times = ability.get("damageMult")
        if times is None:
            times = (
                1.5 if item.get("held") == "2h" else 0.5 if is_secondary or item.get("held") == "oh" else 1
            )
        strength = self._modifier("str")
        by_strength = int(strength * float(times)) if strength > 0 else strength
        is_shot = entry.get("ranged") and ability.get("damage") in (None, "", "_default")
        bonus = (0 if is_shot else by_strength) + whole(item.get("enh")) + self._change("wdamage", "damage")
        dice, kinds = parts[0]
        entry["damage"] = f"{self._sized(dice)}{bonus:+d}" if bonus else self._sized(dice)
        if len(kinds) == 1 and "model" not in entry:
            entry["damage_type"] = kinds[0]
        extra = [
            {"label": kinds[0], "dice": self._sized(dice), "type": kinds[0]}
            for dice, kinds in parts[1:]
            if kinds
        ]
        if extra:
            entry["extra_dice"] = extra
        if is_plain_natural(entry, kinds):
            entry.pop("damage_type", None)

    def _sized(self, formula: str) -> str:
        """Dice as they are for the creature's size: ``sizeRoll(1, 10, @size)`` means those of the table."""
        found = re.match(r"sizeRoll\(\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*@size)?[^)]*\)", formula)
        if not found:
            return formula.replace(" ", "")
        dice = f"{found[1]}d{found[2]}"
        return self._dice.get(dice, {}).get(self._size, dice) if self._size != "medium" else dice


def is_plain_natural(entry: Json, kinds: list[str]) -> bool:
    """Whether a natural weapon's damage type is left to the rules: more than one, or none."""
    return bool(entry.get("natural")) and len(kinds) != 1


def _parts(action: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    """Damage formulas with their types, in any of the four forms that there were."""
    found = member(action, "damage", "parts")
    parts: list[tuple[str, list[str]]] = []
    for part in found if isinstance(found, list) else []:
        if isinstance(part, list) and part:
            kinds = [str(part[1])] if len(part) > 1 else []
            formula = str(part[0])
        else:
            formula = str(member(part, "formula") or "")
            kinds = foundry.listed(member(part, "types")) or foundry.listed(
                mapping(member(part, "type")).get("values")
            )
        named = [foundry.DAMAGE_TYPES.get(kind, kind).lower() for kind in kinds]
        parts.append((formula, [kind for kind in named if kind]))
    return parts


def _changes(draft: Draft, actor: Mapping[str, Any]) -> dict[str, int]:
    """The plain numbers that items add, by what they add to; formulas are listed as not read."""
    changes: dict[str, int] = {}
    for kind in ("feat", "race", "buff", "equipment", "class"):
        for name, item in items(actor, kind):
            if kind == "buff" and not item.get("active"):
                continue
            found = item.get("changes")
            for change in found if isinstance(found, list) else []:
                row = mapping(change)
                target = str(row.get("target") if "subTarget" not in row else row.get("subTarget"))
                formula = str(row.get("formula", "")).strip()
                if re.fullmatch(r"[+-]?\d+", formula):
                    changes[target] = changes.get(target, 0) + int(formula)
                elif formula:
                    draft.skip(f"{name}: {target} {formula}", "changes")
    return changes


def _special_size(modifier_of_size: int) -> int:
    """Pathfinder's size modifier of combat manoeuvres: the other way round than that of attacks."""
    return -modifier_of_size


def _skip_other_speeds(draft: Draft, system: Mapping[str, Any], form: str) -> None:
    for way, speed in mapping(member(system, "attributes", "speed")).items():
        if way != "land" and whole(member(speed, form)):
            draft.skip(f"{way} {whole(member(speed, form))} ft", "speed")


def _read_d35e(draft: Draft, actor: Mapping[str, Any], models: Models) -> None:
    """D35E keeps the totals of when it was last saved."""
    system = foundry.body(actor)
    attributes = mapping(system.get("attributes"))
    scores = abilities_of(system, "total")
    for code, score in scores.items():
        if code in ABILITIES:
            draft.put(f"/abilities/{ABILITIES[code]}", score, f"abilities.{code}.total")
    points = mapping(attributes.get("hp"))
    most, left = whole(points.get("max")), whole(points.get("value"))
    if most:
        draft.put("/hp", most, "attributes.hp.max")
        draft.hp_left = left
    else:
        draft.put("/hp", max(left, 1), "attributes.hp.value")
        draft.guess("hit_points_left", "/hp", "attributes.hp.value")
    armor = mapping(attributes.get("ac"))
    for form, name in (("normal", "total"), ("touch", "touch"), ("flatFooted", "flat_footed")):
        draft.put(f"/ac/{name}", whole(member(armor, form, "total")), f"attributes.ac.{form}.total")
    draft.put("/bab", whole(member(attributes, "bab", "total")), "attributes.bab.total")
    draft.put("/initiative", whole(member(attributes, "init", "total")), "attributes.init.total")
    for code, save in SAVES.items():
        total = whole(member(attributes, "savingThrows", code, "total"))
        draft.put(f"/saves/{save}", total, f"attributes.savingThrows.{code}.total")
    land = member(attributes, "speed", "land", "total")
    if land is None:
        land = member(attributes, "speed", "land", "base")
    draft.put("/speed", {"value": whole(land), "unit": "ft"}, "attributes.speed.land.total")
    _skip_other_speeds(draft, system, "total")
    kind = str(attributes.get("creatureType") or "")
    racial = next((str(row.get("tag") or name) for name, row in items(actor, "class")
                   if row.get("classType") == "racial"), "")  # fmt: skip
    foundry.creature_type(draft, kind or racial, "attributes.creatureType")
    size = SIZE_MODIFIERS[draft.sheet.get("size", "medium")]
    for name, attack in items(actor, "attack"):
        _d35e_attack(draft, name, attack, models, scores, size)
    for name, _ in items(actor, "full-attack"):
        draft.skip(f"items: {name} (full-attack)")


def _d35e_attack(
    draft: Draft,
    name: str,
    attack: Mapping[str, Any],
    models: Models,
    scores: Mapping[str, int | None],
    size: int,
) -> None:
    is_natural = attack.get("attackType") == "natural"
    entry = foundry.weapon_entry(
        name, attack, models, is_natural=is_natural, base_type=str(attack.get("baseWeaponType") or "")
    )
    ability = mapping(attack.get("ability"))
    is_secondary = is_natural and attack.get("primaryAttack") is False
    enhancement = whole(attack.get("enh"))
    entry["attack"] = (
        int(draft.sheet["bab"])
        + modifier(scores.get(str(ability.get("attack")), None))
        + size
        + max(enhancement, 1 if attack.get("masterwork") else 0)
        + whole(attack.get("attackBonus"))
        + (SECONDARY if is_secondary else 0)
    )
    if enhancement:
        entry["enhancement"] = enhancement
    if attack.get("masterwork"):
        entry["masterwork"] = True
    parts = _parts(attack)
    if parts:
        strength = modifier(scores.get(str(ability.get("damage")), None))
        times = float(ability.get("damageMult") or 1)
        bonus = (int(strength * times) if strength > 0 else strength) + enhancement
        dice, kinds = parts[0]
        entry["damage"] = f"{dice.replace(' ', '')}{bonus:+d}" if bonus else dice.replace(" ", "")
        if len(kinds) == 1:
            entry["damage_type"] = kinds[0]
    entry["critical"] = critical(ability)
    if ability.get("vsTouchAc"):
        entry["touch"] = True
    draft.add("weapons", entry, f"items: {name}")
