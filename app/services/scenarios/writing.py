"""A scenario as it is being written: commands with the dice that fell, under names of the scenario's own."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import from_json, to_json

from app.rules.common.errors import ReplayMismatch
from app.rules.common.grid.board import Grid
from app.rules.resolution.answers import Answer, ChoiceAnswer, RollAnswer, fits
from app.rules.resolution.play import Completed, play
from app.rules.resolution.requests import Single
from app.services.base.json_value import Json
from app.services.packs.cache import Shelf
from app.services.visibility.views import play_view

NAME = re.compile(r"[a-z][a-z0-9_-]{0,63}")
LONGEST_TITLE = 200
_NOT_NAMES = frozenset({"type", "weapon", "action", "label", "name", "side"})
"""Members of commands that a combatant's `ref` may resemble without being meant."""


@dataclass(slots=True)
class Writing:
    """A scenario as far as it is written. Any: the state is the game's own; documents are JSON."""

    shelf: Shelf
    state: Any
    combatants: list[Json] = field(default_factory=list[Json])
    play: list[Json] = field(default_factory=list[Json])
    names: dict[str, str] = field(default_factory=dict[str, str])
    """The scenario's name of every combatant that was ever there, by its id."""

    @classmethod
    def going_on(cls, shelf: Shelf, state: Any, so_far: Json) -> "Writing":
        """What was written `so_far`, up to ``state``, to be gone on with."""
        return cls(shelf, state, **so_far)

    @property
    def so_far(self) -> Json:
        """All that is written, to be kept."""
        return {"combatants": self.combatants, "play": self.play, "names": self.names}

    def add(self, document: Json, given: Iterable[Answer]) -> None:
        """Write down a command that was answered so, and play it."""
        command = self.shelf.codecs.command.load(to_json(document))
        answers = _Recorded(given)
        played = play(self.shelf.rules, self.state, command, answers)
        if not isinstance(played, Completed):
            raise ReplayMismatch("The log of this encounter no longer plays to its end.")
        if document["type"] == "add":
            self._enter(document)
        elif document["type"] == "sync":
            self._bring_in_line(document)
        else:
            do = self._renamed(document, self._spoken())
            step: Json = {"do": {key: part for key, part in do.items() if key != "external_refs"}}
            if answers.dice:
                step["dice"] = answers.dice
            if answers.choices:
                step["choose"] = {
                    purpose: options[0] if len(options) == 1 else options
                    for purpose, said in answers.choices.items()
                    for options in ([self.names.get(option, option) for option in said],)
                }
            self.play.append(step)
        self.state = played.state

    def _enter(self, document: Json) -> None:
        """Those who were there before anything happened begin in the scenario; the others enter in it."""
        entering = self._entering(document)
        if self.play:
            self.play.append({"do": entering})
        else:
            self._begin(entering)

    def _entering(self, document: Json) -> Json:
        """The command that lets somebody enter, under the scenario's name."""
        identity = document["identity"]
        name = self.names[identity["id"]] = self._new_name(identity)
        shown = {"name": identity["name"], "side": identity["side"], "ref": name}
        if "disclosure" in identity:
            shown["disclosure"] = identity["disclosure"]
        more = {key: part for key, part in document.items() if key not in ("type", "identity")}
        return {"type": "add", "identity": shown, **more}

    def _begin(self, entering: Json) -> None:
        identity = entering["identity"]
        more = {key: part for key, part in entering.items() if key not in ("type", "identity")}
        shown = {key: part for key, part in identity.items() if key != "ref"}
        self.combatants.append({"id": identity["ref"], **shown, **more})

    def _bring_in_line(self, document: Json) -> None:
        """A table brought in line: who enters may begin in the scenario, if nobody is changed by it."""
        spoken = self._spoken()
        entering = [self._entering(one) for one in document.get("entering", [])]
        changed = {
            key: self._renamed(document[key], spoken) for key in ("leaving", "edited") if document.get(key)
        }
        for edit in changed.get("edited", ()):
            edit.pop("external_refs", None)
            edit.pop("ref", None)
        if self.play or changed:
            self.play.append({"do": {"type": "sync", **changed, "entering": entering}})
        else:
            for one in entering:
                self._begin(one)

    def _new_name(self, identity: Json) -> str:
        wanted = identity.get("ref") or ""
        if not NAME.fullmatch(wanted):
            wanted = re.sub(r"[^a-z0-9]+", "-", identity["name"].lower()).strip("-")[:50]
            wanted = wanted if NAME.fullmatch(wanted) else f"combatant-{len(self.names) + 1}"
        taken = set(self.names.values())
        others = (f"{wanted[:58]}-{number}" for number in range(2, len(taken) + 3))
        return wanted if wanted not in taken else next(name for name in others if name not in taken)

    def _spoken(self) -> dict[str, str]:
        """What callers may call the combatants that are there now, with the scenario's name of each."""
        spoken: dict[str, str] = {}
        for combatant in self.state.combatants:
            identity, name = combatant.identity, self.names[combatant.id]
            spoken |= {each: name for each in identity.names if each != name}
        return spoken

    def _renamed(self, part: Any, spoken: Mapping[str, str], key: str = "") -> Any:
        match part:
            case str() if key not in _NOT_NAMES:
                return spoken.get(part, part)
            case dict():
                return {name: self._renamed(it, spoken, name) for name, it in part.items()}
            case list():
                return [self._renamed(it, spoken, key) for it in part]
            case _:
                return part

    def scenario(self, title: str) -> Json:
        """All that is written, with how everybody stands at the end."""
        shelf, state = self.shelf, self.state
        codec = shelf.codecs.state
        document = codec.document(state)
        end: Json = dict.fromkeys(self.names.values())
        for combatant in state.combatants:
            view = from_json(to_json(play_view(combatant, shelf.codecs.combatant)))
            end[self.names[combatant.id]] = self._renamed(view, self.names)
        written: Json = {
            "scenario": 1,
            "title": title[:LONGEST_TITLE],
            "ruleset": shelf.game.id,
            "options": shelf.codecs.options.document(state.options),
            "environment": document.get("environment", []),
            "map": None if state.map is None else _drawn(state.map),
            "table_pack": None if shelf.is_shipped else {"id": shelf.pack_id, "version": shelf.pack_version},
            "combatants": self.combatants,
            "play": self.play,
            "expect": {"combatants": end},
        }
        return {name: part for name, part in written.items() if part not in (None, {}) or name == "play"}


class _Recorded:
    """Answers recorded requests, and keeps them in the order in which they are asked for."""

    def __init__(self, answers: Iterable[Answer]) -> None:
        self._left = list(answers)
        self.dice: list[int] = []
        self.choices: dict[str, list[str]] = {}

    def __call__(self, request: Single) -> Answer | None:
        answer = next((one for one in self._left if fits(request, one)), None)
        match answer:
            case RollAnswer():
                self.dice += answer.faces
            case ChoiceAnswer():
                self.choices.setdefault(answer.purpose, []).append(answer.choice)
            case None:
                return None
        self._left.remove(answer)
        return answer


def _drawn(grid: Grid) -> Json:
    """A map as scenarios draw it."""
    edges = [{"between": [list(cell) for cell in edge.between], "kind": edge.kind} for edge in grid.edges]
    return {
        "rows": list(grid.rows),
        "origin": list(grid.origin),
        "edges": edges,
        "cell": {"value": grid.cell.value, "unit": grid.cell.unit},
        "diagonals": grid.diagonals,
    }
