"""How a drawn map looks: colours for light and dark, and a pattern for each kind of ground.

Nothing is told by colour alone: each kind of ground, the lane and what blocks it have patterns of their own,
edges differ in their strokes, and what a body does is told by its outline.
"""

from string import Template
from typing import TypeAlias

from app.rules.common.grid.board import EdgeKind, Terrain

CELL = 32
"""Pixels to the side of a cell."""

LIGHT = {
    "paper": "#fdfcf8", "ink": "#1c1b18", "grid": "#d8d4c8", "wall": "#5b564c", "rough": "#a18c52",
    "crate": "#8a6d46", "hole": "#3b4a63", "hill": "#587a48", "body": "#ffffff", "lane": "#1f6fb2",
    "block": "#b3261e", "reach": "#7a3e9d",
}  # fmt: skip
DARK = {
    "paper": "#17181b", "ink": "#ecebe6", "grid": "#36373c", "wall": "#8d887c", "rough": "#a89766",
    "crate": "#b08c5c", "hole": "#7f95bb", "hill": "#86a878", "body": "#26272c", "lane": "#6db3f2",
    "block": "#ff7a70", "reach": "#cf9bef",
}  # fmt: skip

SHAPES = """
text { font: 10px system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; }
text.axis { font-size: 9px; }
text.word { text-anchor: start; }
.none { fill: none; }
.mark { stroke-width: 2; }
.lane, .block, .reach-outline, .path, .end, .blocking { stroke-width: 2; }
.path { stroke-dasharray: 1 4; stroke-linecap: round; }
.end { stroke-dasharray: 6 3; }
.reach { fill-opacity: .08; }
.reach-outline { stroke-dasharray: 8 4 2 4; }
.edge-wall { stroke-width: 6; }
.edge-door { stroke-width: 6; stroke-dasharray: 12 8; }
.edge-low-wall { stroke-width: 3; stroke-dasharray: 14 2 2 2; }
.edge-fence { stroke-width: 3; stroke-dasharray: 1 6; stroke-linecap: round; }
.body-charger { stroke-width: 3; }
.body-target { stroke-width: 3; stroke-dasharray: 5 3; }
"""

COLOURS = Template("""
text { fill: $ink; }
.paper { fill: $paper; }
.grid { stroke: $grid; }
.frame, .edge, .helpless { stroke: $ink; }
.wall { stroke: $wall; }
.wall-ground { fill: $wall; fill-opacity: .45; }
.rough { fill: $rough; }
.crate { stroke: $crate; }
.hole { stroke: $hole; }
.hill { stroke: $hill; }
.lane, .path, .end { stroke: $lane; }
.reach { fill: $reach; }
.reach-outline { stroke: $reach; }
.block, .blocking { stroke: $block; }
.body { fill: $body; stroke: $ink; }
""")


def style() -> str:
    """The style sheet: light, and dark where the page is."""
    dark = COLOURS.substitute(DARK)
    return f"{SHAPES}{COLOURS.substitute(LIGHT)}@media (prefers-color-scheme: dark) {{{dark}}}\n"


Part: TypeAlias = tuple[str, dict[str, str]]
PATTERNS: dict[str, tuple[int, tuple[Part, ...]]] = {
    "wall": (
        16,
        (
            ("rect", {"class": "wall-ground", "width": "16", "height": "16"}),
            ("path", {"class": "none mark wall", "d": "M0 4H16M0 12H16M4 4V12M12 12V16M12 0V4"}),
        ),
    ),
    "difficult": (
        16,
        (
            ("circle", {"class": "rough", "cx": "4", "cy": "4", "r": "2"}),
            ("circle", {"class": "rough", "cx": "12", "cy": "12", "r": "2"}),
        ),
    ),
    "obstacle": (16, (("path", {"class": "none mark crate", "d": "M3 3H13V13H3Z"}),)),
    "pit": (
        16,
        (("path", {"class": "none mark hole", "d": "M0 5L8 11L16 5M0 13L8 19L16 13M0 -3L8 3L16 -3"}),),
    ),
    "high": (16, (("path", {"class": "none mark hill", "d": "M8 4V12M4 8H12"}),)),
    "lane": (12, (("path", {"class": "none lane", "stroke-opacity": ".4", "d": "M0 12L12 0"}),)),
    "blocking": (8, (("path", {"class": "none block", "d": "M0 0L8 8M0 8L8 0"}),)),
}
"""The side of a tile in pixels, and the parts of it, by the name of the ground or mark."""

GROUND_WORDS: dict[Terrain, str] = {
    "wall": "Wall",
    "difficult": "Difficult ground",
    "obstacle": "Obstacle",
    "pit": "Pit",
    "high": "High ground",
}
EDGE_WORDS: dict[EdgeKind, str] = {
    "wall": "Thin wall",
    "door": "Door",
    "low-wall": "Low wall",
    "fence": "Fence",
}
