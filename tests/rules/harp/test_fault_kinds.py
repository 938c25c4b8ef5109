"""The eight faults that players of this family of games report most; each test is named after one."""

from dataclasses import replace
from typing import cast

import pytest

from app.persistence.packs.pack_files import Document
from app.rules.common.errors import InvalidDocument
from app.rules.common.identity import Identity
from app.rules.common.tables import InvalidPack
from app.rules.harp.contract.commands.care import EffectAdd, SaveOrResist
from app.rules.harp.contract.commands.command import Add, Attack, EndTurn
from app.rules.harp.contract.commands.defence import FullParry, Parry
from app.rules.harp.table.sheet import Sheet, SheetWeapon
from app.rules.harp.table.state import Wound
from app.rules.harp.table.tables_build import build_tables
from app.rules.harp.table.tables_errors import UnknownTable
from tests.rules.harp.fight import DAFUR, ORC, Fight, Told, refused

HELD = {"resist the stun": "no"}


def against(told: Told) -> dict[str, int]:
    held = told.rolls[0].against
    assert held is not None
    return {part.label: part.value for part in held.applied}


def turn_of(fight: Fight, ref: str = "orc") -> Told:
    """One own turn of a combatant goes by, in which it does not resist a stun."""
    stunned = fight.of(ref).conditions.stunned > 0
    return fight.does(EndTurn(ref), choices=HELD if stunned else None)


def test_when_an_effect_starts_and_how_two_of_them_stack(fight: Fight) -> None:
    """DH-1, DH-2: in force at once and for n own turns; a second stun adds, shaken does not."""
    fight.duel().does(EffectAdd("orc", stunned=1, must_parry=2, shaken=True), choices=HELD)
    assert refused(fight, Attack("orc", "dafur", "scimitar")) == ["ACTOR_STUNNED", "ACTOR_MUST_PARRY"]
    fight.does(EffectAdd("orc", stunned=2, shaken=True), choices=HELD)
    assert (fight.of("orc").conditions.stunned, fight.of("orc").conditions.shaken) == (3, True)
    turn_of(fight)
    assert (fight.of("orc").conditions.stunned, fight.of("orc").conditions.shaken) == (2, False)
    turn_of(fight)
    assert (fight.of("orc").conditions.stunned, fight.of("orc").conditions.must_parry) == (1, 0)
    turn_of(fight)
    fight.attacks(10, actor="orc", target="dafur", weapon="scimitar")


def test_when_an_effect_starts_by_the_house_rules(fight: Fight) -> None:
    """DH-1, DH-2: over as the n-th own turn begins, and of two stuns the longer one counts."""
    fight.under(effect_duration="turn_start", effect_stacking="longest").duel()
    fight.does(EffectAdd("orc", stunned=2), choices=HELD)
    fight.does(EffectAdd("orc", stunned=1), choices=HELD)
    assert fight.of("orc").conditions.stunned == 2
    turn_of(fight)
    assert fight.of("orc").conditions.stunned == 1
    fight.does(EndTurn("orc"))
    fight.attacks(10, actor="orc", target="dafur", weapon="scimitar")


def test_penalties_computed_but_not_applied_to_attacks(fight: Fight) -> None:
    """H-EFF-PEN, H-EFF-SUM, H-EFF-SHAKEN: −20 and −10 and −25 are in the attack's total, none in the DB."""
    fight.duel().does(EffectAdd("orc", penalty=-20, shaken=True))
    fight.does(EffectAdd("orc", penalty=-10))
    told = fight.attacks(60, actor="orc", target="dafur", weapon="scimitar")
    assert told.rolls[0].modifiers.total == 55 - 20 - 10 - 25
    assert told.facts["attack_total"] == 60
    assert against(fight.attacks(5)) == {"db.stated": 45}


def test_penalties_weigh_on_parries_but_not_on_resistance(fight: Fight) -> None:
    """H-EFF-STUN, H-EFF-PEN: the stunned orc parries with 55 − 50 − 5 = 0 and 10, and resists as ever."""
    fight.duel().does(EffectAdd("orc", stunned=2, penalty=-5), choices=HELD)
    fight.does(FullParry("orc", "dafur", "scimitar"), 50)
    assert against(fight.attacks(5)) == {"db.stated": 45, "stance.full_parry": 10}
    resisted = fight.does(SaveOrResist("orc", "body", 100), 90)
    assert resisted.rolls[0].total == 100


@pytest.mark.parametrize(("attacker_size", "cell"), [("small", "20E"), ("huge", "20E")])
def test_attack_size_taken_for_the_attackers_size(fight: Fight, attacker_size: str, cell: str) -> None:
    """H-SIZE-1: an axe is a medium attack and ends at 130 in anybody's hand; this result is 155."""
    sheet = replace(DAFUR, size=attacker_size)  # pyright: ignore[reportArgumentType] — the parameters
    fight.duel(sheet)
    told = fight.attacks(95, 3, higher_ground=True, flank=True, choices=HELD)
    assert (told.facts["attack_size"], told.facts["capped_from"]) == ("medium", 155)
    assert told.facts["cell"] == cell


def test_parry_points_not_checked_against_the_remaining_ob_and_not_kept_per_opponent(fight: Fight) -> None:
    """H-PAR-1, DH-23: 80 less a wound of 20 leaves less than 60 to give; what is given is the orc's alone."""
    fight.duel().enters("goblin", ORC, "foes").does(EffectAdd("dafur", penalty=-20))
    assert refused(fight, Parry("dafur", "orc", "axe", 60)) == ["PARRY_EXCEEDS_OB"]
    fight.does(Parry("dafur", "orc", "axe", 59))
    for attacker, expected in (("orc", 99), ("goblin", 40), ("orc", 99)):
        told = fight.attacks(10, actor=attacker, target="dafur", weapon="scimitar")
        assert sum(against(told).values()) == expected
    assert fight.attacks(5).rolls[0].modifiers.total == 80 - 20 - 59


def test_copies_of_one_monster_sharing_state(fight: Fight) -> None:
    """Three orcs of one sheet: what befalls one of them befalls no other."""
    fight.enters("dafur", DAFUR)
    for number in (1, 2, 3):
        fight.does(Add(Identity(f"cmb_{number}", "Orc", "foes", f"orc-{number}"), ORC))
    first, third = fight.of("orc-1"), fight.of("orc-3")
    fight.does(EffectAdd("orc-2", stunned=2, bleeding=3, penalty=-10), choices=HELD)
    fight.does(FullParry("orc-2", "dafur", "scimitar"), 50)
    fight.attacks(10, target="orc-2")
    assert (fight.of("orc-1"), fight.of("orc-3")) == (first, third)
    assert fight.of("orc-2").sheet == first.sheet
    assert fight.of("orc-2").wounds == (Wound(3, -10),)


def test_death_in_n_rounds_applied_at_once_or_never(fight: Fight) -> None:
    """H-EFF-DEATH, DH-32: down at once with its hits, dying at the third of its own turns, and not before."""
    fight.duel().does(EffectAdd("orc", death_in_rounds=3))
    orc = fight.of("orc")
    assert (orc.hits, orc.is_unconscious, orc.dying_in) == (60, True, 3)
    assert refused(fight, Attack("orc", "dafur", "scimitar")) == ["ACTOR_DEAD"]
    counts: list[int | None] = []
    for _ in range(4):
        turn_of(fight)
        counts.append(fight.of("orc").dying_in)
    assert counts == [2, 1, 0, 0]


def test_one_bleed_a_turn_only(fight: Fight) -> None:
    """H-EFF-BLEED: 3 and 5 are 8 at the start of each own turn, none at the wound, and so every turn."""
    fight.duel().does(EffectAdd("orc", bleeding=3))
    fight.does(EffectAdd("orc", bleeding=5))
    hits = [fight.of("orc").hits]
    for _ in range(3):
        turn_of(fight)
        hits.append(fight.of("orc").hits)
    assert hits == [60, 52, 44, 36]


def test_an_unavailable_table_recorded_as_a_miss(fight: Fight, harp_document: Document) -> None:
    """H-ATK-1, H-CRT-1: who names a table that nobody has is told so, before any dice."""
    tentacle = SheetWeapon("tentacle", "claw", ob=60, attack_table="tentacles")
    venom = SheetWeapon("venom", "claw", ob=60, critical_table="venom")
    squid = Sheet(hits=60, db=20, armour_type=1, weapons=(tentacle, venom))
    with pytest.raises(InvalidDocument) as unknown:
        fight.enters("squid", squid)
    assert [problem.pointer for problem in unknown.value.problems] == [
        "/sheet/weapons/0/attack_table",
        "/sheet/weapons/1/critical_table",
    ]
    attack = cast("Document", harp_document["attack"])
    blades = {name: table for name, table in attack.items() if name != "one-handed-blades"}
    with pytest.raises(InvalidPack, match="one-handed-blades"):
        build_tables({**harp_document, "attack": blades})
    with pytest.raises(UnknownTable):
        fight.rules.tables.attack_table("tentacles")
