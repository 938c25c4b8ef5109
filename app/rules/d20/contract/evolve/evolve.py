"""How each event changes the state: the only place where it changes. Each topic has its own events."""

from app.rules.common.disclosure import CombatantRevealed
from app.rules.d20.contract.events import attack, splash, support
from app.rules.d20.contract.events.event import CombatantAdded, CombatantRemoved, Event
from app.rules.d20.contract.evolve import care, maneuvers, movement, saddle, turns
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.changes import On
from app.values import replace


def evolve(encounter: Encounter, event: Event) -> Encounter:
    """The encounter after ``event``."""
    return CHANGES[type(event)](encounter, event)


on = On[Encounter, Combatant]()
ENTRIES = (
    on.any(CombatantAdded, lambda it, event: replace(it, combatants=(*it.combatants, event.combatant))),
    on.any(CombatantRemoved, lambda it, event: turns.without(it, event.target)),
    on.target(CombatantRevealed, lambda it, _event: replace(it, identity=it.identity.revealed())),
    *turns.CHANGES,
    *movement.CHANGES,
    *maneuvers.CHANGES,
    *care.CHANGES,
    *saddle.CHANGES,
    on.actor(splash.SplashThrown, lambda it, event: movement.with_weapon(it, event.weapon, "broken")),
    *on.nothing(splash.LeftUnharmed, splash.Splashed, splash.SplashLanded, splash.SplashPrevented),
    *on.nothing(attack.AttackHit, attack.AttackMissed, attack.AttackPrevented),
    *on.nothing(support.AidFailed, support.AidGiven, support.Feinted, support.FeintFailed),
)
CHANGES = dict(ENTRIES)
"""What each event does, by its type."""
