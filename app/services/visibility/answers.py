"""An action as it is told to somebody who is not the GM: its answer, and as it stands in the log.

Put together anew from what may be seen; what is not named here is not told.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import Any

from pydantic_core import from_json, to_json

from app.persistence.play.action_queries import LoggedAction
from app.services.base.json_value import Json
from app.services.visibility.cast import secrets_between
from app.services.visibility.narration import Narrator
from app.services.visibility.player_state import texts_in
from app.services.visibility.redaction import (
    Redacted,
    Told,
    decisions_seen,
    options_seen,
    redacted,
)
from app.services.visibility.scene import Scene, changes_seen
from app.services.visibility.viewer import Sight
from app.values import value

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


UNSEEN_COMMAND: Json = {"type": "unseen"}
"""What stands for the command of an action that is not told."""
_ROLL_OFF = "initiative roll-off"
"""The purpose of the rolls of those who have the same initiative (D20-INI-2)."""
_BEFORE_THE_ROUND = frozenset({"initiative", _ROLL_OFF})
_PASSING = frozenset({"end-turn", "wait", "delay"})
"""Commands with which a turn passes on, and nothing else."""
_OF_TURNS = frozenset(
    {
        "activity",
        "conditions",
        "effects",
        "guard",
        "harassed",
        "has_acted",
        "initiative",
        "opportunities",
        "turn",
    }
)
"""Members of a combatant that rounds and turns change by themselves."""


@value
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
    narrator = Narrator(sight, scene, after, secrets_between(scene.cast, after.cast, sight))
    seen = _Telling(result, scene, after, sight, is_own=told.token_id == sight.viewer.token_id)
    is_told = (told.is_for(sight, scene) or told.is_for(sight, after)) and not seen.is_about_the_hidden()
    document: Json = {
        **{name: result[name] for name in ("id", "seq", "encounter_id", "at", "status")},
        "command": UNSEEN_COMMAND,
        "result": {},
        "rolls": [],
        "choices": [],
        "breakdown": [],
        "rules": [],
        "changes": [change for event in events for change in event.event.get("changes", ())],
        "narration": narrator.narration(result, told.events, events, is_told=is_told),
        "awaiting": decisions_seen(result["awaiting"], after, sight),
        "privacy": result["privacy"],
        "unused_dice": result["unused_dice"] if seen.is_own else [],
        "unused_choices": result["unused_choices"] if seen.is_own else [],
        "reverts": result["reverts"],
        "reverted_by": result["reverted_by"],
    }
    if is_told and result["command"].get("type") is not None:
        document |= seen.deed()
        if "external_refs" in result and not seen.has_secrets(result["external_refs"]):
            document["external_refs"] = result["external_refs"]
    elif seen.is_passed_on(told, events):
        document |= {**seen.deed(), "command": document["command"]}
    if len(events) > 1:
        document["changes"] = changes_seen(scene, after, sight)
    document["events"] = [one.event for one in events]
    return document, after


def _is_suffered(steps: Sequence[str]) -> bool:
    """Whether a change, by the steps of its path, is one of a combatant and not only of its turns."""
    return len(steps) > 2 and steps[1] == "combatants" and (len(steps) == 3 or steps[3] not in _OF_TURNS)


class _Telling:
    """What of an answer may be told to whom."""

    def __init__(self, result: Json, before: Scene, after: Scene, sight: Sight, *, is_own: bool) -> None:
        self.is_own = is_own
        self._result = result
        self._known = {**before.combatants, **after.combatants}
        self._ids = {**before.cast.ids, **after.cast.ids}
        self._sight = sight
        self._secrets = secrets_between(before.cast, after.cast, sight)

    def is_about_the_hidden(self) -> bool:
        """Whether the command names combatants and the viewer sees none of them."""
        named = [self._ids[said] for said in self._said() if said in self._ids]
        return bool(named) and all(self._sight.is_hidden(self._known[one]) for one in named)

    @property
    def _is_passing(self) -> bool:
        """Whether all that was asked is that the turn pass on."""
        return self._result["command"].get("type") in _PASSING

    def is_passed_on(self, told: Told, events: Sequence[Redacted]) -> bool:
        """Whether somebody hidden did no more than let its turn pass on, and what then happened is told."""
        return self._is_passing and told.privacy == "public" and any(one.is_told for one in events)

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
        is_whole = self._is_open and all(whole for _, _, whole in rolls)
        shown = {index: place for place, (index, _, _) in enumerate(rolls)}
        deed: Json = {
            "command": self._command(),
            "result": self._figures([roll for _, roll, _ in rolls]) if is_whole else {},
            "rolls": [self._roll(roll, is_whole=whole) for _, roll, whole in rolls],
            "choices": [
                choice for one in self._result["choices"] if (choice := self._choice(one)) is not None
            ],
            "breakdown": [
                {**part, "roll": shown[part["roll"]]}
                for part in self._result["breakdown"]
                if part["roll"] in shown and self._shows_part(part)
            ],
            "rules": self._rules(shown.keys()) if is_whole else [],
        }
        return {name: part for name, part in deed.items() if not self.has_secrets(part)}

    def _figures(self, rolls: Sequence[Json]) -> Json:
        """The figures of the rolls that are shown, the actor's own first, as if no others had been made."""
        if len(rolls) == len(self._result["rolls"]):
            return self._result["result"]
        own = self._ids.get(self._result["command"].get("actor") or "")
        figures: Json = {}
        for roll in sorted(rolls, key=lambda roll: roll["who"] != own):
            figures = {**roll["facts"], **figures}
        return figures

    def _rules(self, shown: Collection[int]) -> list[str]:
        """The rules of the rolls that are shown, in the order they came up."""
        if len(shown) == len(self._result["rolls"]):
            return self._result["rules"]
        ids: dict[str, None] = {}
        for index in shown:
            ids.update(dict.fromkeys(self._result["rolls"][index]["rules"]))
            parts = (part for part in self._result["breakdown"] if part["roll"] == index and part["applied"])
            ids.update((part["rule_id"], None) for part in parts)
        return list(ids)

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
        if roll["purpose"] == _ROLL_OFF and roll["who"] not in self._tied:
            return None
        if one is None or self._sight.is_hidden(one) or roll["stream"] == "hidden":
            is_own_hidden = one is not None and self._sight.controls(one)
            return self._is_whole(roll) if is_own_hidden else None
        return self._is_whole(roll)

    def _is_whole(self, roll: Json) -> bool:
        return self._is_open and (roll["against"] is None or not self._is_crossed)

    def _roll(self, roll: Json, *, is_whole: bool) -> Json:
        if roll["stream"] == "hidden":
            roll = {**roll, "index": None}  # which would count the rolls that the viewer knows nothing of
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
        roll = self._result["rolls"][part["roll"]]
        if self._is_whole(roll):
            return True
        return self._sight.is_open(self._known[roll["who"]]) and part["of"] in _OWN_TOTALS

    def _choice(self, choice: Json) -> Json | None:
        """A choice as far as it is for the viewer, without the options that name somebody hidden."""
        one = self._known.get(choice["who"])
        if one is None or not self._sight.is_open(one) or self._is_hidden(choice["choice"]):
            return None
        if self._is_cut_into:  # it may be asked for what somebody hidden did, which its purpose tells
            return None
        options = options_seen(choice["options"], self._hidden)
        return None if options is None else {**choice, "options": options}

    @cached_property
    def _tied(self) -> frozenset[str]:
        """Those seen who have the same initiative as another one seen: nobody rolls off alone."""
        counts = {
            roll["who"]: roll["total"]
            for roll in self._result["rolls"]
            if roll["purpose"] == "initiative" and not self._is_hidden(roll["who"])
        }
        return frozenset(who for who, count in counts.items() if [*counts.values()].count(count) > 1)

    @cached_property
    def _is_open(self) -> bool:
        """Whether everything is disclosed of everybody who has to do with the action.

        Of the hidden those count whom it names or asks; that others rolled beside them, or have their turn
        next, must not show.
        """
        said = () if self._is_passing else texts_in(self._result["command"])
        named = {self._ids[name] for name in said if name in self._ids}
        named |= {choice["who"] for choice in self._result["choices"]}
        beside = {roll["who"] for roll in self._result["rolls"]}
        beside |= {
            found for change in self._result["changes"] for found in _COMBATANT.findall(change["path"])
        }
        named |= {name for name in beside if not self._is_hidden(name)}
        return all(
            name in self._known and not self._is_hidden(name) and self._sight.is_open(self._known[name])
            for name in named
        )

    @cached_property
    def _is_crossed(self) -> bool:
        """Whether somebody hidden rolled or suffered something: what a roll is held against may be its."""
        return any(map(self._is_hidden, {*self._touched, *(roll["who"] for roll in self._result["rolls"])}))

    @cached_property
    def _is_cut_into(self) -> bool:
        """The same, but that the hidden roll for initiative with everybody else."""
        rolls = self._result["rolls"]
        rollers = {roll["who"] for roll in rolls if roll["purpose"] not in _BEFORE_THE_ROUND}
        return any(map(self._is_hidden, {*self._touched, *rollers}))

    @cached_property
    def _touched(self) -> frozenset[str]:
        """Those who suffered something."""
        paths = (change["path"].split("/") for change in self._result["changes"])
        return frozenset(steps[2] for steps in paths if _is_suffered(steps))

    @cached_property
    def _hidden(self) -> frozenset[str]:
        return frozenset(name for name, one in self._ids.items() if self._is_hidden(one))

    def _is_hidden(self, combatant: str) -> bool:
        one = self._known.get(combatant)
        return one is not None and self._sight.is_hidden(one)

    def has_secrets(self, part: Any) -> bool:
        """Whether it names somebody whom the viewer does not know by that name. Any: JSON."""
        return self._secrets.are_in(part)
