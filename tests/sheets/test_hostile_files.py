"""Whatever is sent for a file of creatures is read or refused, and never a fault of the service."""

import json
from base64 import b64decode
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from app.cli.play import shipped_shelf
from app.rules.registry import RULESETS
from app.services.sheets.files import FileNotRead
from app.services.sheets.reading import creatures_in
from tests.sheets.test_files import CASES

PICTURE = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
)
SHELVES = {name: shipped_shelf(name) for name in RULESETS}
INSERTED = (
    b"(",
    b")",
    b";",
    b" or ",
    b", ",
    b"+",
    b"\n",
    b"999999999999",
    b"/",
    b"x",
    b"\r",
    b'"',
    b"<p>",
    b"CR 1",
)
WRONG: tuple[Any, ...] = (None, -1, 10**30, 1.5, True, "", "x", "1e9", [], {}, [1], {"value": [None]}, [{}])


def read_or_refused(data: bytes, ruleset: str | None) -> None:
    """Raises whatever is neither."""
    with suppress(FileNotRead):
        json.dumps(creatures_in(data, ruleset, SHELVES, "fr"), allow_nan=False)


@pytest.mark.parametrize(
    "data",
    [
        PICTURE, b"\x00", b"\r\r", b'Name;HP\n"', b"{" * 5000, b'{"system": NaN}',
        b'{"_stats": {"systemId": {}}}',
        b'[{"_stats": {"systemId": "pf1"}, "system": {"attributes": 1}, "items": 1e999}]',
    ],
)  # fmt: skip
@pytest.mark.parametrize("ruleset", [None, *RULESETS])
def test_what_is_no_file_of_creatures_is_refused(data: bytes, ruleset: str | None) -> None:
    read_or_refused(data, ruleset)


@pytest.mark.parametrize("seed", range(200))
def test_a_damaged_text_is_read_or_refused(seed: int) -> None:
    chance = Random(seed)
    text = bytearray(chance.choice(sorted(CASES.glob("*.txt"))).read_bytes())
    for _ in range(chance.randrange(1, 30)):
        place = chance.randrange(len(text))
        if chance.random() < 0.5:
            text[place:place] = chance.choice(INSERTED)
        else:
            del text[place : place + chance.randrange(1, 40)]
        text = text or bytearray(b"x")
    read_or_refused(bytes(text), chance.choice((None, *RULESETS)))


@pytest.mark.parametrize("seed", range(200))
def test_an_actor_with_wrong_members_is_read_or_refused(seed: int) -> None:
    chance = Random(seed)
    actor: Any = json.loads(chance.choice(sorted(CASES.glob("*.json"))).read_text("utf-8"))
    for _ in range(chance.randrange(1, 6)):
        part = actor
        while isinstance(part, dict | list) and part:
            key: Any = chance.choice(list(part)) if isinstance(part, dict) else chance.randrange(len(part))
            if chance.random() < 0.35 or not isinstance(part[key], dict | list):
                part[key] = json.loads(json.dumps(chance.choice(WRONG)))
                break
            part = part[key]
    read_or_refused(json.dumps(actor).encode(), None)
