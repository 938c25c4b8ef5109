"""The attack roll and what follows from it (D20-ATK-01 … D20-ATK-08)."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from app.rules.common.dice import D20, Throw
from app.rules.common.errors import permit
from app.rules.common.modifiers import Tally
from app.rules.d20.attack.circumstances import Circumstances, circumstances
from app.rules.d20.attack.damage import damage_roll
from app.rules.d20.attack.defence import armor_class
from app.rules.d20.attack.house_rules import options_behind
from app.rules.d20.attack.miss_chance import finds_its_target
from app.rules.d20.attack.offence import attack_bonus
from app.rules.d20.attack.power_attack import may_not_power_attack, power_attack
from app.rules.d20.attack.reach_checks import able_to_strike_at
from app.rules.d20.attack.stance import fighting_defensively
from app.rules.d20.contract.commands.attack import Attack
from app.rules.d20.contract.economy import may_not_spend, spending
from app.rules.d20.contract.effects import spent_by_attack
from app.rules.d20.contract.events.attack import AttackHit, AttackMissed, AttackPrevented
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps import Strike
from app.rules.d20.ground.heights import are_level
from app.rules.d20.ground.held_items import as_it_is
from app.rules.d20.opportunity.provoking import exposes_itself
from app.rules.d20.saddle.mounted_combat import Warding, guard_of, is_saved, turned_aside
from app.rules.d20.saddle.saddle import bound, may_not_fight, rules_of_shot, scene_of
from app.rules.d20.table.arms import BARE, Armed, wield
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import may_not_attack
from app.rules.d20.table.legal import not_oneself
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.requests import Facts, Resolution, Roll
from app.rules.resolution.steps import StepResult
from app.values import remembered, value

NATURAL_20 = 20
NATURAL_1 = 1

Outcome: TypeAlias = Literal["miss", "hit", "threat"]


@value
class Blow:
    """One attack about to be rolled, with both totals known."""

    attacker: Combatant
    target: Combatant
    armed: Armed
    known: Circumstances
    offence: Tally
    defence: Tally
    may_threaten: bool = True

    def outcome(self, throw: Throw) -> Outcome:
        """A hit on AC or more; 1 always misses and 20 always hits (D20-ATK-02 … D20-ATK-04).

        A threat is a hit in the weapon's threat range, on somebody who has weak spots (D20-ATK-06).
        """
        if not self._hits(throw):
            return "miss"
        is_in_range = throw.first >= self.armed.critical.threat
        has_weak_spots = not self.target.sheet.immune_to_criticals
        return "threat" if is_in_range and has_weak_spots and self.may_threaten else "hit"

    def confirms(self, throw: Throw) -> bool:
        """Whether the confirmation makes it a critical: it is an attack roll as well (D20-ATK-08)."""
        return self._hits(throw)

    def _hits(self, throw: Throw) -> bool:
        return does_hit(throw, self.offence, self.defence)

    def explain(self, throw: Throw) -> Facts:
        """The figures on the way, and what was known of the place where it happened."""
        return (
            ("natural", throw.first),
            ("attack_total", throw.total + self.offence.total),
            ("armor_class", self.defence.total),
            ("outcome", self.outcome(throw)),
            ("threat_range", self.armed.critical.threat),
            *self._seen(),
        )

    def _seen(self) -> Iterator[tuple[str, str | int]]:
        known = self.known
        if known.feet is not None:
            yield "distance_ft", known.feet
        if known.cover.kind != "none":
            yield "cover", known.cover.kind
        if known.partner is not None:
            yield "flanks_with", known.partner
        if known.denied is not None:
            yield "denied_dexterity", known.denied.label

    def explain_confirmation(self, throw: Throw) -> Facts:
        """The figures of the confirmation."""
        return (
            ("confirmation_total", throw.total + self.offence.total),
            ("critical", "yes" if self.confirms(throw) else "no"),
        )

    def decided_by(self, throw: Throw) -> tuple[str, ...]:
        """The statements that came into it because of this face or this total."""
        match throw.first:
            case 1:
                return ("D20-ATK-03",)
            case 20:
                return ("D20-ATK-04",)
            case face if face >= self.armed.critical.threat:
                return ("D20-ATK-07",) if self._hits(throw) else ("D20-ATK-06",)
            case _:
                return ("D20-ATK-02",) if throw.total + self.offence.total == self.defence.total else ()

    def confirmed_by(self, throw: Throw) -> tuple[str, ...]:
        """The statement on a confirmation that does not go by its total."""
        if throw.first in (NATURAL_1, NATURAL_20):
            return ("D20-ATK-08",)
        return () if self._hits(throw) else ("D20-ATK-05",)


def does_hit(throw: Throw, offence: Tally, defence: Tally) -> bool:
    """Whether an attack roll reaches what it is held against; 1 never does and 20 always (D20-ATK-02)."""
    if throw.first == NATURAL_1:
        return False
    return throw.first == NATURAL_20 or throw.total + offence.total >= defence.total


def attack(book: Book, encounter: Encounter, command: Attack) -> Result:
    """One attack as a standard action (D20-ATK-16); raises Illegal with every failed check."""
    attacker = encounter.combatant(command.actor, "/actor")
    target = encounter.combatant(command.target, "/target")
    armed = wield(book, attacker.sheet, command.weapon, throw=command.throw)
    permit(
        may_not_spend(encounter, attacker, "standard", command.type),
        may_not_attack(attacker),
        not_oneself(attacker, target),
        may_not_power_attack(book, attacker, command.power),
        may_not_fight(book, encounter, attacker, ((armed, command.situation),)),
        able_to_strike_at(
            book,
            scene_of(encounter, attacker, armed, command.situation),
            attacker,
            target,
            armed,
            command.situation,
        ),
    )
    blow = Strike(
        attacker.id,
        target.id,
        command.weapon,
        situation=command.situation,
        throw=command.throw,
        nonlethal=command.nonlethal,
    )
    events = (
        *spending(attacker, "standard", command.type),
        *fighting_defensively(attacker, chosen=command.defensively),
        *bound(encounter, attacker, ((armed, command.situation),)),
        *power_attack(attacker, command.power),
    )
    return StepResult(events, (*exposes_itself(book, encounter, blow, command.threatened_by), blow))


def strike(book: Book, encounter: Encounter, step: Strike) -> Resolution[Result]:
    """Roll a blow: threat, miss chance, confirmation, damage, and the `Hurt` that comes of it.

    It does not fall when its attacker can no longer strike, or the target is not in its reach any more.
    """
    falling = _falling(book, encounter, step)
    if isinstance(falling, AttackPrevented):
        return StepResult((falling,))
    encounter, blow, roll = falling
    attacker, target, armed = blow.attacker, blow.target, blow.armed
    outcome, total = yield from roll
    spent = tuple(spent_by_attack(attacker, target, is_ranged=armed.is_ranged))
    if outcome == "miss":
        return StepResult((AttackMissed(attacker.id, target.id, armed.id), *spent))
    is_found = yield from finds_its_target(attacker, blow.known.miss_chance, in_melee=not armed.is_ranged)
    if not is_found:
        return StepResult((AttackMissed(attacker.id, target.id, armed.id, concealed=True), *spent))
    guarding = yield from warded(book, encounter, blow, total)
    if is_saved(guarding):
        return StepResult((AttackMissed(attacker.id, target.id, armed.id), *guarding, *spent))
    is_critical = outcome == "threat" and (yield from is_confirmed(blow))
    hit = yield from lands(book, blow, step, is_critical=is_critical)
    return StepResult((*guarding, *hit.events, *spent), hit.then)


@remembered(64)
def _falling(
    book: Book, encounter: Encounter, step: Strike
) -> AttackPrevented | tuple[Encounter, Blow, Roll[tuple[Outcome, int]]]:
    """The blow up to its roll, in the scene in which it falls; odds ask for it once for each damage."""
    attacker, target = encounter.combatant(step.actor), encounter.combatant(step.target)
    armed = wield(book, attacker.sheet, step.weapon, throw=step.throw, grip=step.grip)
    armed = as_it_is(book, attacker, armed)
    encounter = scene_of(encounter, attacker, armed, step.situation)
    if any(may_not_attack(attacker)) or any(
        able_to_strike_at(book, encounter, attacker, target, armed, step.situation)
    ):
        return AttackPrevented(attacker.id, target.id, armed.id)
    blow = blow_of(book, encounter, step, armed)
    return encounter, blow, attack_roll(book, encounter, blow, step)


def blow_of(book: Book, encounter: Encounter, step: Strike, armed: Armed) -> Blow:
    """The blow as things stand now, with both totals."""
    attacker, target = encounter.combatant(step.actor), encounter.combatant(step.target)
    known = circumstances(book, encounter, attacker, target, armed, step.situation)
    return Blow(
        attacker,
        target,
        armed,
        known,
        attack_bonus(book, encounter, attacker, target, armed, step, known),
        armor_class(book, encounter, attacker, target, armed, known),
    )


def warded(book: Book, encounter: Encounter, blow: Blow, total: int) -> Resolution[tuple[Warding, ...]]:
    """What the rider of a mount that is hit does about it (PF1-MNT-36)."""
    rider = guard_of(book, encounter, blow.target)
    return () if rider is None else (yield from turned_aside(book, rider, blow.target, total))


def attack_roll(book: Book, encounter: Encounter, blow: Blow, step: Strike) -> Roll[tuple[Outcome, int]]:
    """The d20 of a blow, with the statements that bear on it: what it came to, and the total if a rider may
    hold a check against it, else 0.
    """
    attacker, target, armed = blow.attacker, blow.target, blow.armed
    is_guarded = guard_of(book, encounter, target) is not None

    def outcome(throw: Throw) -> tuple[Outcome, int]:
        result = blow.outcome(throw)
        is_asked = is_guarded and result != "miss"
        return result, throw.total + blow.offence.total if is_asked else 0

    return Roll(
        purpose="attack",
        roller=attacker.id,
        dice=D20,
        modifiers=blow.offence,
        against=blow.defence,
        outcome=outcome,
        explain=blow.explain,
        rules=(
            "D20-ATK-01",
            *step.rules,
            *_rules_of(armed, blow.known, step),
            *rules_of_shot(encounter, attacker, armed, step.situation),
            *_rules_of_height(encounter, attacker, target, armed),
            *options_behind(book, encounter, attacker, target, armed, blow.known),
        ),
        decided_by=blow.decided_by,
        succeeds=lambda it: it[0] != "miss",
    )


def _rules_of(armed: Armed, known: Circumstances, step: Strike) -> Iterator[str]:
    if armed.is_held_aside and step.occasion != "full-attack":
        yield "PF1-TWF-09"
    if armed.id == BARE:
        yield "D20-ATK-26"
    if armed.is_touch:
        yield "D20-AC-02"
    if known.is_undeterred:
        yield "D20-ATK-25"
    if known.denied is not None:
        yield known.denied.rule_id


def _rules_of_height(
    encounter: Encounter, attacker: Combatant, target: Combatant, armed: Armed
) -> Iterator[str]:
    if encounter.map is not None and not are_level(encounter, attacker, target):
        yield "D20-HGT-3"
        if armed.is_ranged:
            yield "D20-HGT-5"


def is_confirmed(blow: Blow) -> Resolution[bool]:
    """A second attack roll with the same bonus against the same AC (D20-ATK-07)."""
    return (
        yield from Roll(
            purpose="confirmation",
            roller=blow.attacker.id,
            dice=D20,
            modifiers=blow.offence,
            against=blow.defence,
            outcome=blow.confirms,
            explain=blow.explain_confirmation,
            rules=("D20-ATK-07",),
            decided_by=blow.confirmed_by,
        )
    )


def lands(book: Book, blow: Blow, step: Strike, *, is_critical: bool) -> Resolution[Result]:
    """The hit with its damage; a net does none."""
    rolled = damage_roll(
        book, blow.attacker, blow.target, blow.armed, step, blow.known, is_critical=is_critical
    )
    hit = AttackHit(blow.attacker.id, blow.target.id, blow.armed.id, is_critical, rolled.times)
    if blow.armed.damage.is_none and not rolled.extras and not blow.armed.states_damage:
        return StepResult((hit,))
    if not rolled.dice.sides:
        return StepResult((hit,), (rolled.outcome(Throw(())),))
    hurt = yield from Roll(
        purpose="damage",
        roller=blow.attacker.id,
        dice=rolled.dice,
        modifiers=rolled.modifiers,
        outcome=rolled.outcome,
        explain=rolled.explain,
        rules=("D20-DMG-01", *rolled.rules()),
        decided_by=rolled.decided_by,
        alike=rolled.alike,
    )
    return StepResult((hit,), (hurt,))


STEPS: Steps = {Attack: attack, Strike: strike}
