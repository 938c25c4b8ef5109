"""D20-GEO-01: an encounter of a d20 game begins on squares of 5 ft that count 1-2-1, or on no map."""

import pytest

from app.rules.common.grid.board import Grid
from app.rules.common.grid.lengths import CellSize, Diagonals
from app.rules.d20.initial_checks import check_map
from app.rules.d20.table.state import Encounter


def amiss(board: Grid | None) -> list[tuple[str, str]]:
    return [(problem.pointer, problem.code) for problem in check_map(Encounter("pf1", map=board))]


@pytest.mark.parametrize(
    "board",
    [
        None,
        Grid(("...",)),
        Grid(("...",), cell=CellSize("5", "ft")),
        Grid(("...",), cell=CellSize("5.0", "ft")),
        Grid(("...",), cell=CellSize("1.5", "m")),
    ],
)
def test_squares_of_five_feet_are_what_it_is_played_on(board: Grid | None) -> None:
    assert amiss(board) == []


@pytest.mark.parametrize("cell", [CellSize("1", "m"), CellSize("10", "ft"), CellSize("5", "m")])
def test_other_squares_are_refused(cell: CellSize) -> None:
    assert amiss(Grid(("...",), cell=cell)) == [("/map/cell", "map_squares")]


@pytest.mark.parametrize("diagonals", ["equal", "exact"])
def test_other_counts_of_diagonals_are_refused(diagonals: Diagonals) -> None:
    assert amiss(Grid(("...",), diagonals=diagonals)) == [("/map/diagonals", "map_diagonals")]


def test_both_are_told_at_once() -> None:
    board = Grid(("...",), cell=CellSize("2", "m"), diagonals="equal")
    assert len(amiss(board)) == 2
