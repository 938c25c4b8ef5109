"""Table packs: checked, stored once a version, and read into the look-ups of their ruleset."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from sqlalchemy.ext.asyncio import AsyncSession

from app.persistence.packs.pack_files import Document, document_hash, read_folder
from app.persistence.packs.pack_queries import Report, no_report, store_pack
from app.rules.common.tables import InvalidPack, Problem
from app.rules.registry import RULESETS
from app.values import value

_NAMES = {
    "id": (re.compile(r"[a-z][a-z0-9-]{1,49}"), "must be 2 to 50 small letters, digits and hyphens"),
    "version": (
        re.compile(r"[0-9A-Za-z][0-9A-Za-z.+_-]{0,49}"),
        "must be at most 50 letters, digits, dots, hyphens and plus signs",
    ),
}
"""What stands in addresses, and what is wrong with what cannot."""


@value
class StoredPack:
    """A pack as it is stored; `is_new` where this load has added it."""

    id: str
    version: str
    hash: str
    is_new: bool


def build_pack(document: Document) -> Any:
    """The look-ups of a pack, of whichever ruleset it is. Raises `InvalidPack`.

    Any: every ruleset has tables of its own; all have a ``pack`` and a ``version``.
    """
    pack = document.get("pack")
    ruleset = cast(Document, pack).get("ruleset") if isinstance(pack, dict) else None
    if not isinstance(ruleset, str) or ruleset not in RULESETS:
        raise InvalidPack([Problem("/pack/ruleset", f"must be one of {', '.join(RULESETS)}")])
    return RULESETS[ruleset].build_tables(document)


def checked_pack(document: Document) -> Any:
    """The same of a document that anybody may have sent, with a name that can stand in an address.

    Raises `InvalidPack`.
    """
    problems = list(_name_problems(document))
    try:
        tables = build_pack(document)
    except InvalidPack as invalid:
        raise InvalidPack([*problems, *invalid.problems]) from None
    if problems:
        raise InvalidPack(problems)
    return tables


def _name_problems(document: Document) -> Iterator[Problem]:
    pack = document.get("pack")
    for name, (form, message) in _NAMES.items():
        said = cast(Document, pack).get(name) if isinstance(pack, dict) else None
        if isinstance(said, str) and said and not form.fullmatch(said):
            yield Problem(f"/pack/{name}", message)


async def load_pack(session: AsyncSession, folder: Path, report: Report = no_report) -> StoredPack:
    """Check a pack's folder and store it. Loading the same pack again changes nothing.

    `report` hears of each table stored. Raises `InvalidPack` and `PackChanged`.
    """
    document = read_folder(folder)
    tables = build_pack(document)
    is_new = await store_pack(session, document, report)
    return StoredPack(tables.pack, tables.version, document_hash(document), is_new)
