"""What a caller sees of combatants, and how two views differ."""

from collections.abc import Iterable, Iterator, Set
from dataclasses import asdict, fields
from functools import cache
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
    document = codec.complete(combatant, members)
    for name in derived_figures(type(combatant)):
        document[name] = _listed(getattr(combatant, name))
    return document


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


def changes_between(before: Any, after: Any, shelf: Shelf) -> list[Json]:
    """How two states differ: ``{path, from, to}`` with JSON pointers into the views of the encounter.

    A combatant that enters or leaves is one change, from or to nothing.
    """
    if before is after:  # half of the events tell what happened and change nothing
        return []
    changed = _changed(before, after)
    course = changed - FIXED - {"combatants"}
    codec = shelf.codecs.state
    of_course = differences("", codec.complete(before, course), codec.complete(after, course))
    if "combatants" not in changed:
        return list(of_course)
    return [*of_course, *_changes(before, after, shelf)]


def _changed(was: Any, now: Any) -> frozenset[str]:
    """The members that may differ: what has not been touched is the very same object."""
    return frozenset(name for name in _members(type(was)) if getattr(was, name) is not getattr(now, name))


def _changes(before: Any, after: Any, shelf: Shelf) -> Iterator[Json]:
    old = {combatant.id: combatant for combatant in before.combatants}
    new = {combatant.id: combatant for combatant in after.combatants}
    for name, was in old.items():
        path = f"/combatants/{name}"
        if name not in new:
            yield {"path": path, "from": combatant_view(was, before, shelf), "to": None}
        elif new[name] is not was:
            yield from differences(path, *_compared((was, before), (new[name], after), shelf))
    for name, now in new.items():
        if name not in old:
            yield {"path": f"/combatants/{name}", "from": None, "to": combatant_view(now, after, shelf)}


def _compared(old: tuple[Any, Any], new: tuple[Any, Any], shelf: Shelf) -> tuple[Json, Json]:
    """Both views, as far as they may differ, of a combatant given with its state."""
    changed = _changed(old[0], new[0])
    if changed & WHO:
        return combatant_view(*old, shelf), combatant_view(*new, shelf)
    codec = shelf.codecs.combatant
    return _in_play(old[0], codec, changed), _in_play(new[0], codec, changed)


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
