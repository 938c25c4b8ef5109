"""Whose dice count: which sources of rolls an encounter allows, and for whom."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from app.rules.common.identity import Identity
from app.rules.resolution.answers import Answer, RollAnswer, Source
from app.services.refusals import DiceSourceNotAllowed

Name = Annotated[str, Field(min_length=1, max_length=200)]

_IN_WORDS: dict[Source, str] = {"server": "the server", "manual": "the table", "gm": "the GM"}


@dataclass(frozen=True, slots=True)
class SourceRow:
    """The sources ``allowed`` for the rolls of a ``side`` or of a ``combatant``; without either, for all.

    A combatant is named by its id, its `ref` or an external reference.
    """

    allowed: Annotated[tuple[Source, ...], Field(min_length=1)]
    side: Name | None = None
    combatant: Name | None = None


def check_sources(rows: tuple[SourceRow, ...], combatants: Iterable[Any], answers: Iterable[Answer]) -> None:
    """Raises DiceSourceNotAllowed for the first roll whose dice do not count.

    Any: every game has combatants of its own; all have an identity.
    """
    if not rows:
        return
    identities = {one.id: one.identity for one in combatants}
    for answer in answers:
        if isinstance(answer, RollAnswer):
            _check(rows, identities.get(answer.who), answer)


def _check(rows: tuple[SourceRow, ...], identity: Identity | None, answer: RollAnswer) -> None:
    row = next((row for row in rows if names(identity, row.side, row.combatant)), None)
    if row is None or answer.source in row.allowed:
        return
    allowed = " or ".join(_IN_WORDS[source] for source in row.allowed)
    raise DiceSourceNotAllowed(
        "«{purpose}» of {name} is thrown by {allowed}, not by {by}.",
        "/dice" if answer.source == "manual" else None,
        way="purpose",
        purpose=answer.purpose,
        name=identity.name if identity else answer.who,
        allowed=allowed,
        by=_IN_WORDS[answer.source],
        who=answer.who,
        source=answer.source,
    )


def names(identity: Identity | None, side: str | None, combatant: str | None) -> bool:
    """Whether a row of that ``side`` and ``combatant`` (None: any) is about whoever that is."""
    if identity is None:
        return side is None and combatant is None
    is_named = combatant is None or identity.answers_to(combatant)
    return is_named and side in (None, identity.side)
