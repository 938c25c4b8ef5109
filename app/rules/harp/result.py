"""What every rule of the game returns."""

from typing import TypeAlias

from app.rules.harp.commands import Step
from app.rules.harp.events import Event
from app.rules.resolution.steps import StepResult

Result: TypeAlias = StepResult[Event, Step]
