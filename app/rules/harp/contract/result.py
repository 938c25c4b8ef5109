"""What every rule of the game returns."""

from collections.abc import Callable
from typing import Any, TypeAlias

from app.rules.harp.contract.commands.command import Step
from app.rules.harp.contract.events.event import Event
from app.rules.harp.table.state import Encounter
from app.rules.harp.table.tables import HarpTables
from app.rules.resolution.requests import Resolution
from app.rules.resolution.steps import StepResult

Result: TypeAlias = StepResult[Event, Step]

Steps: TypeAlias = dict[Any, Callable[[HarpTables, Encounter, Any], Result | Resolution[Result]]]
"""Rules by the step that each resolves. Any: every rule takes a step of its own type."""
