"""The drawing of a map: right, complete, accessible, and harmless wherever it is shown."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, fromstring

import pytest

from app.rules.common.grid.bands import natural_band, threatened
from app.rules.common.grid.board import Edge, Grid
from app.rules.common.grid.cells import Footprint
from app.rules.d20.charge.charge_way import Bystander, survey
from app.services.ahead.map_picture import DrawnBlock, DrawnBody, Picture, draw
from app.services.ahead.map_picture_style import CELL, DARK, EDGE_WORDS, GROUND_WORDS, LIGHT

SVG = "{http://www.w3.org/2000/svg}"
GROUND = Grid(
    ("#,.", "o^+", "..."),
    (-1, 4),
    (
        Edge(((-1, 4), (0, 4)), "wall"),
        Edge(((0, 4), (1, 4)), "door"),
        Edge(((0, 4), (0, 5)), "low-wall"),
        Edge(((1, 4), (1, 5)), "fence"),
    ),
)
BRUNO = DrawnBody("Bruno", Footprint((0, 0), 2), "charger")


def parts(root: Element, tag: str, name: str) -> list[Element]:
    """The elements of that tag with that class."""
    return [it for it in root.iter(SVG + tag) if name in it.get("class", "").split()]


def titles(root: Element) -> set[str]:
    return {it.text or "" for it in root.iter(SVG + "title")}


def charge() -> Picture:
    """A troll's charge at a mage, with a goblin and a bog in the way."""
    grid = Grid(("........", "..,.....", "........"))
    troll, mage, goblin = Footprint((0, 0), 2), Footprint((7, 1)), Footprint((4, 1))
    way = survey(grid, troll, mage, natural_band(2), (Bystander("goblin", goblin),), greatest=12)
    bodies = (
        DrawnBody("Troll", troll, "charger"),
        DrawnBody("Mage", mage, "target"),
        DrawnBody("Goblin", goblin),
    )
    blocks = tuple(DrawnBlock(block.cells, block.name or block.what) for block in way.blocks)
    return Picture(
        grid, "A charge", bodies, threatened(natural_band(2), troll), way.lane.corners, way.places, blocks
    )


PICTURES = [
    pytest.param(Picture(Grid((".",)), "Nothing"), id="nothing"),
    pytest.param(Picture(GROUND, "Ground"), id="ground"),
    pytest.param(charge(), id="charge"),
]


def test_the_picture_is_named_and_so_is_everything_on_it() -> None:
    root = fromstring(draw(charge()))
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    first = root.find(f"{SVG}title")
    assert first is not None
    assert first.text == "A charge"
    assert titles(root) == {
        "A charge", "Difficult ground", "Reach", "Lane", "Way from [0, 0] to [4, 0]",
        "In the way: difficult [2, 1]", "In the way: goblin [4, 1]",
        "Troll [0, 0]", "Mage [7, 1]", "Goblin [4, 1]",
    }  # fmt: skip


def test_every_kind_of_ground_has_a_pattern_and_a_word_of_its_own() -> None:
    root = fromstring(draw(Picture(GROUND, "Ground")))
    fills = {
        kind: {it.get("fill") for group in parts(root, "g", f"ground-{kind}") for it in (group,)}
        for kind in GROUND_WORDS
    }
    assert len(set(map(str, fills.values()))) == len(GROUND_WORDS)
    assert set(GROUND_WORDS.values()) <= titles(root)
    legend = {it.text for it in parts(root, "text", "word")}
    assert legend == {*GROUND_WORDS.values(), *EDGE_WORDS.values()}


def test_every_kind_of_edge_has_a_stroke_of_its_own() -> None:
    text = draw(Picture(GROUND, "Ground"))
    strokes = {kind: re.findall(rf"\.edge-{kind} {{(.*?)}}", text) for kind in EDGE_WORDS}
    assert all(len(found) == 1 for found in strokes.values())
    assert len({found[0] for found in strokes.values()}) == len(EDGE_WORDS)
    assert set(EDGE_WORDS.values()) <= titles(fromstring(text))


def test_north_is_on_top_and_the_south_west_cell_is_the_origin() -> None:
    root = fromstring(draw(Picture(GROUND, "Ground", (DrawnBody("A", Footprint((-1, 4))),))))
    (body,) = parts(root, "rect", "body")
    (wall,) = parts(root, "g", "ground-wall")
    wall_cell = wall.find(f"{SVG}rect")
    assert wall_cell is not None
    assert float(body.get("y", "0")) - float(wall_cell.get("y", "0")) == pytest.approx(2 * CELL, abs=4)
    assert float(body.get("x", "0")) == pytest.approx(float(wall_cell.get("x", "0")), abs=4)
    numbers = [it.text for it in parts(root, "text", "axis")]
    assert numbers == ["-1", "0", "1", "4", "5", "6"]


def test_cells_of_a_kind_side_by_side_are_one_rectangle() -> None:
    root = fromstring(draw(Picture(Grid(("###.#",)), "Walls")))
    (group,) = parts(root, "g", "ground-wall")
    assert [it.get("width") for it in group.iter(f"{SVG}rect")] == [str(3 * CELL), str(CELL)]


def test_a_reach_is_outlined_as_one_area() -> None:
    for cells, sides in (((((0, 0)),), 4), (((0, 0), (1, 0)), 6), (((0, 0), (1, 1)), 8)):
        root = fromstring(draw(Picture(Grid(("..", "..")), "Reach", reach=cells)))
        (outline,) = [it for it in parts(root, "path", "reach-outline") if it.get("d", "").count("M") > 1]
        assert outline.get("d", "").count("M") == sides


def test_the_lane_is_the_hull_and_what_is_in_the_way_is_hatched() -> None:
    picture = charge()
    root = fromstring(draw(picture))
    (lane,) = parts(root, "polygon", "lane")
    assert len(lane.get("points", "").split()) == len(picture.lane)
    hatched = [it for group in parts(root, "g", "blocks") for it in group.iter(f"{SVG}rect")]
    assert len(hatched) == 2
    assert {it.get("fill") for it in hatched} == {"url(#estoc-blocking)"}
    assert lane.get("fill") == "url(#estoc-lane)"


def test_charger_target_and_the_helpless_differ_by_their_outlines() -> None:
    root = fromstring(
        draw(
            Picture(
                Grid(("....",)),
                "Four",
                (
                    DrawnBody("A", Footprint((0, 0)), "charger"),
                    DrawnBody("B", Footprint((1, 0)), "target"),
                    DrawnBody("C", Footprint((2, 0))),
                    DrawnBody("D", Footprint((3, 0)), is_helpless=True),
                ),
            )
        )
    )
    looks = [it.get("class") for it in parts(root, "rect", "body")]
    assert looks == ["body body-charger", "body body-target", "body body-bystander", "body body-bystander"]
    assert len(parts(root, "path", "helpless")) == 1
    assert "D, helpless [3, 0]" in titles(root)


def test_names_are_text_whatever_they_hold() -> None:
    """Mark-up is escaped, what XML cannot hold is replaced, and long names are cut but whole in the title."""
    names = (
        "<script>alert(1)</script>",
        "a & b \"c\" 'd'",
        "bell\x07, half a pair \ud800",
        "Ælfþryð the Old",
    )
    bodies = tuple(DrawnBody(name, Footprint((at, 0))) for at, name in enumerate(names))
    text = draw(Picture(Grid(("....",)), "]]> & <b>", bodies))
    root = fromstring(text.encode())
    assert "]]> & <b>" in titles(root)
    assert {
        name.replace("\x07", "\ufffd").replace("\ud800", "\ufffd") + f" [{at}, 0]"
        for at, name in enumerate(names)
    } < titles(root)
    labels = [it.text or "" for group in parts(root, "g", "bystander") for it in group.iter(f"{SVG}text")]
    assert labels[3] == "Ælfþ…"
    assert "script" not in {it.tag.removeprefix(SVG) for it in root.iter()}


@pytest.mark.parametrize("picture", PICTURES)
def test_the_picture_runs_nothing_and_fetches_nothing(picture: Picture) -> None:
    text = draw(picture)
    root = fromstring(text)
    tags = {it.tag.removeprefix(SVG) for it in root.iter()}
    assert tags <= {
        "svg", "title", "style", "defs", "pattern", "marker", "rect", "circle", "path", "g", "polygon",
        "polyline", "text", "clipPath",
    }  # fmt: skip
    attributes = {name for it in root.iter() for name in it.attrib}
    assert not {name for name in attributes if name.startswith("on") or "href" in name or name == "style"}
    assert re.findall(r"https?://[^\"' ]*", text) == ["http://www.w3.org/2000/svg"]
    assert "@import" not in text


@pytest.mark.parametrize("picture", PICTURES)
def test_every_pattern_that_is_used_is_there(picture: Picture) -> None:
    text = draw(picture)
    used = set(re.findall(r"url\(#([a-z-]+)\)", text))
    known = {it.get("id") for it in fromstring(text).iter() if it.get("id")}
    assert used
    assert used <= known
    assert text.count("url(") == len(re.findall(r"url\(#", text))


@pytest.mark.parametrize("picture", PICTURES)
def test_everything_lies_on_the_paper(picture: Picture) -> None:
    root = fromstring(draw(picture))
    _, _, width, height = map(float, root.get("viewBox", "").split())
    for it in placed(root):
        assert 0 <= float(it.get("x", "0")) <= width - float(it.get("width", "0"))
        assert 0 <= float(it.get("y", "0")) <= height - float(it.get("height", "0"))


def placed(root: Element) -> Iterator[Element]:
    for child in root:
        if child.tag == f"{SVG}g":
            yield from placed(child)
        elif child.tag in (f"{SVG}rect", f"{SVG}text"):
            yield child


def test_what_lies_off_the_map_is_cut_off() -> None:
    """The closest space to charge to may lie beyond the edge of the map."""
    beyond = (Footprint((0, 0)), Footprint((1, 0)), Footprint((2, 0)))
    picture = Picture(
        Grid(("..",)),
        "Over the edge",
        reach=((1, 0), (2, 0)),
        lane=((0, 0), (6, 0), (6, 2), (0, 2)),
        path=beyond,
        blocking=(DrawnBlock(((2, 0),), "wall"),),
    )
    root = fromstring(draw(picture))
    (lane,) = parts(root, "polygon", "lane")
    (way,) = parts(root, "g", "way")
    assert lane.get("clip-path") == way.get("clip-path") == "url(#estoc-map)"
    assert len(parts(root, "rect", "reach")) == 1
    assert "In the way: wall [2, 0]" in titles(root)
    (blocks,) = parts(root, "g", "blocks")
    assert blocks.find(f"{SVG}rect") is None


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_lines_and_words_stand_out_from_light_and_from_dark_paper(colours: dict[str, str]) -> None:
    """Contrast as the web's accessibility guidelines count it: 7 for text, 3 for marks."""
    paper = luminance(colours["paper"])
    assert contrast(luminance(colours["ink"]), paper) >= 7
    assert contrast(luminance(colours["ink"]), luminance(colours["body"])) >= 7
    for name in ("wall", "rough", "crate", "hole", "hill", "lane", "block", "reach"):
        assert contrast(luminance(colours[name]), paper) >= 3, name


def test_both_colour_schemes_name_the_same_things() -> None:
    assert LIGHT.keys() == DARK.keys()
    text = draw(Picture(Grid((".",)), "Nothing"))
    assert text.count("prefers-color-scheme: dark") == 1
    assert "$" not in text


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def luminance(colour: str) -> float:
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [it / 12.92 if it <= 0.04045 else ((it + 0.055) / 1.055) ** 2.4 for it in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
