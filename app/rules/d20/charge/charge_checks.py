"""Why a charge is refused for its way: every failed check, in the order of the rules (D20-CHG-32 to -80)."""

from collections.abc import Iterable, Iterator

from app.rules.common.errors import FailedCheck, Params
from app.rules.common.grid.cells import Cell, Footprint
from app.rules.common.grid.lines import crossed
from app.rules.d20.charge.charge_lane import Block, BlockKind

CLOSED: frozenset[BlockKind] = frozenset(("wall", "obstacle", "pit"))


def covered(target: Footprint) -> FailedCheck:
    """The target has total cover from every space in reach of it (D20-COV-07)."""
    return FailedCheck(
        "TOTAL_COVER",
        "The target has total cover from everywhere in reach of it.",
        "D20-COV-07",
        (("way", "charge"),),
        squares=target.cells,
    )


def beyond(target: Footprint) -> FailedCheck:
    """From no space can the target be struck, as the charger does not rise or sink (D20-CHG-36)."""
    return FailedCheck(
        "CLOSEST_SPACE_BLOCKED",
        "From no space can the target be struck: it is too high or too low.",
        "D20-CHG-36",
        (("way", "height"),),
        squares=target.cells,
    )


def destination(blocks: tuple[Block, ...]) -> Iterator[FailedCheck]:
    """What fills the closest space; there is no second choice (D20-CHG-32, D20-CHG-33)."""
    here = tuple(block for block in blocks if block.is_at_end)
    if creatures := tuple(block for block in here if block.what == "creature"):
        yield _blamed(
            "CLOSEST_SPACE_BLOCKED",
            "The closest space to attack from is taken by {names}.",
            "D20-CHG-32",
            creatures,
            (("way", "taken"), ("names", _names(creatures))),
        )
    if ground := tuple(block for block in here if block.what != "creature"):
        yield _blamed(
            "CLOSEST_SPACE_BLOCKED",
            "The closest space to attack from is not clear: {what}.",
            "D20-CHG-33",
            ground,
            (("way", "ground"), ("what", _kinds(ground)), ("terrain", _terrain(ground))),
        )


def distance(far: int, least: int, greatest: int) -> Iterator[FailedCheck]:
    """Whether the way is long and short enough, in cells (D20-CHG-40, D20-CHG-44)."""
    if far < least:
        yield FailedCheck(
            "TOO_CLOSE",
            "The charge would go {distance:# square|# squares}; it takes {least} at least.",
            "D20-CHG-40",
            (("distance", far), ("least", least)),
        )
    if far > greatest:
        yield FailedCheck(
            "TOO_FAR",
            "The charge would go {distance:# square|# squares}; {greatest} is the most.",
            "D20-CHG-44",
            (("way", "charge"), ("distance", far), ("greatest", greatest)),
        )


def lane(blocks: tuple[Block, ...]) -> Iterator[FailedCheck]:
    """What stands between start and end space (D20-CHG-60, D20-CHG-64, D20-CHG-72, D20-CHG-76)."""
    here = tuple(block for block in blocks if not block.is_at_end)
    if creatures := tuple(block for block in here if block.what == "creature"):
        yield _blamed(
            "LANE_CREATURE",
            "In the lane of the charge: {names}.",
            "D20-CHG-60",
            creatures,
            (("names", _names(creatures)),),
        )
    if slow := tuple(block for block in here if block.what == "difficult"):
        yield _blamed("LANE_SLOWED", "Difficult ground slows the charge.", "D20-CHG-64", slow)
    if closed := tuple(block for block in here if block.what in CLOSED):
        yield _blamed(
            "LANE_BLOCKED",
            "In the lane of the charge: {what}; squeezing past is no charge.",
            "D20-CHG-72",
            closed,
            (("way", "ground"), ("what", _kinds(closed)), ("terrain", _terrain(closed))),
        )
    if edges := tuple(block for block in here if block.what == "edge"):
        yield _blamed(
            "LANE_BLOCKED",
            "A wall, door, low wall or fence crosses the lane of the charge.",
            "D20-CHG-76",
            edges,
            (("way", "edge"),),
        )


def request(start: Footprint, tied: tuple[Cell, ...], requested: tuple[Cell, ...]) -> Iterator[FailedCheck]:
    """Whether the places asked for lie on one straight line to a closest space (D20-CHG-79, D20-CHG-80)."""
    if not requested:
        return
    last = requested[-1]
    on_the_line = crossed(Footprint(start.at).centre, Footprint(last).centre) or (start.at,)
    order = [on_the_line.index(cell) if cell in on_the_line else -1 for cell in requested]
    if -1 in order or order != sorted(order):
        yield FailedCheck(
            "PATH_TURNS", "A charge goes straight on, without a turn.", "D20-CHG-79", squares=requested
        )
    if last not in tied:
        yield FailedCheck(
            "NOT_CLOSEST_SPACE",
            "A charge ends in the closest space to attack from: {places}, not {square}.",
            "D20-CHG-80",
            (("places", _places(tied)), ("square", str(list(last)))),
            squares=(last,),
        )


def without_melee(name: str, weapon: str | None) -> FailedCheck:
    """A charge ends in an attack in melee (D20-CHG-12)."""
    if weapon is None:
        return FailedCheck(
            "NO_MELEE_ATTACK",
            "{actor} cannot end a charge with no weapon: it takes an attack in melee.",
            "D20-CHG-12",
            (("way", "no_weapon"), ("actor", name)),
        )
    return FailedCheck(
        "NO_MELEE_ATTACK",
        "{actor} cannot end a charge with the {weapon}: it takes an attack in melee.",
        "D20-CHG-12",
        (("way", "charge"), ("actor", name), ("weapon", weapon)),
    )


def _blamed(code: str, text: str, rule_id: str, blocks: Iterable[Block], params: Params = ()) -> FailedCheck:
    squares = dict.fromkeys(cell for block in blocks for cell in block.cells)
    return FailedCheck(code, text, rule_id, params, tuple(squares))


def _names(blocks: tuple[Block, ...]) -> str:
    return ", ".join(sorted({block.name for block in blocks}))


WORDS: dict[BlockKind, str] = {
    "creature": "a creature",
    "difficult": "difficult ground",
    "wall": "a wall",
    "obstacle": "an obstacle",
    "pit": "a pit",
    "edge": "a barrier",
}


def _kinds(blocks: tuple[Block, ...]) -> str:
    return ", ".join(sorted({WORDS[block.what] for block in blocks}))


def _terrain(blocks: tuple[Block, ...]) -> str:
    return ", ".join(sorted({block.what for block in blocks}))


def _places(cells: tuple[Cell, ...]) -> str:
    return " / ".join(str(list(cell)) for cell in cells)
