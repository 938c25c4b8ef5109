"""Dispatch is by tables: each step, command and event of a game has one entry, and none is foreign."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import UnionType
from typing import Any, Union, get_args, get_origin

import pytest

from app.rules.d20 import ruleset as d20
from app.rules.d20.contract.commands import command as d20_commands
from app.rules.d20.contract.events import event as d20_events
from app.rules.d20.contract.evolve import evolve as d20_evolve
from app.rules.harp import ruleset as harp
from app.rules.harp.contract.commands import command as harp_commands
from app.rules.harp.contract.commands.command import Finish
from app.rules.harp.contract.events import event as harp_events
from app.rules.harp.contract.evolve import evolve as harp_evolve


def members(union: Any) -> Iterator[type]:
    """The types that a union is made of, however it is nested. Any: a union is no type."""
    if get_origin(union) in (Union, UnionType):
        for part in get_args(union):
            yield from members(part)
    else:
        yield union


@pytest.mark.parametrize(
    ("table", "union", "elsewhere"),
    [
        (d20.STEPS, d20_commands.Step, set[type]()),
        (
            harp.STEPS,
            harp_commands.Step,
            {Finish},
        ),  # which the ruleset itself resolves: it plays another step
    ],
    ids=["d20", "harp"],
)
def test_every_step_has_a_rule(table: Mapping[Any, object], union: Any, elsewhere: set[type]) -> None:
    assert set(table) | elsewhere == set(members(union))
    assert not set(table) & elsewhere


@pytest.mark.parametrize("game", [d20, harp], ids=["d20", "harp"])
def test_no_room_takes_a_step_from_another(game: Any) -> None:
    rooms = {id(module.STEPS): module.STEPS for module in vars(game).values() if hasattr(module, "STEPS")}
    assert sum(map(len, rooms.values())) == len(game.STEPS)


@pytest.mark.parametrize(
    ("entries", "union"),
    [(d20_evolve.ENTRIES, d20_events.Event), (harp_evolve.ENTRIES, harp_events.Event)],
    ids=["d20", "harp"],
)
def test_every_event_says_once_what_it_changes(entries: Sequence[tuple[Any, object]], union: Any) -> None:
    assert Counter(kind for kind, _change in entries) == Counter(members(union))
