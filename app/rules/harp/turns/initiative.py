"""Initiative: everyone's roll, every round, and what bears on it (H-INI-1, H-INI-2)."""

from collections.abc import Iterator

from app.rules.common.dice import D10, Throw
from app.rules.common.errors import FailedCheck, Illegal, permit
from app.rules.common.modifiers import Modifier, Tally, add_up
from app.rules.harp.bonuses.offence import talents
from app.rules.harp.contract.commands.command import NextTurn, RollInitiative
from app.rules.harp.contract.events.event import InitiativeRolled
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.table.arms import wield
from app.rules.harp.table.legal import under_way
from app.rules.harp.table.state import Combatant, Declaration, Encounter, Place, Round
from app.rules.harp.table.tables import HarpTables, Weapon
from app.rules.resolution.requests import Resolution, Roll, Together
from app.rules.resolution.steps import StepResult

SLOW_SHIELDS = ("pavise", "heater")
ACTION_ROWS = {"run": "run", "draw": "draw-weapon"}
"""Command types that are rows of the initiative table by themselves."""


def roll_initiative(tables: HarpTables, encounter: Encounter) -> Resolution[Result]:
    """1d10 + Quickness + Intuition + situation for everyone at once; the first turn begins (H-INI-1).

    Those who lie unconscious keep the place they had (DH-32).
    """
    now = declaring_round(encounter)
    rolling = tuple(one for one in encounter.combatants if not one.is_unconscious)
    rolls = Together(tuple(_roll(tables, encounter, now, combatant) for combatant in rolling))
    totals: tuple[int, ...] = yield from rolls
    initiatives = dict(zip((one.id for one in rolling), totals, strict=True))
    places = (
        Place(
            one.id,
            initiatives.get(one.id, one.initiative or 0),
            first=acts_first(one, now.declaration(one.id)),
        )
        for one in encounter.combatants
    )
    ordered = sorted(places, key=lambda place: _rank(encounter, place))
    return StepResult((InitiativeRolled(tuple(ordered)),), (NextTurn(),))


def declaring_round(encounter: Encounter) -> Round:
    """The round under way, in which initiative has not been rolled yet; raises Illegal."""
    permit(under_way(encounter))
    if encounter.round is None:
        raise Illegal((FailedCheck("ENCOUNTER_NOT_STARTED", "Start the encounter first.", "H-RND-1"),))
    if not encounter.round.is_declaring:
        raise Illegal(
            (FailedCheck("INITIATIVE_ROLLED", "Initiative of this round is rolled already.", "H-RND-1"),)
        )
    return encounter.round


def initiative_bonus(
    tables: HarpTables, encounter: Encounter, combatant: Combatant, declared: Declaration | None
) -> Tally:
    """What is added to a combatant's 1d10."""
    rows = (*_rows_of_state(encounter, combatant, declared), *_rows_of_gear(tables, combatant, declared))
    parts = (
        *own_initiative(combatant),
        *(_modifier(tables, row) for row in dict.fromkeys(rows)),
        *_wounds(tables, combatant),
        Modifier("initiative.fumble", combatant.conditions.initiative, "fumble", "state", "DH-39"),
    )
    return add_up("initiative", parts)


def own_initiative(combatant: Combatant) -> Iterator[Modifier]:
    """Quickness and Intuition bonuses, or the total that the sheet states."""
    sheet = combatant.sheet
    if sheet.initiative is not None:
        yield Modifier("initiative.stated", sheet.initiative, "stated", "sheet", "H-INI-1")
        return
    if sheet.bonuses is not None:
        quickness, intuition = sheet.bonuses.quickness, sheet.bonuses.intuition
        yield Modifier("initiative.quickness", quickness, "quickness", "sheet: bonuses", "H-INI-1")
        yield Modifier("initiative.intuition", intuition, "intuition", "sheet: bonuses", "H-INI-1")
        yield from talents(sheet, "quickness", "H-DB-4")
    yield from talents(sheet, "initiative", "H-INI-1")


def acts_first(combatant: Combatant, declared: Declaration | None) -> bool:
    """Whether the combatant has initiative automatically.

    It waited in vain and keeps lying in wait (H-INT-2, DH-49), or it leaves an opponent whose blows it has
    parried (H-DIS-1).
    """
    return _is_leaving(combatant) or _keeps_waiting(combatant, declared)


def _is_leaving(combatant: Combatant) -> bool:
    leaving = combatant.guard.withdrawal
    return leaving is not None and not leaving.is_ready and not combatant.is_unconscious


def _keeps_waiting(combatant: Combatant, declared: Declaration | None) -> bool:
    waiting = combatant.interception
    if waiting is None or waiting.came or combatant.is_unconscious:
        return False
    return declared is not None and declared.action == "intercept"


def _roll(tables: HarpTables, encounter: Encounter, now: Round, combatant: Combatant) -> Roll[int]:
    bonus = initiative_bonus(tables, encounter, combatant, now.declaration(combatant.id))

    def total(throw: Throw) -> int:
        return throw.total + bonus.total

    return Roll(
        purpose="initiative",
        roller=combatant.id,
        dice=D10,
        modifiers=bonus,
        outcome=total,
        rules=("H-INI-1", *(("DH-50",) if len(encounter.surprised) > 1 else ())),
    )


def _rank(encounter: Encounter, place: Place) -> tuple[bool, int, int, int]:
    """Automatic initiatives first, then the highest; ties by Quickness, then Intuition (DH-5, DH-21)."""
    bonuses = encounter.combatant(place.combatant).sheet.bonuses
    if bonuses is None or encounter.options.initiative_ties == "simultaneous":
        return (not place.first, -place.initiative, 0, 0)
    return (not place.first, -place.initiative, -bonuses.quickness, -bonuses.intuition)


def _rows_of_state(encounter: Encounter, combatant: Combatant, declared: Declaration | None) -> Iterator[str]:
    if combatant.identity.side in encounter.surprised:
        yield "surprised"
    if combatant.conditions.shaken:
        yield "shaken"
    if combatant.conditions.stunned:
        yield "stunned"
    if combatant.conditions.prone:
        yield "prone"
    if _is_aiming(combatant, declared):
        yield "missile-ready"
    if encounter.options.half_hits_penalty and 2 * combatant.hits < combatant.sheet.hits:
        yield "below-half-hits"


def _is_aiming(combatant: Combatant, declared: Declaration | None) -> bool:
    """Whether it kept a weapon aimed since its last turn and declares nothing that is not done with it."""
    aimed = combatant.activity.aimed
    if aimed is None or declared is None:
        return aimed is not None
    return declared.weapon == aimed and "missile-ready" not in declared.modifiers


def _rows_of_gear(tables: HarpTables, combatant: Combatant, declared: Declaration | None) -> Iterator[str]:
    """Shield and declared weapon, the declared action, and what the declaration states."""
    shield = combatant.sheet.shield
    if shield is not None and shield.model in SLOW_SHIELDS:
        yield "shield-large"
    if declared is None:
        return
    if declared.weapon is not None:
        yield from _rows_of_weapon(wield(tables, combatant.sheet, declared.weapon).model, declared.action)
    if declared.action in ACTION_ROWS:
        yield ACTION_ROWS[declared.action]
    yield from declared.modifiers


def _rows_of_weapon(model: Weapon, action: str) -> Iterator[str]:
    is_long = model.reach_class != "none"
    if model.range is not None:
        return
    if model.hands == 2 or is_long:
        yield "two-handed"
    elif model.hands == 0 or model.group == "short-blades":
        yield "short-weapon"
    if action == "charge" and is_long:
        yield "charge"


def _modifier(tables: HarpTables, row_id: str) -> Modifier:
    row = tables.initiative_modifier(row_id)
    rule_id = "DH-42" if row.option else "H-INI-1"
    return Modifier(f"initiative.{row_id}", row.modifier or 0, "situation", "table: initiative", rule_id)


def _wounds(tables: HarpTables, combatant: Combatant) -> Iterator[Modifier]:
    """One less for each full ten of wound penalty."""
    row = tables.initiative_modifier("wound-penalty")
    value = (row.modifier or 0) * (-combatant.penalty // 10)
    yield Modifier("initiative.wound-penalty", value, "wound", "table: initiative", "H-INI-2")


STEPS: Steps = {RollInitiative: lambda tables, state, _step: roll_initiative(tables, state)}
