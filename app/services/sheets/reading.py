"""Files of creatures read for a caller: a preview of their sheets, of which nothing is stored."""

from collections.abc import Mapping
from typing import Any

from app.narration.catalogue import filled
from app.narration.refusals import refusal
from app.narration.texts import FALLBACK, ByLocale
from app.rules.common.errors import InvalidDocument
from app.services.access.tokens import Grant
from app.services.base.service import Estoc
from app.services.packs.loaded_pack import Shelf
from app.services.sheets.draft import Draft, Json, Note
from app.services.sheets.files import Tables, read_file
from app.services.sheets.words import Models

TEXTS: Mapping[str, Mapping[str, str]] = ByLocale("sheets")
COSTS = 40
"""How many times as long as a byte of stored text a byte of a file takes to be read."""


async def read_creatures(service: Estoc, grant: Grant, data: bytes, ruleset: str | None, locale: str) -> Json:
    """The creatures in a file, each with what was read, guessed, not read, and what contradicts itself.

    Raises FileNotRead, NotFound for a ruleset that is not on offer, ComputingBusy and CallerLeft.
    """
    shelves = service.library.newest
    if ruleset is not None:
        _ = service.library.ruleset(ruleset)
    return await service.slots.compute(
        grant.token_id, lambda: creatures_in(data, ruleset, shelves, locale), size=COSTS * len(data)
    )


def creatures_in(data: bytes, ruleset: str | None, shelves: Mapping[str, Shelf], locale: str) -> Json:
    """The same of rulesets at hand. Raises FileNotRead."""
    drafts = read_file(data, ruleset, {name: _tables(shelf) for name, shelf in shelves.items()})
    return {"creatures": [_view(draft, shelves[draft.ruleset], locale) for draft in drafts]}


def _tables(shelf: Shelf) -> Tables:
    names = {name: weapon.names.values() for name, weapon in shelf.tables.weapons.items()}
    rows: Any = shelf.document.get("dice_by_size", [])
    return Tables(Models(names), {row["medium"]: row for row in rows})


def _view(draft: Draft, shelf: Shelf, locale: str) -> Json:
    """A creature as it is answered: `name`, `sheet` and what is left make the body of a combatant."""
    left = "hits" if draft.ruleset == "harp-tdm" else "hp"
    return {
        "name": draft.name,
        "count": draft.count,
        "ruleset": draft.ruleset,
        "sheet": draft.sheet,
        "left": None if draft.hp_left is None else {left: draft.hp_left},
        "token": draft.token,
        "source": draft.source,
        "read": [{"pointer": at, "printed": printed} for at, printed in draft.read.items()],
        "guessed": [_told(note, locale) for note in draft.guessed],
        "not_read": [{"about": note.about or None, "printed": note.printed} for note in draft.not_read],
        "warnings": [*(_told(note, locale) for note in draft.warnings), *_problems(draft, shelf, locale)],
    }


def _told(note: Note, locale: str) -> Json:
    text = TEXTS[locale].get(note.code, TEXTS[FALLBACK][note.code])
    message = filled(text, {"printed": note.printed, **dict(note.params)}, locale)
    return {
        "code": note.code,
        "about": note.about or None,
        "printed": note.printed or None,
        "message": message,
    }


def _problems(draft: Draft, shelf: Shelf, locale: str) -> list[Json]:
    """What the ruleset would refuse in the sheet as it was read."""
    try:
        shelf.codecs.sheet.read(draft.sheet)
    except InvalidDocument as invalid:
        return [
            {
                "code": problem.code,
                "about": problem.pointer,
                "printed": None,
                "message": refusal(problem.code, problem.text, dict(problem.params), locale),
            }
            for problem in invalid.problems
        ]
    return []
