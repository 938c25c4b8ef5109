"""What a combatant may not do now, and why; each check yields every reason that holds."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck
from app.rules.harp.arms import Armed
from app.rules.harp.state import Combatant


def able_to_act(actor: Combatant) -> Iterator[FailedCheck]:
    """Whether the combatant can do anything at all."""
    name = actor.identity.name
    if actor.is_struck_dead:
        yield FailedCheck("ACTOR_DEAD", f"{name} is struck dead and cannot act.", "H-EFF-DEATH")
    elif actor.is_unconscious:
        yield FailedCheck("ACTOR_UNCONSCIOUS", f"{name} is unconscious.", "H-DMG-1")


def able_to_attack(actor: Combatant) -> Iterator[FailedCheck]:
    """Whether the combatant may attack: able to act, not stunned, not bound to parry, no turn lost."""
    yield from able_to_act(actor)
    name, under = actor.identity.name, actor.conditions
    if under.stunned:
        yield FailedCheck("ACTOR_STUNNED", f"{name} is stunned and may not attack.", "H-EFF-STUN")
    if under.must_parry:
        yield FailedCheck("ACTOR_MUST_PARRY", f"{name} may do nothing but parry.", "H-EFF-MUSTPARRY")
    if under.lost_turns:
        yield FailedCheck("ACTOR_LOST_TURN", f"{name} has fumbled this turn away.", "DH-39")


def not_oneself(actor: Combatant, target: Combatant) -> Iterator[FailedCheck]:
    """Nobody attacks themselves."""
    if actor.id == target.id:
        yield FailedCheck("TARGET_IS_ACTOR", f"{actor.identity.name} cannot attack itself.", "H-ATK-1")


def at_hand(actor: Combatant, armed: Armed) -> Iterator[FailedCheck]:
    """Whether the weapon is in hand and whole."""
    state = actor.weapon_state(armed.entry.id)
    if state is not None:
        yield FailedCheck(
            f"WEAPON_{state.condition.upper()}",
            f"{actor.identity.name}'s {armed.entry.id} is {state.condition}.",
            "DH-39",
            (("weapon", armed.entry.id), ("rounds", state.rounds)),
        )
