"""The answer to an action: what was rolled, how every total was made, what changed, and the words for it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic_core import to_json

from app.narration.arms import Arms, spoken_arms, with_own
from app.narration.catalogue import (
    FALLBACK,
    NO_WEAPONS,
    Message,
    Weapons,
    say,
    say_label,
    say_option,
    say_purpose,
)
from app.narration.tell import TELLERS, plainly
from app.rules.common.modifiers import Tally
from app.rules.resolution.answers import RollAnswer
from app.rules.resolution.play import ChoiceEntry, Completed, Entry, RollEntry, Suspended
from app.rules.resolution.requests import asked_of
from app.services.base.json_value import Json
from app.services.base.timestamps import written
from app.services.packs.loaded_pack import Shelf
from app.services.visibility.event_fields import BOOKKEEPING, COMBATANT
from app.services.visibility.views import WrittenParts, changes_between
from app.values import value

NOTHING_UNUSED: Mapping[str, object] = {"unused_dice": (), "unused_choices": ()}
_STANDS = '"reverted_by":null}'
ACTION_REFUSED = "action_refused"
"""The event and the message of an action that was refused after its dice had fallen."""


@value
class Place:
    """Where an action stands: its encounter, its own id and number, its first event's number, its moment.

    ``row_id`` is the id of its row in the log, where it has more rows than the one of its end.
    ``epoch`` is that of the encounter's dice; what is not stored has none. ``locale`` is the language that
    the action is told in.
    """

    encounter_id: str
    action_id: str
    seq: int
    first_event: int
    at: datetime
    row_id: str | None = None
    epoch: int | None = None
    locale: str = FALLBACK

    def event_id(self, index: int) -> str:
        return f"evt_{(self.row_id or self.action_id).removeprefix('act_')}{index:02d}"

    @property
    def moment(self) -> str:
        return written(self.at)


@value
class Notice:
    """An event of the service, not of the game: who is waited for, what is taken back.

    ``changes`` are those of the encounter's view. Any: JSON.
    """

    type: str
    payload: Mapping[str, Any]
    changes: Sequence[Json] = ()


@value
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
    played: Completed[Any, Any] | Suspended,
    extras: Mapping[str, object],
    notices: Sequence[Notice] = (),
) -> Rendered:
    """The answer to ``command``, played from ``before``; ``extras`` are members added to it.

    ``notices`` come before the events of the game. What a suspended action has done so far is told, but
    nothing of it has happened; one that waits for nobody was refused. Any: commands, states and events are
    the game's own.
    """
    is_over = isinstance(played, Completed)
    after = played.state if is_over else before
    names = _names(before) | _names(after)
    messages = list(_messages(shelf, names, _arms(before) | _arms(after), played))
    status = "resolved"
    if not is_over:
        status = "awaiting" if played.awaiting else "refused"
        asked = Message("action_suspended", {"asked": _asked(played, names)})
        messages.insert(0, asked if played.awaiting else Message(ACTION_REFUSED, {}))
    entries = played.transcript
    rolls = [entry for entry in entries if isinstance(entry, RollEntry)]
    events = [_notice(place, index, notice) for index, notice in enumerate(notices)]
    written = WrittenParts(shelf.codecs.combatant)
    if is_over:
        events += _events(shelf, place, before, played, len(events), written)
    result: Json = {
        "id": place.action_id,
        "seq": place.seq,
        "encounter_id": place.encounter_id,
        "at": place.moment,
        "status": status,
        "command": shelf.codecs.command.document(command),
        "result": _figures(_own_first(before, command, rolls)),
        "rolls": [_roll(place, entry) for entry in rolls],
        "choices": [_choice(entry, place.locale) for entry in entries if isinstance(entry, ChoiceEntry)],
        "breakdown": [
            row for index, entry in enumerate(rolls) for row in _breakdown(index, entry, place.locale)
        ],
        "rules": _rules(entries),
        "changes": changes_between(before, after, shelf, written),
        "narration": _narration(messages, place.locale, shelf.tables.weapons),
        "awaiting": [],
        **extras,
        "reverts": [],
        "reverted_by": None,
    }
    return _rendered(place, result, events)


def render_notices(
    place: Place,
    command: Mapping[str, Any],
    messages: Sequence[Message],
    notices: Sequence[Notice],
    changes: Sequence[Json],
    reverts: Sequence[str] = (),
) -> Rendered:
    """The answer to a request that plays no rule: an undo, a change of the settings. Any: JSON."""
    result: Json = {
        "id": place.action_id,
        "seq": place.seq,
        "encounter_id": place.encounter_id,
        "at": place.moment,
        "status": "resolved",
        "command": command,
        "result": {},
        "rolls": [],
        "choices": [],
        "breakdown": [],
        "rules": [],
        "changes": changes,
        "narration": _narration(list(messages), place.locale),
        "awaiting": [],
        "privacy": "public",
        **NOTHING_UNUSED,
        "reverts": reverts,
        "reverted_by": None,
    }
    return _rendered(place, result, [_notice(place, index, notice) for index, notice in enumerate(notices)])


def render_cancelled(place: Place, awaiting: Json, notice: Notice) -> Rendered:
    """The answer to the cancelling of an action, from what was answered when it began to wait."""
    result: Json = {
        **awaiting,
        "seq": place.seq,
        "at": place.moment,
        "status": "cancelled",
        "narration": _narration([Message("action_cancelled", {})], place.locale),
        "awaiting": [],
    }
    return _rendered(place, result, [_notice(place, 0, notice)])


def reverted(result: str, by: str | None) -> str:
    """``result`` as it reads now that its action is taken back ``by`` an undo."""
    if by is None:
        return result
    return f'{result.removesuffix(_STANDS)}"reverted_by":"{by}"}}'


def _rendered(place: Place, result: Json, events: list[Json]) -> Rendered:
    return Rendered(to_json(result).decode(), to_json(events).decode(), place.first_event + len(events) - 1)


def _messages(
    shelf: Shelf, names: Mapping[str, str], arms: Arms, played: Completed[Any, Any] | Suspended
) -> Iterator[Message]:
    """The messages of all events, each told with the facts of what was rolled for its step.

    What an action costs is told only where nothing else happened.
    """
    tell = TELLERS.get(shelf.game.id, plainly)
    told = [(step, event) for step in played.steps for event in step.events]
    more = [(step, event) for step, event in told if event.type not in BOOKKEEPING]
    for step, event in more or told:
        facts = _figures([entry for entry in step.entries if isinstance(entry, RollEntry)])
        yield tell(event, names, shelf.tables, facts, arms)


def _asked(suspended: Suspended, names: Mapping[str, str]) -> str:
    """Who is asked for what, in words."""
    return ", ".join(
        f"{request.purpose} ({names.get(asked_of(request), asked_of(request))})"
        for request in suspended.awaiting
    )


def _own_first(before: Any, command: Any, rolls: list[RollEntry]) -> list[RollEntry]:
    """The rolls of whoever acts before those that others made in between, an opportunity attack's say."""
    actor = getattr(command, "actor", None)
    if actor is None:
        return rolls
    own = next((one.id for one in before.combatants if one.identity.answers_to(actor)), None)
    return sorted(rolls, key=lambda roll: roll.answer.who != own)


def _figures(rolls: list[RollEntry]) -> Json:
    """The figures of all rolls together; where two rolls have the same one, the first roll's."""
    figures: Json = {}
    for roll in rolls:
        for name, figure in roll.facts:
            figures.setdefault(name, figure)
    return figures


def _names(state: Any) -> dict[str, str]:
    return {combatant.id: combatant.identity.name for combatant in state.combatants}


def _arms(state: Any) -> dict[str, Mapping[str, str]]:
    return {combatant.id: spoken_arms(combatant.sheet.weapons) for combatant in state.combatants}


def weapons_of(state: Any, who: str, tables: Weapons) -> Weapons:
    """What the weapons of ``who`` are called, by their ids on its sheet, and those of the ``tables``."""
    sheets = (one.sheet for one in state.combatants if one.id == who)
    return next((with_own(tables, sheet.weapons) for sheet in sheets), tables)


def _roll(place: Place, entry: RollEntry) -> Json:
    answer = entry.answer
    return {
        "purpose": answer.purpose,
        "text": say_purpose(answer.purpose, place.locale),
        "who": answer.who,
        "notation": entry.dice.notation,
        "dice": [{"sides": sides, "value": face} for sides, face in _sides(entry, answer)],
        "rolled": answer.throw.total,
        "modifier": entry.modifiers.total,
        "total": entry.total,
        "against": None if entry.against is None else entry.against.total,
        "source": answer.source,
        "epoch": answer.epoch or place.epoch,
        "stream": answer.stream,
        "index": answer.index,
        "as_sum": answer.as_sum,
        "facts": dict(entry.facts),
        "rules": entry.rules,
    }


def _sides(entry: RollEntry, answer: RollAnswer) -> Iterator[tuple[int | None, int]]:
    for index, face in enumerate(answer.faces):
        yield entry.dice.next_die(answer.faces[:index]), face


def _choice(entry: ChoiceEntry, locale: str) -> Json:
    answer = entry.answer
    return {
        "purpose": answer.purpose,
        "text": say_purpose(answer.purpose, locale),
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
            for part in parts(tally, locale):
                yield {"roll": index, **part}


def option_texts(options: Iterable[str], locale: str, weapons: Weapons = NO_WEAPONS) -> dict[str, str]:
    """What the ``options`` of a choice are called; combatants are called by their names."""
    named = (option for option in options if not option.startswith(COMBATANT))
    return {option: say_option(option, locale, weapons) for option in named}


def parts(tally: Tally, locale: str = FALLBACK) -> Iterator[Json]:
    """Every part of a total, those that do not count last."""
    counted = [(part, None) for part in tally.applied]
    held_back = [(suppressed.modifier, suppressed.by) for suppressed in tally.suppressed]
    for part, by in (*counted, *held_back):
        yield {
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


def _narration(messages: list[Message], locale: str, weapons: Weapons = NO_WEAPONS) -> Json:
    """The first message is the headline; ``lines`` has one message for each event that is told."""
    told = messages or [Message("nothing_happens", {})]
    lines = [
        {"message_id": message.id, "params": message.params, "text": say(message, locale, weapons)}
        for message in told
    ]
    return {
        "message_id": lines[0]["message_id"],
        "params": lines[0]["params"],
        "text": {"locale": locale, "plain": "\n".join(str(line["text"]) for line in lines)},
        "lines": lines,
    }


def _notice(place: Place, index: int, notice: Notice) -> Json:
    return {
        "seq": place.first_event + index,
        "id": place.event_id(index),
        "type": notice.type,
        "at": place.moment,
        "encounter_id": place.encounter_id,
        "action_id": place.action_id,
        "caused_by": None,
        "changes": notice.changes,
        "payload": {"type": notice.type, **notice.payload},
    }


def _events(
    shelf: Shelf,
    place: Place,
    before: Any,
    completed: Completed[Any, Any],
    come_before: int,
    written: WrittenParts,
) -> Iterator[Json]:
    """The events as they are published, after those that ``come_before``; the first causes the others."""
    state, moment = before, place.moment
    first: str | None = None
    for index, (event, after) in enumerate(zip(completed.events, completed.states, strict=True), come_before):
        event_id = place.event_id(index)
        yield {
            "seq": place.first_event + index,
            "id": event_id,
            "type": event.type,
            "at": moment,
            "encounter_id": place.encounter_id,
            "action_id": place.action_id,
            "caused_by": first,
            "changes": changes_between(state, after, shelf, written),
            "payload": shelf.codecs.event.document(event),
        }
        first = first or event_id
        state = after
