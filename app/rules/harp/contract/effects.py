"""From the figures of a table to events: hits, criticals and fumbles as they strike a combatant."""

from collections.abc import Iterator

from app.rules.harp.contract.events.event import (
    ActionTaken,
    AmmunitionLost,
    Event,
    FellUnconscious,
    HitsTaken,
    InitiativeChanged,
    MustParry,
    NoParry,
    Shaken,
    StruckDead,
    Stunned,
    TurnsLost,
    WeaponLost,
    Wounded,
)
from app.rules.harp.contract.events.movement import Harassed
from app.rules.harp.table.arms import Armed, carries_spoilt
from app.rules.harp.table.options import CHAPTER, Options
from app.rules.harp.table.state import Combatant, Encounter, Harassment
from app.rules.harp.table.tables import CriticalEffects, FumbleEffects, HarpTables

HARASSED_BY_WEAPON = -100


def action_taken(encounter: Encounter, actor: Combatant, action: str) -> Iterator[Event]:
    """That the actor's action of the round is used; before an encounter is started there are no rounds."""
    if encounter.round is not None:
        yield ActionTaken(actor.id, action)


DIES_IN = 3
"""Rounds until one who has lost too many hits is dying (DH-55)."""


def take_hits(target: Combatant, hits: int, cause: str, options: Options = CHAPTER) -> Iterator[Event]:
    """Hits taken from ``target``; at 0 or less it falls unconscious (H-DMG-1, DH-10).

    By option so many less than 0 are death (DH-55).
    """
    if hits == 0:
        return
    yield HitsTaken(target.id, hits, cause)
    if not target.is_unconscious and target.hits - hits <= 0:
        yield FellUnconscious(target.id)
    if dies_of(options, target, hits):
        yield StruckDead(target.id, DIES_IN)


def dies_of(options: Options, target: Combatant, hits: int) -> bool:
    """Whether the loss of ``hits`` brings death, where the table plays so (DH-55)."""
    limit = target.sheet.constitution if options.death_at == "constitution" else options.death_at
    return limit is not None and hits > 0 and not target.is_struck_dead and target.hits - hits <= -abs(limit)


def harassed(tables: HarpTables, attacker: Combatant, armed: Armed, target: Combatant) -> Iterator[Event]:
    """That a blow in melee, hit or miss, spoils the next shot of an archer or slinger (H-MIS-2).

    A fumble does nothing to its target, this included (H-ROLL-2).
    """
    if not armed.is_missile and carries_spoilt(tables, target.sheet):
        yield Harassed(target.id, Harassment(attacker.id, HARASSED_BY_WEAPON, "weapon"))


def of_critical(target: Combatant, effects: CriticalEffects, options: Options = CHAPTER) -> Iterator[Event]:
    """Everything a critical does, each as an event of its own; all of it adds up (H-EFF-SUM)."""
    yield from take_hits(target, effects.hits, "critical", options)
    if effects.bleed_per_round or effects.penalty:
        yield Wounded(target.id, effects.bleed_per_round, effects.penalty)
    yield from _conditions(
        target,
        shaken=effects.shaken,
        stun=effects.stun_rounds,
        must_parry=effects.must_parry_rounds,
        no_parry=effects.no_parry_rounds,
    )
    if effects.death_in_rounds is not None:
        yield StruckDead(target.id, effects.death_in_rounds)


def adds_up(target: Combatant, effects: CriticalEffects | FumbleEffects) -> bool:
    """Whether a stun, must parry or no parry joins one that the target is under already (DH-2)."""
    under = target.conditions
    return bool(
        (effects.stun_rounds and under.stunned)
        or (effects.must_parry_rounds and under.must_parry)
        or (effects.no_parry_rounds and under.no_parry)
    )


def of_fumble(
    actor: Combatant, weapon: str, effects: FumbleEffects, options: Options = CHAPTER
) -> Iterator[Event]:
    """Everything a fumble does to the one who fumbles, apart from what still has to be rolled (DH-39)."""
    if effects.lose_action or effects.lose_rounds:
        yield TurnsLost(actor.id, effects.lose_rounds)
    yield from take_hits(actor, effects.self_hits, "fumble", options)
    if effects.penalty:
        yield Wounded(actor.id, 0, effects.penalty)
    yield from _conditions(
        actor,
        shaken=effects.shaken,
        stun=effects.stun_rounds,
        must_parry=effects.must_parry_rounds,
        no_parry=effects.no_parry_rounds,
    )
    if effects.next_initiative:
        yield InitiativeChanged(actor.id, effects.next_initiative)
    if effects.drop_weapon or effects.weapon_lands_m:
        yield WeaponLost(actor.id, weapon, "dropped", effects.recover_rounds)
    if effects.string_breaks:
        yield WeaponLost(actor.id, weapon, "unstrung", effects.repair_rounds)
    if effects.ammo_lost or effects.drop_ammo:
        yield AmmunitionLost(actor.id, weapon, max(1, effects.ammo_lost))


def _conditions(
    target: Combatant, *, shaken: bool, stun: int, must_parry: int, no_parry: int
) -> Iterator[Event]:
    if shaken:
        yield Shaken(target.id)
    if stun:
        yield Stunned(target.id, stun)
    if must_parry:
        yield MustParry(target.id, must_parry)
    if no_parry:
        yield NoParry(target.id, no_parry)
