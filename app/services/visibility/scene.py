"""An encounter as the GM sees it at one moment, moved on by the changes of its events; and what others see.

The log keeps what the GM sees. What anybody else sees of it is put together from two scenes, the one before
an event and the one after it, so that a change points into the viewer's own view.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from app.narration.catalogue import NO_WEAPONS, Weapons
from app.services.base.json_value import Json
from app.services.packs.cache import Shelf
from app.services.visibility.viewer import Sight, names_of, without
from app.services.visibility.views import combatant_view, course_view, differences

_PLACE = ("combatant", "first", "has_begun", "is_waiting", "has_ended", "has_gone", "delay")
"""Members of a place in the order that can be seen at the table; its initiative is disclosed or not."""


@dataclass(frozen=True)
class Scene:
    """Combatants by id and the course of the encounter, as the GM sees them. Never changed in place.

    ``weapons`` are those of its tables, for their names.
    """

    combatants: Mapping[str, Json]
    course: Json = field(default_factory=dict[str, Any])
    weapons: Weapons = field(default_factory=lambda: NO_WEAPONS)

    @cached_property
    def ids(self) -> dict[str, str]:
        """The combatant's id by everything that it may be called."""
        return {name: one["id"] for one in self.combatants.values() for name in names_of(one)}

    def after(self, changes: Iterable[Json]) -> "Scene":
        """The scene after ``changes`` of the GM's view."""
        combatants, course = dict(self.combatants), dict(self.course)
        for change in changes:
            _, first, *path = change["path"].split("/")
            if first != "combatants":
                _put(course, [first, *path], change["to"])
            elif len(path) > 1:
                combatants[path[0]] = _with(combatants[path[0]], path[1:], change["to"])
            elif change["to"] is None:
                del combatants[path[0]]
            else:
                combatants[path[0]] = change["to"]
        return Scene(combatants, course, self.weapons)

    def hidden(self, sight: Sight) -> frozenset[str]:
        """Everything that the hidden are called."""
        return frozenset(
            name for one in self.combatants.values() if sight.is_hidden(one) for name in names_of(one)
        )

    def seen(self, sight: Sight) -> Json:
        """What the viewer sees of it."""
        hidden = self.hidden(sight)
        views = {name: sight.view(one, hidden) for name, one in self.combatants.items()}
        return {
            "combatants": {name: view for name, view in views.items() if view is not None},
            **self.course_seen(sight, hidden),
        }

    def course_seen(self, sight: Sight, hidden: frozenset[str]) -> Json:
        """How far the encounter has come; what is not named here is not shown."""
        seen: Json = {}
        for name in ("has_ended", "surprised"):
            if name in self.course:
                seen[name] = self.course[name]
        if "round" in self.course:
            seen["round"] = without(self._round(sight), hidden)
        if "surprised" in seen:
            sides = {one["side"] for one in self.combatants.values() if not sight.is_hidden(one)}
            seen["surprised"] = [side for side in seen["surprised"] if side in sides]
        return seen

    def _round(self, sight: Sight) -> Json | None:
        now = self.course["round"]
        if now is None:
            return None
        current = self._marked(now, sight)
        seen: Json = {"number": now["number"], "current": current}
        seen["order"] = [
            _under_way(place) if place["combatant"] == current else place
            for place in (self.place_seen(place, sight) for place in now["order"])
        ]
        if "declarations" in now:
            seen["declarations"] = [
                said for said in now["declarations"] if self._is_open(said["combatant"], sight)
            ]
        for name in ("aware", "interrupting"):
            if name in now:
                seen[name] = now[name]
        return seen

    def _marked(self, now: Json, sight: Sight) -> str | None:
        """Whose turn it is, as far as the viewer sees.

        While somebody hidden acts, and between two turns, the marker stays on the last one seen whose turn
        began in this round; where there is none, it is on the next one to be seen. A viewer who sees nobody's
        turn would know that somebody hides.
        """
        order, current = now["order"], now["current"]
        if current is not None and not self._is_hidden(current, sight):
            return current
        at = next((index for index, place in enumerate(order) if place["combatant"] == current), len(order))
        shown = [
            (index, place)
            for index, place in enumerate(order)
            if not self._is_hidden(place["combatant"], sight)
        ]
        begun = [place["combatant"] for index, place in shown if index < at and _has_acted(place)]
        coming = [place["combatant"] for _, place in shown if not place["has_begun"]]
        waiting = [place["combatant"] for _, place in shown]
        return next(iter((*reversed(begun), *coming, *waiting)), None)

    def _is_hidden(self, combatant: str, sight: Sight) -> bool:
        one = self.combatants.get(combatant)
        return one is not None and sight.is_hidden(one)

    def place_seen(self, place: Json, sight: Sight) -> Json:
        """A place in the order, with its initiative where that is disclosed."""
        one = self.combatants.get(place["combatant"])
        seen: Json = {name: place[name] for name in _PLACE if name in place}
        is_known = one is not None and sight.knows(one, "initiative")
        return {**seen, "initiative": place["initiative"] if is_known else None}

    def _is_open(self, combatant: str, sight: Sight) -> bool:
        return combatant in self.combatants and sight.is_open(self.combatants[combatant])


def _has_acted(place: Json) -> bool:
    """Whether its turn of this round began, and it does not wait with the rest of it."""
    return place["has_begun"] and not place.get("is_waiting") and place.get("delay") != "waiting"


def _under_way(place: Json) -> Json:
    """The place of whoever has the marker: its turn has begun and is not over, for all that is seen."""
    over = {name: False for name in ("has_ended", "has_gone") if name in place}
    return {**place, "has_begun": True, **over}


def scene_of(state: Any, shelf: Shelf) -> Scene:
    """The scene of a state. Any: the state is the game's own."""
    views = {one.id: combatant_view(one, state, shelf) for one in state.combatants}
    return Scene(views, course_view(state, shelf.codecs.state), shelf.tables.weapons)


def changes_seen(before: Scene, after: Scene, sight: Sight) -> list[Json]:
    """How the viewer's view differs."""
    was, now = before.seen(sight), after.seen(sight)
    return list(differences("", was, now))


def _with(part: Json, path: list[str], value: Any) -> Json:
    """A copy of ``part`` with ``value`` at ``path``. Any: JSON."""
    copied = dict(part)
    _put(copied, path, value)
    return copied


def _put(part: Json, path: list[str], value: Any) -> None:
    first, *rest = path
    inner = part.get(first)
    part[first] = _with(inner, rest, value) if rest and isinstance(inner, dict) else value
