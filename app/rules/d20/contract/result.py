"""What every rule of the game returns."""

from collections.abc import Callable
from typing import Any, TypeAlias

from app.rules.d20.contract.commands.command import Step
from app.rules.d20.contract.events.event import Event
from app.rules.d20.table.book import Book
from app.rules.d20.table.state import Encounter
from app.rules.resolution.requests import Resolution
from app.rules.resolution.steps import StepResult

Result: TypeAlias = StepResult[Event, Step]

Steps: TypeAlias = dict[Any, Callable[[Book, Encounter, Any], Result | Resolution[Result]]]
"""Rules by the step that each resolves. Any: every rule takes a step of its own type."""
