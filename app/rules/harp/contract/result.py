"""What every rule of the game returns."""

from typing import TypeAlias

from app.rules.harp.contract.commands.command import Step
from app.rules.harp.contract.events.event import Event
from app.rules.resolution.steps import StepResult

Result: TypeAlias = StepResult[Event, Step]
