"""A GM's table of creatures (CSV, or the rows of a spreadsheet), a row each, read into sheets."""

import csv
import io
import re
from collections.abc import Mapping, Sequence

from app.services.sheets.columns import column_of, folded, sizes
from app.services.sheets.draft import Draft, Json
from app.services.sheets.stat_block_attacks import read_attacks
from app.services.sheets.stat_block_lines import Field
from app.services.sheets.words import ALIGNMENTS, CREATURE_TYPES, SIZE_MODIFIERS, Models, slug

MOST_ROWS, MOST_COLUMNS = 500, 100
MOST_OF_ONE = 100
"""Combatants that one row may stand for."""

Row = Mapping[tuple[str, int], str]
"""The cells of a row by column and its number; a heading that is not known is kept under its own words."""


class NotATable(Exception):
    """There is no row of headings with a name among them."""


def decoded(data: bytes) -> str:
    """The text of a file of a spreadsheet program: UTF-8, UTF-16 with a mark, else Windows-1252."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def rows_of(text: str) -> list[list[str]]:
    """The rows of a CSV text; what separates its cells is what the first line has most of."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(";\t,|", key=first.count)
    lines = io.StringIO(text, newline="")  # line ends within quotes are the cell's own
    try:
        return [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=separator)]
    except csv.Error:  # a cell longer than any, or a line end that is none
        return []


def is_table(text: str) -> bool:
    """Whether the first line of a text is a row of headings."""
    first = next(iter(rows_of(text[:4000])), [])
    known = [column_of(cell)[0] for cell in first]
    return "name" in known and sum(column is not None for column in known) >= 2


def read_rows(rows: Sequence[Sequence[str]], ruleset: str, models: Models) -> list[Draft]:
    """A draft for each row that has a name. Raises NotATable."""
    filled = [row for row in rows[:MOST_ROWS] if any(cell.strip() for cell in row)]
    headings = [(heading, column_of(heading)) for heading in (filled[0] if filled else [])[:MOST_COLUMNS]]
    if not any(column == "name" for _, (column, _) in headings):
        raise NotATable
    drafts = []
    for row in filled[1:]:
        cells = {
            (column or f"?{heading}", number): cell.strip()
            for (heading, (column, number)), cell in zip(headings, row, strict=False)
            if cell.strip()
        }
        if ("name", 1) in cells:
            drafts.append(_read_row(cells, ruleset, models))
    return drafts


def _read_row(row: Row, ruleset: str, models: Models) -> Draft:
    draft = Draft(ruleset, name=row["name", 1])
    draft.read["name"] = row["name", 1]
    for (column, _), cell in row.items():
        if column == "notes" or column.startswith("?"):
            draft.skip(cell, column.removeprefix("?"))
    count = _whole(row.get(("count", 1), "1"))
    if count is not None and 1 <= count <= MOST_OF_ONE:
        draft.count = count
    else:
        draft.skip(row["count", 1], "count")
    _points(draft, row, "hits" if ruleset == "harp-tdm" else "hp")
    if ruleset == "harp-tdm":
        _harp(draft, row, models)
    else:
        _d20(draft, row, models)
    return draft


def _points(draft: Draft, row: Row, field: str) -> None:
    """``12/30`` is what is left of the whole; so are two columns."""
    points, most = row.get(("points", 1), ""), row.get(("most", 1), "")
    left, _, whole = points.partition("/")
    full = _whole(most) or _whole(whole) or _whole(left)
    if full is None:
        draft.skip(points, field)
        return
    draft.put(f"/{field}", full, points or most)
    remaining = row.get(("left", 1)) or (left if most or whole else None)
    if remaining is not None:
        draft.hp_left = _whole(remaining)


def _figures(draft: Draft, row: Row, places: Mapping[str, str]) -> None:
    for column, pointer in places.items():
        cell = row.get((column, 1))
        if cell is None:
            continue
        figure = _whole(cell)
        if figure is None:
            draft.skip(cell, column)
        else:
            draft.put(pointer, figure, cell)


def _harp(draft: Draft, row: Row, models: Models) -> None:
    _figures(draft, row, {
        "db": "/db", "armour_type": "/armour_type", "initiative": "/initiative", "body": "/body",
        "perception": "/perception", "speed": "/bmr",
    })  # fmt: skip
    for number in range(1, 10):
        ob, weapon = row.get(("ob", number)), row.get(("weapon", number))
        if ob is None and weapon is None:
            continue
        model = models.find(weapon or "")
        if model is None or _whole(ob or "") is None:
            draft.skip(f"{weapon or ''} {ob or ''}", "weapons")
            continue
        draft.add("weapons", {"id": model, "model": model, "ob": _whole(ob or "")}, f"{weapon} {ob}")


def _d20(draft: Draft, row: Row, models: Models) -> None:
    _figures(draft, row, {
        "initiative": "/initiative", "bab": "/bab",
        "fortitude": "/saves/fortitude", "reflex": "/saves/reflex", "will": "/saves/will",
        **({"cmb": "/cmb", "cmd": "/cmd"} if draft.ruleset == "pf1" else {}),
        **{f"{ability}": f"/abilities/{ability}" for ability in (
            "strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")},
    })  # fmt: skip
    for column, words in (("size", sizes()), ("type", CREATURE_TYPES), ("alignment", ALIGNMENTS)):
        cell = row.get((column, 1))
        known = {folded(word): id for word, id in words.items()}
        if cell is not None and folded(cell) in known:
            draft.put(f"/{'creature_type' if column == 'type' else column}", known[folded(cell)], cell)
        elif cell is not None:
            draft.skip(cell, column)
    speed = re.match(r"^(\d+)(?:[.,]\d+)?\s*(ft|m)?\b", row.get(("speed", 1), ""))
    if speed:
        unit = speed[2] or "ft"
        draft.put("/speed", {"value": int(speed[1]), "unit": unit}, row["speed", 1])
    _armor_class(draft, row)
    for number in range(1, 10):
        _weapon(draft, row, number, models)


def _armor_class(draft: Draft, row: Row) -> None:
    """The three totals; where only one is given the others follow from Dexterity and size, as a guess."""
    total = _whole(row.get(("ac", 1), ""))
    if total is None:
        draft.skip(row.get(("ac", 1), ""), "ac")
        return
    dexterity = draft.sheet.get("abilities", {}).get("dexterity", 10)
    helps = (dexterity - 10) // 2
    made = {
        "touch": min(total, 10 + helps + SIZE_MODIFIERS[draft.sheet.get("size", "medium")]),
        "flat_footed": total - max(helps, 0),
    }
    draft.put("/ac/total", total, row["ac", 1])
    for name, guessed in made.items():
        stated = _whole(row.get((name, 1), ""))
        draft.put(f"/ac/{name}", guessed if stated is None else stated, row.get((name, 1), row["ac", 1]))
        if stated is None:
            draft.guess("ac_from_dexterity", f"/ac/{name}", row["ac", 1])


def _weapon(draft: Draft, row: Row, number: int, models: Models) -> None:
    attack, damage = row.get(("attack", number)), row.get(("damage", number))
    name = row.get(("weapon", number))
    if attack is None and name is None:
        return
    if attack is not None and "(" in attack:  # as a stat block prints it
        read_attacks(draft, [Field("melee", attack, attack)], models)
        return
    printed = " ".join(filter(None, (name, attack, damage)))
    model, bonus = models.find(name or ""), _whole((attack or "").split("/")[0])
    dice = re.match(r"^\d*[dD]\d+(?:\s?[+-]\s?\d+)?$", damage or "")
    if bonus is None or (dice is None and model is None):
        draft.skip(printed, "weapons")
        return
    entry: Json = {"id": model or slug(name or "") or "attack", "attack": bonus}
    entry |= {"model": model} if model else {"name": name} if name else {}
    if dice:
        entry["damage"] = re.sub(r"\s", "", dice[0]).lower()
        entry["critical"] = _critical(row.get(("critical", number), ""))
    draft.add("weapons", entry, printed)


def _critical(cell: str) -> str:
    found = re.match(r"^(?:(\d\d)\s*[-–]\s*20)?\s*[/ ]?\s*(?:[x×](\d))?$", cell.strip())
    threat, times = (found[1], found[2] or "2") if found else (None, "2")
    return f"{threat}-20/x{times}" if threat else f"x{times}"


def _whole(cell: str) -> int | None:
    """A whole number as people write it: ``+7``, ``−2``, ``15.0``; None for anything else."""
    bare = cell.strip().replace("−", "-").replace("–", "-").replace(" ", "").replace("\u202f", "")
    found = re.match(r"^([+-]?\d{1,6})(?:[.,]0+)?$", bare)
    return int(found[1]) if found else None
