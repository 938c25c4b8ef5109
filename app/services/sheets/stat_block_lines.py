"""The text of a stat block, cleaned and cut into labelled fields, alike for four layouts."""

import html
import re
from collections.abc import Iterator

from app.values import value

MOST_CHARACTERS = 64_000
"""Of one stat block; the longest printed ones have some 12,000."""

_SIGNS = str.maketrans({
    **dict.fromkeys("–—−‑‒―", "-"), **dict.fromkeys("‘’‛", "'"), **dict.fromkeys("“”„", '"'),
    "×": "x", "½": "1/2", "⅓": "1/3", "¼": "1/4", "ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl",
    "\u00a0": " ", "\u2009": " ", "\u202f": " ", "\t": " ",
    "\u00ad": None, "\u200b": None, "\u200c": None, "\u200d": None, "\ufeff": None,
})  # fmt: skip

LABELS = {
    "init": ("initiative", "init"),
    "senses": ("senses",),
    "aura": ("aura",),
    "ac": ("armor class", "armour class", "ac"),
    "hp": ("hit points", "hp"),
    "hd": ("hit dice", "hd"),
    "saves": ("saving throws", "saves", "sv"),
    "fort": ("fort",),
    "ref": ("ref",),
    "will": ("will",),
    "defensive": ("defensive abilities",),
    "dr": ("damage reduction", "dr"),
    "immune": ("immunities", "immune", "immunity to"),
    "resist": ("resistances", "resistance to", "resist"),
    "sr": ("spell resistance", "sr"),
    "weak": ("weaknesses", "weakness"),
    "speed": ("speed", "spd"),
    "melee": ("melee",),
    "ranged": ("ranged",),
    "full_attack": ("full attack", "full atk"),
    "attack": ("attack", "atk"),
    "atk_options": ("attack options", "atk options"),
    "space_reach": ("space/reach",),
    "space": ("space",),
    "reach": ("reach",),
    "special_attacks": ("special attacks", "sa"),
    "special_qualities": ("special qualities", "sq"),
    "special_actions": ("special actions",),
    "spells": ("spell-like abilities", "spells known", "spells prepared", "spells"),
    "abilities": ("ability scores", "abilities"),
    "base_grapple": ("base attack/grapple",),
    "bab": ("base attack bonus", "base attack", "base atk", "bab"),
    "grapple": ("grapple", "grp"),
    "cmb": ("cmb",),
    "cmd": ("cmd",),
    "skills_and_feats": ("skills and feats",),
    "feats": ("feats",),
    "skills": ("skills",),
    "racial": ("racial modifiers",),
    "languages": ("languages",),
    "gear": ("combat gear", "other gear", "gear", "possessions", "treasure"),
    "environment": ("environment", "organization", "advancement", "level adjustment", "favored class"),
    "challenge": ("challenge rating", "cr"),
    "experience": ("xp",),
    "alignment": ("alignment", "al"),
    "perception": ("perception", "listen", "spot"),
    "tactics": ("before combat", "during combat", "morale", "base statistics", "tactics"),
}
"""What a line or a part of it can begin with, each with the printed forms of its label."""
_BY_FORM = sorted(
    ((form, label) for label, forms in LABELS.items() for form in forms), key=lambda pair: -len(pair[0])
)
_SCORES = re.compile(r"(?i)^str\s*(?:\d|-)")
_HEADING = re.compile(
    r"(?i)^-*\s*(defense|offense|tactics|statistics|ecology|special abilities|description|combat)\s*-*$"
)
_SPECIAL_ABILITY = re.compile(r"^[A-Z][\w' ,-]{1,60} \((?:Ex|Su|Sp)(?:,? [\w ]+)?\)")
_TAG = re.compile(r"<[^<>]*>")
_BREAK = re.compile(r"(?i)<br\s*/?>|</(?:p|div|h\d|li|tr|td|table)>")


@value
class Field:
    """A labelled part of the text: its label (a key of `LABELS`, "" where there is none), what stands behind
    the label, and the whole as printed.
    """

    label: str
    text: str
    printed: str


def cleaned(text: str) -> list[str]:
    """The lines of the text with one sign for each kind of dash, quote and ligature, and without HTML."""
    if re.search(r"(?i)<(?:p|br|div|b|h\d|span|table|td|li|html|i)\b[^<>]*>", text):
        text = html.unescape(_TAG.sub("", _BREAK.sub("\n", text)))
    text = text.translate(_SIGNS)
    return [line for raw in text.splitlines() if (line := re.sub(r" +", " ", raw).strip())]


def label_of(text: str) -> tuple[str, str]:
    """The label that the text begins with ("" for none), and what stands behind it."""
    if _SCORES.match(text):
        return "abilities", text
    lower = text.lower()
    for form, label in _BY_FORM:
        if lower.startswith(form) and not lower[len(form) : len(form) + 1].isalnum():
            rest = text[len(form) :]
            if rest[:1] in ("", ":", " ") and not (rest[:1] == "" and label in ("attack", "reach", "space")):
                return label, rest.lstrip(": ")
    return "", text


def outside_brackets(text: str, separator: str) -> list[str]:
    """The text cut at ``separator`` (a regular expression), but not within brackets."""
    parts, depth, start, at = [], 0, 0, 0
    pattern = re.compile(separator)
    while at < len(text):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(text[at], 0)
        found = pattern.match(text, at) if depth <= 0 else None
        if found and found.end() > at:
            parts.append(text[start:at])
            start = at = found.end()
        else:
            at += 1
    return [*parts, text[start:]]


def head_and_body(lines: list[str]) -> tuple[list[str], list[Field]]:
    """The lines above the first labelled figure, and the fields of all lines from there on.

    A stat block in one paragraph has its name before the first colon.
    """
    paragraph = re.match(r"^([^:;]{2,60}):\s*(?=.*;.*;.*;)", lines[0]) if lines else None
    if paragraph and label_of(lines[0])[0] == "":
        first = [paragraph.group(1)]
        parts = outside_brackets(lines[0][paragraph.end() :].rstrip(". "), r";\s*")
        unlabelled = [part for part in parts if label_of(part)[0] == ""]
        lines = [*(part for part in parts if part not in unlabelled), *lines[1:]]
        return [*first, *unlabelled], list(_fields(_joined(lines)))
    start = next((at for at, line in enumerate(lines) if at and _begins_body(line)), len(lines))
    return lines[:start], list(_fields(_joined(lines[start:])))


def _begins_body(line: str) -> bool:
    return label_of(line)[0] not in ("", "challenge", "experience", "alignment")


def _joined(lines: list[str]) -> Iterator[str]:
    """The lines with those put together that were broken in the middle."""
    whole = ""
    for line in lines:
        if _HEADING.match(line):
            continue
        is_open = whole.count("(") > whole.count(")") or whole.endswith((",", " and", " or"))
        goes_on_attacking = is_open and label_of(line)[0] == label_of(whole)[0] in ("melee", "ranged")
        if goes_on_attacking:
            whole = f"{whole} {label_of(line)[1]}"
        elif whole and label_of(line)[0] == "" and not _SPECIAL_ABILITY.match(line):
            whole = f"{whole} {line}"
        else:
            if whole:
                yield whole
            whole = line
    if whole:
        yield whole


def _fields(lines: Iterator[str]) -> Iterator[Field]:
    for line in lines:
        if _SPECIAL_ABILITY.match(line):
            yield Field("special_ability", line, line)
            continue
        above = ""
        for part in outside_brackets(line, r";\s*"):
            if not part.strip():
                continue
            label, text = label_of(part.strip())
            if label:
                above = label
                yield Field(label, text.strip(), part.strip())
            elif above:
                yield Field(f"{above}+", part.strip(), part.strip())
            else:
                yield Field("", part.strip(), part.strip())
