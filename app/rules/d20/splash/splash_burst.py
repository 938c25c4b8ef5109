"""Where a splash weapon bursts, and who stands near enough (PF1-SPL-02 … PF1-SPL-23)."""

from collections.abc import Iterator

from app.rules.common.grid.cells import Cell, Facing, Footprint
from app.rules.common.grid.scatter import (
    block_round,
    cells_flown_over,
    cells_round,
    corners_flown_over,
    in_half_cells,
    turned,
)
from app.rules.common.grid.sight import has_line
from app.rules.d20.ground.heights import above_ground, apart
from app.rules.d20.ground.positions import space_of
from app.rules.d20.splash.splash_aim import CLOSE_BY, Aim
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import is_dead
from app.rules.d20.table.measures import FEET_PER_SQUARE
from app.rules.d20.table.state import Combatant, Encounter
from app.values import value

SHORT = 1
"""The face of the d8 that falls short, straight towards the thrower; the others follow clockwise."""


@value
class Burst:
    """Where the flask bursts; neither square nor corner is known without a map.

    ``squares`` is how far off its aim it was to fly, 0 for a hit, ``flown`` how far it got, and ``face`` of
    the d8 in which direction.
    """

    cell: Cell | None = None
    corner: Cell | None = None
    squares: int = 0
    face: int | None = None
    flown: int = 0

    @property
    def is_stopped(self) -> bool:
        """Whether a wall or the edge of the map has stopped it before (D-18)."""
        return self.flown < self.squares

    @property
    def area(self) -> tuple[Cell, ...]:
        """The squares that are splashed: the four of a corner, or its square and those around it (S-5)."""
        if self.corner is not None:
            return cells_round(self.corner)
        return () if self.cell is None else block_round(self.cell)


def on_aim(aim: Aim) -> Burst:
    """Where it bursts when it hits."""
    return Burst(aim.cell, aim.corner)


def astray(encounter: Encounter, aim: Aim, face: int) -> Burst:
    """Where it bursts when it misses: as many squares off as the throw counts increments (PF1-SPL-20)."""
    far = aim.increment
    way = direction_of(aim, face)
    if encounter.map is None or way is None:
        return Burst(squares=far, face=face, flown=far)
    if aim.corner is not None and encounter.options.intersection_scatter == "intersection":
        passed = (aim.corner, *corners_flown_over(encounter.map, aim.corner, way, far))
        return Burst(None, passed[-1], far, face, len(passed) - 1)
    start = _first_square(aim)
    passed = (start, *cells_flown_over(encounter.map, start, way, far))
    return Burst(passed[-1], None, far, face, len(passed) - 1)


def direction_of(aim: Aim, face: int) -> Facing | None:
    """Where that face of the d8 points: 1 from the aim to the thrower, and on clockwise (D-5)."""
    if aim.body is None or (aim.cell is None and aim.corner is None):
        return None
    x, y = in_half_cells(aim.corner) if aim.corner is not None else Footprint(_first_square(aim)).centre
    to_x, to_y = aim.body.centre
    return turned((to_x - x, to_y - y), face - SHORT)


def _first_square(aim: Aim) -> Cell:
    """The square from which it flies astray: of an intersection's, the nearest to the thrower (D-6)."""
    if aim.corner is None or aim.body is None:
        assert aim.cell is not None
        return aim.cell
    x, y = aim.body.centre

    def square_of_distance(cell: Cell) -> int:
        to_x, to_y = Footprint(cell).centre
        return (to_x - x) ** 2 + (to_y - y) ** 2

    return min(cells_round(aim.corner), key=square_of_distance)


def splashed(book: Book, encounter: Encounter, aim: Aim, burst: Burst) -> tuple[Combatant, ...]:
    """Everybody whom the burst splashes, each once; not whom it hits directly (PF1-SPL-02, PF1-SPL-07)."""
    is_hit = burst.squares == 0
    if burst.area:
        struck = aim.target.id if is_hit and aim.target is not None else None
        return tuple(one for one in _within(book, encounter, aim, burst) if one.id != struck)
    if is_hit:
        return tuple(encounter.combatant(one) for one in aim.near)
    return tuple(_beside(aim, burst))


def _within(book: Book, encounter: Encounter, aim: Aim, burst: Burst) -> Iterator[Combatant]:
    """Those on the map in the area, with no wall between, and neither far above nor far below."""
    for one in encounter.combatants:
        space = space_of(book, encounter, one)
        if space is None or is_dead(one) or not _is_level(book, encounter, aim, burst, one):
            continue
        reached = (cell for cell in space.cells if cell in burst.area)
        if any(_is_open(encounter, burst, cell) for cell in reached):
            yield one


def _is_open(encounter: Encounter, burst: Burst, cell: Cell) -> bool:
    if encounter.map is None or burst.cell is None:
        return True
    return has_line(encounter.map, Footprint(burst.cell), Footprint(cell))


def _is_level(book: Book, encounter: Encounter, aim: Aim, burst: Burst, one: Combatant) -> bool:
    """Near what was hit, or near the ground where nothing was."""
    if burst.squares == 0 and aim.target is not None:
        return apart(book, encounter, one, aim.target) <= CLOSE_BY
    return above_ground(encounter, one) <= CLOSE_BY


def _beside(aim: Aim, burst: Burst) -> Iterator[Combatant]:
    """Without a map: a throw in the first increment lands beside its target (PF1-SPL-16, PF1-SPL-17)."""
    if burst.squares > 1 or aim.target is None:
        return
    yield aim.target
    if burst.face == SHORT and aim.feet is not None and aim.feet <= FEET_PER_SQUARE:
        yield aim.thrower
