"""Actions: commands of the game, played with the dice that were given, thrown or are waited for."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from app.persistence.base.json_text import pointer_to
from app.rules.common.errors import FailedCheck, Illegal, Invalid, InvalidDocument, Problem
from app.rules.common.identity import ExternalRef
from app.rules.resolution.answers import check_face
from app.rules.resolution.given import Given, Option, by_default, deciding_by_default
from app.rules.resolution.play import Ask
from app.rules.resolution.preview import preview
from app.services.access.roles import controls_of, is_gm, permit_commands
from app.services.access.tokens import Grant
from app.services.base.idempotency import Reply
from app.services.base.ids import new_id
from app.services.base.refusals import AnswerLeftOver, AnswerMissing
from app.services.base.service import Estoc
from app.services.dice.policy import DicePolicy, Privacy, asked_as, asking, giving, keeping_to_own, never
from app.services.packs.cache import Shelf
from app.services.play.change import ChangeRequest, change
from app.services.play.external_refs import refer
from app.services.play.log_writer import check_refs
from app.services.play.pending import Pending
from app.services.play.run import PlannedCommand, Run, play_through, pointing_into, rows_of
from app.services.play.suspension import Outcome, suspend
from app.services.play.transaction import Transaction
from app.services.visibility.player_state import GUESSES, hidden_names, known_state, masks_of, texts_in
from app.services.visibility.refusals import (
    UNSEEN,
    as_said,
    resting_on_what_is_known,
    saying_nothing_of_rolls,
    saying_nothing_unknown,
)
from app.values import replace, value

LARGEST_DIE = 100


@value
class CommandInput:
    """A command as it was sent, and the JSON pointer of the place where it stands in the body."""

    document: Mapping[str, Any]
    pointer: str


@value
class Action:
    """What is to be done: several ``commands`` are played in order.

    What ``dice`` and ``choices`` do not answer is rolled and decided by whom the encounter's dice policy
    names; a ``strict`` one answers all dice itself. It is done once for each of its ``external_refs``, what
    other systems call it, whoever sends it.
    """

    commands: tuple[CommandInput, ...] = ()
    dice: tuple[int, ...] = ()
    choices: Mapping[str, Option] | None = None
    strict: bool = False
    privacy: Privacy = "public"
    is_group: bool = False
    external_refs: tuple[ExternalRef, ...] = ()


async def act(
    service: Estoc, wanted: ChangeRequest, action: Action, answer: Callable[[Outcome], Reply]
) -> Reply:
    """Carry out ``action``, or as much of it as can be before somebody has to answer; reply with what
    ``answer`` makes of it.

    Raises what the rules raise, AnswerMissing, AnswerLeftOver, DiceSourceNotAllowed, EncounterFull,
    SentBefore, and what `change` raises; then nothing is stored. Once a die of the server has fallen nothing
    of that is raised any more: what came before the refused command counts, and the refusal is stored and
    replied (decision 0016).
    """
    refs = tuple(dict.fromkeys(ref.key for ref in action.external_refs))
    kind = "other" if action.is_group or refs else "command"

    async def work(transaction: Transaction) -> Outcome:
        if action.is_group:
            await check_refs(transaction, [given.document for given in action.commands])
        outcome = perform(wanted, action, transaction)
        await refer(transaction, refs, outcome)
        return replace(outcome, reply=answer(outcome))

    return await change(service, replace(wanted, external_refs=refs, kind=kind), work)


def perform(wanted: ChangeRequest, action: Action, transaction: Transaction) -> Outcome:
    """Read the commands and play them as the caller may; raises what `act` does."""
    grant, shelf = wanted.grant, transaction.shelf
    state = transaction.state
    permit_commands(grant, state, [asked.document for asked in action.commands])
    if is_gm(grant):
        return _played(wanted, action, transaction, state, read_commands(shelf, action.commands))
    with resting_on_what_is_known():
        plan = read_commands(shelf, action.commands)
        checks = tuple(_foreseen(grant, action, shelf, state, plan))
        masks = masks_of(state, grant)
        with saying_nothing_unknown(checks, masks):
            outcome = _played(wanted, action, transaction, state, plan)
        return outcome.refused_as(lambda error: as_said(error, checks, masks))


def _foreseen(
    grant: Grant, action: Action, shelf: Shelf, state: Any, plan: Sequence[PlannedCommand]
) -> Iterator[FailedCheck]:
    """What forbids the commands as far as the caller can know; raises what is Invalid in them.

    Any: the state is the game's own.
    """
    dice = action.dice
    for planned in plan:
        with pointing_into(planned.pointer):
            yield from _checks(grant, action, shelf, state, planned.command, dice)
        dice = ()  # which of them are left for the next command is not known
    _faces_of_dice(action.dice)
    names = hidden_names(state, grant)
    if any(said in names for asked in action.commands for said in texts_in(asked.document)):
        raise Illegal((UNSEEN,))


def _checks(
    grant: Grant, action: Action, shelf: Shelf, state: Any, command: Any, dice: tuple[int, ...]
) -> tuple[FailedCheck, ...]:
    """What forbids the command with one guess of what the caller does not know.

    Given dice that meet a guessed figure may not fit what would be asked then: what is Invalid is raised only
    where another guess comes to the same. Any: state and command are the game's own.
    """

    def foreseen(guess: int) -> tuple[FailedCheck, ...]:
        known = known_state(shelf, state, grant, guess)
        return preview(shelf.rules, known, command, Given(dice, action.choices)).checks

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
    wanted: ChangeRequest,
    action: Action,
    transaction: Transaction,
    state: Any,
    plan: tuple[PlannedCommand, ...],
) -> Outcome:
    """Any: the state is the game's own."""
    if wanted.condition is not None:
        wanted.condition(transaction.encounter.version, state, transaction.shelf)
    return carry_out(wanted.grant, action, transaction, state, plan)


def carry_out(
    grant: Grant, action: Action, transaction: Transaction, state: Any, plan: tuple[PlannedCommand, ...]
) -> Outcome:
    """Play the commands, and make the rows of the log of them. Any: the state is the game's own."""
    shelf = transaction.shelf

    def server_in(state: Any) -> Ask:
        return transaction.server(action.privacy, state)

    has_thrown = transaction.draw.has_thrown
    given = Given(action.dice, action.choices)
    controls = controls_of(grant)
    with nullcontext() if controls is None else saying_nothing_of_rolls(given):
        run = play_action(
            action,
            given,
            shelf,
            transaction.policy,
            server_in,
            state,
            plan,
            has_thrown,
            controls,
        )
    if run.waiting is not None:
        waits = Pending(
            (),
            0,
            (),
            grant.token_id,
            action.is_group,
            action.privacy,
            external_refs=action.external_refs,
            controls=None if controls is None else tuple(sorted(controls)),
        )
        return suspend(transaction, plan, run, given, waits, "suspend")
    unused = {"unused_dice": given.left_over, "unused_choices": given.unused_choices}
    rows = rows_of(transaction, run, action.privacy, unused, external_refs=action.external_refs)
    return Outcome(shelf, run.state, rows, None, action.is_group, run.refused)


def play_action(
    action: Action,
    given: Given,
    shelf: Shelf,
    policy: DicePolicy,
    server_in: Callable[[Any], Ask],
    state: Any,
    plan: tuple[PlannedCommand, ...],
    has_thrown: Callable[[], bool] = never,
    controls: Collection[str] | None = None,
) -> Run:
    """Play the commands one after the other, with the ``given`` dice as long as they last.

    Raises what the rules raise, EncounterFull, AnswerMissing, AnswerLeftOver and DiceSourceNotAllowed, unless
    the server ``has_thrown``. Any: as `carry_out`.
    """

    def ask_in(state: Any) -> Ask:
        server = server_in(state)
        privacy = asked_as(action.privacy, (one.command for one in plan), state)
        policed = asking(policy, state, privacy, server, has_thrown)
        own = giving(given, policy, state, by_default if action.strict else policed, has_thrown)
        others = deciding_by_default(policed) if action.strict else policed
        return keeping_to_own(own, others, state, controls)

    run = play_through(shelf, state, plan, ask_in, lambda _: has_thrown())
    if has_thrown():  # for somebody hidden, say: it counts, whatever is left of the given
        return run
    _faces_of_dice(given.left_over, len(action.dice) - len(given.left_over))
    if action.strict and run.waiting is not None:
        raise _missing(run.waiting.awaiting[0].purpose)
    if action.strict:
        _nothing_left_over(given)
    return run


def read_commands(shelf: Shelf, commands: tuple[CommandInput, ...]) -> tuple[PlannedCommand, ...]:
    """The commands of a request, each with the id of its action; raises InvalidDocument."""
    return tuple(_read(shelf, asked) for asked in commands)


def _read(shelf: Shelf, asked: CommandInput) -> PlannedCommand:
    with pointing_into(asked.pointer):
        command = shelf.codecs.command.read(with_id(asked.document))
    return PlannedCommand(new_id("act"), command, asked.pointer)


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
