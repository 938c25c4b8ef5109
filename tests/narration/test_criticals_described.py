"""What a critical looks like is told in the words of the table pack, and changes nothing."""

from copy import deepcopy
from typing import Any

import pytest

from app.narration.catalogue import say
from app.narration.harp import description, message_of
from app.persistence.packs.pack_files import Document, read_folder
from app.rules.harp.contract.events.event import CriticalSuffered
from app.rules.harp.ruleset import Harp
from app.rules.harp.table.tables import HarpTables
from app.rules.harp.table.tables_build import build_tables
from app.shipped import shipped
from tests.rules.harp.fight import Fight, Told

NAMES = {"cmb_dafur": "Dafur", "cmb_orc": "Orc"}


@pytest.fixture(scope="module")
def document() -> Document:
    return read_folder(shipped("seed_data") / "harp-tdm")


@pytest.fixture(scope="module")
def tables(document: Document) -> HarpTables:
    return build_tables(document)


def the_blow(tables: HarpTables) -> tuple[Fight, Told]:
    """The worked example of the chapter, with a critical of 42."""
    fight = Fight(Harp(tables)).duel()
    return fight, fight.attacks(55, 42)


def told(tables: HarpTables, locale: str = "en") -> str:
    _, blow = the_blow(tables)
    (step,) = (
        step
        for step in blow.completed.steps
        if any(isinstance(event, CriticalSuffered) for event in step.events)
    )
    (critical,) = (event for event in step.events if isinstance(event, CriticalSuffered))
    (roll,) = step.entries
    facts: dict[str, Any] = dict(getattr(roll, "facts", ()))
    return say(message_of(critical, NAMES, tables, facts), locale)


def test_a_critical_is_described_where_it_struck(tables: HarpTables) -> None:
    """H-CRT-3: a description of the table, the gravity and the place."""
    entry = tables.critical_table("slash").read(42, "B")
    seen = description(tables, "slash", entry.gravity, entry.location)
    assert told(tables) == f"Orc suffers a B critical (slash). {seen['en']}"
    assert tables.locations[entry.location].forms["en"].location.removeprefix("the ") in seen["en"]
    assert told(tables, "fr").endswith(seen["fr"])
    assert told(tables, "it").endswith(seen["it"])
    assert len(set(seen.values())) == 3


def test_every_critical_can_be_described(tables: HarpTables) -> None:
    """H-CRT-3."""
    for name, table in tables.critical_tables.items():
        for row in table.rows.rows:
            for entry in row.entry.values():
                for other in (entry.gravity, *(gear.gravity for gear in entry.gear)):
                    seen = description(tables, name, other, entry.location)
                    assert all(text[0].isupper() and "{" not in text for text in seen.values())


def test_words_of_ones_own_leave_the_effects_as_they_are(document: Document, tables: HarpTables) -> None:
    """H-CRT-4: the same dice, other words, the same events and the same state."""
    reworded: Any = deepcopy(document)
    for phrase in reworded["critical_texts"]["slash"]:
        phrase["text"]["en"] = "Splinters fly {of_location}!"
    own = build_tables(reworded)
    assert "Splinters fly" in told(own)
    assert "Splinters fly" not in told(tables)
    (fight, blow), (own_fight, own_blow) = the_blow(tables), the_blow(own)
    assert own_blow.events == blow.events
    assert own_fight.state == fight.state
