"""Odds drawn as bars: what may happen, how everybody may fare, how much they may lose.

Every bar has its figure beside it and a `<title>`, and `<desc>` tells all of it in words. Chances and amounts
that are lost differ in their patterns; what is not known has an empty bar of dashes.
"""

from collections.abc import Iterator, Mapping
from string import Template
from typing import Any, Literal, TypeAlias
from xml.etree.ElementTree import Element, SubElement, tostring

from app.narration.texts import FALLBACK, texts
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
LEAST_MEAN = 0.05
"""Losses below it are only counted: they would be written as 0.0."""
MOST_OF_A_HEAD = 80

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
    """Lines under a heading, or a note on what is not drawn."""

    heading: str
    bars: tuple[Bar, ...]
    is_note: bool = False


def draw_odds(reckoned: Reckoned, locale: str = FALLBACK) -> str:
    """The picture as the text of an SVG document, its words in the language ``locale``."""
    view = odds_view(reckoned, locale)
    names = {one.id: one.identity.name for one in reckoned.seen.state.combatants}
    words = _Words(locale)
    parts = [part for part in _parts(view, names, words) if part.bars or part.is_note]
    title = words.say("odds", how=_how(view, words))
    height = 2 * MARGIN + LINE * (1 + sum(1 + len(part.bars) for part in parts))
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
        look = "note" if part.is_note else "head"
        _write(root, MARGIN, at, _shortened(part.heading, MOST_OF_A_HEAD), look)
        for bar in part.bars:
            at += LINE
            _draw(root, bar, at)
    return tostring(root, encoding="unicode")


class _Words:
    """The texts of pictures in one language, and how it writes figures."""

    def __init__(self, locale: str) -> None:
        self._texts = {**texts(FALLBACK, "pictures"), **texts(locale, "pictures")}

    def say(self, text_id: str, **values: str) -> str:
        return self._texts[text_id].format(**values)

    def figure(self, figure: str) -> str:
        return figure.replace(".", self._texts["point"])


def _how(view: Json, words: _Words) -> str:
    """In what way they were found, or why there are none."""
    if view["legal"] is False:
        return words.say("refused")
    if view["exact"]:
        return words.say("exact")
    return words.say("sampled", count=str(view["samples"]))


def _parts(view: Json, names: Mapping[str, str], words: _Words) -> Iterator[Part]:
    yield Part(words.say("failed_checks"), tuple(_reason(check) for check in view["failed_checks"]))
    events = _events(view)
    drawn = tuple(_event(event, names, words) for event in events[:MOST_EVENTS])
    yield Part(words.say("events"), drawn)
    if len(events) > len(drawn):
        yield Part(words.say("less_likely", count=str(len(events) - len(drawn))), (), is_note=True)
    little = 0
    for fate in view["combatants"]:
        name = names[fate["combatant"]]
        yield Part(words.say("fate", name=name), tuple(_states(fate, words)))
        for change in fate["changes"] or ():
            if change["amount"] != "lost" or change["values"] is None:
                continue
            if change["mean"] < LEAST_MEAN:
                little += 1
                continue
            heading = words.say("lost", name=name, mean=words.figure(f"{change['mean']:.1f}"))
            yield Part(heading, tuple(_values(change["values"], words)))
    if little:
        yield Part(words.say("little_lost", count=str(little)), (), is_note=True)


def _reason(check: Json) -> Bar:
    return Bar(check["message"], 0, check["code"], "unknown")


def _events(view: Json) -> list[Json]:
    """The likeliest first, then what is not known; what is certain goes without saying."""
    open_ones = [one for one in view["events"] if one["chance"] is None or one["chance"]["value"] < 1]
    return sorted(open_ones, key=lambda one: 0 if one["chance"] is None else -one["chance"]["value"])


def _event(event: Json, names: Mapping[str, str], words: _Words) -> Bar:
    who = " → ".join(names.get(one, one) for one in (event["actor"], event["target"]) if one is not None)
    what = event["type"].replace("_", " ")
    detail = "" if event["detail"] is None else f" ({event['detail']})"
    return _bar(f"{who}: {what}{detail}" if who else f"{what}{detail}", event["chance"], words)


def _states(fate: Json, words: _Words) -> Iterator[Bar]:
    yield _bar(words.say("is_down"), fate["down"], words)
    yield _bar(words.say("is_dead"), fate["dead"], words)
    for state in fate["states"] or ():
        yield _bar(state["state"], state["chance"], words)


def _bar(told: str, chance: Json | None, words: _Words) -> Bar:
    if chance is None:
        return Bar(told, 1, words.say("unknown"), "unknown")
    return Bar(told, chance["value"], words.figure(_percent(chance)), "chance")


def _percent(chance: Json) -> str:
    """As players say it, with the margin of a sample."""
    figure = f"{100 * chance['value']:.4g} %"
    if chance["between"] is None:
        return figure
    least, most = chance["between"]
    return f"{figure} ({100 * least:.3g}–{100 * most:.3g})"


def _values(values: list[Json], words: _Words) -> Iterator[Bar]:
    """One bar a value, or several values to a bar, but for 0; the longest bar is the likeliest."""
    nothing = [one for one in values if one["value"] == 0]
    some = [one for one in values if one["value"] != 0]
    together = max(1, -(-len(some) // MOST_VALUES))
    groups = [some[at : at + together] for at in range(0, len(some), together)]
    groups = [nothing, *groups] if nothing else groups
    shares = [sum(one["chance"]["value"] for one in group) for group in groups]
    for group, share in zip(groups, shares, strict=True):
        first, last = group[0]["value"], group[-1]["value"]
        told = str(first) if first == last else words.say("span", first=str(first), last=str(last))
        yield Bar(told, share / max(shares), words.figure(f"{100 * share:.3g} %"), "amount")


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
