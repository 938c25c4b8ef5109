"""What of a combatant and of an event is told in odds."""

from collections.abc import Iterator

from app.rules.harp.contract.events.care import Resisted
from app.rules.harp.contract.events.event import AttackHit, CriticalSuffered, Event, HitsTaken, WeaponLost
from app.rules.harp.table.state import Combatant
from app.rules.resolution.chances import DEAD, Outlook, Standing


def standing_of(combatant: Combatant) -> Standing:
    """Hits lost, bleeding a round, the penalty of wounds, and own turns under each condition."""
    conditions = combatant.conditions
    amounts = (
        ("lost", combatant.sheet.hits - combatant.hits),
        ("bleeding", combatant.bleeding),
        ("penalty", -combatant.penalty),
        ("stunned", conditions.stunned),
        ("must-parry", conditions.must_parry),
        ("no-parry", conditions.no_parry),
        ("lost-turns", conditions.lost_turns),
    )
    return Standing(amounts, frozenset(_states(combatant)))


def _states(combatant: Combatant) -> Iterator[str]:
    """With every death result among the dead: whoever has rounds to live lives no more than that."""
    yield from combatant.states
    if combatant.is_struck_dead:
        yield DEAD
    if combatant.bleeding:
        yield "bleeding"


def detail_of(event: Event) -> str | None:
    """What tells events of one type apart at the table."""
    match event:
        case AttackHit() | CriticalSuffered():
            return event.severity
        case HitsTaken():
            return event.cause
        case WeaponLost():
            return event.condition
        case Resisted():
            return "success" if event.success else "failure"
        case _:
            return None


OUTLOOK = Outlook(standing_of, detail_of)
