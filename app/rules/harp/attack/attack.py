"""The attack: from the open-ended roll to the cell of the table (H-ATK-…, H-SIZE-…, H-DMG-1)."""

from collections.abc import Iterator
from typing import TypeAlias

from app.rules.common.dice import OPEN_D100, Throw
from app.rules.common.errors import permit
from app.rules.common.modifiers import Tally
from app.rules.harp.attack.reactions import reactions
from app.rules.harp.bonuses.defence import armour_type, defence_score
from app.rules.harp.bonuses.offence import offensive_bonus, within_bonus
from app.rules.harp.bonuses.shields import raises_shield, shield_hand
from app.rules.harp.contract.commands.command import Attack, CriticalRoll, Engage, FlyOn, FumbleRoll, Strike
from app.rules.harp.contract.effects import action_taken, dies_of, harassed, take_hits
from app.rules.harp.contract.events.defence import DisengageSpoiled, ShieldUsed
from app.rules.harp.contract.events.event import (
    AttackFumbled,
    AttackHit,
    AttackMissed,
    AttackPrevented,
    Event,
)
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.ground.positions import known, turned, within_reach
from app.rules.harp.table.arms import Armed, wield
from app.rules.harp.table.legal import able_to_attack, at_hand, in_melee, not_oneself, on_turn
from app.rules.harp.table.options import Options
from app.rules.harp.table.situation import Situation
from app.rules.harp.table.state import Combatant, Encounter
from app.rules.harp.table.tables import Cell, HarpTables, Reading
from app.rules.resolution.requests import Facts, Resolution, Roll
from app.rules.resolution.steps import StepResult
from app.values import replace, value


@value
class Fumble:
    """The first die fell in the weapon's fumble range (H-ROLL-2)."""


@value
class Miss:
    """A result of 0 or less (H-ATK-1)."""


@value
class Hit:
    """The cells the result reads: one, or more where the surplus over a cap strikes again (DH-8)."""

    cells: tuple[Cell, ...]


Outcome: TypeAlias = Fumble | Miss | Hit


@value
class Blow:
    """One attack about to be rolled, with both totals known."""

    attacker: Combatant
    target: Combatant
    armed: Armed
    offence: Tally
    defence: Tally
    options: Options
    shielded: bool
    told: Facts = ()
    is_stray: bool = False

    def outcome(self, throw: Throw) -> Outcome:
        """What the rule tells apart of a throw."""
        if self._is_in_fumble_range(throw):
            return Fumble() if self._can_fumble else Miss()
        readings = tuple(self._readings(throw))
        return Hit(tuple(reading.cell for reading in readings)) if readings else Miss()

    def explain(self, throw: Throw) -> Facts:
        """The figures on the way from the throw to the cell, for the transcript."""
        attack_total = throw.total + self.offence.total
        facts: list[tuple[str, str | int]] = [
            *self.told,
            ("first_die", throw.first),
            ("fumble_range", self.armed.fumble_range),
        ]
        if self._is_in_fumble_range(throw):
            return (*facts, ("outcome", "fumble" if self._can_fumble else "miss"))
        facts += [
            ("attack_total", attack_total),
            ("defence_score", self.defence.total),
            ("table_result", attack_total - self.defence.total),
        ]
        readings = tuple(self._readings(throw))
        if not readings:
            return (*facts, ("outcome", "miss"))
        facts += [
            ("outcome", "hit"),
            ("attack_table", self.armed.table.id),
            ("attack_size", self.armed.size),
            ("armour_type", armour_type(self.target.sheet)),
        ]
        for number, reading in enumerate(readings):
            facts += _reading_facts(reading, "" if number == 0 else f"_{number + 1}")
        return tuple(facts)

    def rules(self) -> Iterator[str]:
        """The decisions that shaped the totals."""
        if self.attacker.conditions.shaken:
            yield "DH-15"
        yield from self._of_position()
        if self.target.is_unconscious and self.target.sheet.shield and self.target.sheet.db is None:
            yield "DH-44"
        if self.is_stray and self.options.stray_fumbles:
            yield "DH-51"

    def _of_position(self) -> Iterator[str]:
        """On positions that exclude each other (DH-31), on the unconscious who are down as well (DH-43)."""
        outdone = {part.modifier.label for part in self.offence.suppressed}
        held = outdone | {part.label for part in self.offence.applied}
        of_lying = {"position.target-down", "position.target-stunned"}
        if "position.target-helpless" in held and held & of_lying:
            yield "DH-43"
            outdone -= of_lying
        if any(label.startswith("position.") for label in outdone):
            yield "DH-31"

    def decided_by(self, throw: Throw) -> tuple[str, ...]:
        """The house rules that counted: on opened attacks, where the size would have cut this one otherwise
        (DH-8), on strays (DH-51), on death by loss of hits (DH-55).
        """
        options, cap = self.options, self.armed.table.size_caps[self.armed.size]
        has_house_rule = options.open_roll_ignores_size_cap or options.size_cap_surplus_attacks_again
        goes_beyond = throw.total + self.offence.total - self.defence.total > cap
        fumbled = self._is_in_fumble_range(throw)
        if fumbled and self.is_stray:
            return ("DH-51",)
        lost = 0 if fumbled else sum(reading.cell.hits for reading in self._readings(throw))
        deadly = ("DH-55",) if dies_of(options, self.target, lost) else ()
        opened = has_house_rule and throw.opened and goes_beyond and not fumbled
        return (*(("DH-8",) if opened else ()), *deadly)

    @property
    def _can_fumble(self) -> bool:
        """A missile that has flown past its target is nobody's to fumble any more (DH-51)."""
        return not self.is_stray or self.options.stray_fumbles

    def _is_in_fumble_range(self, throw: Throw) -> bool:
        return throw.first <= self.armed.fumble_range

    def _readings(self, throw: Throw) -> Iterator[Reading]:
        result = throw.total + self.offence.total - self.defence.total
        column = armour_type(self.target.sheet)
        ignores_cap = throw.opened and self.options.open_roll_ignores_size_cap
        strikes_again = throw.opened and self.options.size_cap_surplus_attacks_again
        if result < 1:
            return
        reading = self.armed.table.read(result, column, self.armed.size, ignores_cap=ignores_cap)
        yield reading
        if strikes_again and reading.surplus:
            # The surplus is a second attack; what is over the cap once more is lost.
            yield self.armed.table.read(reading.surplus, column, self.armed.size, ignores_cap=ignores_cap)


def _reading_facts(reading: Reading, suffix: str) -> Facts:
    first, last = reading.row
    row = str(last) if first == last else f"{first}-{last}"
    facts: Facts = ((f"row{suffix}", row), (f"cell{suffix}", reading.cell.text))
    if reading.capped_from is not None:
        facts = (*facts, (f"capped_from{suffix}", reading.capped_from))
    return facts


def attack(tables: HarpTables, encounter: Encounter, command: Attack) -> Result:
    """One attack in melee (H-ATK-1); raises Illegal with every failed check."""
    attacker = encounter.combatant(command.actor, "/actor")
    target = encounter.combatant(command.target, "/target")
    armed = wield(tables, attacker.sheet, command.weapon)
    permit(
        on_turn(encounter, attacker),
        able_to_attack(attacker),
        not_oneself(attacker, target),
        at_hand(attacker, armed),
        in_melee(armed),
        shield_hand(tables, attacker, armed),
        within_bonus(tables, encounter, attacker, armed),
        within_reach(encounter, attacker, target, override=command.situation.override),
    )
    check_situation(tables, command.situation)
    blow = Strike(attacker.id, target.id, command.weapon, command.situation)
    events = (*action_taken(encounter, attacker, command.type), *turned(encounter, attacker, target))
    return StepResult(events, (Engage(blow),))


def check_situation(tables: HarpTables, situation: Situation) -> None:
    """Refuse a situation that names cover the tables do not have, before anything has happened."""
    if situation.cover is not None:
        _ = tables.cover(situation.cover)


def strike(tables: HarpTables, encounter: Encounter, step: Strike) -> Resolution[Result]:
    """Roll a blow and read it: fumble, miss, or hits with the criticals they call for (H-ATK-1).

    Before the dice its target is asked what it does about it.
    """
    if encounter.combatant(step.actor).is_unconscious and not step.even_if_down:
        return StepResult((AttackPrevented(step.actor, step.target, step.weapon),))
    asked = () if step.is_met else tuple(reactions(tables, encounter, step))
    if asked:
        return StepResult((), (*asked, replace(step, is_met=True)))
    step, told, by_map = _as_the_map_shows(encounter, step)
    shielded = yield from raises_shield(tables, encounter, encounter.combatant(step.target), step)
    blow = replace(_blow(tables, encounter, step, shielded=shielded), told=told)
    outcome = yield from Roll(
        purpose="attack",
        roller=step.actor,
        dice=OPEN_D100,
        modifiers=blow.offence,
        against=blow.defence,
        outcome=blow.outcome,
        explain=blow.explain,
        rules=(
            "H-ROLL-1",
            "H-ROLL-2",
            "H-ATK-1",
            "H-SIZE-1",
            "H-DMG-1",
            *step.rules,
            *by_map,
            *blow.rules(),
        ),
        decided_by=blow.decided_by,
        succeeds=lambda outcome: isinstance(outcome, Hit),
        in_ranges=True,
    )
    fallen = landed(step, blow, outcome)
    if isinstance(outcome, Fumble):
        return fallen
    spoilt = harassed(tables, blow.attacker, blow.armed, blow.target)
    return StepResult((*fallen.events, *spoilt), fallen.then)


def _as_the_map_shows(encounter: Encounter, step: Strike) -> tuple[Strike, Facts, tuple[str, ...]]:
    """The blow with what the map shows of it, the figures to tell of that, and the rules (H-MAP-1)."""
    attacker, target = encounter.combatant(step.actor), encounter.combatant(step.target)
    seen = known(encounter, attacker, target, step.situation)
    ignored = (*step.ignored, *seen.ignored)
    told = (*seen.facts, *((("ignored", ", ".join(ignored)),) if ignored else ()))
    return replace(step, situation=seen.situation), told, ("H-MAP-1",) if told else ()


def landed(step: Strike, blow: Blow, outcome: Outcome) -> Result:
    """What a blow that was rolled does, and what has to be rolled because of it."""
    match outcome:
        case Fumble():
            fumbled = AttackFumbled(step.actor, step.target, step.weapon)
            return StepResult((fumbled,), (FumbleRoll(step.actor, step.target, step.weapon),))
        case Miss():
            missed = miss(blow)
            return StepResult(missed.events, (FlyOn(step),) if step.strays else ())
        case Hit(cells):
            return land(blow, cells)


def _blow(tables: HarpTables, encounter: Encounter, step: Strike, *, shielded: bool) -> Blow:
    """The blow with both totals as they stand at this moment."""
    attacker, target = encounter.combatant(step.actor), encounter.combatant(step.target)
    armed = wield(tables, attacker.sheet, step.weapon)
    offence = offensive_bonus(tables, encounter, attacker, armed, target, step)
    defence = defence_score(tables, encounter.options, armed, target, step, shielded=shielded)
    return Blow(
        attacker, target, armed, offence, defence, encounter.options, shielded, is_stray=step.is_stray
    )


def miss(blow: Blow) -> Result:
    """A blow that does nothing but use up a shield."""
    missed = AttackMissed(blow.attacker.id, blow.target.id, blow.armed.entry.id)
    return StepResult((missed, *_shield_used(blow)))


def land(blow: Blow, cells: tuple[Cell, ...]) -> Result:
    """A blow that hits: what each cell does, and the criticals to roll (H-DMG-1, H-CRT-2)."""
    attacker, target, weapon = blow.attacker.id, blow.target.id, blow.armed.entry.id
    blows = tuple(AttackHit(attacker, target, weapon, cell.hits, cell.severity) for cell in cells)
    hits = take_hits(blow.target, sum(cell.hits for cell in cells), "attack", blow.options)
    criticals = tuple(critical for cell in cells for critical in _criticals(blow, cell))
    return StepResult((*blows, *hits, *_shield_used(blow), *_spoiled(blow)), criticals)


def _shield_used(blow: Blow) -> Iterator[Event]:
    """The shield has met the blow, whatever came of it; a fumble does not count (H-SHD-1, DH-34)."""
    if blow.shielded:
        yield ShieldUsed(blow.target.id)


def _spoiled(blow: Blow) -> Iterator[Event]:
    """Damage from the opponent it withdraws from ends the target's disengagement (H-DIS-1, DH-37)."""
    leaving = blow.target.guard.withdrawal
    if leaving is not None and leaving.opponent == blow.attacker.id:
        yield DisengageSpoiled(blow.target.id, blow.attacker.id)


def _criticals(blow: Blow, cell: Cell) -> Iterator[CriticalRoll]:
    """The critical of a cell, and with it the weapon's additional ones (H-CRT-2)."""
    if cell.severity is None:
        return
    by, target = blow.attacker.id, blow.target.id
    yield CriticalRoll(by, target, blow.armed.critical_table, cell.severity)
    for extra in blow.armed.entry.additional_criticals:
        yield CriticalRoll(by, target, extra.table, extra.severity or cell.severity, additional=True)


STEPS: Steps = {Attack: attack, Strike: strike}
