"""The shipped HARP | TdM tables: the chapter's figures, and what must hold for every cell."""

from collections.abc import Callable

import pytest

from app.rules.common.tables import OffTable
from app.rules.harp.table.tables import (
    SEVERITIES,
    SIZES,
    TABLE_END,
    Cell,
    CriticalEffects,
    HarpTables,
    UnknownAction,
    UnknownArmourType,
    UnknownEntry,
    UnknownModifier,
    UnknownSeverity,
    UnknownShield,
    UnknownSize,
    UnknownTable,
    UnknownWeapon,
)

ATTACK_TABLES = {
    "one-handed-blades",
    "two-handed-blades",
    "short-blades",
    "points",
    "pole-arms",
    "one-handed-blunt",
    "two-handed-blunt",
    "bows",
    "crossbows",
    "nets-lasso",
    "martial-arts-strikes",
    "martial-arts-sweeps",
    "grapple",
    "claws-and-fangs",
    "ram",
}
CRITICAL_TABLES = {
    "slash",
    "puncture",
    "crush",
    "grapple",
    "strikes",
    "sweeps",
    "cold",
    "heat",
    "electricity",
    "impact",
    "slaying",
}


def test_every_printed_table_is_there(harp_tables: HarpTables) -> None:
    assert set(harp_tables.attack_tables) == ATTACK_TABLES
    assert set(harp_tables.critical_tables) == CRITICAL_TABLES
    assert len(harp_tables.weapons) == 60
    assert set(harp_tables.armours) == set(range(1, 11))


def test_the_axe_strikes_the_orc_for_12_hits_and_a_b_critical(harp_tables: HarpTables) -> None:
    """H-ATK-2: 55 on the dice + 80 OB - 45 DB is 90 on one-handed blades against rigid leather."""
    axe = harp_tables.weapon("axe")
    table = harp_tables.attack_table(axe.attack_table)

    reading = table.read(55 + 80 - 45, armour_type=4, size=axe.size)

    assert reading.cell == Cell(12, "B")
    assert reading.cell.text == "12B"
    assert (reading.row, reading.capped_from, reading.surplus) == ((90, 90), None, 0)
    assert table.default_critical == "slash"


def test_only_rigid_leather_gives_the_example_its_cell(harp_tables: HarpTables) -> None:
    table = harp_tables.attack_table("one-handed-blades")
    cells = [table.read(90, armour_type, "medium").cell.text for armour_type in range(1, 11)]
    assert cells == ["14C", "14C", "13B", "12B", "11A", "10A", "9", "8", "7", "6"]


@pytest.mark.parametrize("name", sorted(ATTACK_TABLES))
def test_more_never_hurts_less_and_heavier_armour_never_hurts_more(
    harp_tables: HarpTables, name: str
) -> None:
    def harm(total: int, armour_type: int) -> tuple[int, int]:
        cell = table.read(total, armour_type, "huge").cell
        assert cell.hits >= 1, "a total of 1 or more always does harm (H-ATK-1)"
        return cell.hits, SEVERITIES.index(cell.severity) + 1 if cell.severity else 0

    table = harp_tables.attack_table(name)
    for total in range(1, TABLE_END + 1):
        for armour_type in range(1, 11):
            here = harm(total, armour_type)
            if total < TABLE_END:
                assert all(
                    after >= now for after, now in zip(harm(total + 1, armour_type), here, strict=True)
                )
            if armour_type < 10:
                assert all(
                    after <= now for after, now in zip(harm(total, armour_type + 1), here, strict=True)
                )


@pytest.mark.parametrize("name", sorted(ATTACK_TABLES))
def test_an_attack_stops_at_the_cap_of_its_size(harp_tables: HarpTables, name: str) -> None:
    """H-SIZE-1; large and huge attacks stop where the table ends."""
    table = harp_tables.attack_table(name)
    for size in SIZES:
        cap = table.size_caps[size]
        at_cap, above = table.read(cap, 1, size), table.read(cap + 37, 1, size)
        assert (at_cap.capped_from, at_cap.surplus) == (None, 0)
        assert (above.row, above.cell) == (at_cap.row, at_cap.cell)
        assert (above.capped_from, above.surplus) == (cap + 37, 37)
    assert table.size_caps["large"] == table.size_caps["huge"] == TABLE_END
    assert list(table.size_caps.values()) == sorted(table.size_caps.values())


def test_an_open_roll_may_ignore_the_cap_but_not_the_end_of_the_table(harp_tables: HarpTables) -> None:
    """H-SIZE-2 (a): a medium blade stops at 130 unless the option is on."""
    table = harp_tables.attack_table("one-handed-blades")

    assert table.read(170, 4, "medium").row[0] <= 130 <= table.read(170, 4, "medium").row[1]
    assert table.read(145, 4, "medium", ignores_cap=True) == table.read(145, 4, "huge")
    past_the_end = table.read(170, 4, "medium", ignores_cap=True)
    assert (past_the_end.row[1], past_the_end.capped_from, past_the_end.surplus) == (TABLE_END, 170, 20)


def test_a_miss_has_no_row(harp_tables: HarpTables) -> None:
    with pytest.raises(OffTable) as miss:
        harp_tables.attack_table("bows").read(0, 1, "medium")
    assert (miss.value.code, miss.value.params) == ("off_table", {"total": 0})


def test_what_the_tables_do_not_have_is_named(harp_tables: HarpTables) -> None:
    bows = harp_tables.attack_table("bows")
    asked: list[tuple[type[UnknownEntry], Callable[[], object]]] = [
        (UnknownTable, lambda: harp_tables.attack_table("halitosis")),
        (UnknownTable, lambda: harp_tables.critical_table("bows")),
        (UnknownTable, lambda: harp_tables.fumbles.read("bows", 50)),
        (UnknownWeapon, lambda: harp_tables.weapon("hache")),
        (UnknownArmourType, lambda: harp_tables.armour(11)),
        (UnknownArmourType, lambda: bows.read(50, 0, "medium")),
        (UnknownSize, lambda: bows.read(50, 1, "gigantic")),  # type: ignore[arg-type]
        (UnknownSeverity, lambda: harp_tables.critical_table("slash").read(50, "F")),  # type: ignore[arg-type]
        (UnknownShield, lambda: harp_tables.shield("door")),
        (UnknownModifier, lambda: harp_tables.positional_bonus("above")),
        (UnknownModifier, lambda: harp_tables.cover("fog")),
        (UnknownModifier, lambda: harp_tables.initiative_modifier("lucky")),
        (UnknownModifier, lambda: harp_tables.difficulty("trivial")),
        (UnknownAction, lambda: harp_tables.action_duration("sing")),
    ]
    for error, ask in asked:
        with pytest.raises(error) as unknown:
            ask()
        assert unknown.value.code == error.code
    assert len({error.code for error, _ in asked}) == 8


@pytest.mark.parametrize("name", sorted(CRITICAL_TABLES))
def test_a_graver_letter_or_a_higher_roll_never_strikes_more_softly(
    harp_tables: HarpTables, name: str
) -> None:
    table = harp_tables.critical_table(name)
    for roll in range(1, 101):
        gravities = [table.read(roll, severity).gravity for severity in SEVERITIES]
        assert gravities == sorted(gravities)
        if roll < 100:
            assert all(table.read(roll + 1, s).gravity >= table.read(roll, s).gravity for s in SEVERITIES)


def test_only_the_gravest_criticals_kill(harp_tables: HarpTables) -> None:
    """Death is out of reach of A, B and C, but for weapons made to slay; 25 in 100 E slashes kill."""

    def deaths(table: str, severity: str) -> int:
        entries = (harp_tables.critical_table(table).read(roll, severity) for roll in range(1, 101))  # type: ignore[arg-type]
        return sum(entry.effects.death_in_rounds is not None for entry in entries)

    assert {table for table in CRITICAL_TABLES if any(deaths(table, letter) for letter in "ABC")} <= {
        "slaying"
    }
    assert deaths("slash", "D") == 10
    assert deaths("slash", "E") == 25


def test_the_examples_critical_opens_the_orcs_chest(harp_tables: HarpTables) -> None:
    entry = harp_tables.critical_table("slash").read(42, "B")
    assert entry.location == "chest"
    assert entry.effects == CriticalEffects(hits=4, shaken=True, must_parry_rounds=2, bleed_per_round=2)


def test_a_critical_roll_is_a_plain_d100(harp_tables: HarpTables) -> None:
    slash = harp_tables.critical_table("slash")
    assert slash.read(100, "E").effects.death_in_rounds is not None
    for roll in (0, 101):
        with pytest.raises(OffTable):
            slash.read(roll, "E")


def test_a_bare_head_pays_more_where_gear_counts(harp_tables: HarpTables) -> None:
    """DH-28: the alternative entries are stored beside the printed one and used only when asked for."""
    printed = harp_tables.critical_table("slash").read(82, "B")
    assert printed.location == "head"

    helmeted = printed.with_gear(has_helmet=True, has_shield=False, armour_type=1)
    bare = printed.with_gear(has_helmet=False, has_shield=False, armour_type=1)

    assert helmeted == printed
    assert bare.effects == harp_tables.critical_table("slash").read(82, "C").effects


def test_plate_softens_a_blow_to_the_chest(harp_tables: HarpTables) -> None:
    printed = harp_tables.critical_table("slash").read(42, "B")
    in_plate = printed.with_gear(has_helmet=False, has_shield=False, armour_type=10)
    in_leather = printed.with_gear(has_helmet=False, has_shield=False, armour_type=4)
    assert in_plate.effects == CriticalEffects(hits=4, shaken=True, must_parry_rounds=1, bleed_per_round=1)
    assert in_leather == printed


@pytest.mark.parametrize(
    ("weapon", "column"),
    [
        ("axe", "melee-one-handed"),
        ("two-handed-sword", "melee-two-handed"),
        ("mounted-lance", "melee-one-handed"),
        ("sling", "missile"),
        ("light-crossbow", "missile"),
        ("dagger-thrown", "thrown"),
        ("boomerang", "thrown"),
        ("cestus", "unarmed"),
        ("wrestling", "unarmed"),
        ("claw", "unarmed"),
    ],
)
def test_a_weapon_fumbles_on_its_column(harp_tables: HarpTables, weapon: str, column: str) -> None:
    """H-ROLL-2, DH-39: by group, then by hands."""
    model = harp_tables.weapon(weapon)
    assert harp_tables.fumbles.column_for(model.group, model.attack_table, model.hands) == column


def test_a_natural_attack_of_no_group_fumbles_unarmed(harp_tables: HarpTables) -> None:
    assert harp_tables.fumbles.column_for(None, "claws-and-fangs", 1) == "unarmed"


def test_the_worst_fumble_with_a_sword_wounds_its_owner(harp_tables: HarpTables) -> None:
    fumble = harp_tables.fumbles.read("melee-one-handed", 100)
    assert (fumble.self_critical, fumble.stun_rounds) == ("B", 2)
    assert harp_tables.fumbles.read("melee-one-handed", 1).lose_action == 1


def test_the_short_bows_penalties_by_distance(harp_tables: HarpTables) -> None:
    """H-MIS-1, DH-3: ten increments of 10 m, -10 each for five, then -20 each."""
    short_bow = harp_tables.weapon("short-bow").range
    assert short_bow is not None
    assert (short_bow.increment, short_bow.maximum) == (10, 100)

    penalties = [
        harp_tables.ranges.penalty(metres * 100, short_bow.increment) for metres in range(10, 110, 10)
    ]
    assert penalties == [-10, -20, -30, -40, -50, -70, -90, -110, -130, -150]
    assert harp_tables.ranges.penalty(1001, 10) == -20
    assert harp_tables.ranges.penalty(10001, 10) is None
    assert harp_tables.ranges.minimum_distance == 2


def test_the_first_increment_may_be_free(harp_tables: HarpTables) -> None:
    assert harp_tables.ranges.penalty(999, 10, first_is_free=True) == 0
    assert harp_tables.ranges.penalty(1000, 10, first_is_free=True) == -10
    assert harp_tables.ranges.penalty(10999, 10, first_is_free=True) == -150


def test_the_five_missile_groups_are_kept_apart(harp_tables: HarpTables) -> None:
    missile = {group.id for group in harp_tables.weapon_groups.values() if group.kind == "missile"}
    assert missile == {"bows", "crossbows", "slings", "throwing-weapons", "thrown-weapons"}
    assert missile == {weapon.group for weapon in harp_tables.weapons.values() if weapon.range}


def test_spears_and_pole_arms_meet_a_charge(harp_tables: HarpTables) -> None:
    """H-CHG-2 asks for the reach class; a spear that was thrown meets nobody."""
    reach = {
        name: harp_tables.weapon(name).reach_class for name in ("spear", "pole-arm", "axe", "spear-thrown")
    }
    assert reach == {"spear": "spear", "pole-arm": "pole-arm", "axe": "none", "spear-thrown": "none"}


@pytest.mark.parametrize("armour_type", range(1, 11))
def test_armour_follows_its_type(harp_tables: HarpTables, armour_type: int) -> None:
    """H-ARM-1, H-ARM-2: fitting takes half a day for each step and is 101 + 10 for each step hard."""
    armour = harp_tables.armour(armour_type)
    assert armour.defensive_bonus == 10 + 5 * armour_type
    assert armour.manoeuvre_penalty_max == -10 * armour_type
    assert armour.manoeuvre_penalty_max <= armour.manoeuvre_penalty_min <= 0
    assert (armour.fitting_half_days, armour.fitting_difficulty) == (armour_type, 101 + 10 * armour_type)


def test_the_orcs_defence_is_rigid_leather_and_a_targe(harp_tables: HarpTables) -> None:
    assert harp_tables.armour(4).defensive_bonus + harp_tables.shield("targe").bonus_trained == 45


def test_what_shields_cover(harp_tables: HarpTables) -> None:
    """H-SHD-1, H-SHD-2."""
    covered = {
        name: (shield.attacks_covered, shield.covers_flank) for name, shield in harp_tables.shields.items()
    }
    assert covered == {
        "pavise": (3, True),
        "heater": (2, True),
        "round-shield": (2, True),
        "rondache": (2, False),
        "targe": (1, False),
        "main-gauche": (1, False),
        "sai": (1, False),
    }
    assert [shield.id for shield in harp_tables.shields.values() if shield.parrying_weapon] == [
        "main-gauche",
        "sai",
    ]


def test_position_bonuses_that_exclude_each_other(harp_tables: HarpTables) -> None:
    """H-OB-2: flank or rear, stunned or down."""
    groups: dict[str, set[str]] = {}
    for bonus in harp_tables.positional.values():
        if bonus.exclusive_group:
            groups.setdefault(bonus.exclusive_group, set()).add(bonus.id)
    assert list(groups.values()) == [{"flank", "rear"}, {"target-stunned", "target-down"}]


def test_rows_that_repeat_a_rule_name_it(harp_tables: HarpTables) -> None:
    applied = {bonus.id: bonus.applied_by for bonus in harp_tables.positional.values() if bonus.applied_by}
    assert applied == {
        "moved": "H-MOV-2",
        "charge": "H-CHG-1",
        "archer-hampered": "H-MIS-2",
        "shaken": "H-EFF-SHAKEN",
        "stunned": "H-EFF-STUN",
    }


@pytest.mark.parametrize(
    ("total", "percentage", "bonus", "rr"),
    [
        (-40, 0, -55, 70),
        (32, 30, -35, 90),
        (55, 50, -25, 100),
        (101, 100, 5, 125),
        (114, 100, 10, 130),
        (160, 100, 30, 150),
        (999, 100, 50, 170),
    ],
)
def test_a_manoeuvres_total_is_read_in_its_columns(
    harp_tables: HarpTables, total: int, percentage: int, bonus: int, rr: int
) -> None:
    result = harp_tables.manoeuvres.read(total)
    assert (result.percentage, result.bonus, result.rr) == (percentage, bonus, rr)


def test_every_critical_can_be_told_in_each_language(harp_tables: HarpTables) -> None:
    for phrases in harp_tables.critical_phrases.values():
        for phrase in phrases:
            for location in harp_tables.locations.values():
                assert {*phrase.text} == {*location.forms} == {"en", "fr", "it"}
                for language, text in phrase.text.items():
                    forms = location.forms[language]
                    told = text.format(
                        location=forms.location,
                        to_location=forms.to_location,
                        of_location=forms.of_location,
                        on_location=forms.on_location,
                    )
                    assert told[0].isupper()
                    assert told[-1] == "."


def test_a_place_is_told_with_its_article(harp_tables: HarpTables) -> None:
    neck, hip = harp_tables.locations["neck"], harp_tables.locations["hip"]
    french, italian = neck.forms["fr"], hip.forms["it"]
    assert (french.to_location, french.of_location) == ("au cou", "du cou")
    assert (italian.to_location, italian.on_location) == ("all’anca", "sull’anca")


def test_casting_weighs_five_more_with_each_type_of_armour(harp_tables: HarpTables) -> None:
    """DH-12."""
    assert [harp_tables.armour(worn).casting_penalty for worn in range(1, 11)] == [*range(0, -50, -5)]
