"""Which bonuses add up: of one type only the best counts (D20-AC-06)."""

from collections.abc import Iterable
from typing import get_args

from app.rules.common.modifiers import Modifier, Suppressed, Tally
from app.rules.d20.table.sheet import BonusType

ADD_UP = frozenset({"dodge", "circumstance", "untyped"})
"""The types of which each source counts."""
BEST_ONLY = frozenset(get_args(BonusType)) - ADD_UP
"""The types of which the best bonus counts; parts that are no bonuses (ability, range …) always do."""
STATE = "state"


def stack(name: str, parts: Iterable[Modifier], suppressed: Iterable[Suppressed] = ()) -> Tally:
    """The tally of ``parts``: the best bonus of each type that does not add up, and every penalty.

    Dodge, circumstance and untyped bonuses add up as long as they do not come from the same source; each
    effect in the state is a source of its own. Parts worth 0 are left out.
    """
    counted = [part for part in parts if part.value != 0]
    best: dict[tuple[str, ...], Modifier] = {}
    for part in counted:
        if part.value > 0 and (group := _group(part)) is not None:
            best[group] = max(best.get(group, part), part, key=lambda one: one.value)
    applied: list[Modifier] = []
    held_back = list(suppressed)
    for part in counted:
        group = _group(part) if part.value > 0 else None
        if group is None or best.get(group) is part:
            applied.append(part)
        else:
            held_back.append(Suppressed(part, best[group].label))
    return Tally(name, tuple(applied), tuple(held_back))


def _group(part: Modifier) -> tuple[str, ...] | None:
    """What of which one bonus counts; None for a part of which all do."""
    if part.kind in BEST_ONLY:
        return (part.kind,)
    if part.kind in ADD_UP and part.source != STATE:
        return part.kind, part.label, part.source
    return None
