"""Disengaging: the parry of the first round, the way out in the second, and what spoils it."""

from dataclasses import replace

import pytest

from app.rules.common.measures import Distance
from app.rules.common.modifiers import Modifier
from app.rules.harp.contract.commands.command import Attack, EndTurn, RollInitiative, Start
from app.rules.harp.contract.commands.defence import Disengage
from app.rules.harp.movement.disengage import ParryNotGiven
from app.rules.harp.table.state import Conditions, Wound
from tests.rules.harp.fight import DAFUR, ORC, Fight, Told, refused

FLEET = replace(DAFUR, bmr=12)


def in_round(fight: Fight) -> Fight:
    """Dafur (OB 80, BMR 12) is first, then the orc, then the warg."""
    fight.duel(FLEET).enters("warg", ORC, "foes").does(Start())
    fight.does(RollInitiative(), 9, 5, 2)
    return fight


def begins(fight: Fight, points: int, *dice: int) -> Told:
    return fight.does(Disengage("dafur", "orc", "axe", points), *dice)


def struck(fight: Fight, *dice: int, by: str = "orc") -> Told:
    return fight.attacks(*dice, actor=by, target="dafur", weapon="scimitar")


def next_round(fight: Fight, *initiative: int) -> None:
    for ref in ("dafur", "orc", "warg"):
        if fight.state.round and fight.state.round.current == f"cmb_{ref}":
            fight.does(EndTurn(ref))
    fight.does(RollInitiative(), *initiative)


def test_two_rounds_lead_out_of_a_melee(fight: Fight) -> None:
    """H-DIS-1, DH-19, DH-21: half of OB against the orc, then first whatever the dice, and away."""
    begins(in_round(fight), 40)
    assert refused(fight, Attack("dafur", "orc", "axe"))[0] == "ACTION_SPENT"
    fight.does(EndTurn("dafur"))
    told = struck(fight, 10)
    attack = told.rolls[0].against
    assert attack is not None
    assert {part.label: part.value for part in attack.applied} == {"db.stated": 40, "stance.parry": 40}
    next_round(fight, 1, 10, 9)
    assert fight.state.round is not None
    assert fight.state.round.current == "cmb_dafur"
    told = fight.does(Disengage("dafur", "orc"))
    assert told.kinds() == ["action_taken", "disengaged"]
    assert told.rolls == []
    assert refused(fight, Attack("dafur", "orc", "axe")) == ["ACTION_SPENT"]


@pytest.mark.parametrize(
    ("points", "code"), [(39, "PARRY_BELOW_HALF"), (-1, "PARRY_BELOW_HALF"), (81, "PARRY_EXCEEDS_OB")]
)
def test_half_of_ob_or_more_has_to_parry(fight: Fight, points: int, code: str) -> None:
    """H-DIS-1: 40 to 80 of 80."""
    assert refused(in_round(fight), Disengage("dafur", "orc", "axe", points)) == [code]


def test_the_rest_of_the_ob_is_lost(fight: Fight) -> None:
    """DH-19: with 50 of 80 parried nothing is left for a blow on another's turn."""
    begins(in_round(fight), 50)
    assert fight.of("dafur").guard.ob_spent == 80


def test_all_of_it_is_a_full_parry_with_its_roll(fight: Fight) -> None:
    """DH-19, H-PAR-2."""
    told = begins(in_round(fight), 80, 50)
    assert told.kinds()[-2:] == ["parry_taken", "parry_held"]
    fight.does(EndTurn("dafur"))
    assert "stance.full_parry" in [part.label for part in _against(struck(fight, 10))]


def _against(told: Told) -> tuple[Modifier, ...]:
    against = told.rolls[0].against
    assert against is not None
    return against.applied


def test_damage_from_that_opponent_starts_it_over(fight: Fight) -> None:
    """H-DIS-1, DH-37: 95 + 55 − 80 is a hit; Dafur is not first and has to begin again."""
    begins(in_round(fight), 40)
    fight.does(EndTurn("dafur"))
    assert "disengage_spoiled" in struck(fight, 95).kinds()
    next_round(fight, 1, 10, 9)
    assert fight.state.round is not None
    assert fight.state.round.current == "cmb_orc"
    fight.does(EndTurn("orc"))
    fight.does(EndTurn("warg"))
    with pytest.raises(ParryNotGiven):
        fight.does(Disengage("dafur", "orc"))
    begins(fight, 40)


def test_neither_an_old_wound_nor_another_opponent_spoils_it(fight: Fight) -> None:
    """DH-37: the warg's hit and the bleeding do not count."""
    begins(in_round(fight), 40)
    fight.does(EndTurn("dafur"))
    fight.does(EndTurn("orc"))
    assert "disengage_spoiled" not in struck(fight, 60, by="warg").kinds()
    bleeding = replace(fight.of("dafur"), wounds=(Wound(3, 0),), conditions=Conditions())
    fight.state = fight.state.with_combatant(bleeding)
    next_round(fight, 1, 10, 9)
    assert fight.does(Disengage("dafur", "orc")).kinds()[-1] == "disengaged"


def test_it_leads_no_farther_than_the_base_movement_rate(fight: Fight) -> None:
    """H-DIS-1, H-EFF-STUN: 12 m, half of it when stunned."""
    begins(in_round(fight), 40)
    next_round(fight, 1, 10, 9)
    assert refused(fight, Disengage("dafur", "orc", distance=Distance(13, "m"))) == ["TOO_FAR"]
    stunned = replace(fight.of("dafur"), conditions=Conditions(stunned=2))
    fight.state = fight.state.with_combatant(stunned)
    assert refused(fight, Disengage("dafur", "orc", distance=Distance(7, "m"))) == ["TOO_FAR"]
    gone = fight.does(Disengage("dafur", "orc", distance=Distance(6, "m"))).events[-1]
    assert gone.type == "disengaged"
    assert gone.distance_cm == 600


def test_whoever_does_not_go_in_the_second_round_has_to_begin_again(fight: Fight) -> None:
    """H-DIS-1."""
    begins(in_round(fight), 40)
    next_round(fight, 1, 10, 9)
    fight.attacks(10)
    next_round(fight, 1, 10, 9)
    assert fight.state.round is not None
    assert fight.state.round.current == "cmb_orc"
    fight.does(EndTurn("orc"))
    fight.does(EndTurn("warg"))
    with pytest.raises(ParryNotGiven):
        fight.does(Disengage("dafur", "orc"))


def test_the_stunned_disengage_with_a_full_parry_only(fight: Fight) -> None:
    """H-EFF-STUN: 30 OB are left, and all of them have to parry."""
    in_round(fight)
    stunned = replace(fight.of("dafur"), conditions=Conditions(stunned=2))
    fight.state = fight.state.with_combatant(stunned)
    assert refused(fight, Disengage("dafur", "orc", "axe", 20)) == ["STUNNED_PARRIES_FULLY"]
    begins(fight, 30, 50)


@pytest.mark.parametrize(
    ("conditions", "code"),
    [(Conditions(must_parry=1), "ACTOR_MUST_PARRY"), (Conditions(no_parry=1), "ACTOR_NO_PARRY")],
)
def test_those_bound_by_a_critical_do_not_disengage(fight: Fight, conditions: Conditions, code: str) -> None:
    """DH-27, H-EFF-NOPARRY."""
    in_round(fight)
    fight.state = fight.state.with_combatant(replace(fight.of("dafur"), conditions=conditions))
    assert refused(fight, Disengage("dafur", "orc", "axe", 40)) == [code]


def test_before_the_encounter_is_started_an_own_turn_has_to_go_by(fight: Fight) -> None:
    """H-DIS-1."""
    fight.duel(FLEET)
    begins(fight, 40)
    with pytest.raises(ParryNotGiven):
        fight.does(Disengage("dafur", "orc"))
    fight.does(EndTurn("dafur"))
    assert fight.does(Disengage("dafur", "orc")).kinds() == ["disengaged"]
