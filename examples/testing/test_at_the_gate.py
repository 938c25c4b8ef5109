"""Tests of a table against Estoc, as an author of a module might write them."""

import pytest
from estoc_client import Illegal, do

SHEET = {
    "hp": 20,
    "bab": 3,
    "ac": {"total": 16, "touch": 12, "flat_footed": 14},
    "abilities": {"strength": 16, "dexterity": 12},
    "weapons": [{"id": "sword", "model": "longsword"}],
}


@pytest.fixture
def gate(estoc):
    fight = estoc.encounters.begin(ruleset="pf1", title="At the gate")
    for ref, side in (("ada", "heroes"), ("orc", "foes")):
        fight.add_combatant(name=ref.capitalize(), ref=ref, side=side, sheet=SHEET)
    return fight


def test_the_sword_hits_for_six_and_the_strength(gate):
    blow = gate.attack("ada", "orc", "sword", dice=[15, 6], strict=True)
    assert blow.result["attack_total"] == 21
    assert blow.text.endswith("Orc loses 9 hit points.")


def test_a_fight_with_seeded_dice_goes_the_same_in_every_run(gate, estoc_dice):
    totals = [
        gate.attack("ada", "orc", "sword", dice=estoc_dice(20, 8)).result["attack_total"] for _ in range(3)
    ]
    assert totals == [18, 15, 16]  # base attack 3 and Strength 3 on the dice 12, 9 and 10


def test_nobody_stands_up_who_stands(gate):
    assert not gate.preview(do.stand("ada"))["legal"]
    with pytest.raises(Illegal) as refused:
        gate.stand("ada")
    assert refused.value.code == "not_prone"
    assert len(list(gate.log())) == 2
