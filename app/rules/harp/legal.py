"""What a combatant may not do now, and why; each check yields every reason that holds."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck
from app.rules.harp.arms import Armed
from app.rules.harp.state import Combatant, Encounter


def able_to_act(actor: Combatant) -> Iterator[FailedCheck]:
    """Whether the combatant can do anything at all."""
    name = actor.identity.name
    if actor.is_struck_dead:
        yield FailedCheck("ACTOR_DEAD", f"{name} is struck dead and cannot act.", "H-EFF-DEATH")
    elif actor.is_unconscious:
        yield FailedCheck("ACTOR_UNCONSCIOUS", f"{name} is unconscious.", "H-DMG-1")


def its_turn(encounter: Encounter, actor: Combatant) -> Iterator[FailedCheck]:
    """Whether it is the actor's turn (H-RND-1); before an encounter is started it is everybody's."""
    name, now = actor.identity.name, encounter.round
    if encounter.has_ended:
        yield FailedCheck("ENCOUNTER_ENDED", "The encounter is over.", "H-RND-1")
    elif now is None:
        return
    elif now.is_declaring:
        yield FailedCheck("INITIATIVE_NOT_ROLLED", "Roll initiative first.", "H-RND-1")
    elif now.current != actor.id:
        yield FailedCheck("NOT_YOUR_TURN", f"It is not {name}'s turn.", "H-RND-1")


def on_turn(encounter: Encounter, actor: Combatant) -> Iterator[FailedCheck]:
    """Whether it is the actor's turn and its action of the round is still to be used (H-RND-1, H-RND-2)."""
    not_now = tuple(its_turn(encounter, actor))
    name = actor.identity.name
    if not_now:
        yield from not_now
    elif actor.busy is not None:
        yield FailedCheck(
            "ACTION_UNDER_WAY",
            f"{name} is busy with {actor.busy.action} for {actor.busy.rounds_left} more turns.",
            "H-RND-2",
            (("action", actor.busy.action), ("rounds_left", actor.busy.rounds_left)),
        )
    elif actor.activity.action is not None:
        yield FailedCheck(
            "ACTION_SPENT",
            f"{name} has used its action of this round ({actor.activity.action}).",
            "H-RND-2",
        )


def able_to_attack(actor: Combatant) -> Iterator[FailedCheck]:
    """Whether the combatant may attack: able to act, not stunned, not bound to parry, no turn lost."""
    yield from able_to_act(actor)
    name = actor.identity.name
    if actor.conditions.stunned:
        yield FailedCheck("ACTOR_STUNNED", f"{name} is stunned and may not attack.", "H-EFF-STUN")
    yield from _bound(actor)


def able_to_use_action(actor: Combatant) -> Iterator[FailedCheck]:
    """Whether the combatant may do anything that is neither an attack nor a parry."""
    yield from able_to_act(actor)
    yield from _bound(actor)


def able_to_move(actor: Combatant) -> Iterator[FailedCheck]:
    """Whether the combatant may move; one under both must parry and no parry may do just that (DH-27)."""
    if actor.conditions.must_parry and actor.conditions.no_parry:
        yield from able_to_act(actor)
    else:
        yield from able_to_use_action(actor)


def _bound(actor: Combatant) -> Iterator[FailedCheck]:
    name, under = actor.identity.name, actor.conditions
    if under.must_parry:
        yield FailedCheck("ACTOR_MUST_PARRY", f"{name} may do nothing but parry.", "H-EFF-MUSTPARRY")
    if under.lost_turns:
        yield FailedCheck("ACTOR_LOST_TURN", f"{name} has fumbled this turn away.", "DH-39")


def not_oneself(actor: Combatant, target: Combatant) -> Iterator[FailedCheck]:
    """Nobody attacks themselves."""
    if actor.id == target.id:
        yield FailedCheck("TARGET_IS_ACTOR", f"{actor.identity.name} cannot attack itself.", "H-ATK-1")


def in_melee(armed: Armed) -> Iterator[FailedCheck]:
    """Whether the weapon strikes in melee."""
    if armed.is_missile:
        yield FailedCheck(
            "NOT_A_MELEE_WEAPON",
            f"{armed.entry.id} is a missile weapon; shoot with it.",
            "H-MIS-1",
        )


def at_hand(actor: Combatant, armed: Armed) -> Iterator[FailedCheck]:
    """Whether the weapon is in hand, whole and loaded."""
    for state in actor.weapon_states(armed.entry.id):
        yield FailedCheck(
            f"WEAPON_{state.condition.upper()}",
            f"{actor.identity.name}'s {armed.entry.id} is {state.condition}.",
            "H-RND-2" if state.condition == "unloaded" else "DH-39",
            (("weapon", armed.entry.id), ("rounds", state.rounds)),
        )
