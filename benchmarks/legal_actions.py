"""`python -m benchmarks.legal_actions`: what it takes to tell what a combatant can do, among many others.

A map of Pathfinder of 60 by 60 open cells, two sides of as many, and one of them who asks: with a sword,
or with a bow. Every candidate is tried by the rules and told in English, as a caller gets it: the rules, and
what the service makes of their answers. No dice, nothing stored, no HTTP.
"""

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, Literal, TypeAlias

from rich.console import Console

from app.cli.play import shipped_shelf
from app.persistence.play.models import EncounterRow
from app.rules.common.grid.board import Grid
from app.rules.common.identity import Identity
from app.rules.d20.table.options import filled_in
from app.rules.d20.table.sheet import Abilities, ArmorClass, Sheet, SheetWeapon
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.pathfinder1.profile import PROFILE
from app.services.access.tokens import Grant
from app.services.ahead.legal_actions import Question, considered
from app.services.play.encounters import Seen
from app.values import replace
from benchmarks.counting import calls_of, least_ms_of

SIDE = 60
FIGHTERS = (3, 50, 200)
REPEATED = 3
SWORD = SheetWeapon("sword", "longsword")
BOW = SheetWeapon("bow", "shortbow")
Armed: TypeAlias = Literal["sword", "bow"]
WHO = Question(Grant("campaign", "token", "gm"), "encounter", "0")


@dataclass(frozen=True, slots=True)
class Scene:
    """A fight, and how whoever asks in it is armed."""

    encounter: Encounter
    armed: Armed

    def answered(self) -> Any:
        """Its legal actions, as JSON before it is written; of a copy, of which nothing is known yet."""
        assert self.encounter.map is not None
        combatants = tuple(map(replace, self.encounter.combatants))
        fight = replace(self.encounter, combatants=combatants, map=replace(self.encounter.map))
        row = EncounterRow(id="encounter", version=1)
        return considered(Seen(row, shipped_shelf("pf1"), fight, WHO.grant), WHO).view("en")


def scene(fighters: int, armed: Armed) -> Scene:
    """A fight of so many; the same one every time."""
    cells = Random(60).sample(list(product(range(SIDE), range(SIDE))), fighters)
    sheet = Sheet(
        40,
        weapons=(SWORD,),
        ac=ArmorClass(18, 12, 16),
        abilities=Abilities(strength=16, dexterity=14),
        bab=6,
    )
    bowman = replace(sheet, weapons=(BOW,))
    combatants = tuple(
        Combatant(
            Identity(str(number), f"fighter {number}", "foes" if number % 2 else "heroes"),
            bowman if number == 0 and armed == "bow" else sheet,
            40,
            at=at,
        )
        for number, at in enumerate(cells)
    )
    encounter = Encounter("pf1", filled_in(Encounter("pf1").options, PROFILE), combatants=combatants)
    return Scene(replace(encounter, map=Grid(("." * SIDE,) * SIDE)), armed)


def run(fighters: tuple[int, ...] = FIGHTERS) -> None:
    """Time each fight with either weapon and tell it."""
    console = Console(highlight=False)
    for number in fighters:
        for armed in ("sword", "bow"):
            one = scene(number, armed)
            told, calls = one.answered(), calls_of(one.answered)
            least = least_ms_of(one.answered, REPEATED)
            console.print(
                f"{number} combatants on {SIDE} × {SIDE} cells, with a {armed}:"
                f" {len(told['possible'])} actions told in {least:.1f} ms and {calls} calls.",
                soft_wrap=True,
            )


if __name__ == "__main__":
    run()
