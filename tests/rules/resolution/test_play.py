"""The kernel, on a game small enough to see through: a duel of pebbles."""

from dataclasses import dataclass
from typing import Any

import pytest

from app.rules.common.dice import D10, OPEN_D100, Dice, Throw
from app.rules.common.errors import DieOutOfRange, InvalidAnswer, ReplayMismatch
from app.rules.resolution.answers import Answer, ChoiceAnswer, RollAnswer
from app.rules.resolution.given import Given, nobody
from app.rules.resolution.play import Completed, Suspended, play
from app.rules.resolution.requests import Choose, Resolution, Roll, Single, Together
from app.rules.resolution.steps import StepResult


@dataclass(frozen=True, slots=True)
class Pebbles:
    """A game whose state is the list of what happened."""

    def resolve(self, state: tuple[str, ...], step: str) -> Resolution[StepResult[str, str]]:
        if step == "throw":
            far = yield from Roll("throw", "ann", OPEN_D100, lambda throw: throw.total > 50)
            return StepResult((f"far={far}",), ("splash", "cheer"))
        if step == "race":
            both = yield from Together((Roll("speed", "ann", D10, _total), Roll("speed", "bob", D10, _total)))
            return StepResult((f"race={both}",))
        if step == "splash":
            wet = yield from Choose("get wet", "bob", ("yes", "no"), "no")
            return StepResult((f"wet={wet}",), ("shiver",) if wet == "yes" else ())
        return StepResult((step,))

    def evolve(self, state: tuple[str, ...], event: str) -> tuple[str, ...]:
        return (*state, event)


def _total(throw: Throw) -> int:
    return throw.total


def run(command: str, *dice: int, **choices: str) -> Completed[tuple[str, ...], str] | Suspended:
    given = Given(dice, {key.replace("_", " "): value for key, value in choices.items()})
    return play(Pebbles(), (), command, given)


def completed(outcome: Completed[Any, Any] | Suspended) -> Completed[Any, Any]:
    assert isinstance(outcome, Completed)
    return outcome


def test_follow_up_steps_run_before_what_was_queued() -> None:
    outcome = completed(run("throw", 60, get_wet="yes"))
    assert outcome.state == ("far=True", "wet=yes", "shiver", "cheer")
    assert [step.events for step in outcome.steps] == [("far=True",), ("wet=yes",), ("shiver",), ("cheer",)]


def test_the_state_is_the_fold_of_the_events() -> None:
    outcome = completed(run("throw", 60, get_wet="no"))
    assert outcome.state == outcome.events


def test_the_first_unanswered_request_suspends_and_the_answers_take_it_on() -> None:
    suspended = run("throw", 60)
    assert isinstance(suspended, Suspended)
    assert [request.purpose for request in suspended.awaiting] == ["get wet"]
    answers = (*suspended.answers, ChoiceAnswer("get wet", "bob", "no", "manual"))
    resumed = completed(play(Pebbles(), (), "throw", nobody, answers))
    assert resumed.state == ("far=True", "wet=no", "cheer")


def test_every_prefix_of_the_answers_suspends_at_the_next_request() -> None:
    whole = completed(run("throw", 97, 20, get_wet="yes")).answers
    for length in range(len(whole)):
        suspended = play(Pebbles(), (), "throw", nobody, whole[:length])
        assert isinstance(suspended, Suspended)
        assert suspended.awaiting[0].purpose == whole[length].purpose
        assert suspended.answers == whole[:length]


def test_replay_with_the_recorded_answers_gives_the_same_end() -> None:
    first = completed(run("throw", 97, 20, get_wet="yes"))
    assert completed(play(Pebbles(), (), "throw", nobody, first.answers)) == first


def test_requests_asked_together_are_answered_in_any_order() -> None:
    bob, ann = RollAnswer("speed", "bob", (3,), "manual"), RollAnswer("speed", "ann", (9,), "manual")
    suspended = play(Pebbles(), (), "race", nobody, (bob,))
    assert isinstance(suspended, Suspended)
    assert [
        (request.purpose, request.roller) for request in suspended.awaiting if isinstance(request, Roll)
    ] == [("speed", "ann")]
    assert completed(play(Pebbles(), (), "race", nobody, (bob, ann))).events == ("race=(9, 3)",)


@pytest.mark.parametrize(
    ("answers", "error"),
    [
        ((RollAnswer("throw", "ann", (0,), "manual"),), DieOutOfRange),
        ((RollAnswer("throw", "ann", (101,), "manual"),), DieOutOfRange),
        ((RollAnswer("throw", "ann", (97,), "manual"),), InvalidAnswer),
        ((RollAnswer("throw", "ann", (50, 50), "manual"),), InvalidAnswer),
        ((RollAnswer("throw", "bob", (50,), "manual"),), ReplayMismatch),
        ((RollAnswer("jump", "ann", (50,), "manual"),), ReplayMismatch),
        ((ChoiceAnswer("throw", "ann", "far", "manual"),), ReplayMismatch),
        (
            (RollAnswer("throw", "ann", (60,), "gm"), ChoiceAnswer("get wet", "bob", "maybe", "gm")),
            InvalidAnswer,
        ),
    ],
    ids=["0", "101", "too few", "too many", "not hers", "other roll", "not a roll", "not offered"],
)
def test_an_answer_that_does_not_fit_is_refused(answers: tuple[Answer, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        play(Pebbles(), (), "throw", nobody, answers)


def test_answers_left_over_at_the_end_are_a_mismatch() -> None:
    whole = completed(run("throw", 60, get_wet="no")).answers
    with pytest.raises(ReplayMismatch, match="1 recorded answers are left over"):
        play(Pebbles(), (), "throw", nobody, (*whole, whole[0]))


def test_given_dice_go_first_and_the_rest_is_asked() -> None:
    asked: list[str] = []

    def server(request: Single) -> Answer:
        asked.append(request.purpose)
        return ChoiceAnswer(request.purpose, "bob", "no", "server")

    given = Given((60, 7), otherwise=server)
    outcome = completed(play(Pebbles(), (), "throw", given))
    assert asked == ["get wet"]
    assert given.left_over == (7,)
    assert [answer.source for answer in outcome.answers] == ["manual", "server"]


def test_dice_are_written_as_players_write_them() -> None:
    assert Dice((6, 6, 8)).notation == "2d6+1d8"
    assert OPEN_D100.notation == "1d100 open-ended (96+)"
