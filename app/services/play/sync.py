"""A whole table brought in line with another system's at once: who is in its list enters or is changed.

Combatants are known by their external references, never by their names. One `sync` command does it all, so it
is one action of the log, and undone as one.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field
from pydantic_core import from_json

from app.persistence.base.codec import Codec
from app.persistence.base.json_text import pointer_to
from app.rules.common.errors import InvalidDocument, Problem
from app.rules.common.identity import ExternalRef
from app.rules.resolution.given import nobody
from app.rules.resolution.play import Completed, Suspended, play
from app.services.access.etags import Condition
from app.services.base.idempotency import Reply
from app.services.base.ids import new_id
from app.services.base.json_value import Json
from app.services.base.refusals import EncounterFull
from app.services.base.service import Estoc
from app.services.packs.cache import Shelf
from app.services.play.actions import Action, carry_out, with_id
from app.services.play.change import ChangeRequest, change
from app.services.play.encounters import look
from app.services.play.run import MAX_COMBATANTS, PlannedCommand
from app.services.play.suspension import Outcome
from app.services.play.transaction import Transaction
from app.services.visibility.views import changes_between
from app.values import replace, value

Effect: TypeAlias = Literal["added", "changed", "unchanged"]
_REFS = Codec[tuple[ExternalRef, ...]](tuple[ExternalRef, ...])
_WHO = ("name", "side", "ref", "disclosure")
ONLY_ENTERING = frozenset({"sheathed", "mount"})
"""What is said of a combatant that enters, and passed over where it is there already."""
_COMMAND = frozenset({"type", "target", "identity"})
"""Members of the commands that an entry has not: who it is about are its references."""


@value
class SyncBody:
    """The combatants of another system, each known by its ``external_refs``.

    Whoever is not here yet enters; of whoever is, the members given replace what was. ``mode`` says what
    becomes of those who are not in the list: ``merge``, they stay; ``replace``, they leave. ``dry_run`` shows
    what would change and stores nothing. Any: sheets are the game's own.
    """

    mode: Literal["merge", "replace"]
    combatants: Annotated[tuple[Mapping[str, Any], ...], Field(max_length=MAX_COMBATANTS)]
    dry_run: bool = False


@value
class _Plan:
    """The `sync` command that does it, and of each of its parts where in the body it stands.

    ``known`` are the ids of those who are here already, by their place in the list.
    """

    command: Json
    places: Mapping[str, str]
    known: Mapping[int, str]


@value
class Synced:
    """What a sync comes to; ``version`` is that after it, ``action_id`` None where nothing is stored.

    ``combatants`` are in the order of the list.
    """

    encounter_id: str
    version: int
    body: SyncBody
    combatants: tuple[Json, ...]
    removed: tuple[str, ...]
    changes: tuple[Json, ...]
    action_id: str | None = None

    @property
    def view(self) -> Json:
        return {
            "encounter_id": self.encounter_id,
            "version": self.version,
            "mode": self.body.mode,
            "dry_run": self.body.dry_run,
            "combatants": self.combatants,
            "removed": self.removed,
            "changes": self.changes,
            "action_id": self.action_id,
        }


async def foresee_sync(service: Estoc, wanted: ChangeRequest, condition: Condition, body: SyncBody) -> Synced:
    """What the sync would change; nothing is stored. Raises what `sync` raises."""
    seen = await look(service, wanted.grant, wanted.encounter_id)
    condition.check(seen.row.version)
    state, shelf = seen.state, seen.shelf
    plan = _plan(state, body)
    # Who would enter has no id yet: it is shown under the first of its references.
    entering = [
        {**one, "identity": {"id": _key(one["identity"]["external_refs"][0]), **one["identity"]}}
        for one in plan.command["entering"]
    ]
    command = _read(shelf, {**plan.command, "entering": entering}, plan)
    after = _played(shelf, state, command, plan)
    changes = tuple(changes_between(state, after, shelf))
    return _synced(wanted.encounter_id, seen.row.version, body, plan, (state, after), changes)


async def sync(
    service: Estoc,
    wanted: ChangeRequest,
    condition: Condition,
    body: SyncBody,
    answer: Callable[[Synced], Reply],
    waits: Callable[[Outcome], Reply],
) -> Reply:
    """Carry the sync out, all of it or nothing; where nothing is to be changed nothing is stored.

    ``waits`` replies where somebody has to roll first: the turn of one who leaves ends by it. Raises
    InvalidDocument with everything wrong in any entry, and what `change` raises.
    """

    async def work(transaction: Transaction) -> Outcome | Reply:
        condition.check(transaction.encounter.version)
        shelf = transaction.shelf
        state = transaction.state
        plan = _plan(state, body)
        command = _read(shelf, with_id(plan.command), plan)
        if _played(shelf, state, command, plan) == state:
            same = _synced(
                transaction.encounter_id, transaction.encounter.version, body, plan, (state, state), ()
            )
            return answer(same)
        outcome = carry_out(
            wanted.grant, Action(), transaction, state, (PlannedCommand(new_id("act"), command),)
        )
        if outcome.pending is not None or outcome.refused is not None:
            return replace(outcome, reply=waits(outcome))
        changes: list[Json] = from_json(outcome.actions[-1].result)["changes"]
        states = (state, outcome.state)
        synced = _synced(
            transaction.encounter_id, outcome.version, body, plan, states, tuple(changes), outcome.action_id
        )
        return replace(outcome, reply=answer(synced))

    return await change(service, wanted, work)


def _plan(state: Any, body: SyncBody) -> _Plan:
    """Who of the list is here already. Raises InvalidDocument. Any: the state is the game's own."""
    owners = {ref.key: one for one in state.combatants for ref in one.identity.external_refs}
    problems: list[Problem] = []
    seen: dict[str, int] = {}
    known: dict[int, str] = {}
    edited: list[Json] = []
    entering: list[Json] = []
    places: dict[str, str] = {}
    for index, entry in enumerate(body.combatants):
        place = pointer_to("combatants", index)
        try:
            refs = _refs(entry, place)
        except InvalidDocument as error:
            problems += error.problems
            continue
        found = {owners[ref.key].id: owners[ref.key] for ref in refs if ref.key in owners}
        names = {*(ref.key for ref in refs), *found}
        if problem := _mistaken(names, found, seen, place):
            problems.append(problem)
            continue
        seen |= dict.fromkeys(names, index)
        if found:
            (combatant,) = found.values()
            known[index] = combatant.id
            places[f"/edited/{len(edited)}"] = place
            edited.append(_edit(entry, combatant, refs, body.mode))
        else:
            places[f"/entering/{len(entering)}"] = place
            entering.append(_add(entry, refs))
    if problems:
        raise InvalidDocument(tuple(problems))
    leaving = [one.id for one in state.combatants if one.id not in seen] if body.mode == "replace" else []
    command: Json = {"type": "sync", "leaving": leaving, "edited": edited, "entering": entering}
    return _Plan(command, places, known)


def _refs(entry: Mapping[str, Any], place: str) -> tuple[ExternalRef, ...]:
    refs = _REFS.read(entry.get("external_refs", []), f"{place}/external_refs")
    if not refs:
        raise InvalidDocument(
            (
                Problem(
                    f"{place}/external_refs",
                    "missing",
                    "Give at least one reference by which the other system knows it.",
                    (("way", "refs"),),
                ),
            )
        )
    if named := tuple(
        Problem(f"{place}/{name}", "unknown_field", "Its `external_refs` say who it is.", (("way", "refs"),))
        for name in sorted(_COMMAND & entry.keys())
    ):
        raise InvalidDocument(named)
    return refs


def _mistaken(
    names: set[str], found: Mapping[str, Any], seen: Mapping[str, int], place: str
) -> Problem | None:
    """What is wrong with an entry's references, apart from their form. Any: combatants are the game's own."""
    place = f"{place}/external_refs"
    if len(found) > 1:
        several = ", ".join(sorted(found))
        return Problem(
            place,
            "external_refs_of_several",
            "These name several combatants: {several}.",
            (("several", several),),
        )
    if (before := next((seen[name] for name in sorted(names) if name in seen), None)) is not None:
        return Problem(
            place,
            "external_ref_repeated",
            "This is the combatant of entry {before} (counted from 0) again.",
            (("before", before),),
        )
    return None


def _add(entry: Mapping[str, Any], refs: tuple[ExternalRef, ...]) -> Json:
    said = {name: part for name, part in entry.items() if part is not None}
    identity = {"side": "", **{name: said.pop(name) for name in _WHO if name in said}}
    return {"type": "add", **said_but_refs(said), "identity": {**identity, "external_refs": _written(refs)}}


def _edit(entry: Mapping[str, Any], combatant: Any, refs: tuple[ExternalRef, ...], mode: str) -> Json:
    """Any: combatants are the game's own."""
    kept = combatant.identity.external_refs if mode == "merge" else ()
    now = (*kept, *(ref for ref in refs if ref not in kept))
    said = {name: part for name, part in entry.items() if name not in ONLY_ENTERING}
    return {
        **said_but_refs(said),
        "type": "edit",
        "target": combatant.id,
        "external_refs": _written(now),
    }


def said_but_refs(entry: Mapping[str, Any]) -> Json:
    return {name: part for name, part in entry.items() if name != "external_refs"}


def _written(refs: tuple[ExternalRef, ...]) -> list[Json]:
    return [{"system": ref.system, "kind": ref.kind, "id": ref.id} for ref in dict.fromkeys(refs)]


def _key(ref: Json) -> str:
    return ExternalRef(**ref).key


def _read(shelf: Shelf, command: Mapping[str, Any], plan: _Plan) -> Any:
    """The command; what is wrong is pointed at in the body. Any: it is the game's own."""
    try:
        return shelf.codecs.command.read(command)
    except InvalidDocument as error:
        raise InvalidDocument(tuple(_placed(error, plan))) from None


def _played(shelf: Shelf, state: Any, command: Any, plan: _Plan) -> Any:
    """The state after the command, or after what of it is done before somebody has to roll.

    Any: states and commands are the game's own.
    """
    try:
        played = play(shelf.rules, state, command, nobody)
    except InvalidDocument as error:
        raise InvalidDocument(tuple(_placed(error, plan))) from None
    match played:
        case Completed():
            after = played.state
        case Suspended():
            after = next((step.states[-1] for step in reversed(played.steps) if step.states), state)
    if len(after.combatants) > MAX_COMBATANTS:
        raise EncounterFull("An encounter holds {max_combatants} combatants.", max_combatants=MAX_COMBATANTS)
    return after


def _placed(error: InvalidDocument, plan: _Plan) -> Iterator[Problem]:
    """The problems of the command at their places in the body."""
    for problem in error.problems:
        _, part, index, *rest = (*problem.pointer.split("/"), "", "")
        place = plan.places.get(f"/{part}/{index}")
        if place is None:
            yield problem
            continue
        path = [step for step in rest if step]
        within = "".join(f"/{step}" for step in (path[1:] if path[:1] == ["identity"] else path))
        yield replace(problem, pointer=place + within)


def _synced(
    encounter_id: str,
    version: int,
    body: SyncBody,
    plan: _Plan,
    states: tuple[Any, Any],
    changes: tuple[Json, ...],
    action_id: str | None = None,
) -> Synced:
    """Any: states are the game's own."""
    before, after = ({one.id: one for one in state.combatants} for state in states)
    owners = {ref.key: one for one in after.values() for ref in one.identity.external_refs}
    rows: list[Json] = []
    for index, entry in enumerate(body.combatants):
        combatant = owners[_key(entry["external_refs"][0])]
        effect: Effect = "changed"
        if index not in plan.known:
            effect = "added"
        elif before[combatant.id] == combatant:
            effect = "unchanged"
        rows.append({"id": combatant.id, "outcome": effect, "external_refs": entry["external_refs"]})
    removed = tuple(name for name in before if name not in after)
    return Synced(encounter_id, version, body, tuple(rows), removed, changes, action_id)
