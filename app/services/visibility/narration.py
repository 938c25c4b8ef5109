"""The lines of an action for somebody who is not the GM: each with what it uses, and in vaguer words where
something of its event is kept back.

No line holds a parameter that its sentence does not use, and none that the viewer may not know.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.narration.catalogue import Message, in_order, placeholders, say, vaguer
from app.narration.tell import COLOURING
from app.rules.common.tables import spoken_id
from app.services.base.json_value import Json
from app.services.visibility.cast import Secrets
from app.services.visibility.event_fields import BOOKKEEPING
from app.services.visibility.redaction import Redacted
from app.services.visibility.scene import Scene
from app.services.visibility.viewer import Sight
from app.values import value

_RESUMING = frozenset({"action_suspended", "action_resumed"})
"""Events of the service that come before those of the game and have no line."""
_UNFINISHED = {"awaiting": "action_waits", "cancelled": "action_cancelled", "refused": "action_refused"}
"""What is told of an action that has not been done, by its status."""
_TAKING_BACK = frozenset({"action_undone", "action_redone"})
"""Events of which only the GM is told what was done."""
_RESTS_ON = {"feet": "squares"}
"""Parameters that are told as another member of the event is."""


@value
class Narrator:
    """Tells an action to the viewer, between the scenes ``before`` and ``after`` it."""

    sight: Sight
    before: Scene
    after: Scene
    secrets: Secrets

    def narration(
        self, result: Json, originals: Sequence[Json], events: Sequence[Redacted], *, is_told: bool
    ) -> Json:
        """The narration of ``result``; ``originals`` are its events as the GM has them, one for one.

        ``is_told`` is whether the viewer may know what was done: it hears then also that nothing came of it.
        """
        told: Json = result["narration"]
        locale = told["text"]["locale"]
        lines = list(self._lines(result, originals, events, locale))
        if not lines and not originals and is_told:
            lines = [{**line, "params": {}} for line in told["lines"] if not line["params"]]
        if not lines:
            lines = [_line(Message("nothing_seen", {}), locale)]
        return {
            "message_id": lines[0]["message_id"],
            "params": lines[0]["params"],
            "text": {"locale": locale, "plain": "\n".join(line["text"] for line in lines)},
            "lines": lines,
        }

    def _lines(
        self, result: Json, originals: Sequence[Json], events: Sequence[Redacted], locale: str
    ) -> Iterator[Json]:
        """One for each event that is told; the service's own events come first and have none."""
        if result["status"] != "resolved":
            yield _line(Message(_UNFINISHED[result["status"]], {}), locale)
            return
        kinds = [one["type"] for one in originals]
        game = [at for at, kind in enumerate(kinds) if kind not in _RESUMING]
        spoken = [at for at in game if kinds[at] not in BOOKKEEPING] or game
        lines = result["narration"]["lines"]
        for at, line in zip(spoken, lines, strict=False):
            if events[at].is_told and (told := self._told(events[at], line, locale)) is not None:
                yield told

    def _told(self, event: Redacted, line: Json, locale: str) -> Json | None:
        """The line as far as it may be known, in vaguer words if need be; None where there are none."""
        kind, own = event.event["type"], line["message_id"]
        is_whole = event.is_whole and kind not in _TAKING_BACK
        for message_id in dict.fromkeys((own, vaguer(own, kind)) if is_whole else (vaguer(own, kind),)):
            is_own = is_whole and message_id == own
            params = self._params(message_id, event.event["payload"], line["params"], is_whole=is_own)
            if params is None or self.secrets.are_in(list(params.values())):
                continue
            if is_own and all(line["params"][name] == value for name, value in params.items()):
                return {**line, "params": params}
            used = {name: value for name, value in params.items() if name in placeholders(message_id)}
            return {**line, **_line(Message(message_id, used), locale, self.after)}
        return None

    def _params(
        self, message_id: str, payload: Json, params: Mapping[str, Any], *, is_whole: bool
    ) -> Json | None:
        """What the message uses, with the names that the viewer knows; None where it may not know all of it.

        What a critical looks like is part of its sentence. Any: JSON.
        """
        used = placeholders(message_id)
        if is_whole:
            used |= COLOURING.get(message_id, frozenset()) & params.keys()
        known = self._known(payload)
        seen: Json = {}
        for name in params:
            if name not in used:
                continue
            if name in known:
                seen[name] = known[name]
            elif is_whole or payload.get(_RESTS_ON.get(name, name)) is not None:
                seen[name] = self._named(params[name])
            else:
                return None
        return seen if placeholders(message_id) <= seen.keys() else None

    def _known(self, payload: Json) -> dict[str, str]:
        """Names that the viewer has for those of the event, and what is made of several of them."""
        known = {
            name: self._name(said)
            for name, said in payload.items()
            if isinstance(said, str) and self._combatant(said) is not None
        }
        if isinstance(entering := payload.get("combatant"), dict):
            known["target"] = entering["name"]
        if isinstance(said := payload.get("declaration"), dict):
            known["actor"] = self._name(said["combatant"])
        if aware := payload.get("aware"):
            known["aware"] = ", ".join(map(self._name, aware))
        order = payload.get("order", ())
        if order and all(place["initiative"] is not None for place in order):
            known["order"] = in_order((self._name(one["combatant"]), one["initiative"]) for one in order)
        return known

    def _combatant(self, combatant: str) -> Json | None:
        return self.after.combatants.get(combatant) or self.before.combatants.get(combatant)

    def _name(self, combatant: str) -> str:
        one = self._combatant(combatant)
        return combatant if one is None else self.sight.name(one)

    def _named(self, value: Any) -> Any:
        """A parameter; where it is a name that is masked, the mask, and for a weapon that somebody masked
        has a name for, what it looks like. Any: JSON.
        """
        for one in (*self.before.combatants.values(), *self.after.combatants.values()):
            if (mask := self.sight.name(one)) == one["name"]:
                continue
            if value == one["name"]:
                return mask
            for weapon in one["sheet"].get("weapons", ()):
                if value == weapon.get("name"):
                    return spoken_id(weapon.get("model") or weapon["id"])
        return value


def _line(message: Message, locale: str, scene: Scene | None = None) -> Json:
    text = say(message, locale) if scene is None else say(message, locale, scene.weapons)
    return {"message_id": message.id, "params": dict(message.params), "text": text}
