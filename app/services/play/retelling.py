"""Actions told again in another language than the one in which they were done."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic_core import from_json, to_json

from app.narration.catalogue import say, say_label, say_purpose
from app.narration.tell import told_before
from app.persistence.play.models import ActionRow
from app.services.base.json_value import Json
from app.services.packs.cache import Shelf
from app.services.play.pending import SaidIn, asked_again
from app.services.play.results import reverted

_TOLD_IN = re.compile(r'"text":\{"locale":"([a-z]+)"')


def retold_rows(
    rows: Sequence[ActionRow], undos: Mapping[int, str], locale: str | None, shelf: Shelf
) -> list[str]:
    """The results of rows of the log, each with the undo that took it back."""
    return [
        reverted(
            retold(row.result, locale, shelf), None if row.reverted_by is None else undos[row.reverted_by]
        )
        for row in rows
    ]


def retold(result: str, locale: str | None, shelf: Shelf) -> str:
    """``result`` with its words in ``locale``, or as it is stored where that is None or was its language.

    Ids, codes, figures and the table's own words stay as they are, and so does the text of a message that
    the catalogue no longer has, or has with other parameters.
    """
    told = _TOLD_IN.search(result)
    if locale is None or told is None or told[1] == locale:
        return result
    document: dict[str, Any] = from_json(result)  # Any: JSON, written by `results`
    lines = [_line(line, locale, shelf) for line in document["narration"]["lines"]]
    plain = "\n".join(str(line["text"]) for line in lines)
    document["narration"] |= {"text": {"locale": locale, "plain": plain}, "lines": lines}
    document["breakdown"] = [
        {**part, "text": say_label(part["label"], locale)} for part in document["breakdown"]
    ]
    for asked in ("rolls", "choices"):
        document[asked] = [{**one, "text": say_purpose(one["purpose"], locale)} for one in document[asked]]
    said_in = SaidIn(locale, shelf.tables.weapons)
    document["awaiting"] = [asked_again(decision, said_in) for decision in document["awaiting"]]
    return to_json(document).decode()


def _line(line: Json, locale: str, shelf: Shelf) -> Json:
    message = told_before(shelf.game.id, line["message_id"], line["params"], shelf.tables)
    try:
        return {**line, "text": say(message, locale, shelf.tables.weapons)}
    except KeyError:
        return line
