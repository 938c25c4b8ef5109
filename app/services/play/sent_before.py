"""Actions found by what another system calls them, as they stand now."""

from collections.abc import Sequence

from pydantic_core import from_json, to_json

from app.persistence.play.reference_queries import Referred, referred_to
from app.services.access.roles import is_gm
from app.services.access.tokens import Grant
from app.services.base.refusals import NotFound, no_encounter
from app.services.base.service import Estoc
from app.services.play.encounters import check_id, read_action
from app.services.visibility.answers import UNSEEN_COMMAND
from app.values import value


@value
class Earlier:
    """The answer that a request had before, as its viewer may see it; ``waits``: somebody is waited for.

    ``version`` is the encounter's after it. ``refused`` (JSON) says which command cut a group short.
    """

    actions: tuple[bytes, ...]
    action_id: str
    version: int
    waits: bool
    is_group: bool
    refused: bytes = b"null"


async def earlier_answer(
    service: Estoc, grant: Grant, encounter_id: str, referred: Referred, locale: str
) -> Earlier:
    """What became of the request, in the language ``locale``; raises NotFound where it is gone."""
    actions = await _actions(service, grant, encounter_id, referred.action_ids, locale)
    if not actions:
        raise no_encounter()
    first, last = from_json(actions[0]), from_json(actions[-1])
    refused = b"null"
    if referred.is_group and last["status"] == "refused":
        refused = to_json({"command": len(actions) - 1, "action_id": last["id"]})
        actions = actions[:-1]
    waits = last["status"] == "awaiting"
    return Earlier(actions, first["id"], last["seq"], waits, referred.is_group, refused)


async def actions_called(
    service: Estoc, grant: Grant, encounter_id: str, ref: str, locale: str | None
) -> tuple[bytes, ...]:
    """The actions that another system calls ``ref``, in order, also while they wait; raises NotFound.

    Those of which the viewer sees nothing are not among them: their names would tell who did them.
    """
    check_id(encounter_id)
    async with service.database.reading() as driver:
        found = await referred_to(driver, grant.campaign_id, encounter_id, (ref,))
    ids = [action_id for referred in found for action_id in referred.action_ids]
    actions = await _actions(service, grant, encounter_id, ids, locale)
    shown = ((action, from_json(action)) for action in actions)
    return tuple(
        action
        for action, told in shown
        if told["status"] != "refused" and (is_gm(grant) or told["command"] != UNSEEN_COMMAND)
    )


async def _actions(
    service: Estoc, grant: Grant, encounter_id: str, ids: Sequence[str], locale: str | None
) -> tuple[bytes, ...]:
    """Those of the actions that there are: of a group that waits or is given up, one."""
    actions: list[bytes] = []
    for action_id in ids:
        try:
            actions.append(await read_action(service, grant, encounter_id, action_id, locale))
        except NotFound:
            continue
    return tuple(actions)
