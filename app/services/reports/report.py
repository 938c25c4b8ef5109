"""What happened in a fight, told afterwards from its log: rounds, blows, damage, dice.

What was taken back is left out. `report_text.py` makes pages of it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial

from pydantic_core import from_json

from app.persistence.play.models import ActionRow
from app.persistence.play.undo_queries import EDIT_ENCOUNTER, NOT_ACTIONS
from app.services.access.tokens import Grant
from app.services.base.json_value import Json
from app.services.base.service import Estoc
from app.services.packs.cache import Shelf
from app.services.play.encounters import Seen, look
from app.services.play.retelling import retold
from app.services.reports.replay import pages_of
from app.services.visibility.views import status_of

LOST = {"hits_taken": "hits", "hit_points_lost": "points", "nonlethal_taken": "points"}
"""Events by which somebody is hurt, with the member that says how much."""
_NOT_TOLD = (EDIT_ENCOUNTER, *NOT_ACTIONS)


@dataclass(slots=True)
class _Deeds:
    """What one combatant did and suffered."""

    name: str
    side: str
    actions: int = 0
    hits: int = 0
    misses: int = 0
    dealt: int = 0
    taken: int = 0

    def view(self, combatant_id: str) -> Json:
        return {
            "id": combatant_id,
            "name": self.name,
            "side": self.side,
            "actions": self.actions,
            "hits": self.hits,
            "misses": self.misses,
            "damage_dealt": self.dealt,
            "damage_taken": self.taken,
        }


@dataclass(slots=True)
class _Telling:
    """A report as far as it is told. Any: JSON."""

    deeds: dict[str, _Deeds] = field(default_factory=dict[str, _Deeds])
    rounds: list[Json] = field(default_factory=list[Json])
    thrown: dict[tuple[str, int], list[int]] = field(default_factory=dict[tuple[str, int], list[int]])

    def add_all(self, page: Iterable[ActionRow], locale: str | None, shelf: Shelf) -> None:
        """Tell a page of the log, without what was taken back, in ``locale`` if one is given."""
        for row in page:
            if row.reverted_by is None and row.kind not in _NOT_TOLD:
                self._add(row, retold(row.result, locale, shelf))

    def _add(self, row: ActionRow, text: str) -> None:
        """Tell an action of the log, whose answer is ``text``."""
        result, events = from_json(text), from_json(row.events)
        self._meet(events)
        if row.actor in self.deeds and row.kind not in ("add", "remove"):
            self.deeds[row.actor].actions += 1
        if not self.rounds:
            self.rounds.append({"round": None, "actions": []})
        told = {
            "action_id": result["id"],
            "type": row.kind,
            "actor": row.actor,
            "text": result["narration"]["text"]["plain"],
        }
        self.rounds[-1]["actions"].append(told)
        self._blows(event["payload"] for event in events)
        for roll in result["rolls"]:
            for die in roll["dice"]:
                self.thrown.setdefault((roll["who"], die["sides"]), []).append(die["value"])

    def _meet(self, events: Iterable[Json]) -> None:
        """Who enters, or goes by another name from now on."""
        for event in events:
            combatant = event["payload"].get("combatant")
            if not isinstance(combatant, dict) or "identity" not in combatant:
                continue
            identity = combatant["identity"]
            known = self.deeds.setdefault(identity["id"], _Deeds("", ""))
            known.name, known.side = identity["name"], identity["side"]

    def _blows(self, payloads: Iterable[Json]) -> None:
        """Damage is dealt by whoever struck its target last in the same action."""
        struck: dict[str, str] = {}
        for payload in payloads:
            match payload:
                case {"type": "round_started", "number": int() as number}:
                    self.rounds.append({"round": number, "actions": []})
                case {"type": "attack_hit", "actor": str() as actor, "target": str() as target}:
                    self._of(actor).hits += 1
                    struck[target] = actor
                case {"type": "attack_missed", "actor": str() as actor}:
                    self._of(actor).misses += 1
                case {"type": str() as kind, "target": str() as target} if kind in LOST:
                    points: int = payload[LOST[kind]]
                    self._of(target).taken += points
                    if target in struck:
                        self._of(struck[target]).dealt += points
                case _:
                    pass

    def _of(self, combatant_id: str) -> _Deeds:
        return self.deeds.setdefault(combatant_id, _Deeds(combatant_id, ""))

    def dice(self) -> list[Json]:
        """How the dice of each kind fell for each combatant."""
        return [
            {
                "who": who,
                "sides": sides,
                "thrown": len(faces),
                "lowest": min(faces),
                "highest": max(faces),
                "mean": round(sum(faces) / len(faces), 2),
            }
            for (who, sides), faces in sorted(self.thrown.items())
        ]


async def report(
    service: Estoc, grant: Grant, encounter_id: str, locale: str | None = None
) -> tuple[Seen, Json]:
    """The encounter, and the report of what stands in its log, told in ``locale`` if one is given.

    Raises NotFound, ComputingBusy and CallerLeft. Any: JSON.
    """
    seen = await look(service, grant, encounter_id)
    telling = _Telling()
    async for page in pages_of(service, seen.row):
        await service.slots.compute(grant.token_id, partial(telling.add_all, page, locale, seen.shelf))
    present = {one.id for one in seen.state.combatants}
    return seen, {
        "encounter_id": seen.row.id,
        "title": seen.row.title,
        "ruleset": seen.row.ruleset,
        "version": seen.row.version,
        "status": status_of(seen.state),
        "rounds": [one for one in telling.rounds if one["actions"]],
        "combatants": [
            {**deeds.view(name), "is_present": name in present} for name, deeds in telling.deeds.items()
        ],
        "dice": telling.dice(),
    }
