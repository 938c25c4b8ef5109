"""Runs of a simulation as they are computed, apart from everything else: in a process of their own.

What goes in and comes out is bytes and plain values, as it has to go from process to process.
"""

import time
from typing import Any

from pydantic_core import from_json, to_json

from app.persistence.packs.pack_files import Document, PackKey
from app.rules.registry import RULESETS
from app.rules.resolution.given import deciding_by_default
from app.rules.resolution.play import Ask
from app.rules.resolution.simulation import Fight
from app.services.dice.seeded import fair_dice
from app.services.packs.cache import Shelf, shelf_with
from app.services.scenarios.writing import Writing
from app.services.simulations.order import ORDER, SimulationBody, field_of, policies_in
from app.services.simulations.outcomes import OUTCOMES, Outcomes, fought
from app.values import value

A_PART = 10
"""Runs that are computed before what came of them is kept."""
A_PART_WITHIN = 1.0
"""Seconds after which a part ends with the run under way, though it has fewer."""


@value
class Work:
    """What is to be computed: the fight as it stood, the simulation's body, and with which tables."""

    tables: PackKey
    state: str
    order: str


MOST_KNOWN = 6
_known: dict[PackKey, Shelf] = {}
"""The shelves of this process, that which was learnt last at the end."""


def learn(tables: PackKey, document: Document) -> None:
    """Make tables known, and forget those that were learnt first."""
    _known[tables] = shelf_with(RULESETS[tables.ruleset], document, tables.hash)
    while len(_known) > MOST_KNOWN:
        del _known[next(iter(_known))]


def dice_of(seed: str, number: int) -> Ask:
    """Answers everything in the run of that ``number``: fair dice, and the default of every choice."""
    return deciding_by_default(fair_dice(f"{seed}/{number}"))


def play_on(work: Work, done: int) -> bytes | None:
    """What came of the next runs, as JSON; None where the tables are not known yet."""
    shelf = _known.get(work.tables)
    if shelf is None:
        return None
    began = time.monotonic()
    body, state = _read(work, shelf)
    outcomes = Outcomes()
    for number in range(done, min(body.runs, done + A_PART)):
        outcomes += outcome_of(shelf, state, body, number)
        if time.monotonic() - began > A_PART_WITHIN:
            break
    return OUTCOMES.dump(outcomes)


def outcome_of(shelf: Shelf, state: Any, body: SimulationBody, number: int) -> Outcomes:
    """What came of one run; they are numbered from 0. Any: the state is the game's own."""
    assert body.seed is not None
    policies = policies_in(body, state)
    return fought(field_of(shelf), state, policies, dice_of(body.seed, number), body.max_rounds, number)


def write_down(shelf: Shelf, work: Work, number: int, so_far: str, title: str) -> bytes:
    """One run as a scenario, JSON, that goes on from what was written ``so_far``."""
    body, state = _read(work, shelf)
    assert body.seed is not None
    writing = Writing.going_on(shelf, state, from_json(so_far))
    policies, dice = policies_in(body, state), dice_of(body.seed, number)
    for deed in Fight(field_of(shelf), state, policies, dice, body.max_rounds):
        writing.add(shelf.codecs.command.document(deed.command), deed.played.answers)
    return to_json(writing.scenario(title))


def _read(work: Work, shelf: Shelf) -> tuple[SimulationBody, Any]:
    return ORDER.load(work.order), shelf.codecs.state.load(work.state)
