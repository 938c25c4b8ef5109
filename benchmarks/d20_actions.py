"""`python -m benchmarks.d20_actions`: what the rules alone take for two actions of Pathfinder on a map.

A full attack of four blows, three of which hit, and a charge past a foe who takes its opportunity, among six
on 60 by 60 open cells. The dice have fallen before; nothing is stored or told, no HTTP and no JSON.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rich.console import Console

from app.cli.play import shipped_shelf
from app.rules.common.grid.board import Grid
from app.rules.common.grid.cells import Cell
from app.rules.common.identity import Identity
from app.rules.d20.contract.commands.attack import FullAttack
from app.rules.d20.contract.commands.movement import Charge
from app.rules.d20.table.sheet import Abilities, ArmorClass, Sheet, SheetWeapon
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.given import Given
from app.rules.resolution.play import Completed, play
from app.values import replace
from benchmarks.counting import calls_of, least_ms_of

SIDE = 60
REPEATED = 200
SHEET = Sheet(
    140,
    weapons=(SheetWeapon("sword", "greatsword"),),
    ac=ArmorClass(22, 12, 18),
    abilities=Abilities(strength=22, dexterity=14),
    bab=16,
)
PLACES: Mapping[str, tuple[str, Cell]] = {
    "actor": ("heroes", (10, 10)),
    "target": ("foes", (18, 10)),
    "guard": ("foes", (13, 11)),
    "friend": ("heroes", (30, 30)),
    "far": ("foes", (40, 40)),
    "farther": ("foes", (12, 50)),
}


@dataclass(frozen=True, slots=True)
class Action:
    """A command in a fight, with the dice that fall and the decisions that are made."""

    fight: Encounter
    command: FullAttack | Charge
    dice: tuple[int, ...]

    def played(self) -> Completed[Any, Any]:
        """To its end, in a copy of the fight of which nothing is known yet."""
        assert self.fight.map is not None
        combatants = tuple(map(replace, self.fight.combatants))
        fight = replace(self.fight, combatants=combatants, map=replace(self.fight.map))
        answers = Given(self.dice, {"attack of opportunity": "sword"})
        completed = play(shipped_shelf("pf1").rules, fight, self.command, answers)
        assert isinstance(completed, Completed)
        return completed


def actions() -> Mapping[str, Action]:
    """Those that are measured, by what they are called."""
    beside = {**PLACES, "actor": ("heroes", (17, 10))}
    hit = (12, 3, 3)
    return {
        "a full attack of four": Action(
            _fight(beside), FullAttack("actor", "target", "sword"), (*hit, *hit, *hit, 12)
        ),
        "a charge with an opportunity attack": Action(
            _fight(PLACES), Charge("actor", "target", "sword"), (*hit, *hit)
        ),
    }


def _fight(places: Mapping[str, tuple[str, Cell]]) -> Encounter:
    combatants = tuple(
        Combatant(Identity(name, name, side), SHEET, 140, at=at) for name, (side, at) in places.items()
    )
    fight: Encounter = shipped_shelf("pf1").game.begin(
        Encounter("pf1", combatants=combatants, map=Grid(("." * SIDE,) * SIDE))
    )
    return fight


def run() -> None:
    """Time each and tell it."""
    console = Console(highlight=False)
    for name, action in actions().items():
        _ = action.played()
        told = f"{name}: {calls_of(action.played)} calls, {least_ms_of(action.played, REPEATED):.2f} ms."
        console.print(told, soft_wrap=True)


if __name__ == "__main__":
    run()
