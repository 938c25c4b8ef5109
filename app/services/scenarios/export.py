"""An encounter written down as a scenario: who fought, what they did, with the dice that fell, and the end.

Actions that were taken back are left out, and so are ids of the service and names of other systems: a
scenario has names of its own.
"""

import asyncio

from pydantic_core import from_json

from app.persistence.codec import ANSWERS
from app.persistence.models import EncounterRow
from app.persistence.undo_queries import EDIT_ENCOUNTER, NOT_ACTIONS
from app.services.estoc import Estoc
from app.services.replaying import log_of
from app.services.scenarios.writing import Writing
from app.services.views import Json, beginning_of


async def export_encounter(service: Estoc, encounter: EncounterRow) -> Json:
    """The scenario of an encounter as it stands; raises ReplayMismatch where its log no longer plays."""
    return (await written_down(service, encounter)).scenario(title_of(encounter))


def title_of(encounter: EncounterRow) -> str:
    """What its scenario is called."""
    return encounter.title or f"Encounter {encounter.id}"


async def written_down(service: Estoc, encounter: EncounterRow) -> Writing:
    """The scenario of an encounter, to be gone on with; raises ReplayMismatch."""
    shelf = await service.library.shelf_of(encounter.campaign_id, encounter.tables)
    state = beginning_of(shelf.codecs.state.load(encounter.state), shelf)
    writing = Writing(shelf, state)
    async for row in log_of(service, encounter):
        if row.reverted_by is None and row.kind not in (EDIT_ENCOUNTER, *NOT_ACTIONS):
            # A long log takes longer than others should wait for the event loop.
            await asyncio.to_thread(writing.add, from_json(row.command), ANSWERS.load(row.answers))
    return writing
