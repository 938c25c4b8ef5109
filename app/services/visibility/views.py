"""What a caller sees of combatants, and how two views differ."""

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import asdict, fields
from functools import cache
from operator import attrgetter
from typing import Any

from pydantic_core import to_json

from app.persistence.base.codec import Codec
from app.services.base.json_value import Json
from app.services.packs.loaded_pack import Shelf

FIXED = frozenset({"ruleset", "options", "environment", "map"})
"""Members of a state that an encounter begins with and keeps."""
WHO = frozenset({"identity", "sheet"})
"""Members of a combatant that only a GM's edit changes."""


def combatant_view(combatant: Any, state: Any, shelf: Shelf) -> Json:
    """A combatant with its sheet; defaults of the sheet are left out, as the schema gives them.

    Any: every ruleset has combatants of its own; all have an ``identity`` and a ``sheet``.
    """
    identity, codecs = combatant.identity, shelf.codecs
    return {
        "id": identity.id,
        "name": identity.name,
        "side": identity.side,
        "ref": identity.ref,
        "external_refs": [
            {"system": ref.system, "kind": ref.kind, "id": ref.id} for ref in identity.external_refs
        ],
        "disclosure": asdict(identity.disclosure),
        "sheet": codecs.sheet.document(combatant.sheet),
        **_listed(asdict(shelf.game.figures(shelf.tables, state, combatant))),
        **play_view(combatant, codecs.combatant),
    }


def play_view(combatant: Any, codec: Codec[Any]) -> Json:
    """What play changes of a combatant, complete, with every figure that follows from it."""
    return _in_play(combatant, codec, _members(type(combatant)) - WHO)


def course_view(state: Any, codec: Codec[Any]) -> Json:
    """How far the encounter has come (round, turns …): what was not fixed at its beginning."""
    return codec.complete(state, _members(type(state)) - FIXED - {"combatants"})


def _in_play(combatant: Any, codec: Codec[Any], members: Set[str]) -> Json:
    return codec.complete(combatant, members) | _derived(combatant)


def _derived(combatant: Any) -> Json:
    return {name: _listed(getattr(combatant, name)) for name in derived_figures(type(combatant))}


def _listed(part: Any) -> Any:
    """``part`` with lists for tuples, as it is once it was stored: views are compared. Any: JSON."""
    match part:
        case dict():
            return {name: _listed(value) for name, value in part.items()}
        case list() | tuple():
            return [_listed(value) for value in part]
        case _:
            return part


@cache
def _members(form: type) -> frozenset[str]:
    return frozenset(field.name for field in fields(form))


def beginning_of(state: Any, shelf: Shelf) -> Any:
    """The state that the encounter began with, in which nobody was yet. Any: the state is the game's own."""
    codec = shelf.codecs.state
    kept = {name: part for name, part in codec.document(state).items() if name in FIXED}
    return codec.load(to_json(kept))


def status_of(state: Any) -> str:
    """``free`` until the first round is started, ``strict`` in rounds, ``ended``."""
    if state.has_ended:
        return "ended"
    return "free" if state.round is None else "strict"


@cache
def derived_figures(form: type) -> tuple[str, ...]:
    """The properties of a combatant's class: figures that follow from its fields, such as ``bleeding``."""
    return tuple(name for name, member in vars(form).items() if isinstance(member, property) and name != "id")


class WrittenParts:
    """What of combatants has been written as JSON while an action is told: most of it is the same object in
    one state after the other. To be kept no longer than the states are. Any: combatants are the game's own.
    """

    def __init__(self, codec: Codec[Any]) -> None:
        self._codec = codec
        self._parts: dict[tuple[str, int], Any] = {}
        self._derived: dict[int, Json] = {}

    def in_play(self, combatant: Any, members: Set[str]) -> Json:
        """Those ``members`` of a combatant, complete, with every figure that follows from it."""
        written: Json = {}
        for name in _members_in_order(type(combatant)):
            if name in members:
                part = getattr(combatant, name)
                written[name] = part if type(part) in _PLAIN else self._part(combatant, name, part)
        derived = self._derived.get(id(combatant))
        if derived is None:
            derived = self._derived[id(combatant)] = _derived(combatant)
        return written | derived

    def _part(self, combatant: Any, name: str, part: Any) -> Any:
        key = name, id(part)
        if key not in self._parts:
            self._parts[key] = self._codec.complete(combatant, {name})[name]
        return self._parts[key]


_PLAIN = frozenset((int, str, bool, type(None)))
"""Types that are their own JSON."""


def changes_between(before: Any, after: Any, shelf: Shelf, written: WrittenParts | None = None) -> list[Json]:
    """How two states differ: ``{path, from, to}`` with JSON pointers into the views of the encounter.

    A combatant that enters or leaves is one change, from or to nothing. What is ``written`` already of these
    states is not written again.
    """
    if before is after:  # half of the events tell what happened and change nothing
        return []
    changed = _changed(before, after)
    course = changed - FIXED - {"combatants"}
    changes: list[Json] = []
    if course:
        codec = shelf.codecs.state
        changes += differences("", codec.complete(before, course), codec.complete(after, course))
    if "combatants" in changed:
        changes += _changes(before, after, shelf, written or WrittenParts(shelf.codecs.combatant))
    return changes


def _changed(was: Any, now: Any) -> frozenset[str]:
    """The members that may differ: what has not been touched is the very same object."""
    names = _members_in_order(type(was))
    parts = _parts_of(type(was))
    return frozenset(
        name for name, old, new in zip(names, parts(was), parts(now), strict=True) if old is not new
    )


@cache
def _members_in_order(form: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(form))


@cache
def _parts_of(form: type) -> Callable[[Any], tuple[Any, ...]]:
    return attrgetter(*_members_in_order(form))


def _changes(before: Any, after: Any, shelf: Shelf, written: WrittenParts) -> Iterator[Json]:
    old = {combatant.id: combatant for combatant in before.combatants}
    new = {combatant.id: combatant for combatant in after.combatants}
    for name, was in old.items():
        path = f"/combatants/{name}"
        if name not in new:
            yield {"path": path, "from": combatant_view(was, before, shelf), "to": None}
        elif new[name] is not was:
            yield from differences(path, *_compared((was, before), (new[name], after), shelf, written))
    for name, now in new.items():
        if name not in old:
            yield {"path": f"/combatants/{name}", "from": None, "to": combatant_view(now, after, shelf)}


def _compared(
    old: tuple[Any, Any], new: tuple[Any, Any], shelf: Shelf, written: WrittenParts
) -> tuple[Json, Json]:
    """Both views, as far as they may differ, of a combatant given with its state."""
    changed = _changed(old[0], new[0])
    if changed & WHO:
        return combatant_view(*old, shelf), combatant_view(*new, shelf)
    return written.in_play(old[0], changed), written.in_play(new[0], changed)


def differences(path: str, was: Json, now: Json) -> Iterable[Json]:
    """How two views differ, as changes whose paths begin with ``path``."""
    for key in {**was, **now}:
        place, before, value = f"{path}/{key}", was.get(key), now.get(key)
        if value == before:
            continue
        if isinstance(value, dict) and isinstance(before, dict):
            yield from differences(place, before, value)
        else:
            yield {"path": place, "from": before, "to": value}
