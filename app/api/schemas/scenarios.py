"""A played scenario as it is answered."""

from typing import Literal

from app.api.schemas.common import Document, Shape


class Difference(Shape):
    """Where it came out otherwise: `pointer` is a JSON pointer into the scenario."""

    pointer: str
    message: str


class PlayedStep(Shape):
    """A step as it went. A resolved one has its figures, rules, events, rolls, choices and words; a refused
    one its `codes`, a `message` and the `squares` to blame; one with `dice_amiss` the `message` alone.
    """

    do: Document
    dice: list[int]
    choose: Document
    status: Literal["resolved", "refused", "dice_amiss"]
    result: Document | None = None
    rules: list[str] | None = None
    events: list[Document] | None = None
    rolls: list[Document] | None = None
    choices: list[Document] | None = None
    narration: str | None = None
    codes: list[str] | None = None
    message: str | None = None
    squares: list[list[int]] | None = None
    differences: list[Difference]


class Transcript(Shape):
    """A scenario as it went; `differences` are those at its end."""

    title: str
    holds: bool
    steps: list[PlayedStep]
    unplayed: int
    differences: list[Difference]
