"""The golden fights: six at a ford with every command, and riders at a ridge in both d20 games.

They come out the same to the last byte, played and replayed.
"""

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from app.cli.play import open_stage, shipped_shelf
from app.rules.harp.contract.commands.command import Command
from app.rules.resolution.answers import Answer
from app.rules.resolution.given import Given, by_default, nobody
from app.rules.resolution.play import Completed, play
from app.services.base.maps import read_map
from app.services.packs.cache import Shelf
from app.services.scenarios.document import Scenario
from app.services.scenarios.file import read_file
from app.services.scenarios.run import play_scenario
from app.services.scenarios.stage import Resolved
from tests.scenarios.golden import FIGHTS, FORD, RIDGE, golden_transcript, transcript_of

AT_THE_RIDGE = frozenset(
    {
        "act-now", "aid-another", "attack", "bull-rush", "charge", "delay", "disarm", "dismount", "draw",
        "drop", "end", "end-turn", "feint", "five-foot-step", "full-attack", "grapple", "heal", "move",
        "ready", "ride-check", "roll-initiative", "stand", "start", "throw-splash", "total-defense", "trip",
        "two-weapon-attack",
    }
)  # fmt: skip
"""What the riders' fight is to use, in either edition; the rest has scenarios of its own."""

every_fight = pytest.mark.parametrize("fight", FIGHTS, ids=lambda fight: f"{fight.parent.name}-{fight.stem}")
either_edition = pytest.mark.parametrize("fight", RIDGE, ids=lambda fight: fight.parent.name)


@every_fight
def test_the_fight_comes_out_as_its_transcript_says(fight: Path) -> None:
    """To write it anew on purpose: ``python -m tests.scenarios.golden --write``."""
    file = read_file(fight)
    assert golden_transcript(file, open_stage(file)) == transcript_of(fight).read_text("utf-8")


def test_six_combatants_use_every_command_in_eight_rounds_or_more() -> None:
    every = {command.__dataclass_fields__["type"].default for command in get_args(Command)}
    assert commands_used(FORD) == every
    assert len(read_file(FORD).scenario.combatants) == 6
    assert rounds_of(FORD)[-1] > 8


@either_edition
def test_riders_thrower_and_two_blades_use_what_they_are_to_use_in_six_rounds(fight: Path) -> None:
    assert commands_used(fight) == AT_THE_RIDGE
    assert rounds_of(fight) == [1, 2, 3, 4, 5, 6]


@either_edition
def test_at_the_ridge_every_roll_that_a_step_asks_for_is_expected(fight: Path) -> None:
    file = read_file(fight)
    for step in play_scenario(file.scenario, open_stage(file)).steps:
        assert isinstance(step.outcome, Resolved)
        assert len(step.step.expect.rolls or ()) == len(step.outcome.rolls), step.did


def test_the_editions_share_the_course_of_the_riders_fight() -> None:
    """Dice differ where the editions ask for other rolls."""
    older, newer = (read_file(fight).scenario for fight in RIDGE)
    assert [step.command for step in older.play] == [step.command for step in newer.play]
    assert [entrant.command() for entrant in older.combatants] == [
        entrant.command() for entrant in newer.combatants
    ]


@every_fight
def test_the_recorded_answers_alone_replay_every_action_to_the_same_state(fight: Path) -> None:
    scene = read_file(fight).scenario
    shelf = shipped_shelf(scene.ruleset)
    state = opening(scene, shelf)
    recorded: list[tuple[Any, tuple[Answer, ...], Any]] = []
    for step in (step for step in scene.play if step.expect.refused is None):
        command = shelf.codecs.command.read(step.command)
        played = play(shelf.rules, state, command, Given(step.dice, step.choices, otherwise=by_default))
        assert isinstance(played, Completed)
        recorded.append((command, played.answers, played.state))
        state = played.state
    again = opening(scene, shelf)
    for command, answers, reached in recorded:
        replayed = play(shelf.rules, again, command, nobody, answers)
        assert isinstance(replayed, Completed)
        again = replayed.state
        assert again == reached


def commands_used(fight: Path) -> set[str]:
    """A command that is refused is not used."""
    return {step["do"]["type"] for step in steps_told(fight) if step["status"] == "resolved"}


def rounds_of(fight: Path) -> list[int]:
    return [
        event["number"]
        for step in steps_told(fight)
        for event in step.get("events", ())
        if event["type"] == "round_started"
    ]


def steps_told(fight: Path) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = json.loads(transcript_of(fight).read_text("utf-8"))["steps"]
    return steps


def opening(scene: Scenario, shelf: Shelf) -> Any:
    """The fighters in place. Any: the state is the game's own."""
    state: Any = shelf.beginning(
        {"ruleset": scene.ruleset, "options": scene.options, "environment": list(scene.environment)},
        None if scene.map is None else read_map(scene.map, "/map"),
    )
    for entrant in scene.combatants:
        entered = play(shelf.rules, state, shelf.codecs.command.read(entrant.command()), nobody)
        assert isinstance(entered, Completed)
        state = entered.state
    return state
