"""What a combatant may not do now, and why; each check yields every reason that holds."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck
from app.rules.common.tables import spoken_id
from app.rules.harp.table.arms import Armed
from app.rules.harp.table.state import Combatant, Encounter


def able_to_act(actor: Combatant) -> Iterator[FailedCheck]:
    """Whether the combatant can do anything at all."""
    name = actor.identity.name
    if actor.is_struck_dead:
        yield FailedCheck(
            "ACTOR_DEAD", "{actor} is struck dead and cannot act.", "H-EFF-DEATH", (("actor", name),)
        )
    elif actor.is_unconscious:
        yield FailedCheck("ACTOR_UNCONSCIOUS", "{actor} is unconscious.", "H-DMG-1", (("actor", name),))


def its_turn(encounter: Encounter, actor: Combatant) -> Iterator[FailedCheck]:
    """Whether it is the actor's turn (H-RND-1); before an encounter is started it is everybody's."""
    name, now = actor.identity.name, encounter.round
    if encounter.has_ended:
        yield from under_way(encounter)
    elif now is None:
        return
    elif now.is_declaring:
        yield FailedCheck("INITIATIVE_NOT_ROLLED", "Roll initiative first.", "H-RND-1")
    elif now.current != actor.id:
        yield FailedCheck("NOT_YOUR_TURN", "It is not {actor}'s turn.", "H-RND-1", (("actor", name),))


def on_turn(encounter: Encounter, actor: Combatant) -> Iterator[FailedCheck]:
    """Whether the actor may use its action of the round now for anything but lying in wait (H-RND-1)."""
    yield from has_action(encounter, actor)
    yield from _at_ordinary_place(encounter, actor)


def _at_ordinary_place(encounter: Encounter, actor: Combatant) -> Iterator[FailedCheck]:
    """Whoever is first because it keeps lying in wait does nothing else before its ordinary place (DH-49)."""
    now = encounter.round
    place = now.place(actor.id) if now else None
    if now is None or place is None or not place.first or now.current != actor.id:
        return
    said = now.declaration(actor.id)
    keeps_waiting = actor.interception is not None and said is not None and said.action == "intercept"
    if keeps_waiting and any(
        not one.has_ended for one in now.order if one.comes_before(place) and not one.is_waiting
    ):
        yield FailedCheck(
            "BOUND_TO_LIE_IN_WAIT",
            "{actor} is first only to lie in wait; anything else waits for the ordinary turn.",
            "DH-49",
            (("actor", actor.identity.name),),
        )


def has_action(encounter: Encounter, actor: Combatant) -> Iterator[FailedCheck]:
    """Whether it is the actor's turn and its action of the round is still to be used (H-RND-1, H-RND-2)."""
    not_now = tuple(its_turn(encounter, actor))
    name = actor.identity.name
    if not_now:
        yield from not_now
    elif actor.busy is not None:
        yield FailedCheck(
            "ACTION_UNDER_WAY",
            "{actor} is busy with {action:harp} for {rounds_left} more turns.",
            "H-RND-2",
            (
                ("actor", name),
                ("action", spoken_id(actor.busy.action)),
                ("rounds_left", actor.busy.rounds_left),
            ),
        )
    elif actor.activity.action is not None:
        yield FailedCheck(
            "ACTION_SPENT",
            "{actor} has used this round's action ({action:harp}).",
            "H-RND-2",
            (("actor", name), ("action", spoken_id(actor.activity.action))),
        )


def able_to_attack(actor: Combatant) -> Iterator[FailedCheck]:
    """Whether the combatant may attack: able to act, not stunned, not bound to parry, no turn lost."""
    yield from able_to_act(actor)
    if actor.conditions.stunned:
        yield FailedCheck(
            "ACTOR_STUNNED",
            "{actor} is stunned and may not attack.",
            "H-EFF-STUN",
            (("actor", actor.identity.name),),
        )
    yield from unbound(actor)


def able_to_use_action(actor: Combatant) -> Iterator[FailedCheck]:
    """Whether the combatant may do anything that is neither an attack nor a parry."""
    yield from able_to_act(actor)
    yield from unbound(actor)


def unbound(actor: Combatant) -> Iterator[FailedCheck]:
    """Whether no critical or fumble leaves the combatant nothing but parrying (DH-27, DH-39)."""
    name, under = actor.identity.name, actor.conditions
    if under.must_parry:
        yield FailedCheck(
            "ACTOR_MUST_PARRY", "{actor} may do nothing but parry.", "H-EFF-MUSTPARRY", (("actor", name),)
        )
    if under.lost_turns:
        yield FailedCheck(
            "ACTOR_LOST_TURN", "{actor} has fumbled this turn away.", "DH-39", (("actor", name),)
        )


def able_to_parry(actor: Combatant) -> Iterator[FailedCheck]:
    """Whether the combatant may parry; those bound to parry and those who lost a turn may (DH-27, DH-39)."""
    yield from able_to_act(actor)
    if actor.conditions.no_parry:
        yield FailedCheck(
            "ACTOR_NO_PARRY", "{actor} may not parry.", "H-EFF-NOPARRY", (("actor", actor.identity.name),)
        )


def able_to_move(actor: Combatant) -> Iterator[FailedCheck]:
    """Whether the combatant may move: bound to parry only if it may not parry either (DH-27)."""
    yield from able_to_act(actor)
    under = actor.conditions
    if not (under.must_parry and under.no_parry and not under.lost_turns):
        yield from unbound(actor)
    yield from on_foot(actor)


def on_foot(actor: Combatant) -> Iterator[FailedCheck]:
    """Nobody goes anywhere lying down (DH-45), or with a shield planted on the ground (H-SHD-1)."""
    if actor.conditions.prone and not actor.is_unconscious:
        yield FailedCheck(
            "ACTOR_PRONE",
            "{actor} lies on the ground and has to get up first.",
            "DH-45",
            (("actor", actor.identity.name),),
        )
    if actor.guard.planted is not None:
        yield FailedCheck(
            "SHIELD_PLANTED",
            "{actor} stays behind the planted shield.",
            "H-SHD-1",
            (("actor", actor.identity.name),),
        )


def not_stunned(actor: Combatant) -> Iterator[FailedCheck]:
    """The stunned parry fully or not at all (H-EFF-STUN)."""
    if actor.conditions.stunned:
        yield FailedCheck(
            "STUNNED_PARRIES_FULLY",
            "{actor} is stunned: only a full parry.",
            "H-EFF-STUN",
            (("actor", actor.identity.name),),
        )


def not_parrying(actor: Combatant) -> Iterator[FailedCheck]:
    """Whoever parries has only a melee attack left for this turn (H-PAR-1)."""
    if actor.guard.parries:
        yield FailedCheck(
            "PARRYING",
            "{actor} parries: only a melee attack goes with that.",
            "H-PAR-1",
            (("actor", actor.identity.name),),
        )


def under_way(encounter: Encounter) -> Iterator[FailedCheck]:
    """Whether the encounter still goes on."""
    if encounter.has_ended:
        yield FailedCheck("ENCOUNTER_ENDED", "The encounter is over.", "H-RND-1")


def not_oneself(actor: Combatant, target: Combatant) -> Iterator[FailedCheck]:
    """Nobody attacks themselves."""
    if actor.id == target.id:
        yield FailedCheck(
            "TARGET_IS_ACTOR", "{actor} cannot attack itself.", "H-ATK-1", (("actor", actor.identity.name),)
        )


def in_melee(armed: Armed) -> Iterator[FailedCheck]:
    """Whether the weapon strikes in melee."""
    if armed.is_missile:
        yield FailedCheck(
            "NOT_A_MELEE_WEAPON",
            "The {weapon} is a missile weapon: shoot.",
            "H-MIS-1",
            (("weapon", armed.called),),
        )


def at_hand(actor: Combatant, armed: Armed) -> Iterator[FailedCheck]:
    """Whether the weapon is in hand, whole and loaded."""
    for state in actor.weapon_states(armed.entry.id):
        yield FailedCheck(
            f"WEAPON_{state.condition.upper()}",
            "{actor}'s {weapon} is {condition}.",
            "H-RND-2" if state.condition == "unloaded" else "DH-39",
            (
                ("actor", actor.identity.name),
                ("condition", state.condition),
                ("weapon", armed.called),
                ("rounds", state.rounds),
            ),
        )
