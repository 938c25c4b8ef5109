"""Criticals and the stun they bring (H-CRT-…, H-EFF-…)."""

from app.rules.common.dice import D100, OPEN_D100, Throw
from app.rules.common.modifiers import Modifier, Tally, add_up
from app.rules.harp.bonuses.defence import armour_type
from app.rules.harp.bonuses.resistance import resistance_bonus
from app.rules.harp.contract.commands.command import CriticalRoll, ResistStun
from app.rules.harp.contract.effects import adds_up, dies_of, of_critical
from app.rules.harp.contract.events.event import CriticalSuffered, StunEnded, StunHeld
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.table.sheet import Sheet
from app.rules.harp.table.state import Encounter
from app.rules.harp.table.tables import CriticalEffects, CriticalEntry, HarpTables
from app.rules.resolution.requests import Choose, Facts, Resolution, Roll
from app.rules.resolution.steps import StepResult

STUN_RESISTANCE = 150
"""The Body resistance roll against one round of stun; each further round left is 5 harder (H-EFF-STUN)."""


def critical(tables: HarpTables, encounter: Encounter, step: CriticalRoll) -> Resolution[Result]:
    """Roll one critical on its table and let it strike (H-ROLL-3, H-CRT-1, DH-46)."""
    victim = encounter.combatant(step.target)
    table = tables.critical_table(step.table)

    def entry(throw: Throw) -> CriticalEntry:
        read = table.read(throw.first, step.severity)
        return _with_gear(read, victim.sheet) if encounter.options.critical_gear_shifts else read

    def effects(throw: Throw) -> CriticalEffects:
        return entry(throw).effects

    def explain(throw: Throw) -> Facts:
        read = entry(throw)
        return (
            ("critical_table", table.id),
            ("severity", step.severity),
            ("critical_roll", throw.first),
            ("location", read.location),
            ("gravity", read.gravity),
        )

    def decided_by(throw: Throw) -> tuple[str, ...]:
        read = entry(throw)
        shifted = ("DH-28",) if read != table.read(throw.first, step.severity) else ()
        deadly = ("DH-55",) if dies_of(encounter.options, victim, read.effects.hits) else ()
        return (*shifted, *(("DH-2",) if adds_up(victim, read.effects) else ()), *deadly)

    suffered = yield from Roll(
        purpose="additional critical" if step.additional else "critical",
        roller=step.by,
        dice=D100,
        outcome=effects,
        explain=explain,
        rules=("H-ROLL-3", "H-CRT-1", "H-CRT-2" if step.additional else "H-CRT-3", "H-ROLL-4"),
        decided_by=decided_by,
    )
    events = (
        CriticalSuffered(step.target, table.id, step.severity, step.additional),
        *of_critical(victim, suffered, encounter.options),
    )
    return StepResult(events, (ResistStun(step.target),) if suffered.stun_rounds else ())


def _with_gear(entry: CriticalEntry, sheet: Sheet) -> CriticalEntry:
    """The entry as the victim's helmet, shield and armour change it (DH-28)."""
    return entry.with_gear(
        has_helmet=sheet.helmet, has_shield=sheet.shield is not None, armour_type=armour_type(sheet)
    )


def resist_stun(encounter: Encounter, step: ResistStun) -> Resolution[Result]:
    """The victim's roll against the stun it is under, if it wants one (H-EFF-STUN, DH-7, DH-41).

    Open-ended + Body bonus against 150 for one round left, 5 more for each further round; the −50 of the
    stun does not touch it.
    """
    victim = encounter.combatant(step.target)
    rounds = victim.conditions.stunned
    if victim.is_unconscious or rounds == 0:
        return StepResult()
    now = encounter.round
    in_own_turn = not step.at_turn_start and now is not None and now.current == victim.id
    anew = ("DH-52",) if in_own_turn else ()
    wanted = yield from Choose(
        "resist the stun", step.target, ("yes", "no"), "yes", rules=("H-EFF-STUN", *anew)
    )
    if wanted == "no":
        return StepResult((StunHeld(step.target, rounds),))
    bonus = resistance_bonus(victim.sheet, "body")
    against = difficulty(
        rounds, later=step.at_turn_start and encounter.options.effect_duration == "own_turns"
    )

    def resists(throw: Throw) -> bool:
        return throw.total + bonus.total >= against.total

    def explain(throw: Throw) -> Facts:
        return (
            ("resistance_total", throw.total + bonus.total),
            ("difficulty", against.total),
            ("outcome", "resisted" if resists(throw) else "stunned"),
        )

    resisted = yield from Roll(
        purpose="resistance against the stun",
        roller=step.target,
        dice=OPEN_D100,
        modifiers=bonus,
        against=against,
        outcome=resists,
        explain=explain,
        rules=("H-EFF-STUN", "DH-7"),
        in_ranges=True,
    )
    return StepResult((StunEnded(step.target) if resisted else StunHeld(step.target, rounds),))


def difficulty(rounds: int, *, later: bool) -> Tally:
    """What the resistance roll has to reach with ``rounds`` of stun left (H-EFF-STUN, DH-1).

    At once every round after the first is 5 harder. ``later``, at the start of an own turn that is still
    bound, the turn that has begun no longer counts, so that 3 rounds are 160 at once, then 155, 150, 150.
    """
    further = max(0, rounds - 2) if later else rounds - 1
    return add_up(
        "resistance_difficulty",
        (
            Modifier("stun.difficulty", STUN_RESISTANCE, "difficulty", "rule", "H-EFF-STUN"),
            Modifier("stun.rounds_left", 5 * further, "difficulty", "state", "H-EFF-STUN"),
        ),
    )


STEPS: Steps = {CriticalRoll: critical, ResistStun: lambda _tables, state, step: resist_stun(state, step)}
