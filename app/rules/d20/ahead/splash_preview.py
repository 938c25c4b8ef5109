"""A throw foreseen: where the flask can land, and whom it splashes there, before a die is thrown.

What the thrower does not know of is left out: whoever is invisible is neither splashed nor strikes here.
"""

from collections.abc import Iterator

from app.rules.common.grid.cells import Cell
from app.rules.d20.ahead.charge_preview import totals_of_first_roll
from app.rules.d20.contract.commands.splash import Lob, ThrowSplash
from app.rules.d20.opportunity.opportunity import offer
from app.rules.d20.splash.splash import does_harm, lob
from app.rules.d20.splash.splash_aim import Aim, aim_of
from app.rules.d20.splash.splash_burst import Burst, astray, on_aim, splashed
from app.rules.d20.table.book import Book
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.preview import Sketch, Surveyed
from app.values import value

FACES = range(1, 9)


@value
class ForeseenLanding:
    """Where that face of the d8 leads: a square or a corner, none without a map; who is splashed there."""

    face: int
    at: Cell | None
    intersection: Cell | None
    is_stopped: bool
    splashes: tuple[str, ...]


@value
class ForeseenThrow:
    """``at`` or ``intersection`` is the aim; ``splashes`` are those near it, whom a hit splashes.

    ``increment`` is how many squares a miss goes ``astray``, ``opportunities`` who may strike first.
    """

    actor: str
    weapon: str
    target: str | None
    at: Cell | None
    intersection: Cell | None
    feet: int | None
    increment: int
    splashes: tuple[str, ...]
    astray: tuple[ForeseenLanding, ...]
    opportunities: tuple[str, ...]


def foresee_throw(book: Book, encounter: Encounter, command: ThrowSplash) -> Surveyed:
    """All that is known of a throw, with the totals of its attack; raises what `aim_of` raises."""
    aim = aim_of(book, encounter, command)
    offered = offer(book, encounter, aim.thrower, "shooting", command.threatened_by)
    foreseen = ForeseenThrow(
        aim.thrower.id,
        aim.armed.id,
        None if aim.target is None else aim.target.id,
        aim.cell,
        aim.corner,
        aim.feet,
        aim.increment,
        tuple(_known(book, encounter, aim, on_aim(aim))),
        tuple(_landing(book, encounter, aim, face) for face in FACES),
        tuple(one.actor for one in offered if not encounter.combatant(one.actor).has("invisible")),
    )
    totals = tuple(totals_of_first_roll(lob(book, encounter, Lob(command))))
    return Surveyed("splash", foreseen, totals, Sketch())


def _landing(book: Book, encounter: Encounter, aim: Aim, face: int) -> ForeseenLanding:
    burst = astray(encounter, aim, face)
    near = tuple(_known(book, encounter, aim, burst))
    return ForeseenLanding(face, burst.cell, burst.corner, burst.is_stopped, near)


def _known(book: Book, encounter: Encounter, aim: Aim, burst: Burst) -> Iterator[str]:
    for one in splashed(book, encounter, aim, burst):
        if does_harm(aim.armed, one.sheet) and not _is_secret(aim, one):
            yield one.id


def _is_secret(aim: Aim, one: Combatant) -> bool:
    return one.has("invisible") and one not in (aim.thrower, aim.target)
