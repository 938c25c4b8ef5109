"""What armour takes from spells, and armours that a pack makes its own."""

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from app.persistence.packs.pack_files import Document
from app.rules.harp.ahead.figures import figures_of
from app.rules.harp.bonuses.defence import defensive_bonus
from app.rules.harp.contract.commands.command import Remove
from app.rules.harp.table.options import CHAPTER
from app.rules.harp.table.sheet import ArmourWorn, Bonuses, Sheet
from app.rules.harp.table.tables_build import build_tables
from tests.rules.harp.fight import DAFUR, Fight

MAGE = Sheet(hits=40, bonuses=Bonuses())


def penalty(fight: Fight, sheet: Sheet) -> int:
    fight.enters("mage", sheet)
    return figures_of(fight.rules.tables, fight.state, fight.of("mage")).casting_penalty


@pytest.mark.parametrize(("armour_type", "expected"), [(1, 0), (2, -5), (6, -25), (10, -45)])
def test_the_casting_penalty_goes_by_type(fight: Fight, armour_type: int, expected: int) -> None:
    """DH-12: −5 × (type − 1)."""
    assert penalty(fight, replace(MAGE, armour=ArmourWorn(armour_type))) == expected


def test_plain_clothes_cost_nothing_and_a_stated_type_counts(fight: Fight) -> None:
    """DH-12."""
    assert penalty(fight, MAGE) == 0
    fight.does(Remove("mage"))
    assert penalty(fight, DAFUR) == -25


@pytest.mark.parametrize(("casting_material", "expected"), [(10, -15), (40, 0)])
def test_a_rare_material_takes_from_it(fight: Fight, casting_material: int, expected: int) -> None:
    """H-ARM-3."""
    assert penalty(fight, replace(MAGE, armour=ArmourWorn(6, casting_material=casting_material))) == expected


@pytest.mark.parametrize(("stated", "expected"), [(-12, -12), (None, 0)])
def test_by_option_the_sheet_gives_it(fight: Fight, stated: int | None, expected: int) -> None:
    """DH-12."""
    fight.under(casting_penalty="sheet")
    assert penalty(fight, replace(MAGE, armour=ArmourWorn(6), casting_penalty=stated)) == expected


def test_a_pack_may_give_a_cultures_armour_figures_of_its_own(harp_document: Document) -> None:
    """DH-29: chain of the dwarves, in a pack of its own; the rules take the pack's row."""
    document: Any = deepcopy(harp_document)
    document["pack"]["id"] = "dwarves"
    (chain,) = (row for row in document["armours"] if row["armour_type"] == 6)
    chain.update(names={"en": "Dwarf chain", "fr": "Mailles naines", "it": "Maglia nanica"})
    chain.update(defensive_bonus=48, casting_penalty=-20)
    dwarvish, plain = build_tables(document), build_tables(harp_document)
    sheet = replace(MAGE, armour=ArmourWorn(6))
    assert sum(part.value for part in defensive_bonus(dwarvish, CHAPTER, sheet)) == 48
    assert sum(part.value for part in defensive_bonus(plain, CHAPTER, sheet)) == 40
