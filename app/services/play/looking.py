"""What an encounter looks like to a caller: a crowd is made ready for it beside play."""

from collections.abc import Callable
from typing import TypeVar

from app.services.access.tokens import Grant
from app.services.base.service import Estoc
from app.services.base.slots import SCENE
from app.services.play.encounters import Seen, look

T = TypeVar("T")


async def shown_of(
    service: Estoc, grant: Grant, encounter_id: str, view: Callable[[Seen], T]
) -> tuple[Seen, T]:
    """The encounter, and the ``view`` of it; raises NotFound, ComputingBusy and CallerLeft."""
    seen = await look(service, grant, encounter_id)
    return seen, await service.slots.compute(
        grant.token_id, lambda: view(seen), size=SCENE * len(seen.row.state)
    )
