"""The columns of a table of creatures: by their headings in any language, and those to fill in for a game.

The headings are texts (``columns.toml`` of each language).
"""

import re
import unicodedata
from functools import cache

from app.narration.texts import FALLBACK, locales, texts

_D20 = (
    "name", "count", "side", "initiative", "points", "left", "ac", "touch", "flat_footed", "fortitude",
    "reflex", "will", "bab", "cmb", "cmd", "size", "speed", "weapon", "attack", "damage", "critical",
    "strength", "dexterity", "constitution", "notes",
)  # fmt: skip
TEMPLATES: dict[str, tuple[str, ...]] = {
    "harp-tdm": (
        "name", "count", "side", "points", "left", "weapon", "ob", "db", "armour_type", "initiative", "notes",
    ),
    "dnd35": tuple(column for column in _D20 if column not in ("cmb", "cmd")),
    "pf1": _D20,
}  # fmt: skip
"""The columns of the table to fill in, by ruleset."""


def folded(text: str) -> str:
    """Words without case, accents, spaces and signs other than ``#``."""
    return re.sub(r"[^a-z0-9#]", "", unicodedata.normalize("NFKD", text).casefold())


@cache
def _by_heading() -> dict[str, str]:
    return {
        folded(heading): column
        for locale in locales()
        for column, headings in texts(locale, "columns").get("headings", {}).items()
        for heading in headings
    }


@cache
def sizes() -> dict[str, str]:
    """Sizes by their names in every language, folded."""
    return {
        folded(word): size
        for locale in locales()
        for word, size in texts(locale, "columns").get("sizes", {}).items()
    }


def column_of(heading: str) -> tuple[str | None, int]:
    """The column of that heading, None where there is none, and its number (``Attack 2`` is the second)."""
    bare, number = re.sub(r"\s*[:.]$", "", heading.strip()), 1
    found = re.match(r"^(.*\D)\s*(\d)$", bare)
    if found and folded(bare) not in _by_heading():
        bare, number = found[1], int(found[2])
    return _by_heading().get(folded(bare)), number


def template(ruleset: str, language: str) -> list[str]:
    """The headings of the table to fill in, in that language or English."""
    own = texts(language, "columns").get("headings", {})
    headings = {**texts(FALLBACK, "columns")["headings"], **own}
    return [headings[column][0] for column in TEMPLATES[ruleset]]
