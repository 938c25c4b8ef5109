"""Who is in a scene and under which names, and what a viewer knows of that.

Hardly any event changes it: scenes share their cast until somebody enters, leaves, is edited or revealed, and
what follows from it for a viewer is made once.
"""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any, TypeAlias

from pydantic_core import to_json

from app.services.base.json_value import Json
from app.services.visibility.viewer import Sight, names_of, without

FACTS = frozenset({"name", "side", "ref", "external_refs", "disclosure"})
"""Members of a combatant on which it depends who sees what of it."""


class Secrets:
    """The names that a viewer must not read: all of the hidden, the true ones of the masked.

    What it could read in one of the casts that it knew it may read.
    """

    def __init__(self, *known: "Known") -> None:
        none: frozenset[str] = frozenset()
        self._exact = none.union(*(one.hidden for one in known)) - none.union(*(one.seen for one in known))
        spoken = none.union(*(one.spoken for one in known)) - none.union(*(one.shown for one in known))
        words = sorted(map(re.escape, spoken))
        self._words = [to_json(name).lower() for name in self._exact]
        self._words += [to_json(name).lower()[1:-1] for name in spoken]
        self._are_plain = all(word.isascii() for word in self._words)
        self._spoken = re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE) if words else None

    def are_in(self, part: Any) -> bool:
        """Any: JSON."""
        if not self._exact and self._spoken is None:
            return False
        text = to_json(part)
        if self._are_plain and text.isascii():  # most texts hold none, which is found out without a walk
            text = text.lower()
            if not any(word in text for word in self._words):
                return False
        return self._are_in(part)

    def _are_in(self, part: Any) -> bool:
        match part:
            case str():
                return part in self._exact or (self._spoken is not None and bool(self._spoken.search(part)))
            case dict():
                return any(key in self._exact or self._are_in(value) for key, value in part.items())
            case list() | tuple():
                return any(map(self._are_in, part))
            case _:
                return False


_Views: TypeAlias = dict[str, tuple[Json, Json, Json]]
"""By combatant: the combatant, the parts of it that are for the viewer, and these without hidden names."""


class Cast:
    """The combatants of some scenes that follow one another, by id, as they were in the first of them.

    ``earlier`` is the cast of the scene before that.
    """

    def __init__(self, combatants: Mapping[str, Json], earlier: "Cast | None" = None) -> None:
        self.combatants = combatants
        self.views: dict[tuple[Sight, frozenset[str]], _Views] = {} if earlier is None else earlier.views
        """What was seen last of each combatant, by viewer and by the names that it must not read."""
        self._known: dict[Sight, Known] = {}

    @cached_property
    def ids(self) -> dict[str, str]:
        """The combatant's id by everything that it may be called."""
        return {name: one["id"] for one in self.combatants.values() for name in names_of(one)}

    def known_to(self, sight: Sight) -> "Known":
        """What the viewer knows of them."""
        if (known := self._known.get(sight)) is None:
            known = self._known[sight] = Known(self, sight)
        return known


class Known:
    """What a viewer knows of a cast, and the parts of its view that were made last."""

    def __init__(self, cast: Cast, sight: Sight) -> None:
        self.sight = sight
        combatants = cast.combatants.values()
        self.hidden_ids = frozenset(one["id"] for one in combatants if sight.is_hidden(one))
        self.open_ids = frozenset(one["id"] for one in combatants if sight.is_open(one))
        self.with_initiative = frozenset(one["id"] for one in combatants if sight.knows(one, "initiative"))
        hidden = [one for one in combatants if one["id"] in self.hidden_ids]
        seen = [one for one in combatants if one["id"] not in self.hidden_ids]
        self.sides = frozenset(one["side"] for one in seen)
        self.hidden = frozenset(name for one in hidden for name in names_of(one))
        """Everything that the hidden are called; ``seen`` are the names of the others."""
        self.seen = frozenset(name for one in seen for name in names_of(one))
        masked = {one["name"] for one in seen if sight.name(one) != one["name"]}
        self.spoken = frozenset(masked | {one["name"] for one in hidden})
        """Names in texts that give somebody away; ``shown`` are those that the viewer reads."""
        self.shown = frozenset(map(sight.name, seen))
        self._views = cast.views.setdefault((sight, self.hidden), {})
        self.course: tuple[Json, Json] = {}, {}
        """The course of the encounter that was looked at last, and what the viewer sees of it."""

    @cached_property
    def secrets(self) -> Secrets:
        """What the viewer must not read while nothing of the cast changes."""
        return Secrets(self)

    def view(self, combatant: Json) -> Json | None:
        """The combatant as the viewer sees it; None where it is hidden. Any part of it that has not changed
        since the last time is the same object as then.
        """
        name = combatant["id"]
        if self.sight.sees_all:
            return combatant
        if name in self.hidden_ids:
            return None
        _, parts, view = last = self._views.get(name, ({}, {}, {}))
        if last[0] is not combatant:
            now = self.sight.parts(combatant, is_open=name in self.open_ids)
            view = {
                key: view[key] if key in parts and parts[key] is part else without(part, self.hidden)
                for key, part in now.items()
                if key not in self.hidden
            }
            self._views[name] = combatant, now, view
        return view


def secrets_between(before: Cast, after: Cast, sight: Sight) -> Secrets:
    """What the viewer must read in nothing that happens between the two."""
    was, now = before.known_to(sight), after.known_to(sight)
    return was.secrets if was is now else Secrets(was, now)
