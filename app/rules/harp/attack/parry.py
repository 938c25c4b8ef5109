"""Parrying: one opponent, with all there is, or several (H-PAR-…)."""

from collections.abc import Iterator

from app.rules.common.dice import OPEN_D100, Throw
from app.rules.common.errors import FailedCheck, permit
from app.rules.common.modifiers import Tally
from app.rules.common.tables import spoken_id
from app.rules.harp.attack.attack import Blow, Fumble, Hit, Miss, land, miss
from app.rules.harp.bonuses.defence import defence_score
from app.rules.harp.bonuses.offence import exceeds, parrying_bonus
from app.rules.harp.bonuses.shields import shield_hand, uncovered
from app.rules.harp.contract.commands.command import FumbleRoll, Step, Strike
from app.rules.harp.contract.commands.defence import FullParry, MultipleParry, Parry, RollParry
from app.rules.harp.contract.effects import action_taken
from app.rules.harp.contract.events.defence import ParryFailed, ParryHeld, ParryTaken
from app.rules.harp.contract.events.event import Event
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.table.arms import Armed, wield
from app.rules.harp.table.guard import ParryPoints, Share
from app.rules.harp.table.legal import able_to_parry, at_hand, not_oneself, not_stunned, on_turn
from app.rules.harp.table.state import Combatant, Encounter
from app.rules.harp.table.tables import HarpTables
from app.rules.resolution.requests import Facts, Resolution, Roll
from app.rules.resolution.steps import StepResult
from app.values import replace

FULL_PARRY_BONUS = 10
MELEE_ACTIONS = ("attack", "charge", "move-and-attack", "parry")
"""What a combatant may have declared when it parries with a part of its OB."""


def parry(tables: HarpTables, encounter: Encounter, command: Parry) -> Result:
    """``points`` of OB to DB against one opponent; the rest is for the attack (H-PAR-1); raises Illegal."""
    actor = encounter.combatant(command.actor, "/actor")
    opponent = encounter.combatant(command.opponent, "/opponent")
    armed = wield(tables, actor.sheet, command.weapon)
    share = Share(opponent.id, command.points)
    permit(
        parry_checks(tables, encounter, actor, armed),
        not_stunned(actor),
        not_oneself(actor, opponent),
        _no_missiles(command),
        _melee_declared(encounter, actor),
        _stance_declared(encounter, actor, None, (share,)),
        _below_bonus(tables, encounter, actor, armed, (share,)),
    )
    return StepResult((_shared(actor, armed, (share,)),))


def multiple_parry(tables: HarpTables, encounter: Encounter, command: MultipleParry) -> Result:
    """OB shared out among several opponents; it is the action of the round (H-PAR-3); raises Illegal."""
    actor = encounter.combatant(command.actor, "/actor")
    opponents = tuple(
        encounter.combatant(share.opponent, f"/points/{index}/opponent")
        for index, share in enumerate(command.points)
    )
    armed = wield(tables, actor.sheet, command.weapon)
    shares = tuple(
        replace(share, opponent=opponent.id)
        for share, opponent in zip(command.points, opponents, strict=True)
    )
    permit(
        parry_checks(tables, encounter, actor, armed),
        not_stunned(actor),
        (check for opponent in opponents for check in not_oneself(actor, opponent)),
        _stance_declared(encounter, actor, command.type, shares),
        _shared_out(encounter, shares),
        _below_bonus(tables, encounter, actor, armed, shares),
    )
    return StepResult((*action_taken(encounter, actor, command.type), _shared(actor, armed, shares)))


def full_parry(tables: HarpTables, encounter: Encounter, command: FullParry) -> Result:
    """All OB and 10 more to DB against one opponent, if the roll lets it (H-PAR-2); raises Illegal."""
    actor = encounter.combatant(command.actor, "/actor")
    opponent = encounter.combatant(command.opponent, "/opponent")
    armed = wield(tables, actor.sheet, command.weapon)
    permit(
        parry_checks(tables, encounter, actor, armed),
        not_oneself(actor, opponent),
        _stance_declared(encounter, actor, command.type, ()),
    )
    taken, rolls = all_of_it(tables, encounter, actor, opponent, armed)
    return StepResult((*action_taken(encounter, actor, command.type), taken), rolls)


def all_of_it(
    tables: HarpTables, encounter: Encounter, actor: Combatant, opponent: Combatant, armed: Armed
) -> tuple[ParryTaken, tuple[Step, ...]]:
    """The full parry that comes into force, and its roll unless that is made at each blow (DH-17).

    An OB below 0, stunned or not, parries with 0 (DH-18).
    """
    points = max(0, parrying_bonus(tables, encounter, actor, armed).total)
    taken = ParryPoints(opponent.id, points, armed.entry.id, FULL_PARRY_BONUS)
    rolls = () if encounter.options.full_parry_roll == "per_blow" else (_roll_of(actor, taken),)
    return ParryTaken(actor.id, (taken,), points), rolls


def _roll_of(actor: Combatant, taken: ParryPoints) -> RollParry:
    return RollParry(actor.id, taken.opponent, taken.weapon)


def roll_parry(tables: HarpTables, encounter: Encounter, step: RollParry) -> Resolution[Result]:
    """The roll of a full parry: a fumble undoes it, an opened die strikes the opponent as well (H-PAR-2)."""
    blow = _counter_blow(tables, encounter, step)
    leaves = encounter.combatant(step.actor).guard.withdrawal is not None
    by_option = ("DH-53",) if leaves and encounter.options.disengage_as_full_parry else ()
    strikes = not blow.attacker.conditions.stunned

    def outcome(throw: Throw) -> Fumble | Miss | Hit | None:
        read = blow.outcome(throw)
        return read if isinstance(read, Fumble) or (throw.opened and strikes) else None

    def explain(throw: Throw) -> Facts:
        if outcome(throw) is None:
            return (("first_die", throw.first), ("fumble_range", blow.armed.fumble_range))
        return blow.explain(throw)

    result = yield from Roll(
        purpose="full parry",
        roller=step.actor,
        dice=OPEN_D100,
        modifiers=blow.offence,
        outcome=outcome,
        explain=explain,
        rules=("H-PAR-2", "DH-4", "DH-17", *by_option, *blow.rules()),
        decided_by=lambda throw: () if outcome(throw) is None else blow.decided_by(throw),
    )
    held = ParryHeld(step.actor, step.opponent)
    match result:
        case None:
            return StepResult((held,))
        case Fumble():
            failed = ParryFailed(step.actor, step.opponent)
            return StepResult((failed,), (FumbleRoll(step.actor, step.opponent, step.weapon),))
        case Miss():
            return _also(held, miss(blow))
        case Hit(cells):
            return _also(held, land(blow, cells))


def _also(first: Event, result: Result) -> Result:
    return StepResult((first, *result.events), result.then)


def _counter_blow(tables: HarpTables, encounter: Encounter, step: RollParry) -> Blow:
    """The blow that the dice alone strike; OB counts by option only (DH-17)."""
    actor, opponent = encounter.combatant(step.actor), encounter.combatant(step.opponent)
    armed = wield(tables, actor.sheet, step.weapon)
    strike = Strike(actor.id, opponent.id, step.weapon)
    with_ob = encounter.options.full_parry_roll == "with_ob"
    offence = parrying_bonus(tables, encounter, actor, armed) if with_ob else Tally("offensive_bonus")
    shielded = (
        uncovered(tables, encounter.options, opponent, strike.situation) is None and opponent.sheet.db is None
    )
    defence = defence_score(tables, encounter.options, armed, opponent, strike, shielded=shielded)
    return Blow(actor, opponent, armed, offence, defence, encounter.options, shielded=shielded)


def parry_checks(
    tables: HarpTables, encounter: Encounter, actor: Combatant, armed: Armed
) -> Iterator[FailedCheck]:
    """What every parry needs: the turn, a combatant who may parry, and a melee weapon in hand (H-PAR-1)."""
    yield from on_turn(encounter, actor)
    yield from able_to_parry(actor)
    weapon = armed.called
    if armed.is_missile:
        yield FailedCheck(
            "PARRY_WITH_MISSILE_WEAPON", "The {weapon} cannot parry.", "H-PAR-1", (("weapon", weapon),)
        )
    elif armed.model.hands == 0:
        yield FailedCheck(
            "PARRY_WITHOUT_WEAPON",
            "{actor} needs a melee weapon in hand to parry, not the {weapon}.",
            "H-PAR-1",
            (("actor", actor.identity.name), ("weapon", weapon)),
        )
    yield from at_hand(actor, armed)
    yield from shield_hand(tables, actor, armed)


def _below_bonus(
    tables: HarpTables, encounter: Encounter, actor: Combatant, armed: Armed, shares: tuple[Share, ...]
) -> Iterator[FailedCheck]:
    points = sum(share.points for share in shares)
    bonus = parrying_bonus(tables, encounter, actor, armed).total
    if any(share.points < 0 for share in shares):
        yield FailedCheck("PARRY_BELOW_ZERO", "Parry with 0 points or more.", "H-PAR-1")
    elif points >= bonus:
        yield exceeds(actor, points, bonus)


def _shared(actor: Combatant, armed: Armed, shares: tuple[Share, ...]) -> ParryTaken:
    parries = tuple(ParryPoints(share.opponent, share.points, armed.entry.id) for share in shares)
    return ParryTaken(actor.id, parries, sum(share.points for share in shares))


def _no_missiles(command: Parry) -> Iterator[FailedCheck]:
    if command.against == "missiles":
        yield FailedCheck("MISSILE_PARRY_ADVANCED", "Parrying missiles is an advanced action.", "H-PAR-3")


def _melee_declared(encounter: Encounter, actor: Combatant) -> Iterator[FailedCheck]:
    """A part of OB parries beside a melee attack; those who must parry need not attack (DH-27)."""
    said = encounter.round.declaration(actor.id) if encounter.round else None
    bound = actor.conditions.must_parry or actor.conditions.lost_turns
    if said is not None and said.action not in MELEE_ACTIONS and not bound:
        yield FailedCheck(
            "NO_MELEE_ATTACK_DECLARED",
            "{actor} has declared {action:harp}; parrying goes with a melee attack.",
            "H-PAR-1",
            (("actor", actor.identity.name), ("action", spoken_id(said.action))),
        )


def _stance_declared(
    encounter: Encounter, actor: Combatant, action: str | None, shares: tuple[Share, ...]
) -> Iterator[FailedCheck]:
    """By option no stance but the declared one can be taken at the own turn (DH-14)."""
    if encounter.options.stance_moment == "own_turn" or encounter.round is None:
        return
    said = encounter.round.declaration(actor.id)
    if said is None or said.stance != shares or action not in (None, said.action):
        yield FailedCheck(
            "STANCE_NOT_DECLARED",
            "{actor} has not declared this stance.",
            "DH-14",
            (("actor", actor.identity.name),),
        )


def _shared_out(encounter: Encounter, shares: tuple[Share, ...]) -> Iterator[FailedCheck]:
    if len({share.opponent for share in shares}) != len(shares) or len(shares) < 2:
        yield FailedCheck("OPPONENTS_NOT_SEVERAL", "Name two opponents or more, each once.", "H-PAR-3")
    if encounter.options.multiple_parry == "equal" and len({share.points for share in shares}) > 1:
        yield FailedCheck("SHARES_NOT_EQUAL", "Give every opponent the same points.", "DH-13")


STEPS: Steps = {Parry: parry, FullParry: full_parry, MultipleParry: multiple_parry, RollParry: roll_parry}
