"""What a viewer sees of a combatant: pure functions of its view and of who looks.

The GM sees the view itself. Others see it whole of the combatants that they control, and of those whose
figures are all disclosed; of the rest what is put together here, and nothing of whoever is hidden.
"""

from collections.abc import Mapping, Set
from typing import Any, Literal, TypeAlias

from app.rules.common.disclosure import Disclosure
from app.rules.resolution.chances import DOWN
from app.services.access.disclosure import disclosed, is_all_disclosed
from app.services.access.roles import is_gm
from app.services.access.tokens import Grant
from app.services.base.json_value import Json

Fares: TypeAlias = Literal["unhurt", "hurt", "bloodied", "near_death", "down"]
_CONDITIONS = ("stunned", "must_parry", "no_parry", "shaken", "prone")
"""Those of HARP | TdM that can be seen."""


class Sight:
    """Who looks at an encounter: the sides of its combatants are those of whoever plays them."""

    def __init__(self, viewer: Grant) -> None:
        self.viewer = viewer
        self.sees_all = is_gm(viewer)

    def controls(self, combatant: Json) -> bool:
        """Whether the viewer plays the combatant."""
        return self.sees_all or not self.viewer.controls.isdisjoint(names_of(combatant))

    def is_hidden(self, combatant: Json) -> bool:
        """Whether the viewer does not know that it is there."""
        return combatant["disclosure"]["visibility"] != "visible" and not self.controls(combatant)

    def is_open(self, combatant: Json) -> bool:
        """Whether the viewer knows everything of it."""
        return self.controls(combatant) or is_all_disclosed(
            combatant["side"], _said(combatant), self.viewer.ceiling
        )

    def name(self, combatant: Json) -> str:
        """What the viewer calls it."""
        mask = combatant["disclosure"]["name_mask"]
        return combatant["name"] if mask is None or self.controls(combatant) else mask

    def knows(self, combatant: Json, figure: str) -> bool:
        """Whether the viewer knows that figure (hp, defence, initiative) of it."""
        return self.controls(combatant) or self.disclosed(combatant)[figure] == "exact"

    def knows_losses(self, combatant: Json) -> bool:
        """Whether the viewer knows what hit points it loses."""
        return self.controls(combatant) or self.disclosed(combatant)["hp"] in ("exact", "damage_taken")

    def disclosed(self, combatant: Json) -> Mapping[str, str]:
        """What is disclosed of its hit points, defence and initiative to those who do not control it."""
        return disclosed(combatant["side"], _said(combatant), self.viewer.ceiling)

    def knows_place(self, combatant: Json) -> bool:
        """Whether the viewer knows where it is."""
        return self.is_open(combatant) or "invisible" not in _conditions(combatant)

    def parts(self, combatant: Json, *, is_open: bool) -> Json:
        """What the viewer sees of a combatant that it sees, all of it where it ``is_open``."""
        if not is_open:
            return _seen(self, combatant)
        return {**combatant, "ref": combatant["ref"] if self.controls(combatant) else None}


def names_of(combatant: Json) -> frozenset[str]:
    """Everything that a command may call it."""
    refs = (f"{ref['system']}:{ref['kind']}:{ref['id']}" for ref in combatant["external_refs"])
    return frozenset(name for name in (combatant["id"], combatant["ref"], *refs) if name is not None)


def without(part: Any, hidden: Set[str]) -> Any:
    """``part`` without what is about somebody ``hidden``: items that name it are left out. Any: JSON."""
    if not hidden:
        return part
    match part:
        case str():
            return None if part in hidden else part
        case list() | tuple():
            return [without(item, hidden) for item in part if not _is_about(item, hidden)]
        case dict():
            return {key: without(value, hidden) for key, value in part.items() if key not in hidden}
        case _:
            return part


def _is_about(item: Any, hidden: Set[str]) -> bool:
    if isinstance(item, dict):
        return any(isinstance(value, str) and value in hidden for value in item.values())
    return isinstance(item, str) and item in hidden


def _said(combatant: Json) -> Disclosure:
    return Disclosure(**combatant["disclosure"])


def _seen(sight: Sight, combatant: Json) -> Json:
    said = sight.disclosed(combatant)
    conditions = _conditions(combatant)
    is_placed = "invisible" not in conditions
    return {
        "id": combatant["id"],
        "name": sight.name(combatant),
        "side": combatant["side"],
        "ref": None,
        "external_refs": combatant["external_refs"],
        "health": _health(combatant, said["hp"]),
        "defence": _defence(combatant) if said["defence"] == "exact" else None,
        "initiative": combatant["initiative"] if said["initiative"] == "exact" else None,
        "is_down": _is_down(combatant),
        "states": _states(combatant),
        "conditions": conditions,
        "mount": combatant.get("mount"),
        "at": combatant["at"] if is_placed else None,
        "facing": combatant["facing"] if is_placed else None,
        "elevation": combatant["elevation"] if is_placed else None,
        "cells": combatant.get("cells"),
        "space": combatant.get("space") if is_placed else None,
    }


def _hit_points(combatant: Json) -> tuple[int, int]:
    """What is left and what there was, in whichever game."""
    if "hits" in combatant:
        return combatant["hits"], combatant["sheet"]["hits"]
    return combatant["hp"] + combatant["temporary"], combatant["sheet"]["hp"]


def _health(combatant: Json, disclosure: str) -> Json:
    left, most = _hit_points(combatant)
    is_exact = disclosure == "exact"
    return {
        "disclosure": disclosure,
        "left": left if is_exact else None,
        "most": most if is_exact else None,
        "taken": max(0, most - left) if disclosure in ("exact", "damage_taken") else None,
        "fares": _fares(left, most, is_down=_is_down(combatant)) if disclosure in ("exact", "band") else None,
    }


def _fares(left: int, most: int, *, is_down: bool) -> Fares:
    """How it fares, in quarters of what it had."""
    if is_down:
        return "down"
    if left >= most:
        return "unhurt"
    if 2 * left > most:
        return "hurt"
    return "bloodied" if 4 * left > most else "near_death"


def _defence(combatant: Json) -> Json:
    if "armor_class" in combatant:
        figures = combatant["armor_class"]
        return {name: figures[name] for name in ("total", "touch", "flat_footed")}
    sheet = combatant["sheet"]
    return {name: sheet.get(name) for name in ("db", "armour_type")}


def _is_down(combatant: Json) -> bool:
    return DOWN in _states(combatant)


def _states(combatant: Json) -> list[str]:
    """What the rules say that it is in; what was written into the log before they told has none."""
    return list(combatant.get("states", ()))


def _conditions(combatant: Json) -> list[str]:
    """What can be seen of its state, in words."""
    held = combatant["conditions"]
    if isinstance(held, dict):
        return [name for name in _CONDITIONS if held.get(name)]
    return [one["id"] for one in held]
