"""An encounter written down as a scenario: who fought, what they did, with the dice that fell, and the end.

Actions that were taken back are left out, and so are ids of the service and names of other systems: a
scenario has names of its own.
"""

from collections.abc import Iterable
from functools import partial

from pydantic_core import from_json

from app.persistence.base.codec import ANSWERS
from app.persistence.play.models import ActionRow, EncounterRow
from app.persistence.play.undo_queries import EDIT_ENCOUNTER, NOT_ACTIONS
from app.services.base.json_value import Json
from app.services.base.service import Estoc
from app.services.reports.replay import pages_of
from app.services.scenarios.writing import Writing
from app.services.visibility.views import beginning_of


async def export_encounter(service: Estoc, encounter: EncounterRow, token_id: str = "") -> Json:
    """The scenario of an encounter as it stands; as for `written_down`."""
    return (await written_down(service, encounter, token_id)).scenario(title_of(encounter))


def title_of(encounter: EncounterRow) -> str:
    """What its scenario is called."""
    return encounter.title or f"Encounter {encounter.id}"


async def written_down(service: Estoc, encounter: EncounterRow, token_id: str = "") -> Writing:
    """The scenario of an encounter, to be gone on with, for whoever has the token.

    Raises ReplayMismatch where its log no longer plays, ComputingBusy and CallerLeft.
    """
    shelf = await service.library.shelf_of(encounter.campaign_id, encounter.tables)
    state = beginning_of(shelf.codecs.state.load(encounter.state), shelf)
    writing = Writing(shelf, state)
    async for page in pages_of(service, encounter):
        await service.slots.compute(token_id, partial(_write_down, writing, page))
    return writing


def _write_down(writing: Writing, page: Iterable[ActionRow]) -> None:
    for row in page:
        if row.reverted_by is None and row.kind not in (EDIT_ENCOUNTER, *NOT_ACTIONS):
            writing.add(from_json(row.command), ANSWERS.load(row.answers))
