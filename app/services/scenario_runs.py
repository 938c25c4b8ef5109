"""A scenario document played in memory: its transcript, and whether everything came out as written."""

import asyncio
from typing import Any

from app.services.estoc import Estoc
from app.services.scenarios.document import Scenario, read_scenario
from app.services.scenarios.in_process import InProcess
from app.services.scenarios.run import play_scenario
from app.services.scenarios.transcript import transcript
from app.services.views import Json


async def run_scenario(service: Estoc, document: Any) -> Json:
    """Play the scenario with the newest tables; nothing is stored. Raises InvalidDocument. Any: JSON."""
    scenario = read_scenario(document)
    shelf = service.library.beginning(scenario.ruleset)
    # A long scenario takes longer than others should wait for the event loop.
    return await asyncio.to_thread(_played, scenario, InProcess(scenario, shelf))


def _played(scenario: Scenario, stage: InProcess) -> Json:
    return transcript(play_scenario(scenario, stage))
