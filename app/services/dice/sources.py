"""Whose dice count: which sources of rolls an encounter allows, and for whom."""

from typing import Annotated, Any

from pydantic import Field

from app.rules.common.identity import Identity
from app.rules.resolution.answers import Answer, RollAnswer, Source
from app.rules.resolution.play import Ask
from app.rules.resolution.requests import Roll, Single
from app.services.base.refusals import DiceSourceNotAllowed
from app.values import value

Name = Annotated[str, Field(min_length=1, max_length=200)]

_IN_WORDS: dict[Source, str] = {"server": "the server", "manual": "the table", "gm": "the GM"}


@value
class SourceRow:
    """The sources ``allowed`` for the rolls of a ``side`` or of a ``combatant``; without either, for all.

    A combatant is named by its id, its `ref` or an external reference.
    """

    allowed: Annotated[tuple[Source, ...], Field(min_length=1)]
    side: Name | None = None
    combatant: Name | None = None


def counts(rows: tuple[SourceRow, ...], state: Any, who: str, source: Source) -> bool:
    """Whether rolls of the combatant ``who`` may come from that source.

    Any: every game has a state of its own; all have combatants with an identity.
    """
    row = _row(rows, _identity(state, who)) if rows else None
    return row is None or source in row.allowed


def check_source(rows: tuple[SourceRow, ...], state: Any, answer: Answer | None) -> None:
    """Raises DiceSourceNotAllowed for a roll whose dice do not count. Any: as above."""
    if isinstance(answer, RollAnswer):
        _check(rows, state, answer.purpose, answer.who, answer.source)


def counted(server: Ask, rows: tuple[SourceRow, ...], state: Any) -> Ask:
    """The dice of the ``server``; raises DiceSourceNotAllowed before one falls that would not count.

    Any: as above.
    """
    if not rows:
        return server

    def ask(request: Single) -> Answer | None:
        if isinstance(request, Roll):
            _check(rows, state, request.purpose, request.roller, "server")
        return server(request)

    return ask


def _identity(state: Any, who: str) -> Identity | None:
    return next((one.identity for one in state.combatants if one.id == who), None)


def _row(rows: tuple[SourceRow, ...], identity: Identity | None) -> SourceRow | None:
    return next((row for row in rows if names(identity, row.side, row.combatant)), None)


def _check(rows: tuple[SourceRow, ...], state: Any, purpose: str, who: str, source: Source) -> None:
    if counts(rows, state, who, source):
        return
    identity = _identity(state, who)
    row = _row(rows, identity)
    assert row is not None
    allowed = " or ".join(_IN_WORDS[source] for source in row.allowed)
    raise DiceSourceNotAllowed(
        "«{purpose}» of {name} is thrown by {allowed}, not by {by}.",
        "/dice" if source == "manual" else None,
        way="purpose",
        purpose=purpose,
        name=identity.name if identity else who,
        allowed=allowed,
        by=_IN_WORDS[source],
        who=who,
        source=source,
    )


def names(identity: Identity | None, side: str | None, combatant: str | None) -> bool:
    """Whether a row of that ``side`` and ``combatant`` (None: any) is about whoever that is."""
    if identity is None:
        return side is None and combatant is None
    is_named = combatant is None or identity.answers_to(combatant)
    return is_named and side in (None, identity.side)
