"""Who rolls and who decides: the dice policy of an encounter.

The server by default. `players` and `gm` are asked instead, and what waits for them waits as long as the
policy says.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from app.persistence.base.codec import Codec
from app.persistence.base.json_text import pointer_to
from app.rules.common.errors import InvalidDocument, Problem
from app.rules.resolution.answers import Answer
from app.rules.resolution.given import Given
from app.rules.resolution.play import Ask
from app.rules.resolution.requests import Choose, Roll, Single, asked_of
from app.services.base.refusals import DiceSourceNotAllowed
from app.services.dice.sources import Name, SourceRow, check_source, counts, names
from app.values import value

Answerer: TypeAlias = Literal["server", "players", "gm"]
Privacy: TypeAlias = Literal["public", "gm", "self", "blind"]
"""Who sees the rolls of an action: all, the GM, who acts and the GM, or (blind) the GM alone, unasked."""
ENDS_A_TURN = frozenset({"end-turn"})
LONGEST_TIMEOUT = 7 * 24 * 3600


@value
class PolicyRow:
    """What holds for the requests that it fits: of a ``side``, a ``combatant``, a ``purpose``, or all three.

    ``combatant`` is an id, a ``ref`` or an external reference; ``purpose`` is what a roll or choice is for.
    """

    side: Name | None = None
    combatant: Name | None = None
    purpose: Name | None = None
    rolls: Answerer | None = None
    choices: Answerer | None = None


@value
class Timeout:
    """How many ``seconds`` an answer is waited for, and what is then settled without it.

    ``everything``: the server rolls, and a choice takes its default; ``choices``: dice are waited for.
    """

    seconds: Annotated[int, Field(ge=1, le=LONGEST_TIMEOUT)]
    settles: Literal["everything", "choices"] = "everything"


@value
class DicePolicy:
    """Who answers ``rolls`` and ``choices``; of the rows that fit a request the first one decides.

    The server's answer to a choice is its default. Without a ``timeout`` answers are waited for. Of the
    ``sources`` rows that fit a roll the first one says whose dice count; where none does, all are allowed.
    """

    rolls: Answerer = "server"
    choices: Answerer = "server"
    rows: Annotated[tuple[PolicyRow, ...], Field(max_length=50)] = ()
    timeout: Timeout | None = None
    sources: Annotated[tuple[SourceRow, ...], Field(max_length=50)] = ()


POLICY = Codec[DicePolicy](DicePolicy)
BY_THE_SERVER = DicePolicy()


def check_policy(policy: DicePolicy, at: str) -> None:
    """Raises InvalidDocument for rows that fit everything or decide nothing; pointers begin with ``at``."""
    if problems := tuple(_problems(policy, at)):
        raise InvalidDocument(problems)


def _problems(policy: DicePolicy, at: str) -> Iterator[Problem]:
    for index, row in enumerate(policy.rows):
        place = f"{at}{pointer_to('rows', index)}"
        if row.side is None and row.combatant is None and row.purpose is None:
            yield Problem(place, "policy_row_fits_all", "Name a side, a combatant or a purpose.")
        if row.rolls is None and row.choices is None:
            yield Problem(place, "policy_row_decides_nothing", "Say who answers `rolls` or `choices`.")


@lru_cache(maxsize=256)
def stored_policy(text: str) -> DicePolicy:
    """The policy as an encounter's row has it."""
    return POLICY.load(text)


def answerer(policy: DicePolicy, state: Any, request: Single, privacy: Privacy = "public") -> Answerer:
    """Who answers ``request``; nobody is asked in a blind action, and no players in one of the GM's own or
    for what the rules leave to the GM.

    Any: every game has a state of its own; all have combatants with an identity.
    """
    if privacy == "blind":
        return "server"
    wanted = _wanted(policy, state, request)
    is_gms_own = privacy == "gm" or (isinstance(request, Choose) and request.is_ruling)
    return "gm" if wanted == "players" and is_gms_own else wanted


def asked_as(privacy: Privacy, commands: Iterable[Any], state: Any) -> Privacy:
    """The privacy by which people are asked in the course of ``commands``.

    What somebody hidden does is the GM's own, for a question about it would tell a player that somebody is
    there. Only whatever follows upon the end of its turn is asked as ever: that is the next one's.

    Any: as `answerer`; the commands are the game's own.
    """
    hidden = {name for one in state.combatants if one.identity.is_hidden for name in one.identity.names}
    is_unseen = any(
        command.type not in ENDS_A_TURN and getattr(command, "actor", None) in hidden for command in commands
    )
    return "gm" if is_unseen and privacy != "blind" else privacy


def _wanted(policy: DicePolicy, state: Any, request: Single) -> Answerer:
    who = asked_of(request)
    identity = next((one.identity for one in state.combatants if one.id == who), None)
    for row in policy.rows:
        says = row.rolls if isinstance(request, Roll) else row.choices
        is_for_this = row.purpose in (None, request.purpose)
        if says is not None and is_for_this and names(identity, row.side, row.combatant):
            return says
    return policy.rolls if isinstance(request, Roll) else policy.choices


def never() -> bool:
    """Where no die of the server has fallen, or none that anybody is held to."""
    return False


def asking(
    policy: DicePolicy,
    state: Any,
    privacy: Privacy,
    server: Ask,
    has_thrown: Callable[[], bool] = never,
) -> Ask:
    """Has the ``server`` answer, and leaves to people what the policy leaves to them.

    A roll for which its dice do not count is refused; once it ``has_thrown``, that is left to people as well.
    Any: as `answerer`.
    """
    if policy == BY_THE_SERVER:
        return server

    def ask(request: Single) -> Answer | None:
        if answerer(policy, state, request, privacy) != "server":
            return None
        try:
            return server(request)
        except DiceSourceNotAllowed:
            if has_thrown():
                return None
            raise

    return ask


def keeping_to_own(own: Ask, others: Ask, state: Any, controls: Collection[str] | None) -> Ask:
    """What a player gave answers, in ``own``, for the combatants that it ``controls``; None is everybody.

    Of all others it gives only rolls, and none of the hidden: what they choose is not a player's to say, and
    dice that somebody hidden used up would tell of it. ``others`` answers the rest. Any: as `answerer`.
    """
    if controls is None:
        return own
    people = [one.identity for one in state.combatants]
    theirs = {one.id for one in people if any(one.answers_to(name) for name in controls)}
    hidden = {one.id for one in people if one.is_hidden} - theirs

    def ask(request: Single) -> Answer | None:
        who = asked_of(request)
        if isinstance(request, Choose):
            is_given = who in theirs and not request.is_ruling
        else:
            is_given = who not in hidden
        return own(request) if is_given else others(request)

    return ask


def giving(
    given: Given, policy: DicePolicy, state: Any, otherwise: Ask, is_lenient: Callable[[], bool]
) -> Ask:
    """What was ``given`` first; what it does not answer goes to ``otherwise``.

    Raises DiceSourceNotAllowed for given dice that do not count. While it ``is_lenient`` they are left, and a
    choice that was not offered counts as not given. Any: as `answerer`.
    """

    def ask(request: Single) -> Answer | None:
        if not is_lenient():
            answer = given(request)
            check_source(policy.sources, state, answer)
        elif isinstance(request, Roll) and not counts(policy.sources, state, request.roller, "manual"):
            answer = None
        else:
            answer = given.leniently(request)
        return answer or otherwise(request)

    return ask
