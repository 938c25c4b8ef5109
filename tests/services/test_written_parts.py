"""What is written once while an action is told is what whole views would say."""

from typing import Any

import pytest

from app.cli.play import shipped_shelf
from app.rules.resolution.given import Given, by_default
from app.rules.resolution.play import Completed, play
from app.services.visibility.views import WrittenParts, changes_between, differences, play_view
from benchmarks.odds import FIGHTER, WARRIOR

BLOW = {"actor": "ada", "target": "bor"}
FIGHTS: list[tuple[str, Any, list[Any]]] = [
    (
        "harp-tdm",
        WARRIOR,
        [
            ({**BLOW, "type": "attack", "weapon": "axe"}, (55, 42)),
            ({**BLOW, "type": "attack", "weapon": "axe"}, (70, 80, 50)),
            ({**BLOW, "type": "attack", "weapon": "axe"}, (5,)),
        ],
    ),
    (
        "pf1",
        {**FIGHTER, "bab": 11},
        [
            ({**BLOW, "type": "full-attack", "weapon": "sword"}, (15, 4, 12, 8, 2)),
            ({**BLOW, "type": "full-attack", "weapon": "sword"}, (2, 3, 4)),
        ],
    ),
]


@pytest.mark.parametrize(("ruleset", "sheet", "blows"), FIGHTS, ids=["harp", "pf1"])
def test_changes_are_those_between_whole_views(ruleset: str, sheet: Any, blows: list[Any]) -> None:
    shelf = shipped_shelf(ruleset)
    state = shelf.beginning({})
    for who in ("ada", "bor"):
        entering = {"type": "add", "identity": {"id": who, "name": who, "side": who}, "sheet": sheet}
        state = played(shelf, state, entering, ()).state
    count = 0
    for command, dice in blows:
        done = played(shelf, state, command, dice)
        written = WrittenParts(shelf.codecs.combatant)
        before = state
        for after in (*done.states, done.state):
            told = changes_between(before, after, shelf, written)
            assert told == changes_between(before, after, shelf)
            of_combatants = [change for change in told if change["path"].startswith("/combatants/")]
            assert of_combatants == whole(before, after, shelf)
            count += len(of_combatants)
            before = after
        assert changes_between(state, done.state, shelf, written) == changes_between(state, done.state, shelf)
        state = done.state
    assert count > 3


def played(shelf: Any, state: Any, command: Any, dice: tuple[int, ...]) -> Completed[Any, Any]:
    """Any: every ruleset has types of its own."""
    done = play(shelf.rules, state, shelf.codecs.command.read(command), Given(dice, otherwise=by_default))
    assert isinstance(done, Completed)
    return done


def whole(before: Any, after: Any, shelf: Any) -> list[Any]:
    """The same of whole views. Any: JSON."""
    codec = shelf.codecs.combatant
    return [
        change
        for was, now in zip(before.combatants, after.combatants, strict=True)
        for change in differences(f"/combatants/{was.id}", play_view(was, codec), play_view(now, codec))
    ]
