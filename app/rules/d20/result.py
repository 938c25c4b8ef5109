"""What every rule of the game returns."""

from typing import TypeAlias

from app.rules.d20.commands import Step
from app.rules.d20.events import Event
from app.rules.resolution.steps import StepResult

Result: TypeAlias = StepResult[Event, Step]
