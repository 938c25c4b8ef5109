"""Actions: commands of the game, played with the dice that were given, thrown or are waited for."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from app.narration.catalogue import FALLBACK
from app.persistence.base.json_text import pointer_to
from app.rules.common.errors import FailedCheck, Illegal, Invalid, InvalidDocument, Problem
from app.rules.common.identity import ExternalRef
from app.rules.resolution.answers import check_face
from app.rules.resolution.given import Given, Option, by_default, deciding_by_default
from app.rules.resolution.play import Ask
from app.rules.resolution.preview import preview
from app.services.access.roles import controls_of, is_gm, permit_commands
from app.services.access.tokens import Grant
from app.services.base.idempotency import KeyClaim, Reply
from app.services.base.ids import new_id
from app.services.base.refusals import AnswerLeftOver, AnswerMissing
from app.services.base.service import Estoc
from app.services.dice.policy import DicePolicy, Privacy, asking, giving, keeping_to_own, never
from app.services.packs.cache import Shelf
from app.services.play.external_refs import refer
from app.services.play.log_writer import check_refs
from app.services.play.opened import Opened
from app.services.play.pending import Pending
from app.services.play.run import Course, Undertaking, play_through, pointing_into, rows_of
from app.services.play.suspension import Acted, suspend
from app.services.play.transaction import Changed, Wanted, change
from app.services.visibility.player_state import GUESSES, hidden_names, known_state, masks_of, texts_in
from app.services.visibility.refusals import (
    UNSEEN,
    as_said,
    resting_on_what_is_known,
    saying_nothing_of_rolls,
    saying_nothing_unknown,
)
from app.values import value

LARGEST_DIE = 100


@value
class Asked:
    """A command as it was sent, and the JSON pointer of the place where it stands in the body."""

    document: Mapping[str, Any]
    pointer: str


@value
class ActionRequest:
    """What a caller wants done; several commands are played in order.

    What ``dice`` and ``choices`` do not answer is rolled and decided by whom the encounter's dice policy
    names; a ``strict`` request answers all dice itself. ``expected_versions`` are what If-Match allows, None
    any; a ``condition`` raises where the encounter does not meet it. Without a ``claim`` the request is not
    kept. It is told in the language ``locale``. What another system calls the request, its ``external_refs``,
    it is done once for, whoever sends it. Any: the state is the game's own.
    """

    grant: Grant
    encounter_id: str
    commands: tuple[Asked, ...]
    dice: tuple[int, ...] = ()
    choices: Mapping[str, Option] | None = None
    strict: bool = False
    expected_versions: frozenset[int] | None = None
    claim: KeyClaim | None = None
    privacy: Privacy = "public"
    is_group: bool = False
    condition: Callable[[int, Any, Shelf], None] | None = None
    locale: str = FALLBACK
    external_refs: tuple[ExternalRef, ...] = ()


async def act(service: Estoc, request: ActionRequest, answer: Callable[[Acted], Reply]) -> Reply:
    """Carry out ``request``, or as much of it as can be before somebody has to answer; reply with what
    ``answer`` makes of it.

    Raises what the rules raise, AnswerMissing, AnswerLeftOver, DiceSourceNotAllowed, EncounterFull,
    SentBefore, and what `change` raises; then nothing is stored. Once a die of the server has fallen nothing
    of that is raised any more: what came before the refused command counts, and the refusal is stored and
    replied (decision 0016).
    """
    wanted = Wanted(
        request.grant,
        request.encounter_id,
        request.expected_versions,
        request.claim,
        request.locale,
        tuple(dict.fromkeys(ref.key for ref in request.external_refs)),
    )

    async def work(opened: Opened) -> Changed:
        if request.is_group:
            await check_refs(opened, [asked.document for asked in request.commands])
        acted = undertake(request, opened)
        await refer(opened, wanted.external_refs, acted)
        return Changed(acted, answer(acted))

    return await change(service, wanted, work)


def undertake(request: ActionRequest, opened: Opened) -> Acted:
    """Read the commands and play them as the caller may; raises what `act` does."""
    shelf = opened.shelf
    state = shelf.codecs.state.load(opened.encounter.state)
    permit_commands(request.grant, state, [asked.document for asked in request.commands])
    if is_gm(request.grant):
        return _played(request, opened, state, read_commands(shelf, request.commands))
    with resting_on_what_is_known():
        undertakings = read_commands(shelf, request.commands)
        checks = tuple(_foreseen(request, shelf, state, undertakings))
        masks = masks_of(state, request.grant)
        with saying_nothing_unknown(checks, masks):
            acted = _played(request, opened, state, undertakings)
        return acted.refused_as(lambda error: as_said(error, checks, masks))


def _foreseen(
    request: ActionRequest, shelf: Shelf, state: Any, undertakings: Sequence[Undertaking]
) -> Iterator[FailedCheck]:
    """What forbids the commands as far as the caller can know; raises what is Invalid in them.

    Any: the state is the game's own.
    """
    dice = request.dice
    for undertaking in undertakings:
        with pointing_into(undertaking.pointer):
            yield from _checks(request, shelf, state, undertaking.command, dice)
        dice = ()  # which of them are left for the next command is not known
    _faces_of_dice(request.dice)
    names = hidden_names(state, request.grant)
    if any(said in names for asked in request.commands for said in texts_in(asked.document)):
        raise Illegal((UNSEEN,))


def _checks(
    request: ActionRequest, shelf: Shelf, state: Any, command: Any, dice: tuple[int, ...]
) -> tuple[FailedCheck, ...]:
    """What forbids the command with one guess of what the caller does not know.

    Given dice that meet a guessed figure may not fit what would be asked then: what is Invalid is raised only
    where another guess comes to the same. Any: state and command are the game's own.
    """

    def foreseen(guess: int) -> tuple[FailedCheck, ...]:
        known = known_state(shelf, state, request.grant, guess)
        return preview(shelf.rules, known, command, Given(dice, request.choices)).checks

    guess, other = GUESSES
    try:
        return foreseen(guess)
    except Invalid as invalid:
        try:
            foreseen(other)
        except Invalid as also:
            if (type(also), also.args, vars(also)) == (type(invalid), invalid.args, vars(invalid)):
                raise
        return ()


def _played(
    request: ActionRequest, opened: Opened, state: Any, undertakings: tuple[Undertaking, ...]
) -> Acted:
    """Any: the state is the game's own."""
    if request.condition is not None:
        request.condition(opened.encounter.version, state, opened.shelf)
    return carry_out(request, opened, state, undertakings)


def carry_out(
    request: ActionRequest, opened: Opened, state: Any, undertakings: tuple[Undertaking, ...]
) -> Acted:
    """Play the commands, and make the rows of the log of them. Any: the state is the game's own."""
    shelf = opened.shelf

    def server_in(state: Any) -> Ask:
        return opened.server(request.privacy, state)

    has_thrown = opened.draw.has_thrown
    given = Given(request.dice, request.choices)
    controls = controls_of(request.grant)
    with nullcontext() if controls is None else saying_nothing_of_rolls(given):
        course = play_request(
            request,
            given,
            shelf,
            opened.policy,
            server_in,
            state,
            undertakings,
            has_thrown,
            controls,
        )
    if course.waiting is not None:
        waits = Pending(
            (),
            0,
            (),
            request.grant.token_id,
            request.is_group,
            request.privacy,
            external_refs=request.external_refs,
            controls=None if controls is None else tuple(sorted(controls)),
        )
        return suspend(opened, undertakings, course, given, waits, "suspend")
    unused = {"unused_dice": given.left_over, "unused_choices": given.unused_choices}
    rows = rows_of(opened, course, request.privacy, unused, external_refs=request.external_refs)
    return Acted(shelf, course.state, rows, None, request.is_group, course.refused)


def play_request(
    request: ActionRequest,
    given: Given,
    shelf: Shelf,
    policy: DicePolicy,
    server_in: Callable[[Any], Ask],
    state: Any,
    undertakings: tuple[Undertaking, ...],
    has_thrown: Callable[[], bool] = never,
    controls: Collection[str] | None = None,
) -> Course:
    """Play the commands one after the other, with the ``given`` dice as long as they last.

    Raises what the rules raise, EncounterFull, AnswerMissing, AnswerLeftOver and DiceSourceNotAllowed, unless
    the server ``has_thrown``. Any: as `carry_out`.
    """

    def ask_in(state: Any) -> Ask:
        server = server_in(state)
        policed = asking(policy, state, request.privacy, server, has_thrown)
        own = giving(given, policy, state, by_default if request.strict else policed, has_thrown)
        others = deciding_by_default(policed) if request.strict else policed
        return keeping_to_own(own, others, state, controls)

    course = play_through(shelf, state, undertakings, ask_in, lambda _: has_thrown())
    if has_thrown():  # for somebody hidden, say: it counts, whatever is left of the given
        return course
    _faces_of_dice(given.left_over, len(request.dice) - len(given.left_over))
    if request.strict and course.waiting is not None:
        raise _missing(course.waiting.awaiting[0].purpose)
    if request.strict:
        _nothing_left_over(given)
    return course


def read_commands(shelf: Shelf, commands: tuple[Asked, ...]) -> tuple[Undertaking, ...]:
    """The commands of a request, each with the id of its action; raises InvalidDocument."""
    return tuple(_read(shelf, asked) for asked in commands)


def _read(shelf: Shelf, asked: Asked) -> Undertaking:
    with pointing_into(asked.pointer):
        command = shelf.codecs.command.read(with_id(asked.document))
    return Undertaking(new_id("act"), command, asked.pointer)


def _missing(purpose: str) -> AnswerMissing:
    return AnswerMissing(
        "A strict action gives all its dice itself; «{purpose}» was asked for and not given.",
        way="purpose",
        purpose=purpose,
    )


def _faces_of_dice(faces: Sequence[int], first: int = 0) -> None:
    """What is no face of any die is refused even where nobody asked for it (H-ROLL-4)."""
    for index, face in enumerate(faces, first):
        check_face(face, LARGEST_DIE, "a die left over", index)


def _nothing_left_over(given: Given) -> None:
    if given.left_over:
        raise AnswerLeftOver(
            "{count} dice were asked for by nobody.", "/dice", way="dice", count=len(given.left_over)
        )
    if given.unused_choices:
        purpose = given.unused_choices[0]
        raise AnswerLeftOver(
            "«{purpose}» was not asked.", pointer_to("choices", purpose), way="choice", purpose=purpose
        )


def with_id(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """A command that adds combatants gets the ids that the service gives; callers name them by ``ref``."""
    match document:
        case {"type": "add"}:
            return _with_id(document, "")
        case {"type": "sync", "entering": list() as entering}:
            named = [_with_id(one, pointer_to("entering", index)) for index, one in enumerate(entering)]
            return {**document, "entering": named}
        case _:
            return document


def _with_id(entering: Any, at: str) -> Any:
    """Any: JSON."""
    match entering:
        case {"identity": {"id": _}}:
            raise InvalidDocument(
                (
                    Problem(
                        f"{at}/identity/id",
                        "unknown_field",
                        "The service gives ids; use `ref` for your own.",
                        (("way", "id"),),
                    ),
                )
            )
        case {"identity": dict() as identity}:
            return {**entering, "identity": {"id": new_id("cmb"), **identity}}
        case _:
            return entering
