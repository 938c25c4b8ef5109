"""Roles of tokens, and what each may do beyond the matrix of operations (`api/http/roles.py`)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, get_args

from app.persistence.play.undo_queries import LoggedRow
from app.services.access.tokens import Grant
from app.services.base.refusals import Forbidden, NotYours

Role: TypeAlias = Literal["admin", "owner", "gm", "assistant", "player", "spectator"]
ROLES: tuple[Role, ...] = get_args(Role)
"""``admin`` opens campaigns; the others are those of a campaign's tokens."""
Scope: TypeAlias = Literal["read", "play", "prepare"]
"""What a token may be narrowed to: look; act and answer; set up encounters and who is in them."""

ADMIN = frozenset[Role]({"admin"})
RUNNERS = frozenset[Role]({"owner", "gm"})
"""Who run the campaign: its tokens, its encounters' lives, what is sent out."""
GMS = RUNNERS | frozenset[Role]({"assistant"})
"""Who sit behind the screen: they see everything and act for anybody."""
PLAYERS = GMS | frozenset[Role]({"player"})
TABLE = PLAYERS | frozenset[Role]({"spectator"})

FOR_PLAYERS = frozenset(
    {
        # HARP | TdM
        "attack", "declare", "wait", "act-now", "end-turn", "move", "run", "move-and-attack", "charge",
        "shoot", "push-shooter", "draw", "reload", "stand", "hold", "ready", "parry", "full-parry",
        "multiple-parry", "dodge", "instinctive-dodge", "disengage", "plant-shield", "intercept",
        "manoeuvre", "first-aid",
        # D&D 3.5 and Pathfinder 1e
        "full-attack", "bull-rush", "dismount", "drop", "five-foot-step", "mount", "sheathe", "withdraw",
        "delay", "total-defense", "use-action",
        "two-weapon-attack", "disarm", "sunder", "trip", "overrun", "cast-mounted", "ride-check",
        "aid-another", "feint",
    }
)  # fmt: skip
"""Commands that players give; whatever is not here only the GM gives."""


def is_gm(grant: Grant) -> bool:
    """Whether the token speaks for the GM."""
    return grant.role in GMS


def controls(grant: Grant, identity: Any) -> bool:
    """Whether the token's holder plays that combatant. Any: an identity, as every game has it."""
    return any(identity.answers_to(name) for name in grant.controls)


def controls_of(grant: Grant) -> frozenset[str] | None:
    """The names of those that the token's holder plays; None is everybody, as the GM does."""
    return None if is_gm(grant) else grant.controls


def permit_commands(grant: Grant, state: Any, commands: Iterable[Mapping[str, Any]]) -> None:
    """The GM acts for anybody, players for the combatants that they control; raises Forbidden and NotYours.

    Nothing else is asked of the commands, so that a refusal says nothing of what is in the encounter.

    Any: commands are JSON as they were sent, and the state is the game's own.
    """
    if is_gm(grant):
        return
    own = [one.identity for one in state.combatants if controls(grant, one.identity)]
    for command in commands:
        if command.get("type") not in FOR_PLAYERS:
            raise Forbidden("This command is the GM's.", way="command")
        actor = command.get("actor")
        if not isinstance(actor, str) or not any(identity.answers_to(actor) for identity in own):
            raise NotYours("Act with a combatant that your token controls; the GM issues tokens.")


def permit_actor(grant: Grant, state: Any, name: str) -> None:
    """Players ask what the combatants that they control can do; raises NotYours. Any: as above."""
    own = (one.identity for one in state.combatants if controls(grant, one.identity))
    if not is_gm(grant) and not any(identity.answers_to(name) for identity in own):
        raise NotYours("Ask for a combatant that your token controls.", way="ask")


def permit_answer(grant: Grant, asked: str, state: Any, who: str) -> None:
    """The GM answers for anybody; players what ``players`` are asked, for the combatants that they control.

    Raises Forbidden and NotYours. Any: the state is the game's own.
    """
    if is_gm(grant):
        return
    if asked != "players":
        raise Forbidden("This is the GM's to answer.", way="answer")
    if not any(one.id == who and controls(grant, one.identity) for one in state.combatants):
        raise NotYours("Answer for a combatant that your token controls.", way="answer")


def permit_override(grant: Grant) -> None:
    """Only the GM puts other dice in the place of those that fell; raises Forbidden."""
    if not is_gm(grant):
        raise Forbidden("Only the GM overrides a roll.", way="override")


def permit_cancel(grant: Grant, declared_by: str, *, has_answers: bool) -> None:
    """The GM cancels anything, players their own action before anything was rolled or chosen in it."""
    if not is_gm(grant) and (grant.token_id != declared_by or has_answers):
        raise Forbidden(
            "Only the GM cancels what is not your own or has been rolled for already.", way="cancel"
        )


def permit_undo(grant: Grant, rows: Sequence[LoggedRow]) -> None:
    """The GM undoes anything; players withdraw their own last actions while nothing is rolled or revealed.

    Whatever was answered, by dice or by a choice, has been revealed. Raises Forbidden.
    """
    if not is_gm(grant) and any(row.token_id != grant.token_id or row.has_answers for row in rows):
        raise Forbidden("Only the GM undoes what is not your own or has been rolled for already.", way="undo")
