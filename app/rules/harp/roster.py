"""Who is in the encounter: entering and leaving, one or a whole table."""

from collections.abc import Iterator

from app.rules.common.errors import InvalidDocument, Problem
from app.rules.common.identity import check_names
from app.rules.harp.contract.commands.care import Edit
from app.rules.harp.contract.commands.command import Add, NextTurn, Remove, Sync
from app.rules.harp.contract.events.event import CombatantAdded, CombatantRemoved
from app.rules.harp.contract.evolve.evolve import evolve
from app.rules.harp.contract.result import Result, Steps
from app.rules.harp.ground.positions import check_place
from app.rules.harp.table.sheet_check import check_sheet
from app.rules.harp.table.state import Combatant, Conditions, Encounter
from app.rules.harp.table.tables import HarpTables
from app.rules.harp.wounds.care import edit_if_new
from app.rules.resolution.at_once import at_once, of_each
from app.rules.resolution.steps import StepResult


def add(tables: HarpTables, encounter: Encounter, command: Add) -> Result:
    """A combatant enters; raises InvalidDocument with everything wrong in its sheet, or NameTaken."""
    problems = (*_name(command.identity.name), *check_sheet(tables, command.sheet))
    if problems:
        raise InvalidDocument(problems)
    identity = command.identity
    check_names(identity, (other.identity for other in encounter.combatants))
    hits = command.sheet.hits if command.hits is None else command.hits
    entering = Combatant(
        identity,
        command.sheet,
        hits,
        conditions=Conditions(prone=hits <= 0),
        at=command.at,
        facing=command.facing,
        elevation=command.elevation,
        cells=command.cells,
    )
    amiss = tuple(check_place(encounter, entering))
    if amiss:
        raise InvalidDocument(amiss)
    return StepResult((CombatantAdded(entering),))


def remove(encounter: Encounter, command: Remove) -> Result:
    """A combatant leaves; if it was its turn, the next one begins (H-INI-2)."""
    leaving = encounter.combatant(command.actor, "/actor")
    was_its_turn = encounter.round is not None and encounter.round.current == leaving.id
    return StepResult((CombatantRemoved(leaving.id),), (NextTurn(),) if was_its_turn else ())


def sync(tables: HarpTables, encounter: Encounter, command: Sync) -> Result:
    """Many leave, are changed and enter as one; raises InvalidDocument with everything wrong in any of it."""

    def leave(name: str, now: Encounter) -> Result:
        return remove(now, Remove(now.combatant(name).id))

    def change(edit: Edit, now: Encounter) -> Result:
        return edit_if_new(tables, now, edit)

    def enter(entering: Add, now: Encounter) -> Result:
        return add(tables, now, entering)

    parts = (
        *of_each("/leaving", command.leaving, leave),
        *of_each("/edited", command.edited, change),
        *of_each("/entering", command.entering, enter),
    )
    return at_once(encounter, parts, evolve)


def _name(name: str) -> Iterator[Problem]:
    if not name.strip():
        yield Problem("/identity/name", "blank_name", "Give the combatant a name that can be told.")


STEPS: Steps = {Add: add, Remove: lambda _tables, state, step: remove(state, step), Sync: sync}
