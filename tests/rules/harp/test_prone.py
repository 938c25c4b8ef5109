"""Lying on the ground: how one comes there, what it costs, and getting up again."""

from typing import Any

from app.rules.harp.contract.commands.care import Damage, Edit, EffectAdd, EffectRemove, Heal
from app.rules.harp.contract.commands.command import Declare, RollInitiative, Start
from app.rules.harp.contract.commands.movement import Stand
from tests.rules.harp.fight import ORC, Fight, refused


def position(fight: Fight, **situation: Any) -> dict[str, int]:
    """The position bonuses of a blow at the orc that fumbles nothing and misses."""
    (roll,) = fight.attacks(5, **situation).rolls
    return {part.label: part.value for part in roll.modifiers.applied if part.kind == "position"}


def test_whoever_lies_on_the_ground_is_struck_more_easily(fight: Fight) -> None:
    """H-OB-2: by state, or by the word of the caller; once."""
    fight.duel()
    assert position(fight) == {}
    assert fight.does(EffectAdd("orc", prone=True)).kinds() == ["fell_down"]
    assert position(fight) == {"position.target-down": 30}
    assert position(fight, target_down=True) == {"position.target-down": 30}


def test_stunned_on_the_ground_counts_as_down(fight: Fight) -> None:
    """DH-31."""
    fight.duel()
    fight.does(EffectAdd("orc", prone=True, stunned=2), choices={"resist the stun": "no"})
    (roll,) = fight.attacks(5).rolls
    assert [(part.modifier.label, part.by) for part in roll.modifiers.suppressed] == [
        ("position.target-stunned", "position.target-down")
    ]


def test_the_unconscious_fall_and_lie_there_when_they_come_to(fight: Fight) -> None:
    """H-DMG-1."""
    fight.duel()
    fight.does(Damage("orc", 60))
    assert fight.of("orc").conditions.prone
    fight.does(Heal("orc", hits=10))
    assert not fight.of("orc").is_unconscious
    assert fight.of("orc").conditions.prone


def test_the_struck_dead_fall(fight: Fight) -> None:
    """H-EFF-DEATH."""
    fight.duel()
    fight.does(EffectAdd("orc", death_in_rounds=5))
    assert fight.of("orc").conditions.prone


def test_who_enters_or_is_left_without_hits_lies_on_the_ground(fight: Fight) -> None:
    """DH-10."""
    fight.enters("dafur", ORC, hits=0).enters("orc", ORC)
    assert fight.of("dafur").conditions.prone
    fight.does(Edit("orc", hits=0))
    assert fight.of("orc").conditions.prone


def test_getting_up_ends_it_and_takes_somebody_who_is_down(fight: Fight) -> None:
    """H-RND-2."""
    fight.duel()
    assert refused(fight, Stand("orc")) == ["NOT_PRONE"]
    fight.does(EffectAdd("orc", prone=True))
    assert fight.does(Stand("orc")).kinds() == ["stood_up"]
    assert position(fight) == {}


def test_the_gms_word_ends_it_too(fight: Fight) -> None:
    """H-OB-2."""
    fight.duel()
    fight.does(EffectAdd("orc", prone=True))
    assert fight.does(EffectRemove("orc", ("prone",))).kinds() == ["effect_ended"]
    assert not fight.of("orc").conditions.prone


def test_lying_down_slows_initiative_once(fight: Fight) -> None:
    """H-INI-1: by state, and not again by the word of the caller."""
    fight.duel()
    fight.does(EffectAdd("orc", prone=True))
    fight.does(Start())
    fight.does(Declare("orc", "stand", modifiers=("prone",)))
    rolled = fight.does(RollInitiative(), 5, 5)
    assert {part.label: part.value for part in rolled.rolls[1].modifiers.applied} == {"initiative.prone": -5}
