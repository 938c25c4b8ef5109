"""What must hold of the odds of every action that anybody could take in a fight played at random."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from app.rules.common.dice import Throw
from app.rules.resolution.answers import Answer, RollAnswer
from app.rules.resolution.candidates import consider
from app.rules.resolution.odds import Effort, Question, Said, odds_of
from app.rules.resolution.play import Ask
from app.rules.resolution.requests import Roll, Single
from app.services.dice.seeded import fair_dice
from tests.rules.conformance.playing import Playing
from tests.rules.conformance.test_random_play import GAMES, dice, played

QUICK = Effort(plays=250, samples=3)
State = Any
"""Any: every game has states and commands of its own."""


@pytest.mark.parametrize("game", GAMES, ids=[game.ruleset for game in GAMES])
@settings(
    max_examples=3,
    deadline=None,
    print_blob=True,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1), in_rounds=st.booleans(), length=st.integers(0, 12))
def test_every_action_that_is_listed_has_odds(
    game: Playing, data: st.DataObject, seed: int, in_rounds: bool, length: int
) -> None:
    thrown = checked(dice(seed), Random(seed))
    state = data.draw(game.encounters)
    for command in [*data.draw(game.entrances(state)), *([game.start] if in_rounds else [])]:
        state = played(game, state, command, thrown)
    for _ in range(length):
        state = played(game, state, data.draw(game.commands(state)), thrown)
    shelf = game.shelf
    for actor in state.combatants[:1]:
        for type_, candidates in shelf.game.offers(shelf.tables, state, actor):
            for command, _ in consider(shelf.rules, state, type_, candidates, 1).possible:
                weighed(game, state, command)


def weighed(game: Playing, state: State, command: Any) -> None:
    """Counted or sampled, the chances of what becomes of anybody make 1 with what was cut."""
    shelf = game.shelf
    told = odds_of(shelf.rules, Question(state, (command,), Said(), shelf.game.outlook), QUICK, fair_dice)
    assert told.not_allowed == ()
    assert 0 <= told.cut < 1
    for fate in told.fates:
        assert all(spread.whole + told.cut == 1 for _, spread in fate.changes)
        assert all(0 <= chance <= 1 for _, _, chance in fate.states)
    assert all(0 < one.chance <= 1 and one.times > 0 for one in told.likelihoods)
    assert all(roll.success is None or 0 <= roll.success <= 1 for roll in told.rolls)


def checked(thrown: Ask, chance: Random) -> Ask:
    """The same dice; of each roll it is tried whether what odds take for the same means the same."""

    def answer(request: Single) -> Answer | None:
        answered = thrown(request)
        if isinstance(request, Roll) and isinstance(answered, RollAnswer):
            for alike in as_good_as(request, answered.faces, chance):
                assert request.outcome(Throw(alike)) == request.outcome(answered.throw), (request, alike)
        return answered

    return answer


def as_good_as(request: Roll[Any], faces: tuple[int, ...], chance: Random) -> list[tuple[int, ...]]:
    """Other throws that odds do not tell from this one. Any: outcomes of every type."""
    if request.dice.open_from is not None:
        total, opens = sum(faces), request.dice.open_from
        firsts = range(max(opens, total - opens + 1), min(request.dice.sides[0], total - 1) + 1)
        return [(first, total - first) for first in firsts] if len(faces) == 2 else []
    at, shuffled = 0, list[int]()
    for length in request.alike:
        run = list(faces[at : at + length])
        chance.shuffle(run)
        shuffled += run
        at += length
    assert at in (0, len(faces))
    return [tuple(shuffled)] if shuffled else []
