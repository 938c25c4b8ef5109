"""Archers and slingers harassed in contact, with weapons and with the hands."""

from dataclasses import replace

import pytest

from app.rules.common.measures import Distance
from app.rules.harp.attack.harass import BonusesMissing
from app.rules.harp.contract.commands.command import EndTurn, Intercept, RollInitiative, Situation, Start
from app.rules.harp.contract.commands.movement import PushShooter, Shoot
from app.rules.harp.table.sheet import ArmourWorn, Bonuses, Sheet, SheetWeapon
from tests.rules.harp.fight import DAFUR, ORC, Fight, Told, refused

ARCHER = Sheet(
    hits=90,
    db=60,
    armour_type=2,
    weapons=(
        SheetWeapon("bow", "short-bow", ob=40),
        SheetWeapon("sling", "sling", ob=40),
        SheetWeapon("crossbow", "light-crossbow", ob=40),
        SheetWeapon("axe", "throwing-axe", ob=40),
    ),
)
BRAWLER = replace(
    ORC,
    brawling=40,
    bonuses=Bonuses(strength=15, agility=5),
    weapons=(*ORC.weapons, SheetWeapon("fists", "martial-arts-strikes", ob=10)),
)


def contact(fight: Fight, second: Sheet = BRAWLER, *, orc_first: bool = True) -> Fight:
    """An archer with an orc in front of it, in the first round."""
    fight.enters("archer", ARCHER).enters("orc", second, "foes")
    fight.does(Start())
    fight.does(RollInitiative(), *((1, 9) if orc_first else (9, 1)))
    return fight


def shoots(fight: Fight, weapon: str = "bow") -> Told:
    return fight.does(Shoot("archer", "orc", weapon, Situation(distance=Distance(2, "m"))), 30)


def harassment(told: Told) -> dict[str, int]:
    applied = told.rolls[0].modifiers.applied
    return {part.label: part.value for part in applied if part.kind == "harassment"}


@pytest.mark.parametrize(("weapon", "penalty"), [("bow", -100), ("sling", -100), ("crossbow", 0), ("axe", 0)])
def test_a_blow_that_misses_still_spoils_bows_and_slings(fight: Fight, weapon: str, penalty: int) -> None:
    """H-MIS-2: 5 + 55 − 60 misses; the shot has −100 all the same, a crossbow's or a throw has not."""
    contact(fight, replace(BRAWLER, weapons=(SheetWeapon("scimitar", "scimitar", ob=55),)))
    assert "attack_missed" in fight.attacks(5, actor="orc", target="archer", weapon="scimitar").kinds()
    fight.does(EndTurn("orc"))
    assert harassment(shoots(fight, weapon)).get("harassed.weapon", 0) == penalty


def test_a_blow_after_the_shot_spoils_neither_this_one_nor_the_next(fight: Fight) -> None:
    """H-MIS-2: the opponent must have the higher initiative."""
    contact(fight, orc_first=False)
    assert harassment(shoots(fight)) == {}
    fight.does(EndTurn("archer"))
    fight.attacks(20, actor="orc", target="archer", weapon="scimitar")
    fight.does(EndTurn("orc"))
    fight.does(RollInitiative(), 9, 1)
    assert harassment(shoots(fight)) == {}


def test_a_shot_from_afar_harasses_nobody(fight: Fight) -> None:
    """H-MIS-2: only an opponent in contact does."""
    contact(fight, replace(ORC, weapons=(SheetWeapon("bow", "short-bow", ob=55),)))
    fight.does(Shoot("orc", "archer", "bow", Situation(distance=Distance(20, "m"))), 30)
    fight.does(EndTurn("orc"))
    assert harassment(shoots(fight)) == {}


def test_two_who_harass_spoil_a_shot_once(fight: Fight) -> None:
    """H-MIS-2: being harassed is a state of the shooter; the worst of it counts."""
    contact(fight)
    fight.attacks(20, actor="orc", target="archer", weapon="scimitar")
    archer = fight.of("archer")
    fight.state = fight.state.with_combatant(replace(archer, harassed=(*archer.harassed, *archer.harassed)))
    fight.does(EndTurn("orc"))
    assert harassment(shoots(fight)) == {"harassed.weapon": -100}


def test_bare_hands_take_the_percentage_from_the_shot(fight: Fight) -> None:
    """H-MIS-2: 45 + Strength 15 + Agility 5 = 65, which the percentage column reads as 60."""
    contact(fight)
    told = fight.does(PushShooter("orc", "archer", "bare-hands"), 45)
    assert told.kinds() == ["action_taken", "harassed"]
    assert (told.facts["manoeuvre_total"], told.facts["percentage"]) == (65, 60)
    fight.does(EndTurn("orc"))
    assert harassment(shoots(fight)) == {"harassed.hands": -60}


def test_brawling_takes_the_percentage_and_strikes_with_the_same_roll(fight: Fight) -> None:
    """H-MIS-2, DH-36: 62 + 40 = 102 is 100 %, and 42 over a DB of 60 on the table of strikes."""
    contact(fight)
    told = fight.does(PushShooter("orc", "archer", "brawling"), 62)
    assert told.kinds() == ["action_taken", "harassed", "attack_hit", "hits_taken"]
    assert (told.facts["percentage"], told.facts["table_result"]) == (100, 42)
    assert told.facts["attack_table"] == "martial-arts-strikes"
    assert fight.of("archer").hits < ARCHER.hits
    fight.does(EndTurn("orc"))
    assert harassment(shoots(fight)) == {"harassed.hands": -100}


def test_brawling_takes_the_armour_penalty(fight: Fight) -> None:
    """DH-36, H-ARM-1: chain, −60 without any skill in it."""
    contact(fight, replace(BRAWLER, armour=ArmourWorn(6)))
    told = fight.does(PushShooter("orc", "archer", "brawling"), 62)
    assert told.facts["manoeuvre_total"] == 42
    assert told.kinds() == ["action_taken", "harassed", "attack_missed"]


def test_a_fumbled_brawl_pushes_nobody(fight: Fight) -> None:
    """H-ROLL-2, DH-36: 2 is in the fumble range of the strike."""
    contact(fight)
    told = fight.does(PushShooter("orc", "archer", "brawling"), 2, 20)
    assert "attack_fumbled" in told.kinds()
    assert fight.of("archer").harassed[0].penalty == 0


def test_who_may_push_whom(fight: Fight) -> None:
    """H-MIS-2, DH-36: archers and slingers only; Brawling needs the skill and a fist to strike with."""
    contact(fight, DAFUR)
    assert refused(fight, PushShooter("orc", "archer", "brawling")) == [
        "BRAWLING_UNTRAINED",
        "NO_UNARMED_WEAPON",
    ]
    with pytest.raises(BonusesMissing):
        fight.does(PushShooter("orc", "archer", "bare-hands"))
    fight.enters("dafur", DAFUR).enters("brawler", BRAWLER)
    fight.state = replace(fight.state, round=None)
    assert refused(fight, PushShooter("brawler", "dafur", "brawling")) == ["TARGET_NOT_A_SHOOTER"]
    assert refused(fight, PushShooter("brawler", "archer", "brawling", "scimitar")) == ["NOT_UNARMED"]


def test_a_push_takes_the_action(fight: Fight) -> None:
    """H-RND-2."""
    contact(fight)
    fight.does(PushShooter("orc", "archer", "bare-hands"), 45)
    assert refused(fight, PushShooter("orc", "archer", "bare-hands")) == ["ACTION_SPENT"]


def test_a_fumbled_blow_spoils_no_shot(fight: Fight) -> None:
    """H-ROLL-2, H-MIS-2: a miss does, but a fumble has no effect on its target."""
    contact(fight, replace(BRAWLER, weapons=(SheetWeapon("scimitar", "scimitar", ob=55),)))
    fumbled = fight.attacks(3, 40, actor="orc", target="archer", weapon="scimitar")
    assert "harassed" not in fumbled.kinds()
    fight.does(EndTurn("orc"))
    assert harassment(shoots(fight)) == {}


def test_one_stunned_on_the_way_pushes_nobody(fight: Fight) -> None:
    """H-EFF-STUN, H-INT-1: Dafur cuts in with 90 on the table, 12B, and the stun of 98 is not resisted."""
    fight.enters("archer", ARCHER).enters("orc", BRAWLER, "foes").enters("dafur", DAFUR)
    fight.does(Start())
    fight.does(RollInitiative(), 1, 5, 9)
    fight.does(Intercept("dafur", "orc", (), "axe"))
    fight.does(EndTurn("dafur"))
    told = fight.does(PushShooter("orc", "archer", "bare-hands"), 55, 98, 1)
    assert told.kinds()[-1] == "action_stopped"
