"""A command looked at before it is given: what forbids it, or what it would ask for first."""

from typing import Any, Generic, TypeVar

from app.rules.common.errors import FailedCheck, Illegal
from app.rules.common.grid.cells import Cell, Footprint, Point
from app.rules.common.modifiers import Tally
from app.rules.resolution.play import Ask, Suspended, play_unexplained
from app.rules.resolution.requests import Single
from app.rules.resolution.steps import Ruleset
from app.values import value

S = TypeVar("S")
E = TypeVar("E")
P = TypeVar("P")


@value
class Foreseen(Generic[E]):
    """What is known of a command without a die being thrown.

    ``checks`` is everything that forbids it, none where it is allowed; ``awaiting`` what it would ask first,
    with every modifier; ``events`` all that it does, where it asks for nothing.
    """

    checks: tuple[FailedCheck, ...] = ()
    awaiting: tuple[Single, ...] = ()
    events: tuple[E, ...] = ()

    @property
    def is_legal(self) -> bool:
        return not self.checks


def preview(rules: Ruleset[S, E, P], state: S, command: P, ask: Ask) -> Foreseen[E]:
    """Play ``command`` from ``state`` up to the first request that ``ask`` leaves open.

    Raises what is Invalid in it.
    """
    try:
        return foresee(rules, state, command, ask)
    except Illegal as illegal:
        return Foreseen(checks=illegal.checks)


def foresee(rules: Ruleset[S, E, P], state: S, command: P, ask: Ask) -> Foreseen[E]:
    """The same of what is allowed; raises Illegal, of which only the first reason is worked out."""
    played = play_unexplained(rules, state, command, ask)
    if isinstance(played, Suspended):
        return Foreseen(awaiting=played.awaiting)
    return Foreseen(events=played.events)


@value
class Sketch:
    """What of a command can be drawn on the map.

    ``lane`` are corners in half cells, ``path`` the places that a body passes, ``blocks`` what stands in the
    way, in a word, with its cells.
    """

    lane: tuple[Point, ...] = ()
    path: tuple[Footprint, ...] = ()
    blocks: tuple[tuple[str, tuple[Cell, ...]], ...] = ()


@value
class Surveyed:
    """What a game knows of a command beyond that: figures of its own, the totals of the rolls that it leads
    to, and what can be drawn of it.

    ``topic`` is the name of the figures. Any: every game has geometry of its own.
    """

    topic: str
    geometry: Any
    totals: tuple[Tally, ...]
    sketch: Sketch
