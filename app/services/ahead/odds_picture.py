"""Odds drawn as bars: what may happen, how everybody may fare, how much they may lose.

Every bar has its figure beside it and a `<title>`, and `<desc>` tells all of it in words. Chances and amounts
that are lost differ in their patterns; what is not known has an empty bar of dashes.
"""

from collections.abc import Iterator, Mapping
from string import Template
from typing import Any, Literal, TypeAlias
from xml.etree.ElementTree import Element, SubElement, tostring

from app.services.ahead.map_picture_style import DARK, LIGHT
from app.services.ahead.odds import Reckoned
from app.services.ahead.odds_view import odds_view
from app.services.ahead.svg import canvas, clean, filled, tile, titled
from app.services.base.json_value import Json
from app.values import value

WIDTH, LINE, MARGIN = 640, 22, 16
BAR_AT, BAR = 330, 220
"""Where bars begin, and the length of a certain one, in pixels."""
MOST_EVENTS = 16
MOST_VALUES = 24
"""Bars of one spread; more values are put together by twos, threes …"""

Kind: TypeAlias = Literal["chance", "amount", "unknown"]

SHAPES = """
text { font: 12px system-ui, sans-serif; dominant-baseline: central; }
text.head { font-weight: 600; }
.bar { stroke-width: 1; }
.bar-unknown { fill: none; stroke-dasharray: 4 4; }
.stripe, .dot { fill: none; stroke-width: 2; }
"""
COLOURS = Template("""
text { fill: $ink; }
.paper { fill: $paper; }
.bar-chance, .stripe { stroke: $lane; }
.bar-amount, .dot { stroke: $block; }
.bar-unknown { stroke: $ink; }
""")
PATTERNS = {
    "chance": (8, {"class": "stripe", "d": "M0 8L8 0"}),
    "amount": (8, {"class": "dot", "d": "M2 4H5M6 0H9M6 8H9"}),
}


@value
class Bar:
    """One line: its words, how long it is from 0 to 1, and its figure in words."""

    words: str
    share: float
    figure: str
    kind: Kind


@value
class Part:
    """Lines under a heading."""

    heading: str
    bars: tuple[Bar, ...]


def draw_odds(reckoned: Reckoned) -> str:
    """The picture as the text of an SVG document."""
    view = odds_view(reckoned)
    names = {one.id: one.identity.name for one in reckoned.seen.state.combatants}
    parts = [part for part in _parts(view, names) if part.bars]
    title = f"Odds: {_how(view)}"
    lines = 1 + sum(1 + len(part.bars) for part in parts)
    height = 2 * MARGIN + LINE * lines
    root = canvas(WIDTH, height)
    titled(root, title)
    SubElement(root, "desc").text = clean(_in_words(parts))
    SubElement(root, "style").text = _style()
    _patterns(SubElement(root, "defs"))
    SubElement(root, "rect", {"class": "paper", "width": str(WIDTH), "height": str(height)})
    at = MARGIN + LINE // 2
    _write(root, MARGIN, at, title, "head")
    for part in parts:
        at += LINE
        _write(root, MARGIN, at, part.heading, "head")
        for bar in part.bars:
            at += LINE
            _draw(root, bar, at)
    return tostring(root, encoding="unicode")


def _how(view: Json) -> str:
    """In what way they were found, or why there are none."""
    if view["legal"] is False:
        return "not allowed now"
    if view["exact"]:
        return "every case counted"
    return f"{view['samples']} plays"


def _parts(view: Json, names: Mapping[str, str]) -> Iterator[Part]:
    yield Part("Not allowed", tuple(_reason(check) for check in view["failed_checks"]))
    yield Part("What may happen", tuple(_events(view, names)))
    for fate in view["combatants"]:
        name = names[fate["combatant"]]
        yield Part(f"{name}, at the end", tuple(_states(fate)))
        for change in fate["changes"] or ():
            if change["amount"] == "lost" and change["values"] is not None:
                heading = f"{name}: hits lost, {change['mean']:g} on average"
                yield Part(heading, tuple(_values(change["values"])))


def _reason(check: Json) -> Bar:
    return Bar(check["message"], 0, check["code"], "unknown")


def _events(view: Json, names: Mapping[str, str]) -> Iterator[Bar]:
    """The likeliest first, then what is not known; what is certain goes without saying."""
    open_ones = [one for one in view["events"] if one["chance"] is None or one["chance"]["value"] < 1]
    open_ones.sort(key=lambda one: 0 if one["chance"] is None else -one["chance"]["value"])
    for event in open_ones[:MOST_EVENTS]:
        who = " → ".join(names.get(one, one) for one in (event["actor"], event["target"]) if one is not None)
        what = event["type"].replace("_", " ")
        detail = "" if event["detail"] is None else f" ({event['detail']})"
        yield _bar(f"{who}: {what}{detail}" if who else f"{what}{detail}", event["chance"])


def _states(fate: Json) -> Iterator[Bar]:
    yield _bar("down", fate["down"])
    yield _bar("dead", fate["dead"])
    for state in fate["states"] or ():
        yield _bar(state["state"], state["chance"])


def _bar(words: str, chance: Json | None) -> Bar:
    if chance is None:
        return Bar(words, 1, "not known", "unknown")
    return Bar(words, chance["value"], _percent(chance), "chance")


def _percent(chance: Json) -> str:
    """As players say it, with the margin of a sample."""
    figure = f"{100 * chance['value']:.4g} %"
    if chance["between"] is None:
        return figure
    least, most = chance["between"]
    return f"{figure} ({100 * least:.3g}–{100 * most:.3g})"


def _values(values: list[Json]) -> Iterator[Bar]:
    """One bar a value, or several values to a bar, but for 0; the longest bar is the likeliest."""
    nothing = [one for one in values if one["value"] == 0]
    some = [one for one in values if one["value"] != 0]
    together = max(1, -(-len(some) // MOST_VALUES))
    groups = [some[at : at + together] for at in range(0, len(some), together)]
    groups = [nothing, *groups] if nothing else groups
    shares = [sum(one["chance"]["value"] for one in group) for group in groups]
    for group, share in zip(groups, shares, strict=True):
        first, last = group[0]["value"], group[-1]["value"]
        words = str(first) if first == last else f"{first} to {last}"
        yield Bar(words, share / max(shares), f"{100 * share:.3g} %", "amount")


def _in_words(parts: list[Part]) -> str:
    return " ".join(
        f"{part.heading}: {'; '.join(f'{bar.words} {bar.figure}' for bar in part.bars)}." for part in parts
    )


def _style() -> str:
    dark = COLOURS.substitute(DARK)
    return f"{SHAPES}{COLOURS.substitute(LIGHT)}@media (prefers-color-scheme: dark) {{{dark}}}\n"


def _patterns(defs: Element) -> None:
    for name, (side, path) in PATTERNS.items():
        SubElement(SubElement(defs, "pattern", tile(f"odds-{name}", side)), "path", path)


def _draw(root: Element, bar: Bar, at: int) -> None:
    group = SubElement(root, "g", {"class": f"line-{bar.kind}"})
    titled(group, f"{bar.words}: {bar.figure}")
    _write(group, 2 * MARGIN, at, _shortened(bar.words), "word")
    look: dict[str, Any] = {} if bar.kind == "unknown" else filled(f"odds-{bar.kind}")
    place = {"x": str(BAR_AT), "y": str(at - LINE // 2 + 3), "height": str(LINE - 6)}
    width = f"{max(1.0, BAR * bar.share):.1f}"
    SubElement(group, "rect", {"class": f"bar bar-{bar.kind}", **look, **place, "width": width})
    _write(group, round(BAR_AT + BAR * bar.share) + 6, at, bar.figure, "figure")


def _shortened(words: str, most: int = 46) -> str:
    """What there is room for; the whole of it is in the title."""
    return words if len(words) <= most else f"{words[: most - 1]}…"


def _write(parent: Element, x: int, y: int, words: str, look: str) -> None:
    SubElement(parent, "text", {"class": look, "x": str(x), "y": str(y)}).text = clean(words)
