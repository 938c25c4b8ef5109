"""Shields: how many attacks they meet, the hand that carries them, planting, parrying weapons, Quickness."""

from dataclasses import replace
from typing import Any

import pytest

from app.rules.common.errors import InvalidDocument
from app.rules.harp.contract.commands.command import Attack, EndTurn, RollInitiative, Start, Strike
from app.rules.harp.contract.commands.defence import Disengage, Parry, PlantShield
from app.rules.harp.table.sheet import (
    ArmourWorn,
    Bonuses,
    Sheet,
    SheetWeapon,
    ShieldCarried,
    Talent,
    TalentEffect,
)
from app.rules.harp.table.state import Conditions
from app.rules.harp.table.tables import UnknownModifier
from tests.rules.harp.fight import ORC, Fight, Told, refused

SWORD = SheetWeapon("sword", "long-sword", ob=60)
GREATSWORD = SheetWeapon("greatsword", "two-handed-sword", ob=60)
BOW = SheetWeapon("bow", "short-bow", ob=60)
OFF_HAND = SheetWeapon("main-gauche", "main-gauche", ob=40, hand="off")


def bearer(fight: Fight, model: str, trained: bool = True, **shield: Any) -> Fight:
    """Dafur, DB 0 but for the shield, before an orc that also shoots."""
    sheet = Sheet(
        hits=80,
        bonuses=Bonuses(),
        shield=ShieldCarried(model, trained=trained, **shield),
        weapons=(SWORD, GREATSWORD, BOW, OFF_HAND),
    )
    return fight.duel(sheet, replace(ORC, weapons=(*ORC.weapons, BOW)))


def struck(
    fight: Fight, *dice: int, weapon: str = "scimitar", choice: str | None = None, **situation: Any
) -> Told:
    orc = replace(fight.of("orc"), sheet=replace(fight.of("orc").sheet, weapons=_weak(fight)))
    fight.state = fight.state.with_combatant(orc)
    choices = None if choice is None else {"use the shield": choice}
    blow = Attack("orc", "dafur", weapon).situation
    return fight.does(
        Strike("cmb_orc", "cmb_dafur", weapon, replace(blow, **situation)), *(dice or (10,)), choices=choices
    )


def _weak(fight: Fight) -> tuple[SheetWeapon, ...]:
    """The orc's weapons without any OB, so that its blows miss."""
    return tuple(replace(weapon, ob=-100) for weapon in fight.of("orc").sheet.weapons)


def parts(told: Told) -> dict[str, int]:
    against = told.rolls[0].against
    assert against is not None
    return {part.label: part.value for part in against.applied}


def reasons(told: Told) -> list[str]:
    against = told.rolls[0].against
    assert against is not None
    return [part.by for part in against.suppressed]


@pytest.mark.parametrize(
    ("model", "covered"),
    [("pavise", 3), ("heater", 2), ("round-shield", 2), ("rondache", 2), ("targe", 1)],
)
def test_a_shield_meets_so_many_attacks_and_no_more(fight: Fight, model: str, covered: int) -> None:
    """H-SHD-1, DH-9, DH-34."""
    bearer(fight, model)
    blows = [struck(fight) for _ in range(covered + 1)]
    assert ["db.shield" in parts(blow) for blow in blows] == [True] * covered + [False]
    assert reasons(blows[-1]) == ["no attack left that it covers (H-SHD-1)"]


@pytest.mark.parametrize(("trained", "bonus"), [(True, 25), (False, 10)])
def test_the_bonus_depends_on_training(fight: Fight, trained: bool, bonus: int) -> None:
    """H-SHD-1, H-SHD-3."""
    assert parts(struck(bearer(fight, "round-shield", trained))) == {"db.shield": bonus}


def test_an_attack_that_it_cannot_meet_or_that_fumbles_uses_nothing_up(fight: Fight) -> None:
    """DH-34: from behind, and a fumble, before the one that it meets."""
    bearer(fight, "targe")
    assert reasons(struck(fight, rear=True)) == ["attacked from an uncovered side (H-SHD-1)"]
    struck(fight, 1, 1)
    assert "db.shield" in parts(struck(fight))
    assert "db.shield" not in parts(struck(fight))


def test_by_option_its_bearer_is_asked_at_each(fight: Fight) -> None:
    """DH-9 (chooser): the targe is kept for the second blow."""
    bearer(fight.under(shield_allocation="chooser"), "targe")
    first = struck(fight, choice="no")
    assert first.choices[0].answer.who == "cmb_dafur"
    assert reasons(first) == ["kept for another attack (DH-9)"]
    assert "db.shield" in parts(struck(fight, choice="yes"))
    assert struck(fight).choices == []


def test_a_new_round_makes_it_fresh_again_and_an_own_turn_does_not(fight: Fight) -> None:
    """DH-34."""
    bearer(fight, "targe").does(Start())
    fight.does(RollInitiative(), 2, 9)
    struck(fight)
    fight.does(EndTurn("orc"))
    assert "db.shield" not in parts(struck(fight))
    fight.does(EndTurn("dafur"))
    assert "db.shield" in parts(struck(fight))


def test_without_rounds_the_own_turn_makes_it_fresh_again(fight: Fight) -> None:
    """DH-34."""
    struck(bearer(fight, "targe"))
    fight.does(EndTurn("dafur"))
    assert "db.shield" in parts(struck(fight))


@pytest.mark.parametrize(
    ("model", "weapon", "allowed"),
    [
        ("pavise", "sword", True),
        ("pavise", "greatsword", False),
        ("heater", "main-gauche", False),
        ("round-shield", "greatsword", False),
        ("rondache", "greatsword", False),
        ("targe", "greatsword", False),
        ("targe", "main-gauche", False),
        ("main-gauche", "main-gauche", True),
    ],
)
def test_the_shield_hand_uses_no_melee_weapon(fight: Fight, model: str, weapon: str, allowed: bool) -> None:
    """H-SHD-3: neither a two-handed one nor one in the off hand."""
    bearer(fight, model)
    if allowed:
        fight.attacks(10, weapon=weapon)
    else:
        assert refused(fight, Attack("dafur", "orc", weapon)) == ["SHIELD_HAND_FULL"]
        assert refused(fight, Parry("dafur", "orc", weapon, 10)) == ["SHIELD_HAND_FULL"]


def test_a_planted_pavise_is_cover_and_no_longer_a_shield(fight: Fight) -> None:
    """H-SHD-1, H-DB-2: half hard cover, from front and side, in melee and against missiles."""
    bearer(fight, "pavise").does(PlantShield("dafur"))
    assert parts(struck(fight)) == {"cover.half-resistant": 30}
    assert parts(struck(fight, flank=True, weapon="bow")) == {"cover.half-resistant": 60}
    assert parts(struck(fight, rear=True)) == {}


def test_of_two_covers_one_counts(fight: Fight) -> None:
    """H-DB-2: the GM grants full cover behind the pavise; the bush before it adds nothing."""
    bearer(fight, "pavise").does(PlantShield("dafur", cover="full-resistant"))
    told = struck(fight, cover="half-vulnerable")
    assert parts(told) == {"cover.full-resistant": 60}
    assert "cover.full-resistant" in reasons(told)


def test_behind_a_planted_pavise_both_hands_are_free_and_nobody_walks(fight: Fight) -> None:
    """H-SHD-1: until it is taken up again; a disengagement cannot lead away from it."""
    bearer(fight, "pavise").does(PlantShield("dafur"))
    fight.does(Disengage("dafur", "orc", "greatsword", 30))
    fight.does(EndTurn("dafur"))
    assert refused(fight, Disengage("dafur", "orc")) == ["SHIELD_PLANTED"]
    assert refused(fight, PlantShield("dafur")) == ["SHIELD_PLANTED"]
    fight.does(PlantShield("dafur", take_up=True))
    assert refused(fight, PlantShield("dafur", take_up=True)) == ["SHIELD_NOT_PLANTED"]
    assert parts(struck(fight)) == {"db.shield": 40}


def test_only_a_pavise_is_planted(fight: Fight) -> None:
    """H-SHD-1."""
    (check,) = bearer(fight, "targe").refusal(PlantShield("dafur"))
    assert (check.code, check.rule_id) == ("SHIELD_NOT_PLANTABLE", "H-SHD-1")
    assert refused(fight, PlantShield("orc")) == ["NO_SHIELD"]
    with pytest.raises(UnknownModifier):
        fight.does(PlantShield("dafur", cover="fog"))


def test_planting_takes_the_action(fight: Fight) -> None:
    """H-SHD-1, H-RND-2."""
    bearer(fight, "pavise").does(Start())
    fight.does(RollInitiative(), 9, 2)
    fight.does(PlantShield("dafur"))
    assert refused(fight, Attack("dafur", "orc", "sword")) == ["ACTION_SPENT"]


def test_a_parrying_weapon_counts_in_a_defensive_stance_only(fight: Fight) -> None:
    """H-SHD-2: not without one, once with one, not in a round in which it has struck."""
    bearer(fight, "main-gauche")
    assert reasons(struck(fight)) == ["no defensive stance (H-SHD-2)"]
    fight.does(Parry("dafur", "orc", "sword", 20))
    assert parts(struck(fight)) == {"db.shield": 15, "stance.parry": 20}
    fight.does(EndTurn("dafur"))
    fight.does(Parry("dafur", "orc", "main-gauche", 20))
    fight.attacks(10, weapon="main-gauche")
    told = struck(fight)
    assert parts(told) == {"stance.parry": 20}
    assert reasons(told) == ["attacked with in this round (H-SHD-2)"]


def test_a_chair_shields_with_what_the_gm_allows(fight: Fight) -> None:
    """H-SHD-2: handled like a targe, so against one attack."""
    bearer(fight, "targe", bonus=5)
    assert parts(struck(fight)) == {"db.shield_improvised": 5}
    assert parts(struck(fight)) == {}
    with pytest.raises(InvalidDocument):
        bearer(Fight(fight.rules), "targe", bonus=5000)


def test_what_changes_the_quickness_bonus_moves_the_defence_twice(fight: Fight) -> None:
    """H-DB-4, H-DB-1: a haste of 10 adds 20 to DB and 10 to initiative; the armour cuts both shares."""
    haste = Talent("Haste", (TalentEffect("quickness", 10),))
    swift = Sheet(hits=80, bonuses=Bonuses(quickness=5), talents=(haste,))
    fight.duel(swift)
    assert parts(struck(fight)) == {"db.quickness": 10, "Haste": 20}
    fight.does(Start())
    assert fight.does(RollInitiative(), 9, 2).rolls[0].modifiers.total == 15
    armoured = Fight(fight.rules).duel(replace(swift, armour=ArmourWorn(5)))
    assert parts(struck(armoured))["db.quickness_cut"] == -30


def test_no_penalty_of_the_defender_touches_its_defence(fight: Fight) -> None:
    """H-DB-1: stunned and shaken, the shield still counts."""
    bearer(fight, "round-shield")
    dazed = replace(fight.of("dafur"), conditions=Conditions(stunned=1, shaken=True))
    fight.state = fight.state.with_combatant(dazed)
    assert parts(struck(fight)) == {"db.shield": 25}
