"""A roll of which only the sum is told: enough where every throw with that sum means the same."""

from collections.abc import Iterator
from typing import Any

from app.rules.common.dice import Dice, Throw
from app.rules.common.errors import Invalid, InvalidAnswer
from app.rules.resolution.requests import Roll

MOST_THROWS = 10_000
"""Throws that are compared before a sum is held to be too vague."""
LARGEST_SUM = 1_000
"""No table of players adds up more without telling the dice."""


class DiceNeeded(Invalid):
    """The same sum can mean different things: the value of each die is needed."""

    code = "per_die_values_needed"


def faces_of_sum(request: Roll[Any], total: int) -> tuple[int, ...]:
    """Faces that make ``total``; raises InvalidAnswer where none do, and DiceNeeded where it matters which.

    Any: rolls of every outcome type are asked the same question.
    """
    if total > LARGEST_SUM:
        raise _dice_needed(request, total)
    outcome: object = None
    found: tuple[int, ...] | None = None
    for count, faces in enumerate(throws_of_sum(request.dice, total)):
        meant = request.outcome(Throw(faces))
        if found is None:
            found, outcome = faces, meant
        elif meant != outcome or count >= MOST_THROWS:
            raise _dice_needed(request, total)
    if found is None:
        raise InvalidAnswer(
            "{purpose}: {notation} cannot show {total}.",
            way="sum",
            purpose=request.purpose,
            notation=request.dice.notation,
            total=total,
        )
    return found


def _dice_needed(request: Roll[Any], total: int) -> DiceNeeded:
    return DiceNeeded(
        "{purpose}: {total} can be thrown in ways that do not mean the same; give each die of {notation}.",
        purpose=request.purpose,
        total=total,
        notation=request.dice.notation,
    )


def throws_of_sum(dice: Dice, total: int, faces: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every complete throw of ``dice`` that begins with ``faces`` and adds up to ``total``."""
    sides = dice.next_die(faces)
    left = total - sum(faces)
    if sides is None:
        if left == 0:
            yield faces
        return
    if left < 1 or not _can_reach(dice, faces, left):
        return
    for face in range(1, min(sides, left) + 1):
        yield from throws_of_sum(dice, total, (*faces, face))


def _can_reach(dice: Dice, faces: tuple[int, ...], left: int) -> bool:
    """Whether the dice still to be thrown can show ``left``; an opened die has no highest sum."""
    to_come = dice.sides[len(faces) :]
    if len(to_come) > left:
        return False
    return dice.open_from is not None or left <= sum(to_come)
