"""What a viewer may see of events: the one place where that is decided.

Whatever hands out events (a page of the log, a stream, a webhook, the answer to an action) gets them from
here, and the log's numbers stay whole: an event that the viewer may not see becomes a skip with its number.
The GM's events are the log's own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any

from app.rules.common.visibility import Visibility
from app.services.base.json_value import Json
from app.services.visibility.cast import secrets_between
from app.services.visibility.event_fields import COMBATANT, EVENTS
from app.services.visibility.scene import Scene, changes_seen, place_seen
from app.services.visibility.viewer import Sight, names_of, without
from app.values import value

SKIP, RESET, CHANGED = "skip", "reset", "changed"
"""Types of what stands in the place of events; no event of a game has one of these.

``changed`` is what a viewer gets who may not know what happened and can see what it has led to.
"""


PASSING = frozenset({"round_started", "turn_began", "turn_resumed", "turn_ended", "turn_delayed"})
"""Events with which it is somebody else's turn."""


@value
class Told:
    """The events of one row of the log with who may see them. Any: JSON."""

    events: list[Json]
    privacy: str = "public"
    token_id: str = ""
    actor: str | None = None

    def is_by_the_hidden(self, sight: Sight, scene: Scene) -> bool:
        """Whether somebody did it whom the viewer does not see."""
        return self.actor is not None and scene.is_hidden(self.actor, sight)

    def is_open_to(self, sight: Sight, scene: Scene) -> bool:
        """Whether the viewer may know of it by its privacy, whoever did it."""
        actor = None if self.actor is None else scene.combatants.get(self.actor)
        if self.privacy == "self":
            is_own = self.token_id == sight.viewer.token_id
            return is_own or (actor is not None and sight.controls(actor))
        return self.privacy == "public"

    def is_for(self, sight: Sight, scene: Scene) -> bool:
        """Whether the viewer may know what was done, by privacy and by who did it."""
        return self.is_open_to(sight, scene) and not self.is_by_the_hidden(sight, scene)


@value
class Redacted:
    """An event as it is seen; ``is_whole`` where nothing of it was kept back."""

    event: Json
    is_whole: bool

    @property
    def is_told(self) -> bool:
        """Whether the viewer learns what happened."""
        return self.event["type"] not in (SKIP, CHANGED)


def redact(event: Json, before: Scene, after: Scene, sight: Sight, *, is_private: bool = False) -> Redacted:
    """One event as ``sight`` has it, between the scenes ``before`` and ``after`` it."""
    changes = changes_seen(before, after, sight) + _of_pending(event, after, sight)
    told = None if is_private else _payload(event, before, after, sight)
    # The last look, whatever was declared: nothing may name somebody hidden.
    secrets = secrets_between(before.cast, after.cast, sight)
    moved = [(change["from"], change["to"]) for change in changes]
    if secrets.are_in((moved, told)):
        changes = [change for change, ends in zip(changes, moved, strict=True) if not secrets.are_in(ends)]
        told = None if secrets.are_in(told) else told
    if told is None:
        return Redacted(_changed(event, changes) if changes else skip(event), is_whole=False)
    payload, is_whole = told
    return Redacted({**event, "changes": changes, "payload": payload}, is_whole)


def redacted(told: Told, scene: Scene, sight: Sight) -> tuple[list[Redacted], Scene]:
    """The events of one row, one for one, and the scene after them.

    Once a turn has passed, what follows in a row of somebody hidden is no longer its doing: the turns of
    others begin and end as they would without it.
    """
    seen: list[Redacted] = []
    has_passed = False
    for event in told.events:
        after = scene.after(event["changes"])
        has_passed |= event["type"] in PASSING
        is_known = any(
            told.is_open_to(sight, now) and (has_passed or not told.is_by_the_hidden(sight, now))
            for now in (scene, after)
        )
        seen.append(redact(event, scene, after, sight, is_private=not is_known))
        scene = after
    return seen, scene


def as_seen(rows: Iterable[Told], scene: Scene, sight: Sight) -> list[Json]:
    """The events of ``rows`` in order, as they are seen from the ``scene`` before the first of them."""
    seen: list[Json] = []
    for told in rows:
        events, scene = redacted(told, scene, sight)
        seen += [one.event for one in events]
    return seen


def skip(event: Json) -> Json:
    """What stands in the place of an event that is not for the viewer's eyes."""
    return {"seq": event["seq"], "type": SKIP}


def reset(last_event: int) -> Json:
    """What a reader gets who asks for what comes after an event that there never was.

    It says: what you know is not this log; read the encounter anew and go on after ``last_event``.
    """
    return {"seq": last_event, "type": RESET}


def decisions_seen(awaiting: Iterable[Json], scene: Scene, sight: Sight) -> list[Json]:
    """What is waited for, as far as it is for the viewer: what players are asked for those that it controls.

    What the GM is asked for them may be about somebody unseen.
    """
    hidden = scene.hidden(sight)
    seen: list[Json] = []
    for decision in awaiting:
        who = scene.combatants.get(decision["who"])
        if who is None or not sight.controls(who) or decision["asked"] != "players":
            continue
        options = options_seen(decision["options"], hidden)
        if options is None or any(
            fact in hidden for fact in decision["facts"].values() if isinstance(fact, str)
        ):
            continue  # it is the GM's to answer: whoever is asked about somebody unseen would know of it
        facts = without(decision["facts"], hidden)
        kept = {name: fact for name, fact in facts.items() if fact is not None}
        default = decision["default"] if decision["default"] in options else None
        texts = {
            option: text for option, text in decision.get("option_texts", {}).items() if option in options
        }
        seen.append(
            {**decision, "facts": kept, "options": options, "option_texts": texts, "default": default}
        )
    return seen


def options_seen(options: Sequence[str], hidden: Set[str]) -> list[str] | None:
    """The options of a choice but those that name somebody ``hidden``; None where it is about nobody else."""
    seen = [option for option in options if option not in hidden]
    is_of_combatants = any(option.startswith(COMBATANT) for option in seen)
    return seen if len(seen) == len(options) or is_of_combatants else None


def _of_pending(event: Json, scene: Scene, sight: Sight) -> list[Json]:
    """Changes of what is waited for and of who rolls, which are no part of a scene."""
    ways: Mapping[str, Callable[[Json, Scene, Sight], Json | None]] = {
        "/pending": pending_seen,
        "/dice_policy": policy_seen,
        "/title": lambda title, _scene, _sight: title,
    }
    return [
        {**change, **{side: change[side] and way(change[side], scene, sight) for side in ("from", "to")}}
        for change in event["changes"]
        if (way := ways.get(change["path"])) is not None
    ]


def policy_seen(policy: Json, scene: Scene, sight: Sight) -> Json:
    """Who rolls, without the rows that name a combatant whom the viewer does not control, or its side."""
    sides = {one["side"] for one in scene.combatants.values() if not sight.is_hidden(one)}
    own = {name for one in scene.combatants.values() if sight.controls(one) for name in names_of(one)}
    seen = dict(policy)
    for rows in ("rows", "sources"):
        seen[rows] = [
            row for row in policy[rows] if row["combatant"] in {None, *own} and row["side"] in {None, *sides}
        ]
    return seen


def pending_seen(pending: Json | None, scene: Scene, sight: Sight) -> Json | None:
    """The action that waits, with what is asked of the viewer."""
    if pending is None:
        return None
    awaiting = decisions_seen(pending["awaiting"], scene, sight)
    return {"action_id": pending["action_id"], "awaiting": awaiting}


def _payload(event: Json, before: Scene, after: Scene, sight: Sight) -> tuple[Json, bool] | None:
    """What is told of it, and whether that is everything; None where nothing is."""
    declared = EVENTS.get(event["type"])
    if declared is None:
        return None
    payload, scenes = event["payload"], (before, after)
    about = _subject(payload)
    if about is not None and (_both(about, scenes) is None or _is_hidden(about, scenes, sight)):
        return None
    seen: Json = {"type": payload["type"]}
    is_whole = True
    for name, member in payload.items():
        if name == "type":
            continue
        shown, is_all = _member(declared.get(name), member, about, scenes, sight)
        if shown is _NOBODY:
            return None
        is_whole &= is_all
        is_emptied = shown == [] != member  # as if there had been nobody: what is empty is not written
        if (is_all or shown is not None) and not (is_emptied and declared.get(name) != "order"):
            seen[name] = shown
    if event["type"] == "combatant_revealed":
        seen["combatant"] = after.view(payload["target"], sight)
    return seen, is_whole


_NOBODY = object()
_PLANS = frozenset({"planner", "plan"})
_WHERE_KNOWN: Mapping[Visibility, Callable[[Sight, Json], bool]] = {
    "position": Sight.knows_place,
    "hit_points": Sight.knows_losses,
    "own": Sight.is_open,
    "planner": Sight.is_open,
    "plan": Sight.is_open,
}
"""What is told only where the viewer knows that much of whom the event is about."""


def _member(
    how: Visibility | None, value: Any, about: str | None, scenes: tuple[Scene, Scene], sight: Sight
) -> tuple[Any, bool]:
    """A member as it is seen, None where it is kept back, and whether that is all of it. Any: JSON."""
    if how is not None and how in _WHERE_KNOWN:
        subject = None if about is None else _both(about, scenes)
        if subject is None or not _WHERE_KNOWN[how](sight, subject):
            return (_NOBODY if how in _PLANS else None), False
    after = scenes[1]
    match how:
        case "open" | "position" | "hit_points":
            return value, True
        case "who" | "planner":
            is_one = isinstance(value, str)
            is_hidden = is_one and _is_hidden(value, scenes, sight)
            return (_NOBODY, False) if is_hidden else (value, is_one or value is None)
        case "own" | "plan":
            return without(value, after.hidden(sight)), True
        case "those":
            seen = without(value, after.hidden(sight))
            return (seen, True) if seen or not value else (None, False)
        case "order":
            known = after.cast.known_to(sight)
            seen = [place_seen(place, known) for place in value if place["combatant"] not in known.hidden]
            return seen, all(place["initiative"] is not None for place in seen)
        case "combatant":
            name = value["identity"]["id"]
            there = next((scene for scene in reversed(scenes) if name in scene.combatants), None)
            return (None if there is None else there.view(name, sight)), True
        case "named":
            return {"id": value["id"]}, True
        case None:
            return None, False


def _subject(payload: Json) -> str | None:
    """The combatant whom an event is about: who suffers it, or else who does it."""
    for name in ("target", "actor"):
        if name in payload:
            return payload[name]
    if "combatant" in payload:
        return payload["combatant"]["identity"]["id"]
    return payload["declaration"]["combatant"] if "declaration" in payload else None


def _both(combatant: str, scenes: tuple[Scene, Scene]) -> Json | None:
    """The combatant as it is after the event, or as it was where it has left."""
    before, after = scenes
    return after.combatants.get(combatant) or before.combatants.get(combatant)


def _is_hidden(combatant: str, scenes: tuple[Scene, Scene], sight: Sight) -> bool:
    """Whether the viewer saw it neither before nor after."""
    return all(scene.is_hidden(combatant, sight) for scene in scenes if combatant in scene.combatants)


def _changed(event: Json, changes: list[Json]) -> Json:
    return {**event, "type": CHANGED, "caused_by": None, "changes": changes, "payload": {"type": CHANGED}}
