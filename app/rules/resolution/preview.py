"""A command looked at before it is given: what forbids it, or what it would ask for first."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from app.rules.common.errors import FailedCheck, Illegal
from app.rules.resolution.given import nobody
from app.rules.resolution.play import Suspended, play
from app.rules.resolution.requests import Single
from app.rules.resolution.steps import Ruleset

S = TypeVar("S")
E = TypeVar("E")
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
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


def preview(rules: Ruleset[S, E, P], state: S, command: P) -> Foreseen[E]:
    """Play ``command`` from ``state`` up to its first request; raises what is Invalid in it."""
    try:
        played = play(rules, state, command, nobody)
    except Illegal as illegal:
        return Foreseen(checks=illegal.checks)
    if isinstance(played, Suspended):
        return Foreseen(awaiting=played.awaiting)
    return Foreseen(events=played.events)
