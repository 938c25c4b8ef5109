"""Modifiers and their sum: the total and its explanation are one value."""

from collections.abc import Iterable

from app.values import value


@value
class Modifier:
    """One named part of a total.

    ``label`` is a message id (or the caller's own words), ``kind`` the sort of part (skill, position,
    wound …), ``source`` where the figure stands (sheet, table, option, state) and ``rule_id`` the
    statement that lets it in.
    """

    label: str
    value: int
    kind: str
    source: str
    rule_id: str


@value
class Suppressed:
    """A modifier that would count but for another one, named in ``by``."""

    modifier: Modifier
    by: str


class _WithTotal:
    """Room for a total that is added up when it is first asked for, and no field."""

    __slots__ = ("_total",)
    _total: int


@value
class Tally(_WithTotal):
    """A named total with every part that made it and every part that did not."""

    name: str
    applied: tuple[Modifier, ...] = ()
    suppressed: tuple[Suppressed, ...] = ()

    @property
    def total(self) -> int:
        """The sum of the applied parts."""
        try:
            return self._total
        except AttributeError:
            total = sum([modifier.value for modifier in self.applied])
            object.__setattr__(self, "_total", total)
            return total


def add_up(name: str, modifiers: Iterable[Modifier], suppressed: Iterable[Suppressed] = ()) -> Tally:
    """A tally of all ``modifiers``; parts worth 0 are left out, they explain nothing."""
    return Tally(name, tuple(part for part in modifiers if part.value != 0), tuple(suppressed))


def keep_greatest(modifiers: Iterable[Modifier]) -> tuple[tuple[Modifier, ...], tuple[Suppressed, ...]]:
    """Of mutually exclusive ``modifiers`` the greatest counts; the rest are listed as suppressed (DH-31)."""
    return _keep_first(sorted(modifiers, key=lambda part: -part.value))


def keep_least(modifiers: Iterable[Modifier]) -> tuple[tuple[Modifier, ...], tuple[Suppressed, ...]]:
    """Of mutually exclusive ``modifiers`` the least, the heaviest penalty, counts (H-VIS-1)."""
    return _keep_first(sorted(modifiers, key=lambda part: part.value))


def _keep_first(ranked: list[Modifier]) -> tuple[tuple[Modifier, ...], tuple[Suppressed, ...]]:
    if not ranked:
        return (), ()
    best, *rest = ranked
    return (best,), tuple(Suppressed(part, best.label) for part in rest)
