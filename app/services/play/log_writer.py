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
from app.services.play.opened import Opened
from app.services.play.suspension import Acted

_RENAMING = frozenset({"add", "edit", "end", "remove", "sync", UNDO, REDO})
"""Kinds of actions after which the encounter may hold other references than before."""


async def store(
    opened: Opened,
    acted: Acted,
    token_id: str,
    key: str | None = None,
    scope: KeyScope | None = None,
    kept: KeptReply | None = None,
) -> None:
    """Write the rows of ``acted``, the encounter after them and the indices of its dice, and keep the reply.

    An encounter that ends has its dice revealed and gives up its references. Raises KeyTaken and
    ExternalRefTaken.
    """
    origin, standing = opened.origin(token_id, key), acted.standing
    if acted.pending is None and any(action.kind in _RENAMING for action in acted.actions):
        await _hold(opened, acted)
    await write_actions(opened.driver, origin, acted.actions, standing, opened.draw.next_rolls, scope, kept)
    if opened.encounter.status != "ended" and standing.status == "ended":
        await reveal_epoch(opened.driver, opened.campaign_id, opened.encounter_id, new_seeds(), opened.at)


async def _hold(opened: Opened, acted: Acted) -> None:
    """An external reference names one combatant of a campaign, among the encounters that go on."""
    wanted: dict[str, str] = {}
    if acted.standing.status != "ended":
        for combatant in acted.state.combatants:
            wanted |= dict.fromkeys((ref.key for ref in combatant.identity.external_refs), combatant.id)
    refused = await hold_refs(opened.driver, opened.campaign_id, opened.encounter_id, wanted)
    if refused is not None:
        raise _taken(refused, await holder_of(opened.driver, opened.campaign_id, refused))


async def check_refs(opened: Opened, commands: Iterable[Mapping[str, Any]]) -> None:
    """Raises ExternalRefTaken for what is taken already, before a die falls that it would be told by.

    Any: commands are JSON as they were sent.
    """
    for ref in {ref for command in commands for ref in _refs_in(command)}:
        holder = await holder_of(opened.driver, opened.campaign_id, ref)
        if holder not in (None, opened.encounter_id):
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
