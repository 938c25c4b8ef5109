"""What a combatant may not do now, and why; each check yields every reason that holds."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, Illegal
from app.rules.d20.state import Combatant


def permit(*checks: FailedCheck) -> None:
    """Let an action pass; raises Illegal with each check that failed, in the order of the rules."""
    if checks:
        raise Illegal(tuple(dict.fromkeys(checks)))


def not_oneself(actor: Combatant, target: Combatant) -> Iterator[FailedCheck]:
    """Nobody attacks themselves."""
    if actor.id == target.id:
        yield FailedCheck("TARGET_IS_ACTOR", f"{actor.identity.name} cannot attack itself.", "D20-ATK-01")
