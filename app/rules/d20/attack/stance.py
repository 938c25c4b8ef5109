"""Fighting defensively: less of the attack for more of the AC (D20-FGT-01)."""

from collections.abc import Iterator

from app.rules.d20.contract.effects import gains, until_next_turn
from app.rules.d20.contract.events.event import Event
from app.rules.d20.table.state import Combatant, Effect

DEFENSIVELY = "d20.effect.fighting-defensively"
ATTACK = -4
DODGE = 2


def fighting_defensively(actor: Combatant, *, chosen: bool) -> Iterator[Event]:
    """−4 on every attack and +2 dodge to AC until the actor's next turn, if it chose so."""
    if not chosen or any(effect.label == DEFENSIVELY for effect in actor.effects):
        return
    until = until_next_turn(actor)
    yield from gains(
        actor,
        Effect(DEFENSIVELY, "attack", ATTACK, "untyped", "D20-FGT-01", until),
        Effect(DEFENSIVELY, "ac", DODGE, "dodge", "D20-FGT-01", until),
    )
