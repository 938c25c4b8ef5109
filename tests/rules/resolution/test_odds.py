"""Every way that dice can fall, weighed: in a game small enough to count on one's fingers."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import pytest

from app.rules.common.dice import D10, D20, OPEN_D100, Dice
from app.rules.common.errors import FailedCheck, Illegal, InvalidAnswer
from app.rules.common.modifiers import Modifier, add_up
from app.rules.resolution.chances import Odds, Outlook, Spread, Standing
from app.rules.resolution.odds import Effort
from app.rules.resolution.requests import Choose, Resolution, Roll, Together
from app.rules.resolution.steps import StepResult
from app.rules.resolution.throws import TooManyThrows, throws_of
from tests.rules.reckoning import reckon, whole

HIGH = add_up("to reach", (Modifier("height", 8, "height", "rule", "X"),))


@dataclass(frozen=True, slots=True)
class Wet:
    """Somebody got so many splashes."""

    target: str
    splashes: int
    type: str = "wet"


@dataclass(frozen=True, slots=True)
class Pebble:
    """A stone was thrown by somebody."""

    actor: str
    type: str = "thrown"


@dataclass(frozen=True, slots=True)
class Child:
    id: str
    splashes: int = 0


@dataclass(frozen=True, slots=True)
class Pond:
    combatants: tuple[Child, ...] = (Child("ann"), Child("bob"))


@dataclass(frozen=True, slots=True)
class Pebbles:
    """Ann throws pebbles at the pond, and Bob gets wet; with ten splashes he goes home."""

    def resolve(self, state: Pond, step: str) -> Resolution[StepResult[Wet | Pebble, str]]:
        _ann, bob = state.combatants
        match step:
            case "throw":
                if bob.splashes >= 10:
                    raise Illegal((FailedCheck("NOBODY_THERE", "Bob went home.", "X"),))
                high = yield from Roll("throw", "ann", D10, lambda throw: throw.total >= 8, against=HIGH)
                return StepResult((Pebble("ann"),), ("splash",) if high else ())
            case "splash":
                aside = yield from Choose("step aside", "bob", ("yes", "no"), "no")
                return StepResult((Wet("bob", 5),) if aside == "no" else ())
            case "race":
                one, other = yield from Together((_speed("ann"), _speed("bob")))
                return StepResult((Wet("bob" if one > other else "ann", 1),))
            case _:
                far = yield from Roll("skip", "ann", OPEN_D100, lambda throw: throw.total)
                return StepResult((Wet("ann", far),))

    def evolve(self, state: Pond, event: Wet | Pebble) -> Pond:
        if isinstance(event, Pebble):
            return state
        return Pond(
            tuple(
                Child(one.id, one.splashes + event.splashes) if one.id == event.target else one
                for one in state.combatants
            )
        )


def _speed(who: str) -> Roll[int]:
    return Roll("speed", who, D10, lambda throw: throw.total)


def _standing(child: Child) -> Standing:
    return Standing((("splashes", child.splashes),), frozenset(("down",) if child.splashes >= 10 else ()))


OUTLOOK = Outlook(
    _standing, lambda event: "soaked" if isinstance(event, Wet) and event.splashes > 4 else None
)


def odds(*commands: str, **more: object) -> Odds:
    return reckon(Pebbles(), OUTLOOK, Pond(), *commands, **more)  # type: ignore[arg-type]


def test_each_case_has_its_weight() -> None:
    """8, 9 and 10 of ten faces splash."""
    once = odds("throw")
    assert once.chance("wet") == once.chance("wet", "soaked") == Fraction(3, 10)
    assert once.chance("thrown") == 1
    assert once.fate("bob").change("splashes") == Spread(((0, Fraction(7, 10)), (5, Fraction(3, 10))))
    assert [(roll.purpose, roll.times, roll.success) for roll in once.rolls] == [
        ("throw", 1, Fraction(3, 10))
    ]
    assert (once.samples, once.cut, once.not_allowed) == (None, 0, ())


def test_what_happens_at_all_is_told_apart_from_how_often() -> None:
    """Two throws: 1 − 0.7² at all, 0.6 times on average, 0.3² that he is soaked and goes home."""
    twice = odds("throw", "throw")
    (wet,) = (one for one in twice.likelihoods if (one.happening.type, one.happening.detail) == ("wet", None))
    assert (wet.chance, wet.times) == (Fraction(51, 100), Fraction(6, 10))
    assert twice.fate("bob").chance("down") == Fraction(9, 100)


def test_a_command_that_may_have_become_impossible_is_told_with_its_chance() -> None:
    """The third throw finds nobody there once both before it have splashed."""
    (refused,) = odds("throw", "throw", "throw").not_allowed
    assert (refused.command, refused.chance, refused.checks[0].code) == (2, Fraction(9, 100), "NOBODY_THERE")


def test_choices_are_the_caller_s_or_else_their_defaults_and_said_to_be() -> None:
    assumed = odds("throw")
    assert [(one.purpose, one.chooser, one.choice) for one in assumed.assumed] == [
        ("step aside", "bob", "no")
    ]
    chosen = odds("throw", choices={"step aside": "yes"})
    assert (chosen.chance("wet"), chosen.assumed) == (0, ())
    with pytest.raises(InvalidAnswer):
        odds("throw", choices={"step aside": "perhaps"})


def test_dice_that_have_fallen_already_fix_the_first_rolls() -> None:
    """The first pebble splashed: it is the second one that the odds are of."""
    known = odds("throw", "throw", dice=(9,))
    assert known.fate("bob").change("splashes") == Spread(((5, Fraction(7, 10)), (10, Fraction(3, 10))))
    assert known.rolls[0].success == Fraction(13, 20)


def test_what_is_asked_at_once_is_weighed_together() -> None:
    """Of a hundred pairs Ann's die is the higher one in forty-five."""
    assert odds("race").fate("bob").change("splashes").chances == (
        (0, Fraction(55, 100)),
        (1, Fraction(45, 100)),
    )


def test_a_die_that_opens_again_and_again_is_cut_and_said_to_be() -> None:
    """Five faces of a hundred open: with four dice that is (1/20)⁴ of all rolls."""
    far = odds("skip")
    assert far.cut == Fraction(1, 20) ** 4
    spread = far.fate("ann").change("splashes")
    assert whole(spread, far)
    chances = dict(spread.chances)
    assert chances[95] == Fraction(1, 100)
    assert 96 not in chances
    assert chances[97] == Fraction(1, 100) ** 2
    assert chances[101] == Fraction(5, 10_000)
    # 100 and 93, 99 and 94, 98 and 95; or 96, 96 and 1.
    assert chances[193] == Fraction(3, 100**2) + Fraction(1, 100**3)


def test_the_middle_of_a_spread() -> None:
    spread = Spread(((0, Fraction(1, 2)), (4, Fraction(1, 4)), (9, Fraction(1, 4))))
    assert (spread.whole, spread.mean) == (1, Fraction(13, 4))
    quarters = [spread.quantile(Fraction(part, 4)) for part in (1, 2, 3)]
    assert quarters == [0, 0, 4]


def test_sums_are_counted_as_dice_fall() -> None:
    dice = Dice((6, 6, 8))
    told_apart = throws_of(dice, (2, 1))
    assert (told_apart.out_of, len(told_apart.ways)) == (288, 11 * 8)
    by_hand = Counter(
        (one + two, three) for one, two, three in product(range(1, 7), range(1, 7), range(1, 9))
    )
    assert {(sum(throw.faces[:2]), throw.faces[2]): ways for throw, ways in told_apart.ways} == by_hand
    assert sum(ways for _, ways in throws_of(OPEN_D100).ways) + throws_of(OPEN_D100).cut == 100**4
    with pytest.raises(TooManyThrows):
        throws_of(Dice((20,) * 3))
    assert len(throws_of(Dice((6,) * 20), (20,)).ways) == 101


def test_what_would_take_too_long_is_sampled_and_says_so() -> None:
    """Within four standard deviations, with dice that fall the same way each time."""
    sampled = odds("throw", effort=Effort(plays=2, samples=2_000))
    again = odds("throw", effort=Effort(plays=2, samples=2_000))
    assert sampled == again
    assert sampled.samples == 2_000
    assert abs(sampled.chance("wet") - Fraction(3, 10)) < Fraction(4, 100)
    assert sampled.rolls[0].success == sampled.chance("wet")
    assert [one.choice for one in sampled.assumed] == ["no"]
    known = odds("throw", effort=Effort(plays=0, samples=5), dice=(9,))
    assert known.chance("wet") == 1


def test_a_d20_has_twenty_faces() -> None:
    assert [ways for _, ways in throws_of(D20).ways] == [1] * 20
