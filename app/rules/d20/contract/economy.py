"""Who may spend which action: standard, move, full-round, swift, free, and the 5-ft step (D20-ACT)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck
from app.rules.common.tables import spoken_id
from app.rules.d20.contract.events.turns import ActionKind, ActionSpent
from app.rules.d20.table.conditions import is_single_action, is_unconscious, may_not_act
from app.rules.d20.table.state import Combatant, Encounter, Limit

OTHER = "other"
"""The readied action that the table agrees on in its own words: any command carries it out."""


WITHOUT_CONTROL = frozenset({"dismount", "ride-check"})
"""What a rider can do on a mount that it has not under control."""


def its_turn(encounter: Encounter, actor: Combatant) -> Iterator[FailedCheck]:
    """Whether the actor may act now: in its turn, with its readied action, at any time without rounds.

    A mount acts in the turn of its rider (D20-INI-8).
    """
    name, now = actor.identity.name, encounter.round
    if encounter.has_ended:
        yield from under_way(encounter)
    elif now is None:
        return
    elif not now.is_rolled:
        yield FailedCheck("INITIATIVE_NOT_ROLLED", "Roll initiative first.", "D20-INI-1")
    elif now.acting not in acts_with(encounter, actor):
        yield FailedCheck("NOT_YOUR_TURN", "It is not {actor}'s turn.", "D20-RND-1", (("actor", name),))


def under_way(encounter: Encounter) -> Iterator[FailedCheck]:
    """Whether the encounter still goes on."""
    if encounter.has_ended:
        yield FailedCheck("ENCOUNTER_ENDED", "The encounter is over.", "D20-RND-1")


def acts_with(encounter: Encounter, actor: Combatant) -> tuple[str, ...]:
    """Whose turns are the actor's: its own, and those of its rider."""
    rider = encounter.rider_of(actor)
    return (actor.id,) if rider is None else (actor.id, rider.id)


def limited_to(encounter: Encounter, actor: Combatant) -> Limit | None:
    """The one action of a turn that is left to the actor, None when it has all of them (D20-ACT-3, -4).

    Surprise rounds, readied actions and states like staggered leave a standard action or a move in its
    place; being nauseated leaves a move.
    """
    if actor.has("nauseated") or actor.turn.limited_to == "move":
        return "move"
    now = encounter.round
    in_surprise = now is not None and now.is_surprise
    if in_surprise or actor.turn.limited_to == "standard" or is_single_action(actor):
        return "standard"
    return None


def may_not_spend(
    encounter: Encounter, actor: Combatant, kind: ActionKind, action: str
) -> Iterator[FailedCheck]:
    """Everything against the actor spending such an action now on a command of type ``action``.

    Whose turn it is, whether the actor can act at all, and what is left of its turn. Without rounds actions
    are not counted, but a limit stays one: nobody staggered makes a full attack.
    """
    yield from its_turn(encounter, actor)
    yield from may_not_act(actor)
    yield from _not_readied(encounter, actor, kind, action)
    yield from _out_of_control(encounter, actor, kind, action)
    yield from _against_limit(encounter, actor, kind)
    if encounter.round is not None:
        yield from _spent(actor, kind, limit=limited_to(encounter, actor))


def spending(
    actor: Combatant, kind: ActionKind, action: str, *, is_strenuous: bool | None = None
) -> Iterator[ActionSpent]:
    """That the actor spends the action; a standard or full-round one is strenuous unless told (D20-HP-3)."""
    strains = kind in ("standard", "full-round") if is_strenuous is None else is_strenuous
    yield ActionSpent(actor.id, kind, action, strains)


def may_not_step(encounter: Encounter, actor: Combatant) -> Iterator[FailedCheck]:
    """Everything against a 5-ft step of the actor now, apart from what lies where it goes (D20-ACT-5)."""
    yield from its_turn(encounter, actor)
    yield from may_not_act(actor)
    name = actor.identity.name
    if actor.turn.step:
        yield FailedCheck(
            "STEP_TAKEN", "{actor} has taken a 5-ft step this turn.", "D20-ACT-5", (("actor", name),)
        )
    if actor.turn.walked:
        yield FailedCheck("HAS_MOVED", "{actor} has moved this turn.", "D20-ACT-5", (("actor", name),))


def may_not_walk(actor: Combatant) -> Iterator[FailedCheck]:
    """Whether the actor's 5-ft step of this turn keeps it from any other movement (D20-ACT-5)."""
    if actor.turn.step:
        yield FailedCheck(
            "STEP_TAKEN",
            "{actor} has taken a 5-ft step and moves no further.",
            "D20-ACT-5",
            (("way", "walk"), ("actor", actor.identity.name)),
        )


def _not_readied(
    encounter: Encounter, actor: Combatant, kind: ActionKind, action: str
) -> Iterator[FailedCheck]:
    """Whoever interrupts does what it held itself ready for, and no more (D20-RDY-5)."""
    now = encounter.round
    if now is None or now.interrupting != actor.id or actor.readied is None or kind == "free":
        return
    if actor.readied.action not in (OTHER, action):
        yield FailedCheck(
            "NOT_WHAT_WAS_READIED",
            "{actor} has readied something else: {action}.",
            "D20-RDY-5",
            (("actor", actor.identity.name), ("action", spoken_id(actor.readied.action))),
        )


def _out_of_control(
    encounter: Encounter, actor: Combatant, kind: ActionKind, action: str
) -> Iterator[FailedCheck]:
    """On a mount that is not trained for it nothing else comes before the check (PF1-MNT-01, PF1-MNT-03)."""
    rider = encounter.rider_of(actor) or actor
    mount, now = encounter.mount_of(rider), encounter.round
    if mount is None or now is None or now.acting != rider.id or now.current != rider.id:
        return
    is_tame = mount.sheet.trained_for_combat or is_unconscious(mount) or "control" in rider.turn.rides
    if not is_tame and kind != "free" and action not in WITHOUT_CONTROL:
        yield FailedCheck(
            "MOUNT_OUT_OF_CONTROL",
            "{mount} is not trained for combat: {rider} must control it.",
            "PF1-MNT-01",
            (("mount", mount.identity.name), ("rider", rider.identity.name)),
        )


def _against_limit(encounter: Encounter, actor: Combatant, kind: ActionKind) -> Iterator[FailedCheck]:
    limit, name = limited_to(encounter, actor), actor.identity.name
    is_beyond = kind in ("standard", "full-round") or (kind == "swift" and actor.has("nauseated"))
    if limit == "move" and is_beyond:
        yield FailedCheck(
            "ONLY_A_MOVE", "{actor} has no more than a move action.", "D20-ACT-4", (("actor", name),)
        )
    elif limit is not None and kind == "full-round":
        yield FailedCheck(
            "NOT_FULL_ROUND",
            "{actor} has a single action and no full-round action.",
            "D20-ACT-3",
            (("way", "single_action"), ("actor", name)),
        )


def _spent(actor: Combatant, kind: ActionKind, *, limit: Limit | None) -> Iterator[FailedCheck]:
    """What of this turn's actions is gone already (D20-ACT-1, D20-ACT-2)."""
    turn, name = actor.turn, actor.identity.name
    gone = [taken for taken in (turn.full_round, turn.standard, turn.move) if taken is not None]
    match kind:
        case "free":
            return
        case "swift" if turn.swift is not None:
            yield _action_spent(actor, "swift", turn.swift)
        case "swift":
            return
        case "full-round" if gone:
            yield FailedCheck(
                "NOT_FULL_ROUND",
                "{actor} has used part of the turn ({action}).",
                "D20-ACT-8",
                (("way", "begun"), ("actor", name), ("action", ", ".join(map(spoken_id, gone)))),
            )
        case "full-round":
            return
        case "standard" | "move" if turn.full_round is not None or (limit is not None and gone):
            yield _action_spent(actor, kind, gone[0])
        case "standard" if turn.standard is not None:
            yield _action_spent(actor, kind, turn.standard)
        case "move" if turn.move is not None and turn.standard is not None:
            yield _action_spent(actor, kind, turn.move)
        case _:
            return


def _action_spent(actor: Combatant, kind: ActionKind, by: str) -> FailedCheck:
    return FailedCheck(
        "ACTION_SPENT",
        "{actor} has no {kind} action left this turn ({action}).",
        "D20-ACT-1",
        (("way", "turn"), ("actor", actor.identity.name), ("kind", kind), ("action", spoken_id(by))),
    )
