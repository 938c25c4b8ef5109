"""Replay: the log of an encounter folded from its beginning, every action played again and compared."""

from collections.abc import AsyncIterator, Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from pydantic_core import from_json, to_json

from app.persistence.base.codec import ANSWERS
from app.persistence.base.json_text import pointer_to
from app.persistence.play import encounter_queries as queries
from app.persistence.play.models import ActionRow, EncounterRow
from app.persistence.play.undo_queries import EDIT_ENCOUNTER, NOT_ACTIONS, REDO, UNDO
from app.rules.common.errors import RulesError
from app.rules.resolution.given import nobody
from app.rules.resolution.play import Completed, play
from app.services.base.json_value import Json
from app.services.base.refusals import NotFound
from app.services.base.service import Estoc
from app.services.packs.cache import Shelf
from app.services.play.results import Place, render
from app.services.visibility.views import beginning_of, changes_between
from app.values import value

PAGE = 200
NOTICES = frozenset({"action_suspended", "action_resumed"})
"""Events of the service that stand among those of the game."""


@value
class Difference:
    """Where the log and its replay part: ``place`` is a JSON pointer into ``what``. Any: JSON."""

    seq: int
    action_id: str
    what: str
    place: str
    logged: Any
    replayed: Any


@value
class Replayed:
    """How many rows were compared, and the first difference, if there is one."""

    rows: int
    difference: Difference | None


async def find_encounter(service: Estoc, encounter_id: str) -> EncounterRow:
    """An encounter of whichever campaign; raises NotFound."""
    async with service.database.session(is_long=True) as session:
        row = await queries.encounter_anywhere(session, encounter_id)
    if row is None:
        raise NotFound(f"There is no encounter {encounter_id}.")
    return row


async def replay(
    service: Estoc, encounter: EncounterRow, tell: Callable[[int], None] = lambda _: None
) -> Replayed:
    """Play every row again until one differs; ``tell`` hears the number of each."""
    shelf = await service.library.shelf_of(encounter.campaign_id, encounter.tables)
    fold = _Fold(shelf, beginning_of(shelf.codecs.state.load(encounter.state), shelf))
    rows = 0
    async for row in log_of(service, encounter):
        rows += 1
        tell(row.seq)
        if (difference := next(fold.differences(row), None)) is not None:
            return Replayed(rows, difference)
    return Replayed(rows, next(fold.differences_at_the_end(encounter), None))


async def log_of(service: Estoc, encounter: EncounterRow) -> AsyncIterator[ActionRow]:
    """Every row of the log in order."""
    async for page in pages_of(service, encounter):
        for row in page:
            yield row


async def pages_of(service: Estoc, encounter: EncounterRow) -> AsyncIterator[Sequence[ActionRow]]:
    """The log in order, some rows at a time; no connection is held between two pages."""
    after = 0
    while True:
        async with service.database.session(is_long=True) as session:
            page = await queries.actions(session, encounter.campaign_id, encounter.id, after, PAGE)
        if page:
            yield page
        if len(page) < PAGE:
            return
        after = page[-1].seq


@dataclass(slots=True)
class _Fold:
    """The log as far as it is folded. Any: states are the game's own."""

    shelf: Shelf
    state: Any
    version: int = 0
    last_event: int = 0
    states: dict[int, Any] = field(default_factory=dict[int, Any])
    standing: list[int] = field(default_factory=list[int])
    undone: list[int] = field(default_factory=list[int])
    reverted: dict[int, int | None] = field(default_factory=dict[int, int | None])
    marked: dict[int, int | None] = field(default_factory=dict[int, int | None])

    def differences(self, row: ActionRow) -> Iterator[Difference]:
        """How ``row`` differs from what the rules make of it; then the fold has moved on by it."""
        if not self.states:
            self.states[0] = self.state
        events = from_json(row.events)
        yield from self._numbers(row, events)
        try:
            state = yield from self._after(row, events)
        except RulesError as refusal:
            yield Difference(row.seq, row.id, "answers", "", from_json(row.answers), refusal.message)
            return
        yield from _compared(row, "state", from_json(row.state_after), self._document(state))
        self.states[row.seq] = self.state = state
        self.version, self.last_event = row.seq, row.last_event
        self.marked[row.seq] = row.reverted_by

    def differences_at_the_end(self, encounter: EncounterRow) -> Iterator[Difference]:
        """How the encounter's own row, and what it says of its log, differ from the fold."""
        at = (self.version, encounter.id)
        for name, stored, folded in (
            ("version", encounter.version, self.version),
            ("last_event", encounter.last_event, self.last_event),
        ):
            if stored != folded:
                yield Difference(*at, name, "", stored, folded)
        for place, stored, folded in parted(from_json(encounter.state), self._document(self.state)):
            yield Difference(*at, "state of the encounter", place, stored, folded)
        for seq, by in self.marked.items():
            if by != self.reverted.get(seq):
                yield Difference(seq, encounter.id, "reverted_by", "", by, self.reverted.get(seq))

    def _numbers(self, row: ActionRow, events: list[Json]) -> Iterator[Difference]:
        expected = {
            "seq": self.version + 1,
            "events": list(range(self.last_event + 1, self.last_event + 1 + len(events))),
            "last_event": self.last_event + len(events),
            "tables": self.shelf.tables_hash,
        }
        found = {
            "seq": row.seq,
            "events": [event["seq"] for event in events],
            "last_event": row.last_event,
            "tables": row.tables_hash,
        }
        yield from _compared(row, "numbers", found, expected)

    def _after(self, row: ActionRow, events: list[Json]) -> Generator[Difference, None, Any]:
        """Yields the differences of ``row`` and returns the state after it. Any: the game's own."""
        if row.kind in (UNDO, REDO):
            return (yield from self._gone(row))
        self.undone.clear()
        if row.kind in NOT_ACTIONS:
            return self.state
        self.standing.append(row.seq)
        if row.kind == EDIT_ENCOUNTER:
            return self.state
        return (yield from self._played(row, events))

    def _gone(self, row: ActionRow) -> Generator[Difference, None, Any]:
        """Back by an undo, or forth again by a redo: always by those next in turn."""
        reverts = row.reverts or []
        taken, given = (self.standing, self.undone) if row.kind == UNDO else (self.undone, self.standing)
        in_turn = taken[::-1][: max(1, len(reverts))]
        yield from _compared(row, "reverts", reverts, in_turn)
        del taken[len(taken) - len(in_turn) :]
        given.extend(in_turn)
        self.reverted |= dict.fromkeys(in_turn, row.seq if row.kind == UNDO else None)
        return self.states[in_turn[-1] - 1 if row.kind == UNDO else in_turn[-1]]

    def _played(self, row: ActionRow, events: list[Json]) -> Generator[Difference, None, Any]:
        codecs, rules = self.shelf.codecs, self.shelf.rules
        command, answers = codecs.command.load(row.command), ANSWERS.load(row.answers)
        played = play(rules, self.state, command, nobody, answers)
        if not isinstance(played, Completed):
            asked = [request.purpose for request in played.awaiting]
            yield Difference(row.seq, row.id, "answers", "", from_json(row.answers), {"asks for": asked})
            return self.state
        logged = [
            {"payload": event["payload"], "changes": event["changes"]}
            for event in events
            if event["type"] not in NOTICES
        ]
        yield from _compared(row, "events", logged, list(self._events(played)))
        yield from self._told(row, command, played)
        told = (codecs.event.read(event["payload"]) for event in logged)
        folded = reduce(rules.evolve, told, self.state)
        yield from _compared(row, "events, folded", self._document(folded), self._document(played.state))
        return played.state

    def _told(self, row: ActionRow, command: Any, played: Completed[Any, Any]) -> Iterator[Difference]:
        """The dice and figures that the caller was told, beside those of the replay."""
        place = Place(row.encounter_id, row.id, row.seq, row.first_event, row.created_at)
        logged = from_json(row.result)
        replayed = from_json(render(self.shelf, place, command, self.state, played, {}).result)
        for result in (logged, replayed):
            for roll in result["rolls"]:
                del roll["epoch"]  # that of the dice at the time; a roll by hand does not say it
        for name in ("result", "rolls", "choices"):
            yield from _compared(row, name, logged[name], replayed[name])

    def _events(self, played: Completed[Any, Any]) -> Iterator[Json]:
        before = self.state
        for event, after in zip(played.events, played.states, strict=True):
            changes = changes_between(before, after, self.shelf)
            payload = self.shelf.codecs.event.document(event)
            yield from_json(to_json({"payload": payload, "changes": changes}))
            before = after

    def _document(self, state: Any) -> Json:
        return self.shelf.codecs.state.document(state)


def _compared(row: ActionRow, what: str, logged: object, replayed: object) -> Iterator[Difference]:
    for place, stored, found in parted(logged, replayed):
        yield Difference(row.seq, row.id, what, place, stored, found)


def parted(one: Any, other: Any, place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where two JSON documents differ, with what each has there. Any: JSON."""
    match one, other:
        case Mapping(), Mapping():
            for name in {**one, **other}:
                yield from parted(one.get(name), other.get(name), place + pointer_to(name))
        case [*left], [*right] if len(left) == len(right):
            for index, (mine, yours) in enumerate(zip(left, right, strict=True)):
                yield from parted(mine, yours, place + pointer_to(index))
        case _ if one != other:
            yield place, one, other
        case _:
            return
