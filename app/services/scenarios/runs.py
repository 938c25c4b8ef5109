"""A scenario document played in memory: its transcript, and whether everything came out as written."""

from typing import Any

from app.narration.catalogue import FALLBACK
from app.rules.common.errors import InvalidDocument, Problem
from app.services.access.tokens import Grant
from app.services.base.json_value import Json
from app.services.base.service import Estoc
from app.services.packs.choice import PackChoice, chosen_shelf
from app.services.packs.loaded_pack import Shelf
from app.services.scenarios.document import Scenario, read_scenarios
from app.services.scenarios.in_process import InProcess
from app.services.scenarios.run import play_scenario
from app.services.scenarios.transcript import transcript


async def run_scenario(service: Estoc, grant: Grant, document: Any, locale: str = FALLBACK) -> Json:
    """Play the scenario with its tables, or the newest, told in ``locale``; nothing is stored. Any: JSON.

    Raises InvalidDocument, NoSuchPack, PackOfAnotherRuleset, ComputingBusy and CallerLeft.
    """
    scenario, *others = await service.slots.compute(grant.token_id, lambda: read_scenarios(document))
    if others:
        message = "One run plays one game: give its `ruleset`."
        raise InvalidDocument((Problem("/rulesets", "wrong_value", message, (("way", "one_game"),)),))
    chosen = scenario.table_pack
    choice = None if chosen is None else PackChoice(chosen.id, chosen.version)
    shelf = await chosen_shelf(service, grant.campaign_id, scenario.ruleset, choice)
    return await service.slots.compute(grant.token_id, lambda: _played(scenario, shelf, locale))


def _played(scenario: Scenario, shelf: Shelf, locale: str) -> Json:
    return transcript(play_scenario(scenario, InProcess(scenario, shelf, locale)))
