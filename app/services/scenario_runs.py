"""A scenario document played in memory: its transcript, and whether everything came out as written."""

from typing import Any

from app.services.estoc import Estoc
from app.services.pack_choice import PackChoice, chosen_shelf
from app.services.scenarios.document import Scenario, read_scenario
from app.services.scenarios.in_process import InProcess
from app.services.scenarios.run import play_scenario
from app.services.scenarios.transcript import transcript
from app.services.tokens import Grant
from app.services.views import Json


async def run_scenario(service: Estoc, grant: Grant, document: Any) -> Json:
    """Play the scenario with its tables, or the newest; nothing is stored. Any: JSON.

    Raises InvalidDocument, NoSuchPack, PackOfAnotherRuleset, ComputingBusy and CallerLeft.
    """
    scenario = read_scenario(document)
    chosen = scenario.table_pack
    choice = None if chosen is None else PackChoice(chosen.id, chosen.version)
    shelf = await chosen_shelf(service, grant.campaign_id, scenario.ruleset, choice)
    return await service.slots.compute(grant.token_id, lambda: _played(scenario, InProcess(scenario, shelf)))


def _played(scenario: Scenario, stage: InProcess) -> Json:
    return transcript(play_scenario(scenario, stage))
