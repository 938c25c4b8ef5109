"""Damage, healing, effects by the GM's word, resistance rolls, and wound levels."""

from dataclasses import replace

import pytest

from app.rules.common.errors import InvalidDocument
from app.rules.harp.contract.commands.care import Damage, Edit, EffectAdd, EffectRemove, Heal, SaveOrResist
from app.rules.harp.table.sheet import Part, Resistances
from app.rules.harp.table.state import Combatant, Conditions, WeaponState, Wound
from app.rules.harp.wounds.care import AmountUnclear
from tests.rules.harp.fight import ORC, Fight


def hurt(fight: Fight, **changes: object) -> Combatant:
    fight.duel()
    changed = replace(fight.of("orc"), **changes)  # pyright: ignore[reportArgumentType]
    fight.state = fight.state.with_combatant(changed)
    return changed


def test_a_fall_takes_hits_and_can_knock_out(fight: Fight) -> None:
    """H-DMG-1."""
    hurt(fight, hits=12)
    assert fight.does(Damage("orc", 12, "a fall of six metres")).kinds() == ["hits_taken", "fell_unconscious"]
    assert fight.of("orc").is_unconscious


def test_healing_stops_at_the_sheets_total(fight: Fight) -> None:
    hurt(fight, hits=50)
    fight.does(Heal("orc", hits=30))
    assert fight.of("orc").hits == ORC.hits


def test_healing_brings_the_unconscious_round_but_not_the_dead(fight: Fight) -> None:
    """H-DMG-1, DH-26: revival is the GM's word."""
    hurt(fight, hits=-3)
    assert fight.does(Heal("orc", hits=10)).kinds() == ["healed", "came_to"]
    fight.state = fight.state.with_combatant(replace(fight.of("orc"), dying_in=2))
    assert fight.does(Heal("orc", hits=5)).kinds() == ["healed"]
    assert fight.of("orc").is_unconscious
    assert fight.does(Heal("orc", revive=True)).kinds() == ["healed", "revived", "came_to"]
    assert not fight.of("orc").is_unconscious


@pytest.mark.parametrize(("eases", "left"), [(5, (0, 0)), (0, (2, 1))])
def test_whatever_reduces_penalties_ends_must_parry_and_no_parry(
    fight: Fight, eases: int, left: tuple[int, int]
) -> None:
    """H-EFF-MUSTPARRY, H-EFF-NOPARRY: a herb of 5 ends both; one that gives hits ends neither."""
    hurt(fight, hits=40, wounds=(Wound(0, -20),), conditions=Conditions(must_parry=2, no_parry=1))
    fight.does(Heal("orc", hits=1, penalty=eases))
    under = fight.of("orc").conditions
    assert (under.must_parry, under.no_parry) == left


def test_healing_closes_the_oldest_wounds_first(fight: Fight) -> None:
    """H-EFF-BLEED, H-EFF-PEN: 4 of 3 + 5 bleeding and 10 of −10 −20 go."""
    hurt(fight, wounds=(Wound(3, -10), Wound(5, -20)))
    fight.does(Heal("orc", bleeding=4, penalty=10))
    assert fight.of("orc").wounds == (Wound(4, -20),)


def test_a_spell_that_stuns_lets_its_victim_resist(fight: Fight) -> None:
    """H-EFF-STUN: 155 for two rounds at once."""
    hurt(fight)
    told = fight.does(EffectAdd("orc", stunned=2, bleeding=1), 96, 49)
    assert told.kinds() == ["wounded", "stunned", "stun_ended"]
    assert told.facts["difficulty"] == 155


def test_effects_end_when_the_gm_says_so(fight: Fight) -> None:
    hurt(
        fight,
        wounds=(Wound(3, -10), Wound(2, 0)),
        conditions=Conditions(stunned=2, shaken=True, lost_turns=1),
        dying_in=1,
    )
    told = fight.does(
        EffectRemove("orc", ("stunned", "shaken", "lost_turns", "bleeding", "death", "must_parry"))
    )
    assert told.kinds() == ["effect_ended"] * 5 + ["came_to"]
    orc = fight.of("orc")
    assert orc.wounds == (Wound(0, -10),)
    assert (orc.conditions, orc.dying_in) == (Conditions(), None)


@pytest.mark.parametrize(("dice", "success"), [((78,), True), ((77,), False)])
def test_a_resistance_roll_must_reach_its_difficulty(
    fight: Fight, dice: tuple[int, ...], success: bool
) -> None:
    """DH-7: 78 + 12 from the sheet + 10 from a charm = 100."""
    fight.duel(second=replace(ORC, resistances=Resistances(mind=12)))
    told = fight.does(SaveOrResist("orc", "mind", 100, (Part("Charm", 10),)), *dice)
    assert told.facts["outcome"] == ("resisted" if success else "not_resisted")
    assert [part.label for part in told.rolls[0].modifiers.applied] == ["resistance.mind", "Charm"]


def test_the_gm_edits_what_play_cannot(fight: Fight) -> None:
    hurt(fight, weapons=(WeaponState("scimitar", "broken"),))
    fight.does(Edit("orc", name="Grishnak", side="heroes", hits=7, weapons_at_hand=True))
    orc = fight.of("orc")
    assert (orc.identity.name, orc.identity.side, orc.hits, orc.weapons) == ("Grishnak", "heroes", 7, ())
    with pytest.raises(InvalidDocument):
        fight.does(Edit("orc", sheet=replace(ORC, hits=0)))


@pytest.mark.parametrize(
    "command",
    [
        Damage("orc", 0),
        Heal("orc"),
        Heal("orc", hits=-1),
        EffectAdd("orc"),
        EffectAdd("orc", penalty=5),
        Edit("orc"),
    ],
)
def test_amounts_that_mean_nothing_are_refused(
    fight: Fight, command: Damage | Heal | EffectAdd | Edit
) -> None:
    fight.duel()
    with pytest.raises(AmountUnclear):
        fight.does(command)


@pytest.mark.parametrize(
    ("wounds", "dying_in", "level"),
    [
        ((), None, "none"),
        ((Wound(1, -20),), None, "light"),
        ((Wound(3, 0),), None, "serious"),
        ((Wound(3, 0), Wound(5, 0)), None, "grave"),
        ((Wound(0, -81),), None, "mortal"),
        ((), 3, "mortal"),
    ],
)
def test_the_wound_level_is_the_worse_of_bleeding_and_penalty(
    fight: Fight, wounds: tuple[Wound, ...], dying_in: int | None, level: str
) -> None:
    """H-EFF-WOUND."""
    assert hurt(fight, wounds=wounds, dying_in=dying_in).wound_level == level
