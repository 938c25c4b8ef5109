"""The defensive bonus and the defence score, computed from a full sheet."""

from typing import cast

import pytest

from app.persistence.packs.pack_files import Document
from app.rules.harp.bonuses.defence import armour_type, defence_score, manoeuvre_penalty
from app.rules.harp.contract.commands.command import Situation, Strike
from app.rules.harp.ruleset import Harp
from app.rules.harp.table.arms import wield
from app.rules.harp.table.sheet import (
    ArmourWorn,
    Bonuses,
    Part,
    Sheet,
    SheetWeapon,
    ShieldCarried,
    Skills,
    Talent,
    TalentEffect,
)
from app.rules.harp.table.tables_build import build_tables
from tests.rules.harp.fight import Fight

FOE = Sheet(
    hits=50,
    db=0,
    armour_type=1,
    weapons=(SheetWeapon("axe", "axe", ob=50), SheetWeapon("short-bow", "short-bow", ob=50)),
)


def knight(worn: ArmourWorn | None = None, quickness: int = 10, **more: object) -> Sheet:
    return Sheet(hits=80, bonuses=Bonuses(quickness=quickness), armour=worn, **more)  # pyright: ignore[reportArgumentType]


def parts(
    fight: Fight, sheet: Sheet, situation: Situation | None = None, weapon: str = "axe"
) -> dict[str, int]:
    fight.enters("knight", sheet).enters("foe", FOE, "foes")
    foe, struck = fight.of("foe"), fight.of("knight")
    blow = Strike(foe.id, struck.id, weapon, situation or Situation())
    armed = wield(fight.rules.tables, FOE, weapon)
    tally = defence_score(fight.rules.tables, fight.state.options, armed, struck, blow)
    assert tally.total == sum(part.value for part in tally.applied)
    return {part.label: part.value for part in tally.applied}


def test_all_bonuses_of_the_defence_add_up(fight: Fight) -> None:
    """H-DB-1: rigid leather 30, quality 5, Quickness 2 × 10 cut by −15, trained targe 15, talent 5."""
    sheet = knight(
        ArmourWorn(4, quality=5, skill=25),
        shield=ShieldCarried("targe", trained=True),
        talents=(Talent("Nimble", (TalentEffect("db", 5),)),),
    )
    assert parts(fight, sheet) == {
        "db.armour": 30,
        "db.armour_quality": 5,
        "db.quickness": 20,
        "db.quickness_cut": -15,
        "db.shield": 15,
        "Nimble": 5,
    }


@pytest.mark.parametrize(
    ("skill", "penalty"),
    [(0, -60), (25, -35), (50, -10), (90, -10)],
    ids=["untrained", "some", "all", "more"],
)
def test_the_armour_skill_lightens_the_penalty_down_to_the_minimum(
    fight: Fight, skill: int, penalty: int
) -> None:
    """H-ARM-1: chain has −60 at most and −10 at least."""
    assert manoeuvre_penalty(fight.rules.tables, knight(ArmourWorn(6, skill=skill))) == penalty
    among_skills = knight(ArmourWorn(6), skills=Skills(armour=skill))
    assert manoeuvre_penalty(fight.rules.tables, among_skills) == penalty


def test_armour_that_does_not_fit_gives_half_and_doubles_its_penalties(fight: Fight) -> None:
    """H-ARM-2, DH-33: scale 35 gives 17; −50 becomes −100; the quality is not halved."""
    ill_fitting = knight(ArmourWorn(5, quality=10, fitted=False), quickness=0)
    assert parts(fight, ill_fitting) == {"db.armour": 35, "db.unfitted": -18, "db.armour_quality": 10}
    assert manoeuvre_penalty(fight.rules.tables, ill_fitting) == -100


def test_special_material_takes_from_the_penalty(fight: Fight) -> None:
    """H-ARM-3: a material of 20 makes chain −40 at most and never a bonus."""
    assert manoeuvre_penalty(fight.rules.tables, knight(ArmourWorn(6, material=20))) == -40
    assert manoeuvre_penalty(fight.rules.tables, knight(ArmourWorn(6, material=90))) == 0


def test_the_cut_never_makes_quickness_negative_and_spares_a_malus(fight: Fight) -> None:
    """H-DB-1, DH-24, DH-33: 2 × 10 under −100 is 0; 2 × −10 stays −20."""
    plate = ArmourWorn(10)
    assert parts(fight, knight(plate)) == {"db.armour": 60, "db.quickness": 20, "db.quickness_cut": -20}
    clumsy = Fight(fight.rules)
    assert parts(clumsy, knight(plate, quickness=-10)) == {"db.armour": 60, "db.quickness": -20}


@pytest.mark.parametrize(
    ("model", "situation", "covers"),
    [
        ("targe", Situation(), True),
        ("targe", Situation(flank=True), False),
        ("heater", Situation(flank=True), True),
        ("pavise", Situation(rear=True), False),
        ("main-gauche", Situation(), False),
    ],
)
def test_a_shield_covers_the_sides_it_can_be_turned_to(
    fight: Fight, model: str, situation: Situation, covers: bool
) -> None:
    """H-SHD-1; a parrying weapon counts only in a defensive stance (H-SHD-2)."""
    sheet = knight(quickness=0, shield=ShieldCarried(model, trained=True))
    assert ("db.shield" in parts(fight, sheet, situation)) == covers


def test_cover_counts_by_the_kind_of_attack(fight: Fight) -> None:
    """H-DB-2: half cover behind something hard is 30 in melee and 60 against missiles."""
    situation = Situation(cover="half-resistant", defence=(Part("Ward", 15),))
    assert parts(fight, knight(quickness=0), situation) == {"cover.half-resistant": 30, "Ward": 15}
    shot_at = Fight(fight.rules)
    assert parts(shot_at, knight(quickness=0), situation, weapon="short-bow")["cover.half-resistant"] == 60


def test_plain_clothes_are_struck_in_the_first_column() -> None:
    """H-ARM-1."""
    assert armour_type(knight()) == 1
    assert armour_type(knight(ArmourWorn(7))) == 7


def test_a_stated_total_stands_for_all_its_parts(fight: Fight) -> None:
    """A quick sheet's DB is not added to by gear that the sheet also names."""
    quick = Sheet(hits=60, db=45, armour_type=4, shield=ShieldCarried("targe", trained=True))
    assert parts(fight, quick) == {"db.stated": 45}


def test_by_option_the_heaviest_penalty_cuts_quickness_whatever_the_skill(fight: Fight) -> None:
    """DH-24: chain's −60 cuts the whole 40; with the skill of 45 its effective −15 would cut 15."""
    skilled = knight(ArmourWorn(6, skill=45), quickness=20)
    assert parts(fight.under(quickness_cut="maximum"), skilled)["db.quickness_cut"] == -40
    assert parts(Fight(fight.rules), skilled)["db.quickness_cut"] == -15


def test_a_culture_looks_its_own_way_and_a_pack_may_give_it_figures(
    fight: Fight, harp_document: Document
) -> None:
    """DH-29: a type is one row whatever its armour looks like; a pack that says 35 for it is played so."""
    assert parts(fight, knight(ArmourWorn(4), quickness=0)) == {"db.armour": 30}
    rows = [dict(row) for row in cast("list[dict[str, object]]", harp_document["armours"])]
    rows[3]["defensive_bonus"] = 35
    of_a_culture = Fight(Harp(build_tables({**harp_document, "armours": rows})))
    assert parts(of_a_culture, knight(ArmourWorn(4), quickness=0)) == {"db.armour": 35}
