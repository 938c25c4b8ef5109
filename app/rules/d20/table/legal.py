"""What a combatant may not do now, and why; each check yields every reason that holds."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck
from app.rules.d20.table.arms import Armed
from app.rules.d20.table.state import Combatant


def not_oneself(actor: Combatant, target: Combatant) -> Iterator[FailedCheck]:
    """Nobody attacks themselves."""
    if actor.id == target.id:
        yield FailedCheck(
            "TARGET_IS_ACTOR",
            "{actor} cannot attack itself.",
            "D20-ATK-01",
            (("actor", actor.identity.name),),
        )


def misplaced(actor: Combatant, armed: Armed, place: str, rule_id: str) -> FailedCheck:
    """The weapon is somewhere else than in hand: sheathed, dropped, broken or away."""
    return FailedCheck(
        f"WEAPON_{place.upper()}",
        "{actor}'s {weapon} is {place}.",
        rule_id,
        (("actor", actor.identity.name), ("weapon", armed.called), ("place", place)),
    )
