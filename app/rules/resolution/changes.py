"""What each kind of event changes, as tables: each topic of a game lists its own, the game joins them."""

from collections.abc import Callable
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar


class Changing(Protocol):
    """A state with combatants. Any: each game has combatants of its own."""

    def combatant(self, name: str, /) -> Any: ...
    def with_combatant(self, changed: Any, /) -> Self: ...


class OfActor(Protocol):
    """An event of somebody who does something."""

    @property
    def actor(self) -> str: ...


class OfTarget(Protocol):
    """An event of somebody to whom something is done."""

    @property
    def target(self) -> str: ...


S = TypeVar("S", bound=Changing)
C = TypeVar("C")
E = TypeVar("E")
A = TypeVar("A", bound=OfActor)
T = TypeVar("T", bound=OfTarget)

Change: TypeAlias = tuple[type[Any], Callable[[S, Any], S]]
"""A kind of event, and the state after such an event. Any: every change takes events of its own kind."""


class On(Generic[S, C]):
    """Makes the changes of a game's state ``S`` with its combatants ``C``.

    The kind comes first, so that a type checker knows the fields that the function after it may read.
    """

    def any(self, kind: type[E], change: Callable[[S, E], S]) -> Change[S]:
        """A change of the whole state."""
        return kind, change

    def actor(self, kind: type[A], change: Callable[[C, A], C]) -> Change[S]:
        """A change of the event's actor alone."""

        def changed(state: S, event: A) -> S:
            before: C = state.combatant(event.actor)
            after = change(before, event)
            return state if after is before else state.with_combatant(after)

        return kind, changed

    def target(self, kind: type[T], change: Callable[[C, T], C]) -> Change[S]:
        """A change of the event's target alone."""

        def changed(state: S, event: T) -> S:
            before: C = state.combatant(event.target)
            after = change(before, event)
            return state if after is before else state.with_combatant(after)

        return kind, changed

    def nothing(self, *kinds: type[Any]) -> tuple[Change[S], ...]:
        """Events that only tell of something: what came of it has events of its own."""
        return tuple((kind, lambda state, _event: state) for kind in kinds)
