"""Sheets that nobody may enter with: every problem at once, each with its place and its code."""

from dataclasses import replace
from typing import Any

import pytest

from app.rules.common.errors import InvalidDocument
from app.rules.common.measures import Distance
from app.rules.d20.contract.commands.care import Edit
from app.rules.d20.table.sheet import (
    Abilities,
    AcParts,
    ArmorClass,
    ArmorWorn,
    ExtraDice,
    Saves,
    Sheet,
    SheetWeapon,
    Skills,
    SkillTotal,
    WeaponFeat,
)
from tests.rules.d20.fight import FIGHTER, Fight

SWORD = SheetWeapon("sword", attack=7, damage="1d8+3", critical="19-20/x2")


@pytest.mark.parametrize(
    ("changes", "place", "code"),
    [
        ({"hp": 0}, "/sheet/hp", "value_out_of_range"),
        ({"hp": 10_000}, "/sheet/hp", "value_out_of_range"),
        ({"legs": -1}, "/sheet/legs", "value_out_of_range"),
        ({"speed": Distance(-5, "ft")}, "/sheet/speed", "value_out_of_range"),
        ({"reach": Distance(-5, "ft")}, "/sheet/reach", "value_out_of_range"),
        ({"reach": Distance(205, "ft")}, "/sheet/reach", "value_out_of_range"),
        ({"reach": Distance(7, "ft")}, "/sheet/reach", "value_out_of_range"),
        ({"bab": -1001}, "/sheet/bab", "value_out_of_range"),
        ({"initiative": 1001}, "/sheet/initiative", "value_out_of_range"),
        ({"cmb": -1001}, "/sheet/cmb", "value_out_of_range"),
        ({"cmd": 1001}, "/sheet/cmd", "value_out_of_range"),
        ({"con_score": 100}, "/sheet/con_score", "value_out_of_range"),
        ({"abilities": Abilities(wisdom=-1)}, "/sheet/abilities/wisdom", "value_out_of_range"),
        ({"saves": Saves(will=2000)}, "/sheet/saves/will", "value_out_of_range"),
        ({"skills": Skills(ride=SkillTotal(1001))}, "/sheet/skills/ride/total", "value_out_of_range"),
        ({"ac": None}, "/sheet/ac", "sheet_incomplete"),
        ({"ac": ArmorClass(10, 10, -1001)}, "/sheet/ac/flat_footed", "value_out_of_range"),
        ({"ac_parts": AcParts(dodge=5000)}, "/sheet/ac_parts/dodge", "value_out_of_range"),
        (
            {"ac_parts": AcParts(armor=ArmorWorn("cardboard"))},
            "/sheet/ac_parts/armor/model",
            "unknown_armor",
        ),
        (
            {"ac_parts": AcParts(shield=ArmorWorn(bonus=2000))},
            "/sheet/ac_parts/shield/bonus",
            "value_out_of_range",
        ),
        (
            {"weapon_feats": (WeaponFeat("weapon-focus", "spoon"),)},
            "/sheet/weapon_feats/0/model",
            "unknown_weapon_model",
        ),
        ({"weapons": (SWORD, SWORD)}, "/sheet/weapons", "duplicate_weapon"),
    ],
)
def test_a_sheet_is_refused_with_the_place_of_what_is_wrong(
    fight: Fight, changes: dict[str, Any], place: str, code: str
) -> None:
    assert fight.turned_away(replace(FIGHTER, **changes)) == [(place, code)]


@pytest.mark.parametrize(
    ("weapon", "place", "code"),
    [
        (replace(SWORD, id=" "), "/id", "blank_name"),
        (replace(SWORD, attack=1001), "/attack", "value_out_of_range"),
        (replace(SWORD, enhancement=-1001), "/enhancement", "value_out_of_range"),
        (replace(SWORD, damage="a lot"), "/damage", "damage_unclear"),
        (replace(SWORD, critical="often"), "/critical", "critical_unclear"),
        (replace(SWORD, damage=None), "", "weapon_damage_unclear"),
        (replace(SWORD, critical=None), "", "weapon_damage_unclear"),
        (replace(SWORD, model="spoon"), "/model", "unknown_weapon_model"),
        (replace(SWORD, range_increment=Distance(0, "ft")), "/range_increment", "value_out_of_range"),
        (replace(SWORD, range_increment=Distance(-1, "m")), "/range_increment", "value_out_of_range"),
        (replace(SWORD, range_increment=Distance(10_001, "ft")), "/range_increment", "value_out_of_range"),
        (replace(SWORD, extra_dice=(ExtraDice("Flame", "fire"),)), "/extra_dice/0/dice", "damage_unclear"),
    ],
)
def test_a_weapon_is_refused_with_the_place_of_what_is_wrong(
    fight: Fight, weapon: SheetWeapon, place: str, code: str
) -> None:
    stranger = replace(FIGHTER, weapons=(weapon,))
    assert fight.turned_away(stranger) == [(f"/sheet/weapons/0{place}", code)]


def test_a_weapon_without_any_bonus_is_refused(fight: Fight) -> None:
    stranger = replace(FIGHTER, bab=None, weapons=(replace(SWORD, attack=None),))
    assert fight.turned_away(stranger) == [("/sheet/weapons/0", "weapon_bonus_unclear")]


def test_everything_wrong_is_told_at_once(fight: Fight) -> None:
    stranger = Sheet(0, weapons=(replace(SWORD, damage="much", critical="x9 or so"),))
    assert fight.turned_away(stranger) == [
        ("/sheet/hp", "value_out_of_range"),
        ("/sheet/ac", "sheet_incomplete"),
        ("/sheet/weapons/0/damage", "damage_unclear"),
        ("/sheet/weapons/0/critical", "critical_unclear"),
    ]


def test_dice_that_no_table_scales_are_to_be_stated(fight: Fight) -> None:
    """D20-DMG-10: only what the table of dice by size tells is known of other sizes."""
    rows = dict(fight.book.tables.dice)
    del rows["1d8"]
    fight.book = replace(fight.book, tables=replace(fight.book.tables, dice=rows))
    sword = SheetWeapon("sword", "longsword", attack=7)
    giant = replace(FIGHTER, size="huge", weapons=(sword,))
    assert fight.turned_away(giant) == [("/sheet/weapons/0/damage", "unknown_dice")]
    fight.enters("giant", replace(giant, weapons=(replace(sword, damage="3d6"),)))


def test_a_feat_for_a_weapon_may_name_one_of_the_sheet_or_of_the_table(fight: Fight) -> None:
    feats = (WeaponFeat("weapon-focus", "sword"), WeaponFeat("weapon-focus", "longbow"))
    fight.enters("ada", replace(FIGHTER, weapon_feats=feats))
    assert fight.of("ada").sheet.weapon_feats == feats


def test_a_sheet_that_is_edited_is_checked_as_well(fight: Fight) -> None:
    fight.enters("ada", FIGHTER)
    with pytest.raises(InvalidDocument) as refused:
        fight.does(Edit("ada", sheet=replace(FIGHTER, hp=0)))
    assert [problem.pointer for problem in refused.value.problems] == ["/sheet/hp"]
    assert fight.of("ada").sheet.hp == 40
