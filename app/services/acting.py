"""Actions: the one way in which an encounter changes.

One transaction: claim the idempotency key, lock the encounter, compare the version, play, fold the events,
write the action with the encounter's new state and the reply, commit; only then is the caller answered.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from app.narration.catalogue import FALLBACK
from app.persistence.codec import ANSWERS
from app.persistence.json_text import pointer_to
from app.persistence.play_queries import (
    KeyTaken,
    LoggedAction,
    OpenedEncounter,
    Origin,
    open_encounter,
    open_encounter_with_key,
    with_events,
    write_actions,
)
from app.persistence.session import Driver
from app.rules.common.errors import Invalid, InvalidAnswer, InvalidDocument, Problem
from app.rules.resolution.answers import check_face
from app.rules.resolution.given import Given, by_default
from app.rules.resolution.play import Completed, play
from app.services.dice import server_answers
from app.services.estoc import ENGINE_VERSION, Estoc
from app.services.ids import is_id, new_id
from app.services.library import Shelf
from app.services.once import Claim, Reply, claimed_or_replied, to_keep
from app.services.refusals import (
    AnswerLeftOver,
    AnswerMissing,
    EncounterFull,
    NotFound,
    StaleVersion,
)
from app.services.results import Place, Rendered, render
from app.services.tokens import Grant
from app.services.views import status_of

MAX_COMBATANTS = 200
LARGEST_DIE = 100
NOTHING_UNUSED: Mapping[str, object] = {"unused_dice": (), "unused_choices": ()}


@dataclass(frozen=True, slots=True)
class Asked:
    """A command as it was sent, and the JSON pointer of the place where it stands in the body."""

    document: Mapping[str, Any]
    pointer: str


@dataclass(frozen=True, slots=True)
class ActionRequest:
    """What a caller wants done; several commands are played in order, all or none.

    ``expected_versions`` are what If-Match allows, None any; a ``condition`` raises where the encounter does
    not meet it. Without a ``claim`` the request is not kept. ``locale`` is the language that it is told in.
    Any: the state is the game's own.
    """

    grant: Grant
    encounter_id: str
    commands: tuple[Asked, ...]
    dice: tuple[int, ...] = ()
    choices: Mapping[str, str] | None = None
    strict: bool = False
    expected_versions: frozenset[int] | None = None
    claim: Claim | None = None
    condition: Callable[[int, Any, Shelf], None] | None = None
    locale: str = FALLBACK


@dataclass(frozen=True, slots=True)
class Acted:
    """What was done: the actions in order, their JSON, and the encounter after them.

    Any: the state is the game's own.
    """

    shelf: Shelf
    state: Any
    version: int
    actions: tuple[LoggedAction, ...]

    def body(self, index: int) -> bytes:
        """The whole answer of one action."""
        action = self.actions[index]
        return with_events(action.result, action.events)


async def act(service: Estoc, request: ActionRequest, answer: Callable[[Acted], Reply]) -> Reply:
    """Carry out ``request`` and reply with what ``answer`` makes of it.

    Raises what the rules raise, NotFound, StaleVersion, KeyReused, RequestInFlight, AnswerMissing,
    AnswerLeftOver, EncounterFull, EncounterBusy and DatabaseUnavailable; then nothing is stored.
    """
    if not is_id("enc", request.encounter_id):
        raise _no_encounter()
    async with service.turn(request.encounter_id, request.claim and request.claim.scope):
        try:
            return await _transact(service, request, answer)
        except KeyTaken:
            # The same key was committed between our look and our write; now its reply can be seen.
            return await _transact(service, request, answer)


@contextmanager
def pointing_into(pointer: str) -> Iterator[None]:
    """Makes the pointers of the rules, which begin at the command, begin at the body."""
    try:
        yield
    except InvalidDocument as error:
        problems = (replace(problem, pointer=pointer + problem.pointer) for problem in error.problems)
        raise InvalidDocument(tuple(problems)) from None
    except InvalidAnswer:
        raise
    except Invalid as error:
        error.pointer = pointer + error.pointer
        raise


async def _transact(service: Estoc, request: ActionRequest, answer: Callable[[Acted], Reply]) -> Reply:
    async with service.database.transaction() as driver:
        opened = await _open(driver, request)
        if isinstance(opened, Reply):
            return opened
        if request.expected_versions is not None and opened.version not in request.expected_versions:
            raise StaleVersion(opened.version)
        shelf = await service.library.shelf(opened.ruleset, opened.table_pack_version)
        origin = _origin(request, shelf)
        acted = _play(shelf, opened, request, origin.at)
        reply = answer(acted)
        claim = request.claim
        await write_actions(
            driver,
            origin,
            acted.actions,
            status_of(acted.state),
            claim and claim.scope,
            claim and to_keep(claim, reply),
        )
    return reply if reply.body is not None else replace(reply, body=acted.body(-1))


async def _open(driver: Driver, request: ActionRequest) -> OpenedEncounter | Reply:
    """The encounter, locked; or the reply that the same request had before."""
    campaign_id, wanted = request.grant.campaign_id, request.claim
    if wanted is None:
        opened = await open_encounter(driver, campaign_id, request.encounter_id)
    else:
        opened = await open_encounter_with_key(driver, wanted.scope, request.encounter_id)
        if opened is None and (reply := await claimed_or_replied(driver, wanted)) is not None:
            return reply
    if opened is None:
        raise _no_encounter()
    return opened


def _no_encounter() -> NotFound:
    return NotFound("This campaign has no such encounter.")


def _origin(request: ActionRequest, shelf: Shelf) -> Origin:
    grant, claim = request.grant, request.claim
    return Origin(
        grant.campaign_id,
        request.encounter_id,
        grant.token_id,
        claim and claim.scope.key,
        ENGINE_VERSION,
        shelf.tables_hash,
        datetime.now(UTC),
    )


def _play(shelf: Shelf, opened: OpenedEncounter, request: ActionRequest, at: datetime) -> Acted:
    """Play the commands one after the other, with the given dice as long as they last."""
    given = Given(request.dice, request.choices, otherwise=by_default if request.strict else server_answers)
    state = shelf.codecs.state.load(opened.state)
    if request.condition is not None:
        request.condition(opened.version, state, shelf)
    actions: list[LoggedAction] = []
    first_event = opened.last_event + 1
    for asked in request.commands:
        number = opened.version + len(actions) + 1
        place = Place(request.encounter_id, new_id("act"), number, first_event, at, request.locale)
        with pointing_into(asked.pointer):
            command = shelf.codecs.command.read(_with_id(asked.document))
            completed = _play_one(shelf, state, command, given)
        if len(completed.state.combatants) > MAX_COMBATANTS:
            raise EncounterFull(f"An encounter holds {MAX_COMBATANTS} combatants.")
        is_last = len(actions) == len(request.commands) - 1
        rendered = render(
            shelf, place, command, state, completed, _unused(given) if is_last else NOTHING_UNUSED
        )
        actions.append(_logged(shelf, place, command, state, completed, rendered))
        state, first_event = completed.state, rendered.last_event + 1
    _faces_left_over(given, len(request.dice))
    if request.strict:
        _nothing_left_over(given)
    return Acted(shelf, state, actions[-1].seq, tuple(actions))


def _play_one(shelf: Shelf, state: Any, command: Any, given: Given) -> Completed[Any, Any]:
    played = play(shelf.rules, state, command, given)
    if isinstance(played, Completed):
        return played
    purpose = played.awaiting[0].purpose
    raise AnswerMissing(
        f"A strict action gives all its dice itself; «{purpose}» was asked for and not given.",
        purpose=purpose,
    )


def _unused(given: Given) -> dict[str, object]:
    return {"unused_dice": given.left_over, "unused_choices": given.unused_choices}


def _faces_left_over(given: Given, count: int) -> None:
    """What is no face of any die is refused even where nobody asked for it (H-ROLL-4)."""
    for index, face in enumerate(given.left_over, count - len(given.left_over)):
        check_face(face, LARGEST_DIE, "a die left over", index)


def _nothing_left_over(given: Given) -> None:
    if given.left_over:
        raise AnswerLeftOver(f"{len(given.left_over)} dice were asked for by nobody.", "/dice")
    if given.unused_choices:
        purpose = given.unused_choices[0]
        raise AnswerLeftOver(f"«{purpose}» was not asked.", pointer_to("choices", purpose))


def _with_id(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """A command that adds a combatant gets the id that the service gives; callers name it by ``ref``."""
    identity = document.get("identity")
    if document.get("type") != "add" or not isinstance(identity, dict):
        return document
    if "id" in identity:
        problem = Problem("/identity/id", "unknown_field", "The service gives ids; use `ref` for your own.")
        raise InvalidDocument((problem,))
    return {**document, "identity": {"id": new_id("cmb"), **identity}}


def _logged(
    shelf: Shelf, place: Place, command: Any, before: Any, completed: Completed[Any, Any], rendered: Rendered
) -> LoggedAction:
    codecs = shelf.codecs
    return LoggedAction(
        place.seq,
        place.action_id,
        command.type,
        _actor(before, command),
        codecs.command.dump(command).decode(),
        ANSWERS.dump(completed.answers).decode(),
        rendered.events,
        rendered.result,
        codecs.state.dump(completed.state).decode(),
        place.first_event,
        rendered.last_event,
    )


def _actor(state: Any, command: Any) -> str | None:
    """The id of the combatant that acts, or that enters."""
    if (identity := getattr(command, "identity", None)) is not None:
        return identity.id
    if (name := getattr(command, "actor", None)) is None:
        return None
    return state.combatant(name).id
