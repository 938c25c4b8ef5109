"""Rounds: declarations, initiative, whose turn it is, waiting, and what a turn's start and end bring."""

from dataclasses import replace

import pytest

from app.rules.common.errors import Illegal
from app.rules.harp.contract.commands.command import (
    ActNow,
    Declare,
    End,
    EndTurn,
    Remove,
    Reorder,
    RollInitiative,
    Start,
    Step,
    Surprise,
    Wait,
)
from app.rules.harp.table.sheet import Bonuses, Sheet, SheetWeapon, ShieldCarried
from app.rules.harp.table.state import Conditions, Wound
from app.rules.harp.turns.turns import OrderIncomplete, UnknownAction
from tests.rules.harp.fight import DAFUR, ORC, Fight, Told, refused


def quick(quickness: int, intuition: int = 0, **more: object) -> Sheet:
    sheet = replace(ORC, bonuses=Bonuses(quickness=quickness, intuition=intuition))
    return replace(sheet, **more)  # pyright: ignore[reportArgumentType]


def order(fight: Fight) -> list[str]:
    assert fight.state.round is not None
    return [place.combatant.removeprefix("cmb_") for place in fight.state.round.order]


def current(fight: Fight) -> str | None:
    return fight.state.round and fight.state.round.current


def begun(fight: Fight, *dice: int) -> Told:
    """Dafur before the orc unless the dice say otherwise."""
    fight.does(Start())
    return fight.does(RollInitiative(), *(dice or (9, 2)))


def test_a_round_goes_from_declarations_through_turns_to_the_next_round(fight: Fight) -> None:
    """H-RND-1, H-INI-1: highest first; when the last turn has ended a new round is declared."""
    begun(fight.duel())
    assert order(fight) == ["dafur", "orc"]
    assert current(fight) == "cmb_dafur"
    fight.does(EndTurn("dafur"))
    assert current(fight) == "cmb_orc"
    told = fight.does(EndTurn("orc"))
    assert told.kinds()[-1] == "round_started"
    assert fight.state.round is not None
    assert fight.state.round.number == 2
    assert fight.state.round.is_declaring


def test_initiative_is_rolled_anew_every_round(fight: Fight) -> None:
    """H-INI-1: the same two, the other way round."""
    begun(fight.duel())
    fight.does(EndTurn("dafur"))
    fight.does(EndTurn("orc"))
    fight.does(RollInitiative(), 1, 8)
    assert order(fight) == ["orc", "dafur"]


def test_equal_initiative_goes_by_quickness_then_intuition_then_entry(fight: Fight) -> None:
    """H-INI-1, DH-5: everyone totals 15."""
    fight.enters("entry", quick(5, 5)).enters("later", quick(5, 5))
    fight.enters("clever", quick(5, 6)).enters("swift", quick(8, 0))
    fight.does(Start())
    fight.does(RollInitiative(), 5, 5, 4, 7)
    assert order(fight) == ["swift", "clever", "entry", "later"]


def test_declarations_wounds_gear_and_surprise_bear_on_initiative(fight: Fight) -> None:
    """H-INI-1, H-INI-2: they add up, each by its name."""
    polearm = SheetWeapon("halberd", "pole-arm", ob=50)
    guard = quick(10, 5, weapons=(polearm,), shield=ShieldCarried("pavise"))
    fight.enters("guard", guard).enters("thief", quick(0), "foes")
    hurt = replace(
        fight.of("guard"), wounds=(Wound(0, -15), Wound(0, -10)), conditions=Conditions(initiative=-5)
    )
    fight.state = fight.state.with_combatant(hurt)
    fight.does(Surprise(ambushed="heroes"), 20)
    fight.does(Start())
    fight.does(Declare("guard", "charge", "halberd", ("encumbered",)))
    told = fight.does(RollInitiative(), 6, 1)
    assert {part.label: part.value for part in told.rolls[0].modifiers.applied} == {
        "initiative.quickness": 10,
        "initiative.intuition": 5,
        "initiative.surprised": -20,
        "initiative.shield-large": -2,
        "initiative.two-handed": -3,
        "initiative.charge": 3,
        "initiative.encumbered": -3,
        "initiative.wound-penalty": -2,
        "initiative.fumble": -5,
    }
    assert fight.of("guard").initiative == 6 - 17
    assert fight.of("guard").conditions.initiative == 0


@pytest.mark.parametrize(
    ("dice", "surprised"), [((60, 40), ("foes",)), ((40, 60), ("heroes",)), ((50, 50), ())]
)
def test_when_two_groups_meet_the_lower_perception_is_surprised(
    fight: Fight, dice: tuple[int, int], surprised: tuple[str, ...]
) -> None:
    """H-SUR-1: the best of each side rolls; on a tie nobody is surprised."""
    fight.enters("scout", replace(DAFUR, perception=30)).enters("dull", replace(DAFUR, perception=5))
    fight.enters("orc", replace(ORC, perception=30), "foes")
    told = fight.does(Surprise(("heroes", "foes")), *dice)
    assert [roll.answer.who for roll in told.rolls] == ["cmb_scout", "cmb_orc"]
    assert fight.state.surprised == surprised


def test_surprise_costs_initiative_in_the_first_round_only(fight: Fight) -> None:
    """H-SUR-2, DH-40: 100 is one short of 101."""
    fight.duel()
    fight.does(Surprise(ambushed="heroes"), 96, 4)
    assert fight.state.surprised == ("heroes",)
    begun(fight)
    assert order(fight) == ["orc", "dafur"]
    fight.does(EndTurn("orc"))
    fight.does(EndTurn("dafur"))
    assert fight.state.surprised == ()
    assert refused(fight, Surprise(ambushed="heroes")) == ["TOO_LATE_FOR_SURPRISE"]


def test_nobody_acts_out_of_turn_or_twice_in_a_round(fight: Fight) -> None:
    """H-RND-2."""
    begun(fight.duel())
    assert _attack_refused(fight, "orc", "dafur", "scimitar") == ["NOT_YOUR_TURN"]
    fight.attacks(20)
    assert _attack_refused(fight, "dafur", "orc", "axe") == ["ACTION_SPENT"]
    fight.does(EndTurn("dafur"))
    fight.attacks(20, actor="orc", target="dafur", weapon="scimitar")


def _attack_refused(fight: Fight, actor: str, target: str, weapon: str) -> list[str]:
    with pytest.raises(Illegal) as caught:
        fight.attacks(50, actor=actor, target=target, weapon=weapon)
    return [check.code for check in caught.value.checks]


def test_attacks_need_initiative_and_end_with_the_encounter(fight: Fight) -> None:
    fight.duel().does(Start())
    assert _attack_refused(fight, "dafur", "orc", "axe") == ["INITIATIVE_NOT_ROLLED"]
    fight.does(End())
    assert _attack_refused(fight, "dafur", "orc", "axe") == ["ENCOUNTER_ENDED"]
    assert refused(fight, Start()) == ["ENCOUNTER_STARTED"]


def test_one_who_waits_acts_after_a_later_turn(fight: Fight) -> None:
    """H-WAIT-1: Dafur lets the orc go first and comes right after it, before the third."""
    fight.duel().enters("corak", DAFUR)
    begun(fight, 9, 5, 2)
    fight.does(Wait("dafur"))
    assert order(fight) == ["orc", "corak", "dafur"]
    fight.does(ActNow("dafur"))
    assert order(fight) == ["orc", "dafur", "corak"]
    assert fight.does(EndTurn("orc")).kinds() == ["turn_ended", "turn_resumed"]
    assert current(fight) == "cmb_dafur"
    fight.attacks(20)
    fight.does(EndTurn("dafur"))
    assert current(fight) == "cmb_corak"


def test_of_two_who_want_the_same_moment_the_second_acts_last(fight: Fight) -> None:
    """H-WAIT-1, on a conflict."""
    fight.duel().enters("corak", DAFUR).enters("khardak", DAFUR)
    begun(fight, 9, 3, 8, 2)
    fight.does(Wait("dafur"))
    fight.does(Wait("corak"))
    assert current(fight) == "cmb_orc"
    fight.does(ActNow("dafur"))
    fight.does(ActNow("corak"))
    assert order(fight) == ["orc", "dafur", "khardak", "corak"]


def test_one_who_never_speaks_up_acts_last(fight: Fight) -> None:
    """H-WAIT-1, H-WAIT-2."""
    begun(fight.duel())
    fight.does(Wait("dafur"))
    fight.does(EndTurn("orc"))
    assert current(fight) == "cmb_dafur"
    assert refused(fight, ActNow("orc")) == ["NOT_WAITING"]


def test_the_gm_reorders_those_who_are_still_to_come(fight: Fight) -> None:
    """H-INI-1, H-WAIT-2."""
    fight.duel().enters("corak", DAFUR)
    begun(fight, 9, 5, 2)
    fight.does(Reorder(("corak", "orc")))
    assert order(fight) == ["dafur", "corak", "orc"]
    with pytest.raises(OrderIncomplete):
        fight.does(Reorder(("orc",)))


def test_bleeding_is_lost_at_the_start_of_the_own_turn_all_wounds_together(fight: Fight) -> None:
    """H-EFF-BLEED, H-RND-1: 3 and 5 cost 8; "one bleed a turn only" is the fault of others."""
    fight.duel()
    bleeding = replace(fight.of("orc"), wounds=(Wound(3), Wound(5)))
    fight.state = fight.state.with_combatant(bleeding)
    begun(fight)
    assert fight.of("orc").hits == ORC.hits
    fight.does(EndTurn("dafur"))
    assert fight.of("orc").hits == ORC.hits - 8


def test_one_who_bleeds_out_loses_the_turn_that_was_beginning(fight: Fight) -> None:
    """H-DMG-1, DH-32: the turn ends by itself and the round goes on."""
    fight.duel()
    fight.state = fight.state.with_combatant(replace(fight.of("orc"), hits=3, wounds=(Wound(4),)))
    begun(fight)
    told = fight.does(EndTurn("dafur"))
    assert told.kinds() == [
        "turn_ended",
        "turn_began",
        "hits_taken",
        "fell_unconscious",
        "turn_ended",
        "round_started",
    ]


def test_being_shaken_ends_at_the_start_of_the_own_turn(fight: Fight) -> None:
    """H-EFF-SHAKEN."""
    fight.duel()
    fight.state = fight.state.with_combatant(replace(fight.of("orc"), conditions=Conditions(shaken=True)))
    begun(fight)
    assert fight.of("orc").conditions.shaken
    fight.does(EndTurn("dafur"))
    assert not fight.of("orc").conditions.shaken


def test_a_stun_of_three_rounds_is_resisted_at_155_then_150_twice(fight: Fight) -> None:
    """H-EFF-STUN, DH-1 (own_turns): it binds three own turns and ends with the third."""
    fight.duel()
    fight.state = fight.state.with_combatant(replace(fight.of("orc"), conditions=Conditions(stunned=3)))
    difficulties: list[int] = []
    for _ in range(3):
        begin = fight.does(EndTurn("orc"), 10)
        difficulties.append(begin.facts["difficulty"])
    assert difficulties == [155, 150, 150]
    assert fight.of("orc").conditions.stunned == 0


def test_counted_at_the_turns_start_a_stun_of_three_rounds_ends_with_the_third(fight: Fight) -> None:
    """DH-1 (turn_start): 155, 150, and no roll at the third own turn, which is free."""
    fight.under(effect_duration="turn_start").duel()
    fight.state = fight.state.with_combatant(replace(fight.of("orc"), conditions=Conditions(stunned=3)))
    assert fight.does(EndTurn("orc"), 10).facts["difficulty"] == 155
    assert fight.does(EndTurn("orc"), 10).facts["difficulty"] == 150
    assert fight.does(EndTurn("orc")).rolls == []
    assert fight.of("orc").conditions.stunned == 0


def test_must_parry_binds_as_many_own_turns_as_it_says(fight: Fight) -> None:
    """H-EFF-MUSTPARRY, DH-1: one round binds the victim's next own turn and no more."""
    fight.duel()
    fight.state = fight.state.with_combatant(replace(fight.of("orc"), conditions=Conditions(must_parry=1)))
    begun(fight, 2, 9)
    assert _attack_refused(fight, "orc", "dafur", "scimitar") == ["ACTOR_MUST_PARRY"]
    fight.does(EndTurn("orc"))
    fight.does(EndTurn("dafur"))
    fight.does(RollInitiative(), 2, 9)
    fight.attacks(20, actor="orc", target="dafur", weapon="scimitar")


def test_death_in_two_rounds_is_neither_at_once_nor_never(fight: Fight) -> None:
    """H-EFF-DEATH, DH-32: the count falls at the start of the own place, and stops at dying."""
    fight.duel()
    fight.state = fight.state.with_combatant(replace(fight.of("orc"), dying_in=2))
    left: list[int | None] = []
    for _ in range(3):
        begun(fight, 9) if fight.state.round is None else fight.does(RollInitiative(), 9)
        fight.does(EndTurn("dafur"))
        left.append(fight.of("orc").dying_in)
    assert left == [1, 0, 0]


def test_the_unconscious_keep_their_place_without_a_roll(fight: Fight) -> None:
    """DH-32."""
    begun(fight.duel(), 2, 9)
    fight.state = fight.state.with_combatant(replace(fight.of("orc"), hits=0))
    fight.does(EndTurn("orc"))
    fight.does(EndTurn("dafur"))
    told = fight.does(RollInitiative(), 2)
    assert len(told.rolls) == 1
    assert order(fight) == ["orc", "dafur"]


def test_one_who_enters_in_mid_round_acts_from_the_next_on(fight: Fight) -> None:
    """H-INI-2."""
    begun(fight.duel())
    fight.enters("corak", DAFUR)
    assert order(fight) == ["dafur", "orc"]
    assert _attack_refused(fight, "corak", "orc", "axe") == ["NOT_YOUR_TURN"]
    fight.does(EndTurn("dafur"))
    fight.does(EndTurn("orc"))
    fight.does(RollInitiative(), 1, 2, 3)
    assert order(fight) == ["corak", "orc", "dafur"]


def test_when_the_one_whose_turn_it_is_leaves_the_next_begins(fight: Fight) -> None:
    """H-INI-2."""
    begun(fight.duel())
    assert fight.does(Remove("dafur")).kinds() == ["combatant_removed", "turn_began"]
    assert current(fight) == "cmb_orc"


@pytest.mark.parametrize(
    ("fumble", "code"), [(60, "ACTOR_LOST_TURN"), (70, "ACTOR_MUST_PARRY")], ids=["lost turn", "must parry"]
)
def test_a_fumble_binds_the_next_own_turn_not_the_one_it_was_made_in(
    fight: Fight, fumble: int, code: str
) -> None:
    """DH-1, DH-39: "when an effect starts"; the turn of the fumble itself is not counted."""
    begun(fight.duel())
    fight.attacks(2, fumble)
    fight.does(EndTurn("dafur"))
    fight.does(EndTurn("orc"))
    fight.does(RollInitiative(), 9, 2)
    assert _attack_refused(fight, "dafur", "orc", "axe") == [code]


@pytest.mark.parametrize("command", [Reorder(("orc",)), Surprise(ambushed="heroes")])
def test_nothing_is_ordered_or_noticed_once_the_encounter_is_over(fight: Fight, command: Step) -> None:
    """H-RND-1."""
    fight.duel().does(Start())
    if isinstance(command, Reorder):
        fight.does(RollInitiative(), 9, 1)
    fight.does(End())
    assert refused(fight, command) == ["ENCOUNTER_ENDED"]


def test_a_misspelt_declaration_is_refused(fight: Fight) -> None:
    """H-RND-1: it would silently lose its modifier to initiative."""
    fight.duel().does(Start())
    with pytest.raises(UnknownAction):
        fight.does(Declare("dafur", "chrage"))
