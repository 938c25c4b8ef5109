"""What every change of an encounter stores, in the transaction that is open."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from app.persistence.base.key_queries import KeptReply, KeyScope
from app.persistence.dice.seed_queries import reveal_epoch
from app.persistence.play.action_queries import write_actions
from app.persistence.play.reference_queries import hold_refs, holder_of
from app.persistence.play.undo_queries import REDO, UNDO
from app.services.base.refusals import ExternalRefTaken
from app.services.dice.draw import new_seeds
from app.services.play.suspension import Outcome
from app.services.play.transaction import Transaction

_RENAMING = frozenset({"add", "edit", "end", "remove", "sync", UNDO, REDO})
"""Kinds of actions after which the encounter may hold other references than before."""


def moves_alone(transaction: Transaction, outcome: Outcome) -> bool:
    """Whether ``outcome`` is one row of the log after which the encounter's state has moved on, and nothing
    else of it or beside it.
    """
    return (
        len(outcome.actions) == 1
        and outcome.pending is None
        and outcome.refused is None
        and outcome.actions[0].kind not in _RENAMING
        and outcome.standing.status == transaction.encounter.status != "ended"
    )


async def store(
    transaction: Transaction,
    outcome: Outcome,
    token_id: str,
    key: str | None = None,
    scope: KeyScope | None = None,
    kept: KeptReply | None = None,
) -> None:
    """Write the rows of what was done, the encounter after it and the indices of its dice; keep the reply.

    An encounter that ends has its dice revealed and gives up its references. Raises KeyTaken and
    ExternalRefTaken.
    """
    origin, standing = transaction.origin(token_id, key), outcome.standing
    if outcome.pending is None and any(action.kind in _RENAMING for action in outcome.actions):
        await _hold(transaction, outcome)
    await write_actions(
        transaction.driver, origin, outcome.actions, standing, transaction.draw.next_rolls, scope, kept
    )
    if transaction.encounter.status != "ended" and standing.status == "ended":
        await reveal_epoch(
            transaction.driver, transaction.campaign_id, transaction.encounter_id, new_seeds(), transaction.at
        )


async def _hold(transaction: Transaction, outcome: Outcome) -> None:
    """An external reference names one combatant of a campaign, among the encounters that go on."""
    wanted: dict[str, str] = {}
    if outcome.standing.status != "ended":
        for combatant in outcome.state.combatants:
            wanted |= dict.fromkeys((ref.key for ref in combatant.identity.external_refs), combatant.id)
    refused = await hold_refs(transaction.driver, transaction.campaign_id, transaction.encounter_id, wanted)
    if refused is not None:
        raise _taken(refused, await holder_of(transaction.driver, transaction.campaign_id, refused))


async def check_refs(transaction: Transaction, commands: Iterable[Mapping[str, Any]]) -> None:
    """Raises ExternalRefTaken for what is taken already, before a die falls that it would be told by.

    Any: commands are JSON as they were sent.
    """
    for ref in {ref for command in commands for ref in _refs_in(command)}:
        holder = await holder_of(transaction.driver, transaction.campaign_id, ref)
        if holder not in (None, transaction.encounter_id):
            raise _taken(ref, holder)


def _refs_in(part: Any) -> Iterator[str]:
    """The external references that a command gives. Any: JSON."""
    match part:
        case {"system": str() as system, "kind": str() as kind, "id": str() as own}:
            yield f"{system}:{kind}:{own}"
        case Mapping():
            for value in part.values():
                yield from _refs_in(value)
        case list():
            for value in part:
                yield from _refs_in(value)
        case _:
            return


def _taken(ref: str, holder: str | None) -> ExternalRefTaken:
    return ExternalRefTaken(
        "«{ref}» is a combatant of another encounter of this campaign that has not ended.",
        ref=ref,
        encounter_id=holder or "",
    )
