"""What light, footing and weather over a whole fight do to rolls (H-OB-3, H-VIS-1)."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from app.rules.common.errors import FailedCheck, Problem
from app.rules.common.modifiers import Modifier, Suppressed, keep_least
from app.rules.harp.table.arms import Armed
from app.rules.harp.table.state import Encounter
from app.rules.harp.table.tables import HarpTables, Surrounding

Counted: TypeAlias = tuple[tuple[Modifier, ...], tuple[Suppressed, ...]]
"""The modifiers that count, and those that another of their group outdoes."""


def on_attack(tables: HarpTables, encounter: Encounter, armed: Armed) -> Counted:
    """What an attack with this weapon carries: the GM's own modifiers, and the surroundings of the table."""
    own = tuple(
        Modifier(part.label, part.value, "environment", "encounter", "H-OB-3")
        for part in encounter.environment
        if part.label is not None and part.value is not None
    )
    counted, outdone = _worst(tables, encounter, lambda row: _of_attack(row, armed) or 0)
    return (*own, *counted), outdone


def on_manoeuvre(tables: HarpTables, encounter: Encounter) -> Counted:
    """What a manoeuvre on Agility or Quickness carries."""
    return _worst(tables, encounter, lambda row: row.manoeuvre)


def on_perception(tables: HarpTables, encounter: Encounter) -> Counted:
    """What a Perception roll carries."""
    return _worst(tables, encounter, lambda row: row.perception)


def allow_shot(tables: HarpTables, encounter: Encounter, armed: Armed) -> Iterator[FailedCheck]:
    """Whether the surroundings let this missile weapon be used at all."""
    for row in _rows(tables, encounter):
        if armed.is_missile and _of_attack(row, armed) is None:
            yield FailedCheck(
                "NO_SHOT_POSSIBLE",
                "The {weapon} cannot be used: {surrounding}.",
                "H-VIS-1",
                (("weapon", armed.called), ("what", row.names["en"]), ("surrounding", row.id)),
            )


def check_environment(tables: HarpTables, encounter: Encounter) -> Iterator[Problem]:
    """What is wrong in the environment that an encounter is to begin with."""
    for index, part in enumerate(encounter.environment):
        at = f"/environment/{index}"
        if part.id is None:
            absent = [name for name in ("label", "value") if getattr(part, name) is None]
            for name in absent:
                yield Problem(
                    f"{at}/{name}",
                    "missing",
                    "Give `label` and `value`, or an `id` alone.",
                    (("way", "surroundings"),),
                )
        elif part.label is not None or part.value is not None:
            yield Problem(
                f"{at}/id",
                "wrong_value",
                "Give `label` and `value`, or an `id` alone.",
                (("way", "surroundings"),),
            )
        elif part.id not in tables.surroundings:
            yield Problem(
                f"{at}/id", "unknown_modifier", "The tables have no surroundings «{id}».", (("id", part.id),)
            )


def _rows(tables: HarpTables, encounter: Encounter) -> Iterator[Surrounding]:
    for wanted in dict.fromkeys(part.id for part in encounter.environment if part.id is not None):
        yield tables.surrounding(wanted)


def _of_attack(row: Surrounding, armed: Armed) -> int | None:
    """The figure for this weapon, None where it cannot be used."""
    if not armed.is_missile:
        return 0 if armed.table.id in row.spared else row.melee
    return row.crossbow if armed.model.group == "crossbows" else row.missile


def _worst(tables: HarpTables, encounter: Encounter, figure: Callable[[Surrounding], int]) -> Counted:
    """The figures of all rows that hold; of an exclusive group the worst one counts."""
    groups: dict[str, list[Modifier]] = {}
    for row in _rows(tables, encounter):
        part = Modifier(
            f"surroundings.{row.id}", figure(row), "environment", "table: surroundings", "H-VIS-1"
        )
        groups.setdefault(row.exclusive_group or row.id, []).append(part)
    kept = [keep_least(group) for group in groups.values()]
    return tuple(_flat(best for best, _ in kept)), tuple(
        part for _, rest in kept for part in rest if part.modifier.value
    )


def _flat(groups: Iterable[tuple[Modifier, ...]]) -> Iterator[Modifier]:
    for group in groups:
        yield from group
