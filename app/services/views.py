"""What a caller sees of combatants, and how two views differ."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from app.persistence.codec import Codec, GameCodecs

FIXED = frozenset({"ruleset", "options", "environment"})
Json: TypeAlias = dict[str, Any]
"""Any: JSON."""


def combatant_view(combatant: Any, codecs: GameCodecs) -> Json:
    """A combatant with its sheet; defaults of the sheet are left out, as the schema gives them.

    Any: every ruleset has combatants of its own; all have an ``identity`` and a ``sheet``.
    """
    identity = combatant.identity
    return {
        "id": identity.id,
        "name": identity.name,
        "side": identity.side,
        "ref": identity.ref,
        "external_refs": [
            {"system": ref.system, "kind": ref.kind, "id": ref.id} for ref in identity.external_refs
        ],
        "sheet": codecs.sheet.document(combatant.sheet),
        **play_view(combatant, codecs.combatant),
    }


def play_view(combatant: Any, codec: Codec[Any]) -> Json:
    """What play changes of a combatant, complete, with every figure that follows from it."""
    document = codec.complete(combatant, leaving_out=frozenset({"identity", "sheet"}))
    for name in derived_figures(type(combatant)):
        document[name] = getattr(combatant, name)
    return document


def course_view(state: Any, codec: Codec[Any]) -> Json:
    """How far the encounter has come (round, turns …): what was not fixed at its beginning."""
    return codec.complete(state, leaving_out=FIXED | {"combatants"})


def status_of(state: Any) -> str:
    """``free`` until the first round is started, ``strict`` in rounds, ``ended``."""
    if state.has_ended:
        return "ended"
    return "free" if state.round is None else "strict"


def derived_figures(form: type) -> tuple[str, ...]:
    """The properties of a combatant's class: figures that follow from its fields, such as ``bleeding``."""
    return tuple(name for name, member in vars(form).items() if isinstance(member, property) and name != "id")


def changes_between(before: Any, after: Any, codecs: GameCodecs) -> list[Json]:
    """How two states differ: ``{path, from, to}`` with JSON pointers into the views of the encounter.

    A combatant that enters or leaves is one change, from or to nothing.
    """
    if before is after:
        return []
    course = _differences("", course_view(before, codecs.state), course_view(after, codecs.state))
    if before.combatants is after.combatants:
        return list(course)
    old = {combatant.id: combatant for combatant in before.combatants}
    new = {combatant.id: combatant for combatant in after.combatants}
    return [*course, *_changes(old, new, codecs)]


def _changes(old: dict[str, Any], new: dict[str, Any], codecs: GameCodecs) -> Iterator[Json]:
    for name, was in old.items():
        path = f"/combatants/{name}"
        if name not in new:
            yield {"path": path, "from": combatant_view(was, codecs), "to": None}
        elif new[name] is not was:
            yield from _differences(path, *_compared(was, new[name], codecs))
    for name, now in new.items():
        if name not in old:
            yield {"path": f"/combatants/{name}", "from": None, "to": combatant_view(now, codecs)}


def _compared(was: Any, now: Any, codecs: GameCodecs) -> tuple[Json, Json]:
    """Both views, without the sheet where it is the same one: only a GM's edit changes it."""
    if was.sheet is now.sheet and was.identity is now.identity:
        return play_view(was, codecs.combatant), play_view(now, codecs.combatant)
    return combatant_view(was, codecs), combatant_view(now, codecs)


def _differences(path: str, was: Json, now: Json) -> Iterable[Json]:
    for key in {**was, **now}:
        place, before, value = f"{path}/{key}", was.get(key), now.get(key)
        if value == before:
            continue
        if isinstance(value, dict) and isinstance(before, dict):
            yield from _differences(place, before, value)
        else:
            yield {"path": place, "from": before, "to": value}
