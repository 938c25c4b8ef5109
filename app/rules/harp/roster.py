"""Who is in the encounter: entering and leaving."""

from collections.abc import Iterator

from app.rules.common.errors import Invalid, InvalidDocument, Problem
from app.rules.harp.commands import Add, NextTurn, Remove
from app.rules.harp.events import CombatantAdded, CombatantRemoved
from app.rules.harp.positions import check_place
from app.rules.harp.result import Result
from app.rules.harp.sheet_check import check_sheet
from app.rules.harp.state import Combatant, Conditions, Encounter
from app.rules.harp.tables import HarpTables
from app.rules.resolution.steps import StepResult


class NameTaken(Invalid):
    """Another combatant of the encounter already answers to one of the names."""

    code = "combatant_name_taken"


def add(tables: HarpTables, encounter: Encounter, command: Add) -> Result:
    """A combatant enters; raises InvalidDocument with everything wrong in its sheet, or NameTaken."""
    problems = (*_name(command.identity.name), *check_sheet(tables, command.sheet))
    if problems:
        raise InvalidDocument(problems)
    identity = command.identity
    names = (identity.id, identity.ref, *(ref.key for ref in identity.external_refs))
    for other in encounter.combatants:
        for name in names:
            if name is not None and other.identity.answers_to(name):
                raise NameTaken(f"«{name}» is already a combatant of this encounter.", name=name)
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


def _name(name: str) -> Iterator[Problem]:
    if not name.strip():
        yield Problem("/identity/name", "blank_name", "Give the combatant a name that can be told.")
