"""What a ruleset must be able to do to be played."""

from typing import Generic, Protocol, TypeVar

from app.rules.resolution.requests import Resolution
from app.values import value

S = TypeVar("S")
E = TypeVar("E")
P = TypeVar("P")


@value
class StepResult(Generic[E, P]):
    """What one step did, and the steps it calls for; those run before anything already queued."""

    events: tuple[E, ...] = ()
    then: tuple[P, ...] = ()


class Ruleset(Protocol[S, E, P]):
    """A game. A step is one thing that could be interrupted; a command is the first step of an action."""

    def resolve(self, state: S, step: P) -> Resolution[StepResult[E, P]]:
        """The rule of ``step`` as a generator; raises Invalid or Illegal before it asks for anything."""
        ...

    def evolve(self, state: S, event: E) -> S:
        """The only way a state changes."""
        ...
