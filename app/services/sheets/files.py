"""A file of somebody's creatures, of whatever make: which form it has, and the drafts in it."""

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any, cast

from app.services.base.refusals import Refused
from app.services.sheets.draft import Draft
from app.services.sheets.foundry import SYSTEMS, NotAnActor, system_of
from app.services.sheets.foundry_actor import DICE_BY_SIZE, read_actor
from app.services.sheets.stat_block import edition_of, read_stat_block
from app.services.sheets.stat_block_lines import MOST_CHARACTERS, cleaned, label_of
from app.services.sheets.table_rows import NotATable, decoded, is_table, read_rows, rows_of
from app.services.sheets.words import ABILITIES, Models, feat_of
from app.values import value

MOST_BYTES = 4_000_000
"""Of a file as it is sent."""
MOST_UNPACKED = 40_000_000
"""Of all that a compressed file holds."""
MOST_CREATURES = 500


class FileNotRead(Refused):
    """A file of creatures that nothing can be read from; ``way`` says why."""

    code = "file_not_read"


@value
class Tables:
    """What of a ruleset's tables is looked up: its weapons by their names, damage dice by size."""

    models: Models
    dice_by_size: DICE_BY_SIZE


def read_file(data: bytes, ruleset: str | None, tables: Mapping[str, Tables]) -> list[Draft]:
    """Every creature in the file. ``ruleset`` may be left out where the file tells it; ``tables`` are those
    of each ruleset on offer. Raises FileNotRead.
    """
    if len(data) > MOST_BYTES:
        raise FileNotRead(
            "The file is too large: 4 MB at most, 40 MB unpacked, 64,000 characters a stat block.",
            way="too_large",
        )
    if data[:4] == b"PK\x03\x04":
        return _zipped(data, ruleset, tables)
    if data[:4] == b"\xd0\xcf\x11\xe0":
        return _sheets_of_workbook(data, _stated(ruleset), tables)
    text = decoded(data)
    if "\0" in text:
        raise FileNotRead(
            "The file cannot be opened: it is damaged, locked with a password, or of another kind.",
            way="broken_file",
        )
    if text.lstrip()[:1] in ("{", "["):
        return _actors(text, ruleset, tables)
    if re.match(r"(?m)^PCGVERSION:", text):
        return [_pcgen(text, ruleset)]
    if is_table(text):
        stated = _stated(ruleset)
        return _rows([rows_of(text)], stated, tables)
    return list(_blocks(text, ruleset, tables))


def _stated(ruleset: str | None) -> str:
    if ruleset is None:
        raise FileNotRead(
            "The file does not show which game it is for: name the ruleset.", way="which_ruleset"
        )
    return ruleset


def _blocks(text: str, ruleset: str | None, tables: Mapping[str, Tables]) -> Iterator[Draft]:
    """The stat blocks of a text, one or several."""
    for block in _apart(text):
        edition = ruleset or edition_of(block)
        if edition is None:
            raise FileNotRead(
                "The file does not show which game it is for: name the ruleset.", way="which_ruleset"
            )
        if edition not in tables or edition == "harp-tdm":
            raise FileNotRead(
                "Stat blocks are read for D&D 3.5 and Pathfinder 1e; for this game send a table"
                " (CSV, XLSX, ODS).",
                way="no_stat_blocks",
            )
        draft = read_stat_block(block, edition, tables[edition].models)
        if len(draft.read) < 3:
            raise FileNotRead("No figure of a stat block was found in the text.", way="nothing_read")
        yield draft


def _apart(text: str) -> list[str]:
    """The text cut where a new creature begins: at the line above its challenge rating or type, once the one
    before has had its scores.
    """
    if len(text) > MOST_CHARACTERS * 10:
        raise FileNotRead(
            "The file is too large: 4 MB at most, 40 MB unpacked, 64,000 characters a stat block.",
            way="too_large",
        )
    blocks: list[list[str]] = [[]]
    has_scores = False
    for line in cleaned(text):
        begins = re.search(r"\bCR \d", line) is not None and label_of(line)[0] in ("", "challenge")
        if begins and has_scores and not line.startswith("Challenge"):
            above = blocks[-1].pop() if label_of(line)[0] == "challenge" and blocks[-1] else None
            blocks.append([above] if above else [])
            has_scores = False
        blocks[-1].append(line)
        has_scores |= label_of(line)[0] == "abilities"
    if any(len("\n".join(block)) > MOST_CHARACTERS for block in blocks):
        raise FileNotRead(
            "The file is too large: 4 MB at most, 40 MB unpacked, 64,000 characters a stat block.",
            way="too_large",
        )
    return ["\n".join(block) for block in blocks[:MOST_CREATURES]]


def _actors(text: str, ruleset: str | None, tables: Mapping[str, Tables]) -> list[Draft]:
    """An actor exported from Foundry, or a list of them."""
    try:
        found: Any = json.loads(text, parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError):
        raise FileNotRead("The file begins like JSON and is none.", way="broken_json") from None
    actors = cast("list[Any]", found if isinstance(found, list) else [found])
    drafts: list[Draft] = []
    for actor in actors[:MOST_CREATURES]:
        if not isinstance(actor, dict):
            raise FileNotRead("The file is no actor of the Foundry systems pf1 or D35E.", way="not_an_actor")
        try:
            edition = SYSTEMS[system_of(cast("dict[str, Any]", actor))]
            drafts.append(read_actor(actor, tables[edition].models, tables[edition].dice_by_size))
        except NotAnActor:
            raise FileNotRead(
                "The file is no actor of the Foundry systems pf1 or D35E.", way="not_an_actor"
            ) from None
        if ruleset not in (None, drafts[-1].ruleset):
            raise FileNotRead("The file is of another game than the ruleset named.", way="other_ruleset")
    return drafts


def _finite(text: str) -> float:
    """A number of JSON; raises ValueError for one that is none (NaN), or too large to be told again."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


def _rows(sheets: list[list[list[str]]], ruleset: str, tables: Mapping[str, Tables]) -> list[Draft]:
    drafts: list[Draft] = []
    for rows in sheets:
        try:
            drafts += read_rows(rows, ruleset, tables[ruleset].models)
        except NotATable:
            continue
    if not drafts:
        raise FileNotRead(
            "No row of headings was found: one of them has to be the name."
            " A table to fill in can be downloaded.",
            way="no_headings",
        )
    return drafts


def _zipped(data: bytes, ruleset: str | None, tables: Mapping[str, Tables]) -> list[Draft]:
    """A workbook, or a Hero Lab portfolio, whose texts are stat blocks."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except zipfile.BadZipFile:
        raise FileNotRead(
            "The file cannot be opened: it is damaged, locked with a password, or of another kind.",
            way="broken_file",
        ) from None
    with archive:
        if sum(member.file_size for member in archive.infolist()) > MOST_UNPACKED:
            raise FileNotRead(
                "The file is too large: 4 MB at most, 40 MB unpacked, 64,000 characters a stat block.",
                way="too_large",
            )
        texts = [name for name in archive.namelist() if re.match(r"statblocks_text/.+\.txt$", name)]
        if texts:
            return [
                draft
                for name in texts[:MOST_CREATURES]
                for draft in _blocks(decoded(archive.read(name)), ruleset, tables)
            ]
    return _sheets_of_workbook(data, _stated(ruleset), tables)


def _sheets_of_workbook(data: bytes, ruleset: str, tables: Mapping[str, Tables]) -> list[Draft]:
    """The rows of every sheet of an XLSX, XLS or ODS file."""
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
        sheets = [workbook.get_sheet_by_index(at).to_python() for at in range(len(workbook.sheet_names))]
    except CalamineError:
        raise FileNotRead(
            "The file cannot be opened: it is damaged, locked with a password, or of another kind.",
            way="broken_file",
        ) from None
    return _rows([[[_cell(cell) for cell in row] for row in rows] for rows in sheets], ruleset, tables)


def _cell(cell: object) -> str:
    """A cell as it looks: every number of a workbook comes as a float, a fraction may have become a date."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def _pcgen(text: str, ruleset: str | None) -> Draft:
    """A PCGen character: names, scores and feats. Its totals are in PCGen's own data, not in the file."""
    is_pf1 = re.search(r"(?m)^GAMEMODE:.*Pathfinder", text) is not None
    draft = Draft(ruleset or ("pf1" if is_pf1 else "dnd35"))
    for line in text.splitlines()[:5000]:
        key, _, rest = line.partition(":")
        first = rest.split("|")[0]
        if key == "CHARACTERNAME":
            draft.name = first
            draft.read["name"] = line
        elif key == "STAT" and (score := re.search(r"\|SCORE:(\d+)", line)):
            if first.lower() in ABILITIES:
                draft.put(f"/abilities/{ABILITIES[first.lower()]}", int(score[1]), line)
        elif key == "FEAT":
            known, name = feat_of(first)
            draft.add("feats" if known else "other_feats", known or name, line)
        elif key in ("RACE", "CLASS", "EQUIPNAME", "SKILL", "ALIGN"):
            draft.skip(line)
    draft.warn("no_totals", "")
    return draft
