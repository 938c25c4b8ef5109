"""What somebody could do now: commands put together, and kept where the rules accept them.

Nothing is decided here and nothing by those who put the commands together: a command is possible where the
rules play it up to its first request.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from itertools import product
from typing import Any, Generic, TypeAlias, TypeVar, get_args

from app.rules.common.errors import FailedCheck, Illegal, Invalid
from app.rules.resolution.given import nobody
from app.rules.resolution.preview import Foreseen, foresee
from app.rules.resolution.steps import Ruleset
from app.values import value

S = TypeVar("S")
E = TypeVar("E")
P = TypeVar("P")
C = TypeVar("C")

Alternatives: TypeAlias = Iterable[P]
"""Forms of one intention, the best first: the first one that the rules accept stands for all. Those that take
thought are thought of when it is their turn."""


class Hopeless(tuple[P, ...]):
    """Forms that a quick look has found to be refused: tried for the reasons alone, while there are none."""

    __slots__ = ()


Offers: TypeAlias = Iterator[tuple[str, Iterable[Alternatives[P]]]]
"""Of each type of command the candidates, those that come to mind first before the others."""


@value
class Considered(Generic[E, P]):
    """The candidates of one type of command.

    ``possible`` are those that the rules accept, with what each would ask first. Where there are none,
    ``checks`` are the reasons against the first candidate that can be read, or ``unclear`` says what somebody
    would have to state. ``is_cut``: there are more than were wanted.
    """

    type: str
    possible: tuple[tuple[P, Foreseen[E]], ...]
    checks: tuple[FailedCheck, ...] = ()
    unclear: Invalid | None = None
    is_cut: bool = False


def consider(
    rules: Ruleset[S, E, P], state: S, type_: str, candidates: Iterable[Alternatives[P]], most: int
) -> Considered[E, P]:
    """Up to ``most`` of the candidates that the rules accept."""
    possible: list[tuple[P, Foreseen[E]]] = []
    checks: tuple[FailedCheck, ...] = ()
    unclear: Invalid | None = None
    for alternatives in candidates:
        if isinstance(alternatives, Hopeless) and (possible or checks):
            continue
        for command in alternatives:
            try:
                foreseen = foresee(rules, state, command, nobody)
            except Illegal as illegal:
                if not checks:
                    checks, unclear = _reasons(illegal, unclear)
                continue
            except Invalid as invalid:
                unclear = unclear or invalid
                continue
            if len(possible) == most:
                return Considered(type_, tuple(possible), is_cut=True)
            possible.append((command, foreseen))
            break
    if possible:
        return Considered(type_, tuple(possible))
    return Considered(type_, (), checks, None if checks else unclear)


def _reasons(illegal: Illegal, unclear: Invalid | None) -> tuple[tuple[FailedCheck, ...], Invalid | None]:
    """All reasons, none where something Invalid is found among them."""
    try:
        return illegal.checks, unclear
    except Invalid as invalid:
        return (), unclear or invalid


def fighters_first(
    others: Iterable[C], is_down: Callable[[C], bool], *orders: Callable[[C], int]
) -> tuple[C, ...]:
    """Whoever can still fight before who is down, each of the two by the ``orders``, the first one first.

    The one order in which opponents are thought of: in what is offered, and by every policy.
    """
    return tuple(sorted(others, key=lambda one: (is_down(one), *(order(one) for order in orders))))


def type_of(kind: Any) -> str:
    """How callers name a kind of command. Any: all that commands share is being dataclasses."""
    return str(next(part.default for part in fields(kind) if part.name == "type"))


def missing_in(kind: Any) -> tuple[str, ...]:
    """The fields that a command of that kind does not go without. Any: as `type_of`."""
    return tuple(
        part.name for part in fields(kind) if part.default is MISSING and part.default_factory is MISSING
    )


def offers_of(commands: Any) -> Callable[[Any, Any, Any], Offers[Any]]:
    """The offers of a game whose commands need an actor, and at most a target beside. Any: as `type_of`."""

    def offers(_tables: Any, state: Any, combatant: Any) -> Offers[Any]:
        others = [other.id for other in state.combatants if other.id != combatant.id]
        for kind in get_args(commands):
            if "actor" in missing_in(kind):
                yield type_of(kind), plain(kind, {"actor": (combatant.id,), "target": others})

    return offers


def plain(kind: Any, choices: Mapping[str, Sequence[Any]]) -> Iterator[Alternatives[Any]]:
    """Every command of that kind with one of the ``choices`` in each of the fields that it needs, and nothing
    in the others; none where nobody can choose for the caller. Any: as `type_of`.
    """
    needed = missing_in(kind)
    for chosen in product(*(choices.get(name, ()) for name in needed)):
        yield (kind(**dict(zip(needed, chosen, strict=True))),)
