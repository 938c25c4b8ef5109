"""The odds of blows in both d20 games, counted by hand."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from app.rules.common.dice import Dice
from app.rules.d20.ahead.outlook import OUTLOOK
from app.rules.d20.contract.commands.attack import Attack, FullAttack
from app.rules.d20.contract.commands.care import Damage
from app.rules.d20.contract.commands.turns import RollInitiative, Start
from app.rules.d20.ruleset import D20
from app.rules.d20.table.sheet import ArmorClass, ExtraDice
from app.rules.resolution.chances import Odds, Spread
from app.rules.resolution.odds import Effort
from app.rules.resolution.throws import throws_of
from tests.rules.d20.fight import FIGHTER, OGRE, Fight
from tests.rules.reckoning import in_twenty, reckon, whole

AC_18 = replace(OGRE, ac=ArmorClass(18, 12, 16))
"""With +7 and AC 18 eleven or more hits."""
BLOW = Attack("ada", "ogre", "sword")


def odds(fight: Fight, *commands: Any, **more: Any) -> Odds:
    """Any: commands are the game's own."""
    return reckon(D20(fight.book), OUTLOOK, fight.state, *commands, **more)


def damage(normal: Fraction, critical: Fraction) -> Spread:
    """1d8+3 with the one chance, twice that with the other, nothing in all other cases."""
    chances = {0: 1 - normal - critical}
    for face in range(1, 9):
        chances[face + 3] = chances.get(face + 3, Fraction()) + normal / 8
    for total in range(2, 17):
        ways = 8 - abs(total - 9)
        chances[total + 6] = chances.get(total + 6, Fraction()) + critical * ways / 64
    return Spread(tuple(sorted(chances.items())))


def test_a_blow_that_hits_on_eleven(fight: Fight) -> None:
    """Ten faces of twenty hit, two of them threaten, and half of the threats are confirmed."""
    told = odds(fight.duel(second=AC_18), BLOW)
    critical = in_twenty(2) * in_twenty(10)
    assert told.chance("attack_hit") == in_twenty(10)
    assert told.chance("attack_hit", "critical") == critical == Fraction(1, 20)
    assert told.chance("attack_missed") == in_twenty(10)
    lost = told.fate("cmb_ogre").change("lost")
    assert lost == damage(in_twenty(10) - critical, critical)
    assert lost.mean == Fraction(9, 20) * Fraction(15, 2) + Fraction(1, 20) * 15
    assert [lost.quantile(Fraction(part, 4)) for part in (1, 2, 3)] == [0, 0, 8]
    assert {roll.purpose: (roll.times, roll.success) for roll in told.rolls} == {
        "attack": (1, Fraction(1, 2)),
        "confirmation": (Fraction(1, 10), Fraction(1, 2)),
        "damage": (Fraction(1, 2), None),
    }
    assert (told.samples, told.cut) == (None, 0)


def test_twenty_always_hits_and_one_never_does(fight: Fight) -> None:
    """AC 40: a 20 threatens, and only another 20 confirms it."""
    told = odds(fight.duel(second=replace(OGRE, ac=ArmorClass(40, 12, 38))), BLOW)
    assert told.fate("cmb_ogre").change("lost") == damage(Fraction(19, 400), Fraction(1, 400))
    easy = odds(Fight(fight.book).duel(second=replace(OGRE, ac=ArmorClass(2, 2, 2))), BLOW)
    assert easy.chance("attack_missed") == in_twenty(1)


def test_the_odds_of_going_down_and_of_dying(fight: Fight) -> None:
    """9 hit points: 6, 7 or 8 on the die leave it at 0 or less. A critical of 19 to 22 kills at −10."""
    told = odds(fight.enters("ada", FIGHTER).enters("ogre", replace(AC_18, con_score=10), "foes", hp=9), BLOW)
    fate = told.fate("cmb_ogre")
    lost = dict(fate.change("lost").chances)
    assert fate.chance("down") == sum(chance for points, chance in lost.items() if points > 9)
    assert fate.chance("disabled") == lost[9] == Fraction(9, 20) / 8 + Fraction(1, 20) * 2 / 64
    assert fate.chance("dead") == sum(chance for points, chance in lost.items() if points >= 19)
    assert fate.chance("dead") == Fraction(1, 20) * Fraction(4 + 3 + 2 + 1, 64)


def test_a_full_attack_of_two_blows(fight: Fight) -> None:
    """+7 and +2: eleven or more, then sixteen or more."""
    told = odds(fight.duel(second=AC_18), FullAttack("ada", "ogre", "sword"))
    first, second = in_twenty(10), in_twenty(5)
    assert told.chance("attack_hit") == 1 - (1 - first) * (1 - second)
    criticals = in_twenty(2) * first, in_twenty(2) * second
    assert told.chance("attack_hit", "critical") == 1 - (1 - criticals[0]) * (1 - criticals[1])
    one, other = (
        damage(hit - critical, critical) for hit, critical in zip((first, second), criticals, strict=True)
    )
    both: dict[int, Fraction] = {}
    for value, chance in one.chances:
        for more, as_likely in other.chances:
            both[value + more] = both.get(value + more, Fraction()) + chance * as_likely
    assert dict(told.fate("cmb_ogre").change("lost").chances) == both
    times = {(one.happening.type, one.happening.detail): one.times for one in told.likelihoods}
    assert times["attack_hit", None] == first + second


def test_extra_dice_of_fire_are_counted_by_their_own_sum(fight: Fight) -> None:
    """Four dice of a greatsword's critical and one of fire: 21 sums of the one by 6 of the other."""
    flaming = replace(FIGHTER.weapons[0], damage="2d6+3", extra_dice=(ExtraDice("Flame", "1d6", "fire"),))
    told = odds(fight.duel(replace(FIGHTER, weapons=(flaming,)), AC_18), BLOW, dice=(20, 20))
    lost = told.fate("cmb_ogre").change("lost")
    assert (lost.chances[0], lost.chances[-1]) == ((11, Fraction(1, 6**5)), (36, Fraction(1, 6**5)))
    assert whole(lost, told)
    assert len(throws_of(Dice((6,) * 5), (4, 1)).ways) == 21 * 6


def test_an_illegal_blow_names_every_failed_check(fight: Fight) -> None:
    fight.duel().does(Damage("ada", 500))
    told = odds(fight, BLOW)
    assert [check.code for check in told.checks] == [check.code for check in fight.refusal(BLOW)]
    assert told.likelihoods == ()


def test_everybody_s_initiative_is_too_much_to_count(fight: Fight) -> None:
    fight.enters("ada", FIGHTER).enters("bor", FIGHTER).enters("ogre", OGRE, "foes").does(Start())
    told = odds(fight, RollInitiative(), effort=Effort(plays=1_000, samples=20))
    assert (told.samples, told.chance("initiative_rolled")) == (20, 1)


@pytest.mark.parametrize("command", [BLOW, FullAttack("ada", "ogre", "sword")])
def test_counted_and_sampled_odds_agree(fight: Fight, command: Any) -> None:
    """Within four standard deviations of 600 plays."""
    fight.duel(second=AC_18)
    counted = odds(fight, command)
    sampled = odds(fight, command, effort=Effort(plays=0, samples=600))
    assert {one.happening for one in sampled.likelihoods} <= {one.happening for one in counted.likelihoods}
    of_sampled = {one.happening: one.chance for one in sampled.likelihoods}
    for one in counted.likelihoods:
        deviation = float(one.chance * (1 - one.chance) / 600) ** 0.5
        assert abs(float(one.chance - of_sampled.get(one.happening, Fraction()))) <= 4 * deviation
    average = counted.fate("cmb_ogre").change("lost").mean
    assert abs(float(average - sampled.fate("cmb_ogre").change("lost").mean)) < 1.2
