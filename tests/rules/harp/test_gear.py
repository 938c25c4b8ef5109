"""Drawing, loading, standing up, aiming, and actions that take several rounds."""

from dataclasses import replace
from typing import Any

import pytest

from app.rules.common.measures import Distance
from app.rules.harp.contract.commands.care import EffectAdd
from app.rules.harp.contract.commands.command import Declare, EndTurn, RollInitiative, Situation, Start
from app.rules.harp.contract.commands.defence import InstinctiveDodge
from app.rules.harp.contract.commands.movement import Draw, Hold, Ready, Reload, Shoot, Stand
from app.rules.harp.ground.gear import DurationOutOfRange
from app.rules.harp.table.sheet import Sheet, SheetWeapon
from app.rules.harp.table.state import Busy, Conditions, WeaponCondition, WeaponState
from tests.rules.harp.fight import ORC, Fight, Told, refused

GUARD = Sheet(
    hits=60,
    db=30,
    armour_type=3,
    weapons=(
        SheetWeapon("crossbow", "heavy-crossbow", ob=60),
        SheetWeapon("bow", "short-bow", ob=60),
        SheetWeapon("sword", "long-sword", ob=60),
    ),
)


def lacks(fight: Fight, weapon: str, condition: WeaponCondition, rounds: int = 0) -> None:
    lost = WeaponState(weapon, condition, rounds)
    fight.state = fight.state.with_combatant(replace(fight.of("guard"), weapons=(lost,)))


def changed(fight: Fight, **changes: Any) -> None:
    fight.state = fight.state.with_combatant(replace(fight.of("guard"), **changes))


@pytest.fixture
def post(fight: Fight) -> Fight:
    """A guard whose turn it is, and an orc that comes after it."""
    fight.enters("guard", GUARD).enters("orc", ORC, "foes")
    fight.does(Start())
    fight.does(RollInitiative(), 9, 1)
    return fight


def next_round(fight: Fight) -> Told:
    fight.does(EndTurn("guard"))
    fight.does(EndTurn("orc"))
    return fight.does(RollInitiative(), 9, 1)


def test_loading_a_heavy_crossbow_takes_three_own_turns(post: Fight) -> None:
    """H-RND-2: each own turn goes into it by itself; meanwhile nothing else is done."""
    lacks(post, "crossbow", "unloaded", 3)
    assert post.does(Reload("guard", "crossbow")).kinds() == ["action_taken", "action_under_way"]
    second = next_round(post)
    assert second.kinds()[-2:] == ["action_taken", "action_under_way"]
    (check,) = post.refusal(Reload("guard", "crossbow"))
    assert check.code == "ACTION_UNDER_WAY"
    assert dict(check.params) == {"actor": "Guard", "action": "reload", "rounds_left": 1}
    third = next_round(post)
    assert third.kinds()[-3:] == ["action_taken", "action_completed", "weapon_readied"]
    assert refused(post, Hold("guard")) == ["ACTION_SPENT"]
    next_round(post)
    assert post.of("guard").weapons == ()
    post.does(Shoot("guard", "orc", "crossbow", Situation(distance=Distance(20, "m"))), 50)


def test_an_attack_while_loading_is_refused(post: Fight) -> None:
    """H-RND-2."""
    changed(post, busy=Busy("reload", 2, "crossbow", "unloaded"))
    shot = Shoot("guard", "orc", "bow", Situation(distance=Distance(20, "m")))
    assert refused(post, shot) == ["ACTION_UNDER_WAY"]


def test_being_hit_does_not_end_an_action_of_several_rounds(post: Fight) -> None:
    """H-RND-2: the orc's 40 + 55 − 30 lands, and the loading goes on."""
    lacks(post, "crossbow", "unloaded", 3)
    post.does(Reload("guard", "crossbow"))
    post.does(EndTurn("guard"))
    post.attacks(40, actor="orc", target="guard", weapon="scimitar")
    post.does(EndTurn("orc"))
    assert "action_under_way" in post.does(RollInitiative(), 9, 1).kinds()


@pytest.mark.parametrize("changes", [{"hits": 0}, {"conditions": Conditions(must_parry=2)}])
def test_one_that_cannot_act_or_must_parry_has_to_give_it_up(post: Fight, changes: dict[str, Any]) -> None:
    """H-EFF-MUSTPARRY, H-DMG-1."""
    lacks(post, "crossbow", "unloaded", 3)
    post.does(Reload("guard", "crossbow"))
    changed(post, **changes)
    post.does(EndTurn("guard"))
    post.does(EndTurn("orc"))
    dice = (1,) if "hits" in changes else (9, 1)
    assert "action_interrupted" in post.does(RollInitiative(), *dice).kinds()
    assert post.of("guard").busy is None


def test_declaring_something_else_gives_it_up(post: Fight) -> None:
    """H-RND-1, H-RND-2."""
    changed(post, busy=Busy("reload", 2, "crossbow", "unloaded"))
    post.does(EndTurn("guard"))
    post.does(EndTurn("orc"))
    assert post.does(Declare("guard", "reload")).kinds() == ["action_declared"]
    assert post.does(Declare("guard", "attack")).kinds() == ["action_declared", "action_interrupted"]
    post.does(RollInitiative(), 9, 1)
    post.attacks(20, actor="guard", weapon="sword")


def test_the_gm_sets_the_rounds_within_the_tables(post: Fight) -> None:
    """H-RND-3: three or four for a heavy crossbow."""
    lacks(post, "crossbow", "unloaded", 3)
    with pytest.raises(DurationOutOfRange):
        post.does(Reload("guard", "crossbow", 5))
    post.does(Reload("guard", "crossbow", 4))
    assert post.of("guard").busy == Busy("reload", 3, "crossbow", "unloaded")


def test_only_what_is_empty_is_loaded(post: Fight) -> None:
    """H-RND-2: neither a loaded crossbow nor a sword, nor a broken one."""
    assert refused(post, Reload("guard", "crossbow")) == ["NOTHING_TO_LOAD"]
    lacks(post, "crossbow", "broken")
    assert refused(post, Reload("guard", "crossbow")) == ["WEAPON_BROKEN", "NOTHING_TO_LOAD"]


def test_a_bow_gets_a_new_string(post: Fight) -> None:
    """DH-39: a fumble broke it, and two rounds mend it."""
    lacks(post, "bow", "unstrung", 2)
    post.does(Reload("guard", "bow"))
    assert "weapon_readied" in next_round(post).kinds()
    assert post.of("guard").weapons == ()


def test_a_dropped_weapon_is_picked_up_in_the_rounds_it_takes(post: Fight) -> None:
    """DH-39, H-RND-2: two rounds; the weapon counts as drawn in the turn that has it back."""
    lacks(post, "sword", "dropped", 2)
    post.does(Draw("guard", "sword"))
    assert post.of("guard").weapon_states("sword") != ()
    assert next_round(post).kinds()[-3:] == ["action_completed", "weapon_readied", "weapon_drawn"]
    assert post.of("guard").activity.drawn == ("sword",)


def test_a_belted_weapon_is_drawn_beside_the_attack_that_pays_for_it(post: Fight) -> None:
    """H-RND-2, H-OB-2: no action, and −30 on an attack with it this round."""
    assert post.does(Draw("guard", "sword")).kinds() == ["weapon_drawn"]
    told = post.attacks(50, actor="guard", weapon="sword")
    assert {part.label: part.value for part in told.rolls[0].modifiers.applied} == {
        "ob.stated": 60,
        "position.drew-weapon": -30,
    }
    next_round(post)
    told = post.attacks(50, actor="guard", weapon="sword")
    assert told.rolls[0].modifiers.total == 60


def test_a_slung_weapon_takes_the_action(post: Fight) -> None:
    """H-RND-2."""
    assert post.does(Draw("guard", "bow", slung=True)).kinds() == ["action_taken", "weapon_drawn"]
    assert refused(post, Hold("guard")) == ["ACTION_SPENT"]


def test_a_broken_weapon_is_not_drawn(post: Fight) -> None:
    """DH-39."""
    lacks(post, "sword", "broken")
    assert refused(post, Draw("guard", "sword")) == ["WEAPON_BROKEN"]


def test_standing_up_and_holding_take_the_action(post: Fight) -> None:
    """H-RND-2."""
    post.does(EffectAdd("guard", prone=True))
    assert post.does(Stand("guard")).kinds() == ["action_taken", "stood_up"]
    assert refused(post, Hold("guard")) == ["ACTION_SPENT"]
    next_round(post)
    assert post.does(Hold("guard")).kinds() == ["action_taken"]
    assert refused(post, Hold("guard")) == ["ACTION_SPENT"]


@pytest.mark.parametrize(
    "command", [Stand("guard"), Hold("guard"), Ready("guard", "bow"), Draw("guard", "sword")]
)
def test_the_unconscious_do_none_of_it(post: Fight, command: Any) -> None:
    """H-DMG-1."""
    changed(post, hits=0, conditions=Conditions(prone=True))
    assert refused(post, command) == ["ACTOR_UNCONSCIOUS"]


@pytest.mark.parametrize("command", [Stand("orc"), Hold("orc"), Draw("orc", "scimitar")])
def test_none_of_it_is_done_out_of_turn(post: Fight, command: Any) -> None:
    """H-RND-1."""
    post.does(EffectAdd("orc", prone=True))
    assert refused(post, command) == ["NOT_YOUR_TURN"]


def test_a_weapon_kept_aimed_helps_the_next_initiative(post: Fight) -> None:
    """H-INI-1: missile weapon loaded and aimed, +5, once."""

    def bonus(told: Told) -> dict[str, int]:
        return {part.label: part.value for part in told.rolls[0].modifiers.applied}

    post.does(Ready("guard", "bow"))
    assert bonus(next_round(post)) == {"initiative.missile-ready": 5}
    assert bonus(next_round(post)) == {}


def test_aiming_does_not_help_another_action(post: Fight) -> None:
    """H-INI-1: the guard draws its sword instead."""
    post.does(Ready("guard", "bow"))
    post.does(EndTurn("guard"))
    post.does(EndTurn("orc"))
    post.does(Declare("guard", "attack", "sword"))
    assert post.does(RollInitiative(), 9, 1).rolls[0].modifiers.total == 0


def test_only_a_loaded_missile_weapon_is_aimed(post: Fight) -> None:
    """H-INI-1, H-RND-2."""
    assert refused(post, Ready("guard", "sword")) == ["NOT_A_MISSILE_WEAPON"]
    lacks(post, "crossbow", "unloaded", 3)
    assert refused(post, Ready("guard", "crossbow")) == ["WEAPON_UNLOADED"]


def test_drawing_beside_a_long_action_does_not_end_it(post: Fight) -> None:
    """H-RND-2: the sword is drawn while the crossbow is being loaded, and the loading goes on."""
    lacks(post, "crossbow", "unloaded", 3)
    post.does(Reload("guard", "crossbow"))
    assert post.does(Draw("guard", "sword")).kinds() == ["weapon_drawn"]
    assert post.of("guard").busy == Busy("reload", 2, "crossbow", "unloaded")


def test_a_turn_owed_to_a_dodge_does_not_go_into_loading(post: Fight) -> None:
    """H-DOD-2, H-RND-2: the dodge costs the next action, so the loading takes a turn longer."""
    lacks(post, "crossbow", "unloaded", 3)
    post.does(Reload("guard", "crossbow"))
    post.does(InstinctiveDodge("guard"), 50)
    next_round(post)
    assert post.of("guard").busy == Busy("reload", 2, "crossbow", "unloaded")
    next_round(post)
    assert post.of("guard").busy == Busy("reload", 1, "crossbow", "unloaded")
