"""Dodging, planned and by instinct: the manoeuvre, how long it lasts, and what it costs."""

from dataclasses import replace
from typing import Any

import pytest

from app.rules.common.dice import Throw
from app.rules.harp.contract.commands.command import Attack, EndTurn, RollInitiative, Start, Strike, Wait
from app.rules.harp.contract.commands.defence import Dodge, InstinctiveDodge
from app.rules.harp.skills.manoeuvre import manoeuvre_bonus, manoeuvre_roll
from app.rules.harp.table.sheet import ArmourWorn, Bonuses, Sheet, SheetWeapon, Skills
from app.rules.harp.table.state import Combatant, Conditions, Encounter, Wound
from tests.rules.harp.fight import ORC, Fight, Told, refused

BOWMAN = replace(ORC, weapons=(*ORC.weapons, SheetWeapon("bow", "short-bow", ob=60)))
ACROBAT = Sheet(
    hits=70,
    db=30,
    armour_type=1,
    bonuses=Bonuses(agility=10),
    skills=Skills(acrobatics=55),
    weapons=(SheetWeapon("axe", "axe", ob=60),),
)
PLAIN = replace(ACROBAT, skills=None)


def in_round(fight: Fight, *initiative: int, sheet: Sheet = PLAIN) -> Fight:
    """Dafur, with Agility 10, and the orc; Dafur is first unless the dice say otherwise."""
    fight.duel(sheet, BOWMAN).does(Start())
    fight.does(RollInitiative(), *(initiative or (9, 2)))
    return fight


def defence(told: Told) -> dict[str, int]:
    attack = next(roll for roll in told.rolls if roll.answer.purpose == "attack")
    against = attack.against
    assert against is not None
    return {part.label: part.value for part in against.applied}


def hit_at(fight: Fight, weapon: str = "scimitar", *more: int) -> Told:
    return fight.does(Strike("cmb_orc", "cmb_dafur", weapon), 10, *more)


def suffers(fight: Fight, **changes: Any) -> Combatant:
    changed = replace(fight.of("dafur"), **changes)
    fight.state = fight.state.with_combatant(changed)
    return changed


def test_a_dodge_adds_fifty_and_the_figure_of_the_bonus_column(fight: Fight) -> None:
    """H-DOD-1, DH-6: 95 + 10 is 105, which the column reads as 5; against blows and missiles alike."""
    told = fight.duel(PLAIN, BOWMAN).does(Dodge("dafur"), 95)
    assert told.facts["manoeuvre_total"] == 105
    assert told.facts["manoeuvre_result"] == 5
    assert defence(hit_at(fight)) == {"db.stated": 30, "action.dodge": 55}
    assert defence(hit_at(fight, "bow")) == {"db.stated": 30, "action.dodge": 55}


def test_a_negative_figure_counts_as_nothing(fight: Fight) -> None:
    """H-DOD-1: 20 + 10 reads −40."""
    assert fight.duel(PLAIN).does(Dodge("dafur"), 20).facts["manoeuvre_result"] == -40
    assert defence(hit_at(fight))["action.dodge"] == 50


def test_agility_counts_once_or_by_option_twice_and_acrobatics_in_its_place(fight: Fight) -> None:
    """H-DOD-1, DH-6."""
    fight.duel(ACROBAT)
    assert fight.does(Dodge("dafur"), 50).rolls[0].modifiers.total == 10
    assert fight.does(Dodge("dafur", "acrobatics"), 50).rolls[0].modifiers.total == 55
    fight.under(dodge_agility_multiplier=2)
    assert fight.does(Dodge("dafur"), 50).rolls[0].modifiers.total == 20


def test_the_untrained_have_no_acrobatics(fight: Fight) -> None:
    """H-DOD-1."""
    assert refused(fight.duel(PLAIN), Dodge("dafur", "acrobatics")) == ["UNTRAINED"]


def test_all_that_burdens_a_manoeuvre_adds_up_by_name(fight: Fight) -> None:
    """H-EFF-PEN, H-ARM-1, H-EFF-STUN, H-EFF-SHAKEN, H-EFF-SUM: 10 − 20 − 50 − 50 − 25."""
    fight.duel(replace(PLAIN, armour=ArmourWorn(5)))
    suffers(fight, wounds=(Wound(0, -20),), conditions=Conditions(stunned=1, shaken=True))
    assert [(part.label, part.value, part.rule_id) for part in _parts(fight)] == [
        ("manoeuvre.agility", 10, "H-DOD-1"),
        ("suffering.wound", -20, "H-EFF-PEN"),
        ("manoeuvre.armour", -50, "H-ARM-1"),
        ("suffering.stunned", -50, "H-EFF-STUN"),
        ("suffering.shaken", -25, "H-EFF-SHAKEN"),
    ]


def _parts(fight: Fight) -> tuple[Any, ...]:
    return fight.does(Dodge("dafur"), 50).rolls[0].modifiers.applied


def test_a_penalty_burdens_only_what_rests_on_what_it_hinders(fight: Fight) -> None:
    """H-EFF-PEN, H-ARM-1, H-EFF-STUN: a feat of memory feels none of them, one of strength the wound."""
    fight.duel(replace(PLAIN, armour=ArmourWorn(5)))
    hurt = suffers(fight, wounds=(Wound(0, -20),), conditions=Conditions(stunned=1))
    tables = fight.rules.tables
    assert manoeuvre_bonus(tables, Encounter(), hurt, (), uses=frozenset()).total == 0
    assert manoeuvre_bonus(tables, Encounter(), hurt, (), uses=frozenset({"strength"})).total == -20
    assert manoeuvre_bonus(tables, Encounter(), hurt, (), uses=frozenset({"concentration"})).total == -50


@pytest.mark.parametrize(("column", "figure"), [("percentage", 100), ("bonus", 5), ("rr", 125)])
def test_a_manoeuvre_is_read_in_the_column_that_the_rule_names(
    fight: Fight, column: Any, figure: int
) -> None:
    """The row of 101 to 110."""
    told = fight.duel(PLAIN)
    bonus = manoeuvre_bonus(told.rules.tables, told.state, told.of("dafur"), (), uses=frozenset())
    roll = manoeuvre_roll(told.rules.tables, "cmb_dafur", "climb", bonus, column, ())
    assert roll.outcome(Throw((98, 7))) == figure


def test_a_dodge_is_the_action_and_lasts_until_the_next_own_turn(fight: Fight) -> None:
    """H-DOD-1, H-RND-2."""
    in_round(fight).does(Dodge("dafur"), 95)
    assert refused(fight, Attack("dafur", "orc", "axe")) == ["ACTION_SPENT"]
    fight.does(EndTurn("dafur"))
    fight.does(EndTurn("orc"))
    fight.does(RollInitiative(), 2, 9)
    assert defence(hit_at(fight))["action.dodge"] == 55
    fight.does(EndTurn("orc"))
    assert "action.dodge" not in defence(hit_at(fight))


def test_an_instinctive_dodge_uses_four_times_agility_and_adds_twenty_five(fight: Fight) -> None:
    """H-DOD-2: 62 + 40 is 102, which reads 5."""
    told = fight.duel(PLAIN, BOWMAN).does(InstinctiveDodge("dafur"), 62)
    assert told.facts["manoeuvre_total"] == 102
    assert defence(hit_at(fight)) == {"db.stated": 30, "action.instinctive_dodge": 30}


def test_before_the_own_turn_it_takes_the_place_of_the_action(fight: Fight) -> None:
    """H-DOD-2, DH-22: on the orc's turn; Dafur's own turn then has no action, the next one has."""
    in_round(fight, 2, 9).does(InstinctiveDodge("dafur"), 62)
    assert defence(hit_at(fight))["action.instinctive_dodge"] == 30
    fight.does(EndTurn("orc"))
    assert "action.instinctive_dodge" not in defence(hit_at(fight))
    assert refused(fight, Attack("dafur", "orc", "axe")) == ["ACTION_SPENT"]
    fight.does(EndTurn("dafur"))
    fight.does(RollInitiative(), 9, 2)
    fight.attacks(10)


def test_in_the_own_turn_it_takes_the_place_of_the_action(fight: Fight) -> None:
    """H-DOD-2: also while waiting with the turn, on the orc's."""
    in_round(fight).does(Wait("dafur"))
    fight.does(InstinctiveDodge("dafur"), 62)
    fight.does(EndTurn("orc"))
    assert refused(fight, Attack("dafur", "orc", "axe")) == ["ACTION_SPENT"]
    fight.does(EndTurn("dafur"))
    fight.does(RollInitiative(), 9, 2)
    fight.attacks(10)


def test_after_the_action_it_costs_the_whole_next_rounds(fight: Fight) -> None:
    """H-DOD-2."""
    in_round(fight).attacks(10)
    fight.does(EndTurn("dafur"))
    fight.does(InstinctiveDodge("dafur"), 62)
    fight.does(EndTurn("orc"))
    fight.does(RollInitiative(), 9, 2)
    assert refused(fight, Attack("dafur", "orc", "axe")) == ["ACTION_SPENT"]
    assert refused(fight, Dodge("dafur")) == ["ACTION_SPENT"]


def test_a_third_instinctive_dodge_is_refused(fight: Fight) -> None:
    """DH-22: once between two own turns: before Dafur's turn, after it, and not again."""
    in_round(fight, 2, 9).does(InstinctiveDodge("dafur"), 62)
    fight.does(EndTurn("orc"))
    fight.does(InstinctiveDodge("dafur"), 62)
    (check,) = fight.refusal(InstinctiveDodge("dafur"))
    assert (check.code, check.rule_id) == ("DODGED_ALREADY", "DH-22")


def test_the_target_of_a_blow_is_asked_before_the_dice(fight: Fight) -> None:
    """DH-38, H-DOD-2: yes, and the blow meets 30 more."""
    in_round(fight).does(EndTurn("dafur"))
    told = fight.attacks(
        62, 10, actor="orc", target="dafur", weapon="scimitar", choices={"instinctive dodge": "yes"}
    )
    assert [roll.answer.purpose for roll in told.rolls] == ["instinctive dodge", "attack"]
    assert told.choices[0].answer.who == "cmb_dafur"
    assert defence(told) == {"db.stated": 30, "action.instinctive_dodge": 30}
    assert fight.of("dafur").guard.owes_action


def test_it_dodges_with_acrobatics_where_that_is_more(fight: Fight) -> None:
    """H-DOD-2: 55 against four times 10."""
    in_round(fight, sheet=ACROBAT).does(EndTurn("dafur"))
    told = fight.attacks(
        50, 10, actor="orc", target="dafur", weapon="scimitar", choices={"instinctive dodge": "yes"}
    )
    assert told.rolls[0].modifiers.total == 55


def test_no_is_the_answer_where_nothing_is_said_and_costs_nothing(fight: Fight) -> None:
    """DH-38."""
    told = in_round(fight).attacks(10)
    assert [choice.answer.choice for choice in told.choices] == ["no"]
    assert told.kinds() == ["action_taken", "attack_hit", "hits_taken", "harassed"]


@pytest.mark.parametrize(
    "conditions", [Conditions(must_parry=1), Conditions(lost_turns=1)], ids=["must parry", "lost turn"]
)
def test_those_who_may_not_dodge_are_not_asked(fight: Fight, conditions: Conditions) -> None:
    """DH-27, DH-38, DH-39; nor those who have dodged already, and nobody outside of rounds."""
    in_round(fight)
    suffers(fight, conditions=conditions)
    assert hit_at(fight).choices == []
    suffers(fight, conditions=Conditions())
    fight.does(InstinctiveDodge("dafur"), 62)
    assert hit_at(fight).choices == []
    assert Fight(fight.rules).duel().attacks(10).choices == []


def test_the_unconscious_neither_dodge_nor_are_missed_for_having_dodged(fight: Fight) -> None:
    """H-DMG-1, H-DOD-1."""
    fight.duel(PLAIN, BOWMAN).does(Dodge("dafur"), 95)
    suffers(fight, hits=0)
    assert defence(hit_at(fight, "scimitar", 1)) == {"db.stated": 30}
    assert refused(fight, InstinctiveDodge("dafur"))[0] == "ACTOR_UNCONSCIOUS"
