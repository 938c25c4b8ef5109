"""A map drawn as SVG: ground, edges, bodies, and what is asked of it (a reach, a lane, what blocks it).

A pure function of plain values. The text stands alone: no scripts, nothing fetched, and readable on light and
dark pages. North is on top, and every part has a `<title>` that says what it is.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Literal
from xml.etree.ElementTree import Element, SubElement, tostring

from app.rules.common.grid.board import LEGEND, Edge, Grid, Terrain
from app.rules.common.grid.cells import Cell, Footprint, Point
from app.services.ahead.map_picture_style import CELL, EDGE_WORDS, GROUND_WORDS, PATTERNS, style
from app.services.ahead.svg import canvas, clean, filled, tile, titled
from app.values import value

MARGIN = 24
"""Pixels round the map, for the numbers of columns and rows."""
LINE = 20
"""Pixels of a line of the legend."""
INSET = 2
ON_THE_MAP = {"clip-path": "url(#estoc-map)"}


@value
class DrawnBody:
    """Somebody on the map; ``role`` gives its outline."""

    name: str
    body: Footprint
    role: Literal["bystander", "charger", "target"] = "bystander"
    is_helpless: bool = False


@value
class DrawnBlock:
    """Squares in the way; ``what`` says by what, in words."""

    cells: tuple[Cell, ...]
    what: str


@value
class Picture:
    """What is to be drawn.

    ``reach`` are the threatened cells, ``lane`` the corners of a lane in half cells, ``path`` the places that
    a body passes from its start to its end. What of them lies off the map is not shown.
    """

    grid: Grid
    title: str
    bodies: tuple[DrawnBody, ...] = ()
    reach: tuple[Cell, ...] = ()
    lane: tuple[Point, ...] = ()
    path: tuple[Footprint, ...] = ()
    blocking: tuple[DrawnBlock, ...] = ()


@value
class LegendLine:
    """One of the legend: a sample, a rectangle or a stroke, and the word for it."""

    tag: Literal["rect", "path"]
    look: dict[str, str]
    word: str


def draw(picture: Picture) -> str:
    """The picture as the text of an SVG document."""
    sheet = _Sheet(picture.grid)
    legend = _legend_of(picture)
    width = 2 * MARGIN + CELL * picture.grid.width
    height = 2 * MARGIN + CELL * picture.grid.height + LINE * len(legend)
    root = canvas(width, height)
    titled(root, picture.title)
    SubElement(root, "style").text = style()
    defs = SubElement(root, "defs")
    _patterns(defs)
    sheet.bounds(defs)
    SubElement(root, "rect", {"class": "paper", "width": str(width), "height": str(height)})
    sheet.lines(root)
    sheet.ground(root)
    sheet.reach(root, picture.reach)
    sheet.lane(root, picture.lane)
    for block in picture.blocking:
        sheet.block(root, block)
    for edge in picture.grid.edges:
        sheet.edge(root, edge)
    for body in picture.bodies:
        sheet.body(root, body)
    sheet.path(root, picture.path)
    sheet.axes(root)
    _write_legend(root, legend, height - LINE * len(legend))
    return tostring(root, encoding="unicode")


def _patterns(defs: Element) -> None:
    for name, (side, parts) in PATTERNS.items():
        pattern = SubElement(defs, "pattern", tile(name, side))
        for tag, attributes in parts:
            SubElement(pattern, tag, attributes)
    squares = SubElement(defs, "pattern", {**tile("grid", CELL), "x": str(MARGIN), "y": str(MARGIN)})
    SubElement(squares, "path", {"class": "none grid", "d": f"M0 {CELL}V0H{CELL}"})
    head = {"id": "estoc-arrow", "viewBox": "0 0 8 8", "refX": "6", "refY": "4", "orient": "auto"}
    SubElement(SubElement(defs, "marker", head), "path", {"class": "none path", "d": "M0 0L8 4L0 8"})


class _Sheet:
    """Where the cells of one map lie on the drawing."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._west, self._south = grid.origin
        self._north = self._south + grid.height

    def at(self, point: Point) -> tuple[int, int]:
        """Pixels of a point in half cells, from the drawing's upper left corner."""
        x, y = point
        return (
            MARGIN + (x - 2 * self._west) * CELL // 2,
            MARGIN + (2 * self._north - y) * CELL // 2,
        )

    def _square(self, body: Footprint, inset: int = 0) -> dict[str, str]:
        x, y = self.at((2 * body.at[0], 2 * (body.at[1] + body.size)))
        side = str(CELL * body.size - 2 * inset)
        return {"x": str(x + inset), "y": str(y + inset), "width": side, "height": side}

    def _has(self, cell: Cell) -> bool:
        right, up = cell[0] - self._west, cell[1] - self._south
        return 0 <= right < self._grid.width and 0 <= up < self._grid.height

    def _all_of_it(self) -> dict[str, str]:
        width, height = CELL * self._grid.width, CELL * self._grid.height
        return {"x": str(MARGIN), "y": str(MARGIN), "width": str(width), "height": str(height)}

    def _points(self, points: Iterable[Point]) -> str:
        return " ".join(f"{x},{y}" for x, y in map(self.at, points))

    def bounds(self, defs: Element) -> None:
        """What is drawn on the map is not drawn beyond its edge."""
        SubElement(SubElement(defs, "clipPath", {"id": "estoc-map"}), "rect", self._all_of_it())

    def lines(self, root: Element) -> None:
        SubElement(root, "rect", {**filled("grid"), **self._all_of_it()})
        SubElement(root, "rect", {"class": "none frame", **self._all_of_it()})

    def ground(self, root: Element) -> None:
        """One group a kind of ground, one rectangle for cells of it side by side."""
        runs: dict[Terrain, list[tuple[Cell, int]]] = {}
        for terrain, start, length in self._runs():
            runs.setdefault(terrain, []).append((start, length))
        for terrain, words in GROUND_WORDS.items():
            if terrain not in runs:
                continue
            group = SubElement(root, "g", {"class": f"ground-{terrain}", **filled(terrain)})
            titled(group, words)
            for start, length in runs[terrain]:
                square = self._square(Footprint(start))
                SubElement(group, "rect", {**square, "width": str(CELL * length)})

    def _runs(self) -> Iterator[tuple[Terrain, Cell, int]]:
        for up in range(self._grid.height):
            row = [(self._west + right, self._south + up) for right in range(self._grid.width)]
            for terrain, cells in groupby(row, self._grid.terrain):
                run = tuple(cells)
                yield terrain, run[0], len(run)

    def reach(self, root: Element, cells: tuple[Cell, ...]) -> None:
        """The cells lightly, and a line round all of them together."""
        cells = tuple(filter(self._has, cells))
        if not cells:
            return
        group = SubElement(root, "g", {"class": "reaches"})
        titled(group, "Reach")
        for cell in cells:
            SubElement(group, "rect", {"class": "reach", **self._square(Footprint(cell))})
        outline = " ".join(self._outline(frozenset(cells)))
        SubElement(group, "path", {"class": "none reach-outline", "d": outline})

    def _outline(self, cells: frozenset[Cell]) -> Iterator[str]:
        for x, y in sorted(cells):
            corners = Footprint((x, y)).corners
            beside = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
            for start, end, neighbour in zip(corners, (*corners[1:], corners[0]), beside, strict=True):
                if neighbour not in cells:
                    (left, top), (to_left, to_top) = self.at(start), self.at(end)
                    yield f"M{left} {top}L{to_left} {to_top}"

    def lane(self, root: Element, corners: tuple[Point, ...]) -> None:
        if corners:
            look = {"class": "lane", **filled("lane"), **ON_THE_MAP}
            titled(SubElement(root, "polygon", {**look, "points": self._points(corners)}), "Lane")

    def block(self, root: Element, block: DrawnBlock) -> None:
        group = SubElement(root, "g", {"class": "blocks"})
        places = " ".join(str(list(cell)) for cell in block.cells)
        titled(group, f"In the way: {block.what} {places}")
        for cell in filter(self._has, block.cells):
            SubElement(
                group, "rect", {"class": "blocking", **filled("blocking"), **self._square(Footprint(cell))}
            )

    def edge(self, root: Element, edge: Edge) -> None:
        if not any(map(self._has, edge.between)):
            return
        (x, y), (to_x, to_y) = map(self.at, edge.ends)
        look = {"class": f"none edge edge-{edge.kind}", "d": f"M{x} {y}L{to_x} {to_y}"}
        line = SubElement(root, "path", look)
        titled(line, EDGE_WORDS[edge.kind])

    def body(self, root: Element, drawn: DrawnBody) -> None:
        """A square with the name in it, cut where it is too long; the whole name is in its title."""
        group = SubElement(root, "g", {"class": drawn.role})
        note = ", helpless" if drawn.is_helpless else ""
        titled(group, f"{drawn.name}{note} {list(drawn.body.at)}")
        square = self._square(drawn.body, INSET)
        SubElement(group, "rect", {"class": f"body body-{drawn.role}", "rx": "5", **square})
        if drawn.is_helpless:
            (west, south), _, (east, north), _ = map(self.at, drawn.body.corners)
            SubElement(group, "path", {"class": "helpless", "d": f"M{west} {south}L{east} {north}"})
        x, y = self.at(drawn.body.centre)
        most = 5 * drawn.body.size
        name = drawn.name if len(drawn.name) <= most else drawn.name[: most - 1] + "…"
        SubElement(group, "text", {"x": str(x), "y": str(y)}).text = clean(name)

    def path(self, root: Element, places: tuple[Footprint, ...]) -> None:
        """From centre to centre with an arrow at the end, and the end space."""
        if len(places) < 2:
            return
        group = SubElement(root, "g", {"class": "way", **ON_THE_MAP})
        titled(group, f"Way from {list(places[0].at)} to {list(places[-1].at)}")
        points = self._points(place.centre for place in places)
        SubElement(
            group, "polyline", {"class": "none path", "points": points, "marker-end": "url(#estoc-arrow)"}
        )
        SubElement(group, "rect", {"class": "none end", **self._square(places[-1], INSET)})

    def axes(self, root: Element) -> None:
        """The numbers of columns below and of rows on the left."""
        bottom = MARGIN + CELL * self._grid.height + MARGIN // 2
        for right in range(self._grid.width):
            x, _ = self.at((2 * (self._west + right) + 1, 0))
            number = SubElement(root, "text", {"class": "axis", "x": str(x), "y": str(bottom)})
            number.text = str(self._west + right)
        for up in range(self._grid.height):
            _, y = self.at((0, 2 * (self._south + up) + 1))
            number = SubElement(root, "text", {"class": "axis", "x": str(MARGIN // 2), "y": str(y)})
            number.text = str(self._south + up)


def _legend_of(picture: Picture) -> tuple[LegendLine, ...]:
    """A sample and a word for each kind of thing that is drawn."""
    ground = {LEGEND[character] for row in picture.grid.rows for character in set(row)}
    kinds = {edge.kind for edge in picture.grid.edges}
    return (
        *(LegendLine("rect", filled(kind), words) for kind, words in GROUND_WORDS.items() if kind in ground),
        *(
            LegendLine("path", {"class": f"none edge edge-{kind}"}, words)
            for kind, words in EDGE_WORDS.items()
            if kind in kinds
        ),
        *((LegendLine("path", {"class": "none reach-outline"}, "Reach"),) if picture.reach else ()),
        *((LegendLine("rect", {"class": "lane", **filled("lane")}, "Lane"),) if picture.lane else ()),
        *(
            (LegendLine("rect", {"class": "blocking", **filled("blocking")}, "In the way"),)
            if picture.blocking
            else ()
        ),
    )


def _write_legend(root: Element, lines: tuple[LegendLine, ...], top: int) -> None:
    for number, line in enumerate(lines):
        y = top + LINE * number
        place = {"d": f"M{MARGIN} {y + LINE // 2}H{MARGIN + CELL}"}
        if line.tag == "rect":
            place = {"x": str(MARGIN), "y": str(y + 2), "width": str(CELL), "height": str(LINE - 4)}
        SubElement(root, line.tag, {**line.look, **place})
        word = SubElement(
            root, "text", {"class": "word", "x": str(MARGIN + CELL + 8), "y": str(y + LINE // 2)}
        )
        word.text = line.word
