"""What waits for people: an action that has been begun, its answers so far, and the decisions asked for.

All of it is in the encounter's row; nothing of it is in a worker's memory.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal

from pydantic import Field

from app.narration.catalogue import Weapons, say_label, say_purpose
from app.persistence.base.codec import Codec
from app.rules.common.identity import ExternalRef
from app.rules.resolution.answers import Answer
from app.rules.resolution.given import Option
from app.rules.resolution.requests import Choose, Roll, Single, asked_of
from app.services.base.ids import new_id
from app.services.base.json_value import Json
from app.services.base.timestamps import written
from app.services.dice.policy import DicePolicy, Privacy, answerer
from app.services.dice.sources import counts
from app.services.play.results import option_texts, parts, weapons_of
from app.values import value


@value
class SaidIn:
    """The language in which something is asked for, with what the tables call their weapons."""

    locale: str
    weapons: Weapons


@value
class Decision:
    """One roll or choice that is asked for, and how callers see it.

    ``expires_at`` is None where it is waited for without end. Any: JSON.
    """

    id: str
    kind: Literal["roll", "choice"]
    who: str
    purpose: str
    asked: Literal["players", "gm"]
    expires_at: datetime | None
    shown: Mapping[str, Any]

    def is_overdue(self, now: datetime) -> bool:
        return self.expires_at is not None and self.expires_at <= now


@value
class BegunCommand:
    """A command of the request as it was read, the id of its action, and its answers so far. Any: JSON."""

    action_id: str
    command: Mapping[str, Any]
    answers: tuple[Annotated[Answer, Field(discriminator="type")], ...] = ()


@value
class Pending:
    """A request that waits: its commands in order, of which ``at`` is the one that waits.

    ``dice`` and ``choices`` were given with it and are not used up; they go on answering in order.
    ``token_id`` is who declared it, ``controls`` whom that is a player of (None: the GM), and
    ``external_refs`` what it is called elsewhere.
    """

    commands: tuple[BegunCommand, ...]
    at: int
    decisions: tuple[Decision, ...]
    token_id: str
    is_group: bool = False
    privacy: Privacy = "public"
    dice: tuple[int, ...] = ()
    choices: Mapping[str, Option] = field(default_factory=dict[str, Option])
    external_refs: tuple[ExternalRef, ...] = ()
    controls: tuple[str, ...] | None = None

    @property
    def action_id(self) -> str:
        """The action that waits."""
        return self.commands[self.at].action_id

    @property
    def expires_at(self) -> datetime | None:
        """When the first of the decisions runs out of time."""
        return min((one.expires_at for one in self.decisions if one.expires_at is not None), default=None)

    @property
    def awaiting(self) -> list[Json]:
        """The decisions as callers see them."""
        return [dict(one.shown) for one in self.decisions]

    @property
    def view(self) -> Json:
        """What is shown with the encounter."""
        return {"action_id": self.action_id, "awaiting": self.awaiting}


PENDING = Codec[Pending](Pending)


def stored_pending(text: str | None) -> Pending | None:
    """What an encounter's row says that it waits for."""
    return None if text is None else PENDING.load(text)


def decisions_for(
    requests: Sequence[Single],
    state: Any,
    policy: DicePolicy,
    privacy: Privacy,
    earlier: Sequence[Decision],
    now: datetime,
    said_in: SaidIn,
) -> tuple[Decision, ...]:
    """What is asked of whom; those of ``earlier`` that are still open keep their id, their time and words.

    Any: the state is the game's own.
    """
    open_still = list(earlier)
    decisions: list[Decision] = []
    for request in requests:
        known = next((one for one in open_still if _is_of(one, request)), None)
        if known is None:
            decisions.append(_new(request, state, policy, privacy, now, said_in))
        else:
            open_still.remove(known)
            decisions.append(known)
    return tuple(decisions)


def _is_of(decision: Decision, request: Single) -> bool:
    return (decision.kind, decision.who, decision.purpose) == (
        kind_of(request),
        asked_of(request),
        request.purpose,
    )


def kind_of(request: Single) -> Literal["roll", "choice"]:
    """Whether dice are asked for or a decision."""
    return "roll" if isinstance(request, Roll) else "choice"


def _new(
    request: Single, state: Any, policy: DicePolicy, privacy: Privacy, now: datetime, said_in: SaidIn
) -> Decision:
    asked: Literal["players", "gm"] = "players" if _is_players(policy, state, request, privacy) else "gm"
    timeout = policy.timeout
    runs = timeout is not None and (
        isinstance(request, Choose)
        or (timeout.settles == "everything" and counts(policy.sources, state, request.roller, "server"))
    )
    expires_at = now + timedelta(seconds=timeout.seconds) if timeout is not None and runs else None
    decision_id = new_id("dec")
    kind, who = kind_of(request), asked_of(request)
    shown = {
        "decision_id": decision_id,
        "kind": kind,
        "who": who,
        "asked": asked,
        "purpose": request.purpose,
        "text": say_purpose(request.purpose, said_in.locale),
        **_shown(request, state, said_in),
        "rules": list(request.rules),
        "expires_at": None if expires_at is None else written(expires_at),
    }
    return Decision(
        decision_id, kind_of(request), asked_of(request), request.purpose, asked, expires_at, shown
    )


def _is_players(policy: DicePolicy, state: Any, request: Single, privacy: Privacy) -> bool:
    """Whether players are asked.

    Where the policy leaves it to the server, which may not throw or did so once, players are asked whose own
    dice count, and the GM otherwise.
    """
    wanted = answerer(policy, state, request, privacy)
    if wanted != "server" or not isinstance(request, Roll) or privacy in ("gm", "blind"):
        return wanted == "players"
    is_servers = counts(policy.sources, state, request.roller, "server")
    return not is_servers and counts(policy.sources, state, request.roller, "manual")


def asked_again(decision: Json, said_in: SaidIn, state: Any = None) -> Json:
    """A decision as callers see it, its words in another language.

    Without the ``state`` of the game weapons keep the words that they had. Any: it is the game's own.
    """
    modifiers = [{**part, "text": say_label(part["label"], said_in.locale)} for part in decision["modifiers"]]
    weapons = said_in.weapons if state is None else weapons_of(state, decision["who"], said_in.weapons)
    told = option_texts(decision["options"], said_in.locale, weapons)
    texts = {
        one: decision["option_texts"].get(one, text) if text == one else text for one, text in told.items()
    }
    text = say_purpose(decision["purpose"], said_in.locale)
    return {**decision, "text": text, "modifiers": modifiers, "option_texts": texts}


def _shown(request: Single, state: Any, said_in: SaidIn) -> Json:
    if isinstance(request, Roll):
        return _shown_roll(request, said_in)
    own = weapons_of(state, request.chooser, said_in.weapons)
    return _shown_choice(request, SaidIn(said_in.locale, own))


def _shown_roll(request: Roll[Any], said_in: SaidIn) -> Json:
    return {
        "dice": {
            "notation": request.dice.notation,
            "sides": list(request.dice.sides),
            "open_from": request.dice.open_from,
        },
        "modifier": request.modifiers.total,
        "modifiers": list(parts(request.modifiers, said_in.locale)),
        "options": [],
        "option_texts": {},
        "default": None,
        "facts": {},
    }


def _shown_choice(request: Choose, said_in: SaidIn) -> Json:
    return {
        "dice": None,
        "modifier": 0,
        "modifiers": [],
        "options": list(request.options),
        "option_texts": option_texts(request.options, said_in.locale, said_in.weapons),
        "default": request.default,
        "facts": dict(request.facts),
    }
