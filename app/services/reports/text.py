"""A report as a page to read: Markdown, or HTML of plain tags."""

import re
from collections.abc import Iterator
from html import escape

from app.narration.catalogue import Message, say, say_label
from app.narration.typography import typeset
from app.services.base.json_value import Json

_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~])")
_MEMBERS = ("name", "side", "actions", "hits", "misses", "damage_dealt", "damage_taken")
_DEEDS = (
    "report.who",
    "report.side",
    "report.actions",
    "report.hits",
    "report.misses",
    "report.dealt",
    "report.taken",
)
_DICE = ("report.who", "report.die", "report.thrown", "report.lowest", "report.highest", "report.mean")


def _title(report: Json) -> str:
    return report["title"] or report["encounter_id"]


def _round(number: int | None, locale: str) -> str:
    if number is None:
        return say(Message("report.before", {}), locale)
    return say(Message("report.round", {"number": number}), locale)


def _dice(report: Json, locale: str) -> Iterator[tuple[str, ...]]:
    names = {one["id"]: one["name"] for one in report["combatants"]}
    for row in report["dice"]:
        mean = str(row["mean"]) if locale == "en" else str(row["mean"]).replace(".", ",")
        rest = (row["thrown"], row["lowest"], row["highest"], mean)
        yield (names.get(row["who"], row["who"]), f"d{row['sides']}", *map(str, rest))


def _deeds(report: Json) -> Iterator[tuple[str, ...]]:
    for one in report["combatants"]:
        yield tuple(str(one[member]) for member in _MEMBERS)


def markdown(report: Json, locale: str) -> str:
    """The report in Markdown; whatever callers have written in it is text and nothing else."""
    lines = [f"# {_plain(_title(report))}", ""]
    for part in report["rounds"]:
        lines += [f"## {_round(part['round'], locale)}", ""]
        for action in part["actions"]:
            lines += [f"- {_plain(line)}" for line in action["text"].splitlines() if line]
        lines.append("")
    for heading, heads, rows in _tables(report, locale):
        lines += [f"## {heading}", "", _row(heads), _row(("---",) * len(heads))]
        lines += [_row(tuple(map(_plain, row))) for row in rows]
        lines.append("")
    return "\n".join(lines)


def _tables(report: Json, locale: str) -> Iterator[tuple[str, tuple[str, ...], Iterator[tuple[str, ...]]]]:
    for heading, heads, rows in (
        ("report.deeds", _DEEDS, _deeds(report)),
        ("report.dice", _DICE, _dice(report, locale)),
    ):
        yield say_label(heading, locale), tuple(say_label(head, locale) for head in heads), rows


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def html(report: Json, locale: str) -> str:
    """The report as a page of plain tags, without styles, scripts or addresses."""
    parts = [
        f'<!doctype html><html lang="{escape(locale)}"><head><meta charset="utf-8">',
        f"<title>{escape(_title(report))}</title></head><body><main><h1>{escape(_title(report))}</h1>",
    ]
    for part in report["rounds"]:
        parts.append(f"<section><h2>{_round(part['round'], locale)}</h2><ul>")
        for action in part["actions"]:
            lines = typeset(action["text"], locale).splitlines()
            parts += [f"<li>{escape(line)}</li>" for line in lines if line]
        parts.append("</ul></section>")
    for heading, heads, rows in _tables(report, locale):
        parts.append(f"<section><h2>{heading}</h2><table><thead><tr>")
        parts += [f'<th scope="col">{head}</th>' for head in heads]
        parts.append("</tr></thead><tbody>")
        for row in rows:
            parts.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>")
        parts.append("</tbody></table></section>")
    parts.append("</main></body></html>")
    return "".join(parts)
