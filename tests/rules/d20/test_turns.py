"""Rounds, turns and readied actions where several things meet, in both d20 games."""

from dataclasses import replace

from app.rules.common.errors import FailedCheck
from app.rules.d20.contract.commands.care import Damage, EffectAdd, Heal
from app.rules.d20.contract.commands.command import Remove
from app.rules.d20.contract.commands.turns import (
    ActNow,
    Delay,
    EndTurn,
    Ready,
    Reorder,
    RollInitiative,
    Start,
    Surprise,
    TotalDefense,
    UseAction,
)
from app.rules.d20.contract.economy import limited_to
from app.rules.d20.table.conditions import (
    is_flat_footed,
    is_single_action,
    loses_dexterity,
    may_not_take_opportunities,
)
from app.rules.d20.table.state import Place
from tests.rules.d20.fight import FIGHTER, OGRE, Fight

QUICK = replace(FIGHTER, initiative=5)
SLOW = replace(OGRE, hp=40, initiative=0)


def three(fight: Fight) -> Fight:
    """Ada 20, the ogre 10, Bor 5, in Ada's turn."""
    fight.enters("ada", QUICK).enters("ogre", SLOW, "foes").enters("bor", replace(FIGHTER, initiative=0))
    fight.does(Start())
    fight.does(RollInitiative(), 15, 10, 5)
    return fight


def order(fight: Fight) -> list[str]:
    assert fight.state.round is not None
    return [place.combatant.removeprefix("cmb_") for place in fight.state.round.order]


def whose_turn(fight: Fight) -> str | None:
    assert fight.state.round is not None
    return fight.state.round.current


def codes(fight: Fight, command: UseAction | EndTurn | Delay | ActNow) -> list[str]:
    return [check.code for check in fight.refusal(command)]


def test_every_reason_is_named_at_once(fight: Fight) -> None:
    """D20-ACT-1, D20-CND-04: not its turn, stunned, and no full-round action with a single one."""
    three(fight)
    fight.does(EffectAdd("ogre", ("stunned", "staggered")))
    assert codes(fight, UseAction("ogre", "full-round")) == [
        "NOT_YOUR_TURN",
        "CONDITION_FORBIDS",
        "NOT_FULL_ROUND",
    ]


def test_whoever_has_fallen_cuts_in_on_nobody(fight: Fight) -> None:
    """D20-RDY-5."""
    three(fight)
    fight.does(Ready("ada", "other", "the ogre comes"))
    fight.does(EndTurn("ada"))
    fight.does(Damage("ada", 41))
    assert codes(fight, ActNow("ada")) == ["ACTOR_UNCONSCIOUS"]


def test_the_one_that_is_cut_in_on_may_fall_by_it(fight: Fight) -> None:
    """D20-RDY-6, D20-RND-2: the ogre is struck down in its own turn, which then passes."""
    three(fight)
    fight.does(Ready("ada", "other", "the ogre comes"))
    fight.does(EndTurn("ada"))
    fight.does(ActNow("ada"))
    fight.does(Damage("ogre", 45))
    told = fight.does(UseAction("ada", "standard", "shouts"))
    assert told.kinds()[-3:] == ["turn_resumed", "turn_ended", "turn_began"]
    assert whose_turn(fight) == "cmb_bor"


def test_whoever_leaves_while_cutting_in_leaves_the_turn_to_the_other(fight: Fight) -> None:
    three(fight)
    fight.does(Ready("ada", "other", "the ogre comes"))
    fight.does(EndTurn("ada"))
    fight.does(ActNow("ada"))
    fight.does(Remove("ada"))
    assert whose_turn(fight) == "cmb_ogre"
    fight.does(UseAction("ogre"))


def test_when_the_one_whose_turn_it_is_leaves_the_next_one_begins(fight: Fight) -> None:
    three(fight)
    fight.does(Ready("ada", "other", "the ogre comes"))
    fight.does(EndTurn("ada"))
    fight.does(ActNow("ada"))
    fight.does(Remove("ogre"))
    assert whose_turn(fight) == "cmb_bor"
    fight.does(ActNow("ada"))
    fight.does(UseAction("ada"))
    assert order(fight) == ["ada", "bor"]


def test_the_last_of_all_to_leave_ends_nothing_but_the_order(fight: Fight) -> None:
    three(fight)
    for name in ("ada", "ogre", "bor"):
        fight.does(Remove(name))
    assert order(fight) == []
    fight.enters("cid", QUICK)
    fight.does(RollInitiative(), 10)
    assert whose_turn(fight) == "cmb_cid"


def test_all_delay_and_the_round_goes_by(fight: Fight) -> None:
    """D20-RDY-1."""
    three(fight)
    for name in ("ada", "ogre"):
        fight.does(Delay(name))
    told = fight.does(Delay("bor"))
    assert told.kinds() == [
        "turn_delayed",
        "turn_ended",
        "turn_ended",
        "turn_ended",
        "round_started",
        "turn_began",
    ]
    assert fight.state.round is not None
    assert fight.state.round.number == 2
    assert fight.state.round.place("cmb_ogre") == Place("cmb_ogre", 10, delay="waiting")


def test_a_mount_neither_delays_nor_rolls(fight: Fight) -> None:
    """D20-INI-8."""
    fight.enters("ogre", replace(SLOW, size="large")).enters("ada", QUICK)
    fight.state = fight.state.with_combatant(replace(fight.of("ada"), mount="cmb_ogre"))
    fight.does(Start())
    fight.does(RollInitiative(), 15)
    assert order(fight) == ["ada"]
    assert codes(fight, Delay("ogre")) == ["ALREADY_ACTED"]
    fight.state = fight.state.with_combatant(replace(fight.of("ada"), mount=None))
    fight.does(RollInitiative(), 18)
    assert order(fight) == ["ada", "ogre"]


def test_what_lasts_until_the_riders_mounts_next_turn_ends_with_it(fight: Fight) -> None:
    """D20-INI-8, D20-EFF-1."""
    fight.enters("ogre", replace(SLOW, size="large", trained_for_combat=True)).enters("ada", QUICK)
    fight.state = fight.state.with_combatant(replace(fight.of("ada"), mount="cmb_ogre"))
    fight.does(Start())
    fight.does(RollInitiative(), 15)
    fight.does(TotalDefense("ogre"))
    assert [check.code for check in _opportunities(fight, "ogre")] == ["ON_TOTAL_DEFENSE"]
    fight.does(EndTurn("ada"))
    assert _opportunities(fight, "ogre") == []


def _opportunities(fight: Fight, name: str) -> list[FailedCheck]:
    return list(may_not_take_opportunities(fight.book, fight.state, fight.of(name)))


def test_healed_in_its_turn_the_dying_one_acts(fight: Fight) -> None:
    """D20-RND-2: with nobody else awake its turn waits for the GM."""
    fight.enters("ada", QUICK).enters("ogre", SLOW, "foes")
    fight.does(Start())
    fight.does(RollInitiative(), 15, 10)
    fight.does(Damage("ogre", 45))
    fight.does(Damage("ada", 45))
    fight.does(EndTurn("ada"), 2)
    assert whose_turn(fight) == "cmb_ogre"
    fight.does(Heal("ogre", hp=20))
    fight.does(UseAction("ogre"))


def test_in_a_surprise_round_latecomers_are_not_aware(fight: Fight) -> None:
    """D20-INI-4, D20-INI-6."""
    fight.enters("ada", QUICK).enters("ogre", SLOW, "foes")
    fight.does(Start())
    fight.does(Surprise(aware=("ada",)))
    fight.does(RollInitiative(), 15, 10)
    fight.enters("bor", SLOW)
    fight.does(RollInitiative(), 12)
    told = fight.does(EndTurn("ada"))
    assert told.kinds()[:3] == ["turn_ended", "round_started", "turn_began"]
    assert whose_turn(fight) == "cmb_ada"


def test_flat_footed_before_the_first_turn_and_with_the_dexterity_that_goes_with_it(fight: Fight) -> None:
    """D20-INI-3, D20-CND-08."""
    three(fight)
    ogre = fight.of("ogre")
    assert is_flat_footed(fight.book, fight.state, ogre)
    assert loses_dexterity(fight.book, fight.state, ogre)
    fight.does(EndTurn("ada"))
    assert not is_flat_footed(fight.book, fight.state, fight.of("ogre"))


def test_only_the_one_who_holds_them_does_not_profit_by_3_5(dnd35: Fight, pf1: Fight) -> None:
    """D35-CND-1: the grappled keep their Dexterity against their grappler; by Pathfinder it is lower."""
    for fight in (dnd35, pf1):
        fight.duel()
        fight.does(EffectAdd("ogre", ("grappled",), by="ada"))
    ogre = dnd35.of("ogre")
    assert not loses_dexterity(dnd35.book, dnd35.state, ogre, "cmb_ada")
    assert loses_dexterity(dnd35.book, dnd35.state, ogre, "somebody else")
    assert not loses_dexterity(pf1.book, pf1.state, pf1.of("ogre"), "somebody else")


def test_what_limits_a_turn(fight: Fight) -> None:
    """D20-ACT-3, D20-ACT-4: nausea goes before everything else."""
    three(fight)
    assert limited_to(fight.state, fight.of("ada")) is None
    fight.does(EffectAdd("ada", ("slowed",)))
    assert is_single_action(fight.of("ada"))
    assert limited_to(fight.state, fight.of("ada")) == "standard"
    fight.does(EffectAdd("ada", ("nauseated",)))
    assert limited_to(fight.state, fight.of("ada")) == "move"


def test_a_new_order_leaves_those_in_place_who_have_gone(fight: Fight) -> None:
    """D20-INI-7."""
    three(fight)
    fight.does(EndTurn("ada"))
    fight.does(Reorder(("bor",)))
    assert order(fight) == ["ada", "ogre", "bor"]
    fight.does(EndTurn("ogre"))
    fight.does(EndTurn("bor"))
    fight.does(Reorder(("bor", "ogre")))
    assert order(fight) == ["ada", "bor", "ogre"]


def test_in_a_surprise_round_a_new_order_leaves_the_unaware_in_place(fight: Fight) -> None:
    """D20-INI-7."""
    fight.enters("ada", QUICK).enters("ogre", SLOW, "foes").enters("bor", SLOW)
    fight.does(Start())
    fight.does(Surprise(aware=("ada", "ogre")))
    fight.does(RollInitiative(), 15, 5, 10)
    assert order(fight) == ["ada", "bor", "ogre"]
    fight.does(Reorder(("ogre",)))
    assert order(fight) == ["ada", "bor", "ogre"]
