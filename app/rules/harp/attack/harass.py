"""Shooters harassed by opponents in contact, with a weapon or with the hands (H-MIS-2, DH-36)."""

from collections.abc import Iterator

from app.rules.common.dice import OPEN_D100, Throw
from app.rules.common.errors import FailedCheck, permit
from app.rules.common.modifiers import Modifier, Tally
from app.rules.harp.attack.attack import Blow, Fumble, Hit, Outcome, landed
from app.rules.harp.attack.reactions import reactions
from app.rules.harp.bonuses.defence import defence_score
from app.rules.harp.bonuses.shields import raises_shield
from app.rules.harp.contract.commands.command import Shove, Strike
from app.rules.harp.contract.commands.movement import PushShooter
from app.rules.harp.contract.commands.skills import Basis
from app.rules.harp.contract.effects import action_taken
from app.rules.harp.contract.events.event import ActionStopped
from app.rules.harp.contract.events.movement import Harassed
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.ground.positions import known, within_reach
from app.rules.harp.skills.manoeuvre import BonusesMissing, manoeuvre_bonus
from app.rules.harp.table.arms import (
    BARE_HANDS,
    Armed,
    bare_hands,
    carries_spoilt,
    is_spoilt_in_contact,
    wield,
)
from app.rules.harp.table.legal import able_to_attack, at_hand, not_oneself, not_parrying, on_turn
from app.rules.harp.table.sheet import Sheet, skill_total
from app.rules.harp.table.state import Combatant, Encounter, Harassment
from app.rules.harp.table.tables import HarpTables
from app.rules.resolution.requests import Facts, Resolution, Roll
from app.rules.resolution.steps import StepResult
from app.values import replace, value


def spoilt(shooter: Combatant, armed: Armed) -> Iterator[Modifier]:
    """What opponents in contact take from a shot with a bow or sling; the worst of them counts."""
    worst = min(shooter.harassed, key=lambda one: one.penalty, default=None)
    if worst is not None and is_spoilt_in_contact(armed.model):
        yield Modifier(f"harassed.{worst.means}", worst.penalty, "harassment", "state", "H-MIS-2")


@value
class Pushed:
    """What a push came to: the percentage that the shot loses, and the blow where Brawling deals one."""

    percentage: int
    blow: Outcome | None


@value
class Push:
    """A push about to be rolled; ``blow`` is the unarmed strike that the same roll is with Brawling."""

    tables: HarpTables
    bonus: Tally
    blow: Blow | None

    def outcome(self, throw: Throw) -> Pushed:
        """The percentage column at the total; a fumbled strike pushes nobody (H-ROLL-2)."""
        struck = None if self.blow is None else self.blow.outcome(throw)
        if isinstance(struck, Fumble):
            return Pushed(0, struck)
        total = throw.total + self.bonus.total
        return Pushed(self.tables.manoeuvres.read(total).percentage, struck)

    def decided_by(self, throw: Throw) -> tuple[str, ...]:
        """What decided the strike."""
        return () if self.blow is None else self.blow.decided_by(throw)

    def explain(self, throw: Throw) -> Facts:
        """The figures of the push, then those of the strike."""
        strike = () if self.blow is None else self.blow.explain(throw)
        return (
            ("manoeuvre_total", throw.total + self.bonus.total),
            ("percentage", self.outcome(throw).percentage),
            *strike,
        )


def push_shooter(tables: HarpTables, encounter: Encounter, command: PushShooter) -> Result:
    """Push an archer or slinger with the hands (H-MIS-2, DH-36).

    Raises Illegal with every failed check, or BonusesMissing.
    """
    pusher = encounter.combatant(command.actor, "/actor")
    shooter = encounter.combatant(command.target, "/target")
    fist = _fist(tables, pusher, command)
    permit(
        on_turn(encounter, pusher),
        able_to_attack(pusher),
        not_parrying(pusher),
        not_oneself(pusher, shooter),
        within_reach(encounter, pusher, shooter),
        _is_shooter(tables, shooter),
        _can_brawl(pusher, command, fist),
    )
    taken = tuple(action_taken(encounter, pusher, command.type))
    if fist is None:
        _ = tuple(_bare_hands(pusher))
        return StepResult(taken, (Shove(pusher.id, shooter.id),))
    strike = Strike(pusher.id, shooter.id, fist.entry.id)
    return StepResult(taken, (*reactions(tables, encounter, strike), Shove(pusher.id, shooter.id, strike)))


def shove(tables: HarpTables, encounter: Encounter, step: Shove) -> Resolution[Result]:
    """Roll a push: the percentage column gives what the next shot loses (H-MIS-2).

    Brawling, or an open-ended roll + Strength + Agility; with Brawling the same total is an unarmed strike.
    """
    pusher, shooter = encounter.combatant(step.actor), encounter.combatant(step.target)
    if any(able_to_attack(pusher)):
        return StepResult((ActionStopped(pusher.id),))
    base = _bare_hands(pusher) if step.strike is None else _brawling(pusher.sheet)
    uses: frozenset[Basis] = frozenset(("strength", "agility", "movement"))
    bonus = manoeuvre_bonus(tables, encounter, pusher, base, uses=uses)
    blow = None
    if step.strike is not None:
        seen = known(encounter, pusher, shooter, step.strike.situation)
        strike = replace(step.strike, situation=seen.situation)
        shielded = yield from raises_shield(tables, encounter, shooter, strike)
        fist = wield(tables, pusher.sheet, strike.weapon)
        defence = defence_score(tables, encounter.options, fist, shooter, strike, shielded=shielded)
        blow = Blow(pusher, shooter, fist, bonus, defence, encounter.options, shielded)
    push = Push(tables, bonus, blow)
    pushed = yield from Roll(
        purpose="push the shooter",
        roller=pusher.id,
        dice=OPEN_D100,
        modifiers=bonus,
        against=None if blow is None else blow.defence,
        outcome=push.outcome,
        explain=push.explain,
        rules=("H-MIS-2", "DH-36"),
        decided_by=push.decided_by,
        succeeds=lambda outcome: isinstance(outcome.blow, Hit),
    )
    spoils = Harassed(shooter.id, Harassment(pusher.id, -pushed.percentage, "hands"))
    if step.strike is None or blow is None or pushed.blow is None:
        return StepResult((spoils,))
    fallen = landed(step.strike, blow, pushed.blow)
    return StepResult((spoils, *fallen.events), fallen.then)


def _fist(tables: HarpTables, pusher: Combatant, command: PushShooter) -> Armed | None:
    """The unarmed weapon that strikes with Brawling: the named one, the sheet's first, or the bare hands."""
    if command.using == "bare-hands":
        return None
    if command.weapon is not None:
        return wield(tables, pusher.sheet, command.weapon)
    armed = (wield(tables, pusher.sheet, entry.id) for entry in pusher.sheet.weapons)
    of_sheet = next((one for one in armed if _is_unarmed(one)), None)
    if of_sheet is not None or not any(_brawling(pusher.sheet)) or not bare_hands(tables, pusher.sheet):
        return of_sheet
    return wield(tables, pusher.sheet, BARE_HANDS)


def _is_unarmed(armed: Armed) -> bool:
    return not armed.is_missile and (armed.model.hands == 0 or armed.model.group == "brawling")


def _is_shooter(tables: HarpTables, target: Combatant) -> Iterator[FailedCheck]:
    if not carries_spoilt(tables, target.sheet):
        name = target.identity.name
        yield FailedCheck(
            "TARGET_NOT_A_SHOOTER", "{target} has neither bow nor sling.", "H-MIS-2", (("target", name),)
        )


def _can_brawl(pusher: Combatant, command: PushShooter, fist: Armed | None) -> Iterator[FailedCheck]:
    if command.using == "bare-hands":
        return
    name = pusher.identity.name
    if not any(_brawling(pusher.sheet)):
        yield FailedCheck(
            "BRAWLING_UNTRAINED",
            "{actor} has no Brawling; push with bare hands.",
            "H-MIS-2",
            (("actor", name),),
        )
    if fist is None:
        yield FailedCheck(
            "NO_UNARMED_WEAPON",
            "The sheet of {actor} has no unarmed weapon to strike with.",
            "DH-36",
            (("actor", name),),
        )
    elif not _is_unarmed(fist):
        yield FailedCheck(
            "NOT_UNARMED", "The {weapon} is not an unarmed weapon.", "DH-36", (("weapon", fist.called),)
        )
    else:
        yield from at_hand(pusher, fist)


def _brawling(sheet: Sheet) -> Iterator[Modifier]:
    """The Brawling total of the sheet; nothing when untrained."""
    total = skill_total(sheet, "brawling")
    if total is not None:
        yield Modifier("skill.brawling", total, "skill", "sheet", "H-MIS-2")


def _bare_hands(pusher: Combatant) -> Iterator[Modifier]:
    bonuses = pusher.sheet.bonuses
    if bonuses is None:
        name = pusher.identity.name
        raise BonusesMissing(
            "Give `bonuses` ({using}) on the sheet of {name}.", name=name, using="strength, agility"
        )
    yield Modifier("bonus.strength", bonuses.strength, "characteristic", "sheet: bonuses", "H-MIS-2")
    yield Modifier("bonus.agility", bonuses.agility, "characteristic", "sheet: bonuses", "H-MIS-2")


STEPS: Steps = {PushShooter: push_shooter, Shove: shove}
