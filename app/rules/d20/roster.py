"""Who is in the encounter: entering and leaving, one or a whole table."""

from collections.abc import Iterator

from app.rules.common.errors import InvalidDocument, Problem
from app.rules.common.identity import check_names
from app.rules.d20.contract.commands.care import Edit
from app.rules.d20.contract.commands.command import Add, Remove, Sync
from app.rules.d20.contract.commands.turns import NextTurn
from app.rules.d20.contract.events.event import CombatantAdded, CombatantRemoved
from app.rules.d20.contract.evolve.evolve import evolve
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.ground.positions import check_place
from app.rules.d20.saddle.mounted import cannot_carry
from app.rules.d20.table.book import Book
from app.rules.d20.table.sheet_check import check_hit_points, check_sheet
from app.rules.d20.table.state import Combatant, Encounter, WeaponState
from app.rules.d20.wounds.care import edit_if_new
from app.rules.d20.wounds.hit_points import death_at
from app.rules.resolution.at_once import at_once, of_each
from app.rules.resolution.steps import StepResult
from app.values import replace


def add(book: Book, encounter: Encounter, command: Add) -> Result:
    """A combatant enters; raises InvalidDocument with everything wrong in its sheet, or NameTaken.

    Whoever enters at the end of its hit points is dead (D35-HP-2, PF1-HP-2).
    """
    problems = (
        *_command(encounter, command),
        *check_sheet(book, command.sheet),
        *check_hit_points("/hp", command.hp),
    )
    if problems:
        raise InvalidDocument(problems)
    identity = command.identity
    check_names(identity, (other.identity for other in encounter.combatants))
    mount = None if command.mount is None else encounter.combatant(command.mount, "/mount")
    entering = Combatant(
        identity,
        replace(command.sheet, ruleset=encounter.ruleset),
        command.sheet.hp if command.hp is None else command.hp,
        weapons=tuple(WeaponState(weapon, "sheathed") for weapon in command.sheathed),
        mount=None if mount is None else mount.id,
        at=command.at if mount is None else mount.at,
        facing=command.facing,
        elevation=command.elevation,
    )
    amiss = (*check_place(book, encounter, entering), *_mount(encounter, entering, mount))
    if amiss:
        raise InvalidDocument(amiss)
    if entering.hp <= death_at(book, entering):
        entering = replace(entering, dead=True)
    return StepResult((CombatantAdded(entering),))


def remove(encounter: Encounter, command: Remove) -> Result:
    """A combatant leaves; if it was its turn, the next one begins."""
    leaving, now = encounter.combatant(command.actor, "/actor"), encounter.round
    was_its_turn = now is not None and now.current == leaving.id
    return StepResult((CombatantRemoved(leaving.id),), (NextTurn(),) if was_its_turn else ())


def sync(book: Book, encounter: Encounter, command: Sync) -> Result:
    """Many leave, are changed and enter as one; raises InvalidDocument with everything wrong in any of it."""

    def leave(name: str, now: Encounter) -> Result:
        return remove(now, Remove(now.combatant(name).id))

    def change(edit: Edit, now: Encounter) -> Result:
        return edit_if_new(book, now, edit)

    def enter(entering: Add, now: Encounter) -> Result:
        return add(book, now, entering)

    parts = (
        *of_each("/leaving", command.leaving, leave),
        *of_each("/edited", command.edited, change),
        *of_each("/entering", command.entering, enter),
    )
    return at_once(encounter, parts, evolve)


def _mount(encounter: Encounter, rider: Combatant, mount: Combatant | None) -> Iterator[Problem]:
    if mount is not None:
        for check in cannot_carry(encounter, rider, mount):
            yield Problem("/mount", check.code.lower(), check.text, check.params)


def _command(encounter: Encounter, command: Add) -> Iterator[Problem]:
    if not command.identity.name.strip():
        yield Problem("/identity/name", "blank_name", "Give the combatant a name that can be told.")
    if command.sheet.ruleset not in (None, encounter.ruleset):
        yield Problem(
            "/sheet/ruleset",
            "wrong_value",
            "This encounter is played by {ruleset}.",
            (("way", "ruleset"), ("ruleset", encounter.ruleset)),
        )
    known = {weapon.id for weapon in command.sheet.weapons}
    for index, weapon in enumerate(command.sheathed):
        if weapon not in known:
            yield Problem(
                f"/sheathed/{index}",
                "unknown_weapon",
                "The sheet has no weapon «{weapon}».",
                (("weapon", weapon),),
            )


STEPS: Steps = {Add: add, Remove: lambda _book, state, step: remove(state, step), Sync: sync}
