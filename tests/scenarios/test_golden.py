"""Six at a ford: ten rounds with every command, the same to the last byte, played and replayed."""

import json
from typing import Any, get_args

from app.cli.play import open_stage, shipped_shelf
from app.rules.harp.commands import Command
from app.rules.resolution.answers import Answer
from app.rules.resolution.given import Given, by_default, nobody
from app.rules.resolution.play import Completed, play
from app.services.scenarios.file import read_file
from tests.scenarios.golden import SCENARIO, TRANSCRIPT, golden_transcript

SHELF = shipped_shelf("harp-tdm")
SCENE = read_file(SCENARIO).scenario


def test_the_fight_comes_out_as_its_transcript_says() -> None:
    """To write it anew on purpose: ``python -m tests.scenarios.golden --write``."""
    file = read_file(SCENARIO)
    assert golden_transcript(file, open_stage(file)) == TRANSCRIPT.read_text("utf-8")


def test_six_combatants_use_every_command_in_eight_rounds_or_more() -> None:
    """A command that is refused is not used."""
    told = json.loads(TRANSCRIPT.read_text("utf-8"))
    used = {step["do"]["type"] for step in told["steps"] if step["status"] == "resolved"}
    every = {command.__dataclass_fields__["type"].default for command in get_args(Command)}
    rounds = [
        event["number"] for step in told["steps"] for event in step.get("events", ()) if "number" in event
    ]
    assert used == every
    assert len(SCENE.combatants) == 6
    assert max(rounds) > 8


def test_the_recorded_answers_alone_replay_every_action_to_the_same_state() -> None:
    state = opening()
    recorded: list[tuple[Any, tuple[Answer, ...], Any]] = []
    for step in (step for step in SCENE.play if step.expect.refused is None):
        command = SHELF.codecs.command.read(step.command)
        played = play(SHELF.rules, state, command, Given(step.dice, step.choices, otherwise=by_default))
        assert isinstance(played, Completed)
        recorded.append((command, played.answers, played.state))
        state = played.state
    again = opening()
    for command, answers, reached in recorded:
        replayed = play(SHELF.rules, again, command, nobody, answers)
        assert isinstance(replayed, Completed)
        again = replayed.state
        assert again == reached


def opening() -> Any:
    """The six in place. Any: the state is the game's own."""
    state = SHELF.codecs.state.read({"ruleset": SCENE.ruleset, "environment": list(SCENE.environment)})
    for entrant in SCENE.combatants:
        entered = play(SHELF.rules, state, SHELF.codecs.command.read(entrant.command()), nobody)
        assert isinstance(entered, Completed)
        state = entered.state
    return state
