"""An action as it is told to somebody who is not the GM: its answer, and as it stands in the log.

Put together anew from what may be seen; what is not named here is not told.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic_core import from_json, to_json

from app.narration.catalogue import CATALOGUES, FALLBACK, Message, say
from app.persistence.play_queries import LoggedAction
from app.services.known import texts_in
from app.services.redaction import Redacted, Secrets, Told, changes_seen, decisions_seen, redacted
from app.services.scene import Scene
from app.services.sight import Sight
from app.services.views import Json

_COMBATANT = re.compile(r"cmb_[0-9a-z]{26}")
_OWN_TOTALS = frozenset(
    {
        "offensive_bonus", "initiative", "perception", "stealth", "body_resistance", "mind_resistance",
        "magic_resistance", "manoeuvre_bonus", "d20.attack_bonus", "d20.damage_bonus", "d20.initiative",
        "d20.strength_check",
    }
)  # fmt: skip
"""Totals of whoever rolls; the others are those of whom it is rolled against."""
_WHO = ("actor", "target", "opponent", "whom", "mount", "ally")
_SAID = ("type", "weapon", "action", "path", "to", "facing", "distance", "using", "actions")
"""Members of somebody else's command that can be seen at the table."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the log: the answer as the GM has it, without its events, and these. Any: JSON."""

    result: Json
    told: Told

    @classmethod
    def of(cls, logged: LoggedAction, token_id: str) -> "Row":
        """A row that is about to be written."""
        result = from_json(logged.result)
        told = Told(from_json(logged.events), result["privacy"], token_id, logged.actor)
        return cls(result, told)


def rows_seen(rows: Sequence[Row], scene: Scene, sight: Sight) -> list[bytes]:
    """The rows, which follow one another, as they are seen from the ``scene`` before the first of them."""
    seen: list[bytes] = []
    for row in rows:
        document, scene = row_seen(row, scene, sight)
        seen.append(to_json(document))
    return seen


def row_seen(row: Row, scene: Scene, sight: Sight) -> tuple[Json, Scene]:
    """One action as it is seen, and the scene after it."""
    result, told = row.result, row.told
    events, after = redacted(told, scene, sight)
    seen = _Telling(result, scene, after, sight, is_own=told.token_id == sight.viewer.token_id)
    is_told = (told.is_for(sight, scene) or told.is_for(sight, after)) and not seen.is_about_the_hidden()
    document: Json = {
        **{name: result[name] for name in ("id", "seq", "encounter_id", "at", "status")},
        "command": {"type": "unseen"},
        "result": {},
        "rolls": [],
        "choices": [],
        "breakdown": [],
        "rules": [],
        "changes": [change for event in events for change in event.event.get("changes", ())],
        "narration": seen.narration(events if is_told else []),
        "awaiting": decisions_seen(result["awaiting"], after, sight),
        "privacy": result["privacy"],
        "unused_dice": result["unused_dice"] if seen.is_own else [],
        "unused_choices": result["unused_choices"] if seen.is_own else [],
        "reverts": result["reverts"],
        "reverted_by": result["reverted_by"],
    }
    if is_told and result["command"].get("type") is not None:
        document |= seen.deed()
        if "external_refs" in result:
            document["external_refs"] = result["external_refs"]
    if len(events) > 1:
        document["changes"] = changes_seen(scene, after, sight)
    document["events"] = [one.event for one in events]
    return document, after


class _Telling:
    """What of an answer may be told to whom."""

    def __init__(self, result: Json, before: Scene, after: Scene, sight: Sight, *, is_own: bool) -> None:
        self.is_own = is_own
        self._result = result
        self._known = {**before.combatants, **after.combatants}
        self._ids = {**before.ids, **after.ids}
        self._sight = sight
        self._secrets = Secrets(sight, before, after)

    def is_about_the_hidden(self) -> bool:
        """Whether the command names combatants and the viewer sees none of them."""
        named = [self._ids[said] for said in self._said() if said in self._ids]
        return bool(named) and all(self._sight.is_hidden(self._known[one]) for one in named)

    def _said(self) -> Iterator[str]:
        command: Json = self._result["command"]
        for name in _WHO:
            if isinstance(said := command.get(name), str):
                yield said

    def deed(self) -> Json:
        """What was asked, rolled and chosen."""
        rolls = [
            (index, roll, is_whole)
            for index, roll in enumerate(self._result["rolls"])
            if (is_whole := self._shows(roll)) is not None
        ]
        is_whole = self._is_open_to_all() and len(rolls) == len(self._result["rolls"])
        shown = {index: place for place, (index, _, _) in enumerate(rolls)}
        deed: Json = {
            "command": self._command(),
            "result": self._result["result"] if is_whole else {},
            "rolls": [self._roll(roll, is_whole=whole) for _, roll, whole in rolls],
            "choices": [choice for choice in self._result["choices"] if self._is_for(choice)],
            "breakdown": [
                {**part, "roll": shown[part["roll"]]}
                for part in self._result["breakdown"]
                if part["roll"] in shown and self._shows_part(part)
            ],
            "rules": self._result["rules"] if is_whole else [],
        }
        return {name: part for name, part in deed.items() if not self._has_secrets(part)}

    def narration(self, events: Sequence[Redacted]) -> Json:
        """The lines of what may be known; where something of an event is kept back, in vaguer words."""
        told: Json = self._result["narration"]
        locale = told["text"]["locale"]
        lines = [line for line in self._lines(events, told["lines"], locale) if not self._has_secrets(line)]
        if not lines:
            nothing = Message("nothing_seen", {})
            lines = [{"message_id": nothing.id, "params": {}, "text": say(nothing, locale)}]
        return {
            "message_id": lines[0]["message_id"],
            "params": lines[0]["params"],
            "text": {"locale": locale, "plain": "\n".join(line["text"] for line in lines)},
            "lines": lines,
        }

    def _lines(self, events: Sequence[Redacted], lines: Sequence[Json], locale: str) -> Iterator[Json]:
        """One for each event of the game that is told; the service's own events come first and have none."""
        if self._result["status"] != "resolved":
            is_waiting = self._result["status"] == "awaiting"
            waits = Message("action_waits" if is_waiting else "action_cancelled", {})
            yield {"message_id": waits.id, "params": {}, "text": say(waits, locale)}
            return
        of_game = events[-len(lines) :] if len(events) >= len(lines) else []
        for event, line in zip(of_game, lines, strict=False):
            if not event.is_told:
                continue
            if event.is_whole and not self._has_masks(event.event):
                yield line
                continue
            vague = f"vague.{event.event['type']}"
            if vague not in CATALOGUES[FALLBACK] and event.is_whole:
                vague = line["message_id"]
            if vague in CATALOGUES[FALLBACK]:
                params = self._params(event.event["payload"], line["params"])
                yield {"message_id": vague, "params": params, "text": say(Message(vague, params), locale)}

    def _params(self, payload: Json, params: Mapping[str, Any]) -> Json:
        """What a line says, with the names that the viewer knows. Any: JSON."""
        seen: Json = {}
        for name, value in params.items():
            one = self._known.get(payload[name]) if isinstance(payload.get(name), str) else None
            seen[name] = value if one is None else self._sight.name(one)
        if isinstance(payload.get("combatant"), dict):
            seen["target"] = payload["combatant"]["name"]
        return seen

    def _has_masks(self, event: Json) -> bool:
        """Whether it is about somebody whom the viewer knows by another name."""
        named = set(_COMBATANT.findall(to_json(event["payload"]).decode()))
        return any(self._sight.name(one) != one["name"] for name, one in self._known.items() if name in named)

    def _command(self) -> Json:
        command: Json = self._result["command"]
        if self.is_own:
            return command
        seen: Json = {name: command[name] for name in _SAID if name in command}
        for name in _WHO:
            said = command.get(name)
            one = self._known.get(self._ids.get(said, "")) if isinstance(said, str) else None
            if one is not None and not self._sight.is_hidden(one):
                seen[name] = one["id"]
        return seen

    def _shows(self, roll: Json) -> bool | None:
        """Whether a roll is shown with all of its figures, or without; None: it is not shown."""
        one = self._known.get(roll["who"])
        if one is None or self._sight.is_hidden(one) or roll["stream"] == "hidden":
            is_own_hidden = one is not None and self._sight.controls(one)
            return self._is_open_to_all() if is_own_hidden else None
        return self._is_open_to_all()

    def _roll(self, roll: Json, *, is_whole: bool) -> Json:
        if is_whole:
            return roll
        is_open = self._sight.is_open(self._known[roll["who"]])
        figures: Json = {
            "modifier": roll["modifier"] if is_open else None,
            "total": roll["total"] if is_open else None,
            "against": None,
            "facts": {},
            "rules": [],
        }
        return {**roll, **figures}

    def _shows_part(self, part: Json) -> bool:
        if self._is_open_to_all():
            return True
        roll = self._result["rolls"][part["roll"]]
        return self._sight.is_open(self._known[roll["who"]]) and part["of"] in _OWN_TOTALS

    def _is_for(self, choice: Json) -> bool:
        one = self._known.get(choice["who"])
        return one is not None and self._sight.is_open(one)

    def _is_open_to_all(self) -> bool:
        """Whether everything is disclosed of everybody who has to do with the action."""
        if any(self._sight.is_hidden(one) for one in self._known.values()):
            return False
        said = texts_in(self._result["command"])
        named = {self._ids[name] for name in said if name in self._ids}
        named |= {roll["who"] for roll in self._result["rolls"]}
        named |= {found for change in self._result["changes"] for found in _COMBATANT.findall(change["path"])}
        return all(name in self._known and self._sight.is_open(self._known[name]) for name in named)

    def _has_secrets(self, part: Any) -> bool:
        return self._secrets.are_in(part)
