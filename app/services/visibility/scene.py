"""An encounter as the GM sees it at one moment, moved on by the changes of its events; and what others see.

The log keeps what the GM sees. What anybody else sees of it is put together from two scenes, the one before
an event and the one after it, so that a change points into the viewer's own view.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from app.narration.catalogue import NO_WEAPONS, Weapons
from app.services.base.json_value import Json
from app.services.packs.cache import Shelf
from app.services.visibility.cast import FACTS, Cast, Known
from app.services.visibility.viewer import Sight, without
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
    def cast(self) -> Cast:
        """Who is in it."""
        return Cast(self.combatants)

    def after(self, changes: Sequence[Json]) -> "Scene":
        """The scene after ``changes`` of the GM's view."""
        if not changes:
            return self
        combatants, course, is_same_cast = dict(self.combatants), self.course, True
        for change in changes:
            _, first, *path = change["path"].split("/")
            if first != "combatants":
                course = _with(course, [first, *path], change["to"])
                continue
            is_same_cast &= len(path) > 1 and path[1] not in FACTS
            if len(path) > 1:
                combatants[path[0]] = _with(combatants[path[0]], path[1:], change["to"])
            elif change["to"] is None:
                del combatants[path[0]]
            else:
                combatants[path[0]] = change["to"]
        after = Scene(combatants, course, self.weapons)
        vars(after)["cast"] = self.cast if is_same_cast else Cast(combatants, self.cast)
        return after

    def hidden(self, sight: Sight) -> frozenset[str]:
        """Everything that the hidden are called."""
        return self.cast.known_to(sight).hidden

    def is_hidden(self, combatant: str, sight: Sight) -> bool:
        """Whether it is there and the viewer does not know that."""
        return combatant in self.cast.known_to(sight).hidden_ids

    def view(self, combatant: str, sight: Sight) -> Json | None:
        """The combatant as the viewer sees it; None where it is hidden."""
        return self.cast.known_to(sight).view(self.combatants[combatant])

    def seen(self, sight: Sight) -> Json:
        """What the viewer sees of it."""
        return {"combatants": self.views(sight, self.combatants), **self.course_seen(sight)}

    def views(self, sight: Sight, names: Iterable[str]) -> Json:
        """What the viewer sees of those ``names`` that are there."""
        known = self.cast.known_to(sight)
        views = {name: known.view(self.combatants[name]) for name in names if name in self.combatants}
        return {name: view for name, view in views.items() if view is not None}

    def course_seen(self, sight: Sight) -> Json:
        """How far the encounter has come; what is not named here is not shown."""
        known = self.cast.known_to(sight)
        if known.course[0] is not self.course:
            known.course = self.course, _course_seen(self.course, known)
        return known.course[1]


def _course_seen(course: Json, known: Known) -> Json:
    seen: Json = {name: course[name] for name in ("has_ended", "surprised") if name in course}
    if "round" in course:
        seen["round"] = _round_seen(course["round"], known)
    if "surprised" in seen:
        seen["surprised"] = [side for side in seen["surprised"] if side in known.sides]
    return seen


def _round_seen(now: Json | None, known: Known) -> Json | None:
    if now is None:
        return None
    current = _marked(now, known.hidden_ids)
    order = [place_seen(place, known) for place in now["order"] if place["combatant"] not in known.hidden_ids]
    order = [_under_way(place) if place["combatant"] == current else place for place in order]
    seen: Json = {"number": now["number"], "current": current, "order": order}
    if "declarations" in now:
        said = [one for one in now["declarations"] if one["combatant"] in known.open_ids]
        seen["declarations"] = without(said, known.hidden)
    for name in ("aware", "interrupting"):
        if name in now:
            seen[name] = without(now[name], known.hidden)
    return seen


def _marked(now: Json, hidden: Set[str]) -> str | None:
    """Whose turn it is, as far as the viewer sees.

    While somebody hidden acts, and between two turns, the marker stays on the last one seen whose turn began
    in this round; where there is none, it is on the next one to be seen. A viewer who sees nobody's turn
    would know that somebody hides.
    """
    order, current = now["order"], now["current"]
    if current is not None and current not in hidden:
        return current
    at = next((index for index, place in enumerate(order) if place["combatant"] == current), len(order))
    shown = [(index, place) for index, place in enumerate(order) if place["combatant"] not in hidden]
    begun = [place["combatant"] for index, place in shown if index < at and _has_acted(place)]
    coming = [place["combatant"] for _, place in shown if not place["has_begun"]]
    waiting = [place["combatant"] for _, place in shown]
    return next(iter((*reversed(begun), *coming, *waiting)), None)


def place_seen(place: Json, known: Known) -> Json:
    """A place in the order, with its initiative where that is disclosed."""
    seen: Json = {name: place[name] for name in _PLACE if name in place}
    is_known = place["combatant"] in known.with_initiative
    return {**seen, "initiative": place["initiative"] if is_known else None}


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
    was, now = before.cast.known_to(sight), after.cast.known_to(sight)
    old, new = before.combatants, after.combatants
    names = list(new) if old is new else list({**old, **new})
    if was.hidden == now.hidden:  # what has not been touched is the very same object, and seen as it was
        names = [name for name in names if old.get(name) is not new.get(name)]
    changes: list[Json] = []
    if names:
        changes += differences("/combatants", before.views(sight, names), after.views(sight, names))
    if was is not now or before.course is not after.course:
        changes += differences("", before.course_seen(sight), after.course_seen(sight))
    return changes


def _with(part: Json, path: list[str], value: Any) -> Json:
    """A copy of ``part`` with ``value`` at ``path``. Any: JSON."""
    copied = dict(part)
    _put(copied, path, value)
    return copied


def _put(part: Json, path: list[str], value: Any) -> None:
    first, *rest = path
    inner = part.get(first)
    part[first] = _with(inner, rest, value) if rest and isinstance(inner, dict) else value
