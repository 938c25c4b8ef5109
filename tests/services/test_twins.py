"""The twin test: a fight with somebody hidden in it looks, to those who do not see it, as it does without."""

from typing import Any

import pytest

from app.services.access.tokens import Grant
from tests.scenarios.files import SCENARIOS, Case
from tests.services.watching import HIGH, LOW, WATCHER, Deed, Table

PLAYER = Grant("cmp_0", "tok_1", "player", controls=frozenset({"ada", "dafur", "kara", "gor"}))
Json = dict[str, Any]
_UNTOLD = ("skip",)
"""What stands for events of which nothing is to be seen; their numbers say that the GM did something."""


ANOTHER_FIGHT = frozenset({"D20-INI-5-everybody-or-nobody-is-aware"})
"""Everybody is aware in it but the one who hides: there is a surprise round, and without it there is none."""
TOUCHES = ("roll-initiative", "splash", "next target")
"""What scenarios hold in which one combatant more could show."""


def of_game(ruleset: str) -> list[Case]:
    """The scenarios with rounds, areas and choices, the golden fights among them."""
    return [
        case
        for case in SCENARIOS
        if case.ruleset == ruleset
        and case.path.stem not in ANOTHER_FIGHT
        and any(word in case.path.read_text("utf-8") for word in TOUCHES)
    ]


def told_of(deeds: list[Deed]) -> Json:
    """All that the viewer gets of what was done, however many actions it took."""
    rolls: list[Json] = []
    parts: list[Json] = []
    for deed in deeds:
        parts += [{**part, "roll": part["roll"] + len(rolls)} for part in deed.seen["breakdown"]]
        rolls += deed.seen["rolls"]
    events = [event for deed in deeds for event in deed.seen["events"] if event["type"] not in _UNTOLD]
    return {
        "lines": [line for deed in deeds for line in deed.lines],
        "rolls": rolls,
        "breakdown": parts,
        "choices": [choice for deed in deeds for choice in deed.seen["choices"]],
        "events": [{name: event[name] for name in ("type", "payload", "changes")} for event in events],
        "view": deeds[-1].view if deeds else None,
        "command": deeds[0].seen["command"] if deeds else None,
    }


@pytest.mark.parametrize(
    ("viewer", "hiding"), [(WATCHER, HIGH), (PLAYER, LOW)], ids=["spectator-first", "player-last"]
)
@pytest.mark.parametrize("ruleset", ["harp-tdm", "dnd35", "pf1"])
def test_nobody_can_tell_a_fight_from_its_twin(ruleset: str, hiding: str, viewer: Grant) -> None:
    turns = 0
    for case in of_game(ruleset):
        path, scenario = case.path, case.read().scenario
        alone, beside = Table(scenario, viewer), Table(scenario, viewer, hiding)
        assert told_of(list(alone.enter())) == told_of([d for d in beside.enter() if not _enters(d)]), path
        for number, (usual, other) in enumerate(zip(alone.steps(), beside.steps(), strict=True)):
            if alone.refused != beside.refused:
                break  # a new order has to name the hider as well
            turns += len(other) - len(usual)
            where = (path.name, number)
            assert told_of(other) == told_of(usual), where
            if len(usual) == len(other):
                assert [deed.seen["result"] for deed in other] == [deed.seen["result"] for deed in usual], (
                    where
                )
                assert [deed.seen["rules"] for deed in other] == [deed.seen["rules"] for deed in usual], where
            for deed in other:
                _has_a_marker(deed, where)
    assert turns > 10


def _enters(deed: Deed) -> bool:
    return deed.seen["command"] == {"type": "unseen"}


def _has_a_marker(deed: Deed, where: object) -> None:
    """In rounds it is always the turn of somebody who is seen, and that turn is not over."""
    now = deed.view.get("round")
    if now is None or not now["order"]:
        return
    (place,) = (place for place in now["order"] if place["combatant"] == now["current"])
    assert place["has_begun"], where
    assert True not in (place.get("has_ended"), place.get("has_gone")), where
