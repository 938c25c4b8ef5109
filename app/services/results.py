"""The answer to an action: what was rolled, how every total was made, what changed, and the words for it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic_core import to_json

from app.narration.catalogue import FALLBACK, Message, say, say_label
from app.narration.tell import TELLERS
from app.rules.common.modifiers import Tally
from app.rules.resolution.answers import RollAnswer
from app.rules.resolution.play import ChoiceEntry, Completed, Entry, RollEntry
from app.services.library import Shelf
from app.services.moments import written
from app.services.views import Json, changes_between


@dataclass(frozen=True, slots=True)
class Place:
    """Where an action stands: its encounter, its own id and number, its first event's number, its moment.

    ``locale`` is the language that it is told in.
    """

    encounter_id: str
    action_id: str
    seq: int
    first_event: int
    at: datetime
    locale: str = FALLBACK

    @property
    def moment(self) -> str:
        return written(self.at)


@dataclass(frozen=True, slots=True)
class Rendered:
    """An action's answer as JSON: ``result`` without its events, ``events`` beside it."""

    result: str
    events: str
    last_event: int


def render(
    shelf: Shelf,
    place: Place,
    command: Any,
    before: Any,
    completed: Completed[Any, Any],
    extras: Mapping[str, object],
) -> Rendered:
    """The answer to ``command``, played from ``before``; ``extras`` are members added to it.

    Any: commands, states and events are the game's own.
    """
    names = _names(before) | _names(completed.state)
    messages = list(_messages(shelf, names, completed))
    entries = completed.transcript
    rolls = [entry for entry in entries if isinstance(entry, RollEntry)]
    events = list(_events(shelf, place, before, completed))
    result: Json = {
        "id": place.action_id,
        "seq": place.seq,
        "encounter_id": place.encounter_id,
        "at": place.moment,
        "status": "resolved",
        "command": shelf.codecs.command.document(command),
        "result": _figures(rolls),
        "rolls": [_roll(index, entry) for index, entry in enumerate(rolls)],
        "choices": [_choice(entry) for entry in entries if isinstance(entry, ChoiceEntry)],
        "breakdown": [
            row for index, entry in enumerate(rolls) for row in _breakdown(index, entry, place.locale)
        ],
        "rules": _rules(entries),
        "changes": changes_between(before, completed.state, shelf),
        "narration": _narration(messages, place.locale),
        "awaiting": [],
        **extras,
    }
    return Rendered(to_json(result).decode(), to_json(events).decode(), place.first_event + len(events) - 1)


def _messages(shelf: Shelf, names: Mapping[str, str], completed: Completed[Any, Any]) -> Iterator[Message]:
    """The messages of all events, each told with the facts of what was rolled for its step."""
    tell = TELLERS[shelf.game.id]
    for step in completed.steps:
        facts = _figures([entry for entry in step.entries if isinstance(entry, RollEntry)])
        for event in step.events:
            yield tell(event, names, shelf.tables, facts)


def _figures(rolls: list[RollEntry]) -> Json:
    """The figures of all rolls together; where two rolls have the same one, the first roll's."""
    figures: Json = {}
    for roll in rolls:
        for name, value in roll.facts:
            figures.setdefault(name, value)
    return figures


def _names(state: Any) -> dict[str, str]:
    return {combatant.id: combatant.identity.name for combatant in state.combatants}


def _roll(index: int, entry: RollEntry) -> Json:
    answer = entry.answer
    return {
        "index": index,
        "purpose": answer.purpose,
        "who": answer.who,
        "notation": entry.dice.notation,
        "dice": [{"sides": sides, "value": face} for sides, face in _sides(entry, answer)],
        "rolled": answer.throw.total,
        "modifier": entry.modifiers.total,
        "total": entry.total,
        "against": None if entry.against is None else entry.against.total,
        "source": answer.source,
        "facts": dict(entry.facts),
        "rules": entry.rules,
    }


def _sides(entry: RollEntry, answer: RollAnswer) -> Iterator[tuple[int | None, int]]:
    for index, face in enumerate(answer.faces):
        yield entry.dice.next_die(answer.faces[:index]), face


def _choice(entry: ChoiceEntry) -> Json:
    answer = entry.answer
    return {
        "purpose": answer.purpose,
        "who": answer.who,
        "choice": answer.choice,
        "options": entry.options,
        "source": answer.source,
        "rules": entry.rules,
    }


def _breakdown(index: int, entry: RollEntry, locale: str) -> Iterator[Json]:
    """Every part of every total of a roll, with those that do not count and what they yield to."""
    for tally in (entry.modifiers, entry.against):
        if tally is not None:
            yield from _parts(index, tally, locale)


def _parts(index: int, tally: Tally, locale: str) -> Iterator[Json]:
    counted = [(part, None) for part in tally.applied]
    held_back = [(suppressed.modifier, suppressed.by) for suppressed in tally.suppressed]
    for part, by in (*counted, *held_back):
        yield {
            "roll": index,
            "of": tally.name,
            "label": part.label,
            "text": say_label(part.label, locale),
            "value": part.value,
            "kind": part.kind,
            "source": part.source,
            "rule_id": part.rule_id,
            "applied": by is None,
            "suppressed_by": by,
        }


def _rules(entries: tuple[Entry, ...]) -> list[str]:
    """The ids of every rule applied, once each, in the order they came up."""
    ids: dict[str, None] = {}
    for entry in entries:
        ids.update(dict.fromkeys(entry.rules))
        if isinstance(entry, RollEntry):
            for tally in (entry.modifiers, entry.against):
                if tally is not None:
                    ids.update((part.rule_id, None) for part in tally.applied)
    return list(ids)


def _narration(messages: list[Message], locale: str) -> Json:
    """The first message is the headline; ``lines`` has one message an event."""
    told = messages or [Message("nothing_happens", {})]
    lines = [
        {"message_id": message.id, "params": message.params, "text": say(message, locale)} for message in told
    ]
    return {
        "message_id": lines[0]["message_id"],
        "params": lines[0]["params"],
        "text": {"locale": locale, "plain": "\n".join(str(line["text"]) for line in lines)},
        "lines": lines,
    }


def _events(shelf: Shelf, place: Place, before: Any, completed: Completed[Any, Any]) -> Iterator[Json]:
    """The events as they are published; all but the first are caused by it."""
    state, moment = before, place.moment
    first: str | None = None
    for index, (event, after) in enumerate(zip(completed.events, completed.states, strict=True)):
        event_id = f"evt_{place.action_id.removeprefix('act_')}{index:02d}"
        yield {
            "seq": place.first_event + index,
            "id": event_id,
            "type": event.type,
            "at": moment,
            "encounter_id": place.encounter_id,
            "action_id": place.action_id,
            "caused_by": first,
            "changes": changes_between(state, after, shelf),
            "payload": shelf.codecs.event.document(event),
        }
        first = first or event_id
        state = after
