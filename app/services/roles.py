"""What the roles of tokens may do at the table: the one place where it is looked up.

Campaigns have GM's tokens only, so far; whoever is not the GM is a player here.
"""

from app.persistence.undo_queries import LoggedRow
from app.services.refusals import Forbidden
from app.services.tokens import Grant

GM_ROLES = frozenset({"owner", "gm", "assistant"})


def is_gm(grant: Grant) -> bool:
    """Whether the token speaks for the GM."""
    return grant.role in GM_ROLES


def permit_answer(grant: Grant, asked: str) -> None:
    """The GM answers for anybody, players what ``players`` are asked; raises Forbidden."""
    if not is_gm(grant) and asked != "players":
        raise Forbidden("This is the GM's to answer.")


def permit_override(grant: Grant) -> None:
    """Only the GM puts other dice in the place of those that fell; raises Forbidden."""
    if not is_gm(grant):
        raise Forbidden("Only the GM overrides a roll.")


def permit_cancel(grant: Grant, declared_by: str, *, has_answers: bool) -> None:
    """The GM cancels anything, players their own action before anything was rolled or chosen in it."""
    if not is_gm(grant) and (grant.token_id != declared_by or has_answers):
        raise Forbidden("Only the GM cancels what is not your own or has been rolled for already.")


def permit_undo(grant: Grant, rows: tuple[LoggedRow, ...]) -> None:
    """The GM undoes anything; players withdraw their own last actions while nothing is rolled or revealed.

    Whatever was answered, by dice or by a choice, has been revealed. Raises Forbidden.
    """
    if not is_gm(grant) and any(row.token_id != grant.token_id or row.has_answers for row in rows):
        raise Forbidden("Only the GM undoes what is not your own or has been rolled for already.")
