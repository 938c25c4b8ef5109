"""`python -m benchmarks.charge_preview`: what a whole preview of a charge takes on a full map.

The map and the bodies of `charge_survey`, as an encounter of Pathfinder: 60 by 60 cells with rubble, pillars,
pits, walls and doors, 40 combatants who threaten the way with what they hold, and a charger and its target.
Everything that the engine does for a preview is timed: the checks up to the first question, the way, who may
strike where, and the totals of the blow. No dice, nothing stored, no HTTP and no JSON.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from statistics import median, quantiles
from time import process_time
from typing import TypeAlias

from rich.console import Console

from app.cli.play import shipped_shelf
from app.rules.common.grid.board import Grid
from app.rules.common.grid.cells import Cell, Footprint
from app.rules.common.grid.lengths import one_two_one
from app.rules.common.identity import Identity
from app.rules.common.measures import Distance
from app.rules.d20.contract.commands.movement import Charge
from app.rules.d20.contract.situation import Situation
from app.rules.d20.ground.cover import cover_of
from app.rules.d20.ground.positions import space_of
from app.rules.d20.ground.threat import is_in_reach, threatens_with
from app.rules.d20.table.arms import wield
from app.rules.d20.table.book import Book
from app.rules.d20.table.options import filled_in
from app.rules.d20.table.sheet import Abilities, ArmorClass, Sheet, SheetWeapon
from app.rules.d20.table.sizes import Size
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.pathfinder1.profile import PROFILE
from app.rules.resolution.given import nobody
from app.rules.resolution.preview import Foreseen, Surveyed, preview
from benchmarks.charge_survey import OTHERS, SIDE, scene
from benchmarks.charge_survey import Charge as Bodies

CHECKED = 40
"""Previews that are looked at square by square before the first one is timed."""
SIZES: dict[int, Size] = {1: "medium", 2: "large", 3: "huge"}
SWORD = SheetWeapon("sword", "longsword")
PIKE = SheetWeapon("pike", "longspear")
SPIKES = SheetWeapon("spikes", attack=8, damage="1d6+3", critical="x2", natural=True)


Preview: TypeAlias = tuple[Foreseen[object], Surveyed | None]


@dataclass(frozen=True, slots=True)
class Scene:
    """An encounter in which somebody is about to charge."""

    encounter: Encounter
    command: Charge

    def previewed(self, book: Book) -> Preview:
        shelf = shipped_shelf("pf1")
        foreseen = preview(shelf.rules, self.encounter, self.command, nobody)
        return foreseen, shelf.game.survey(book.tables, self.encounter, self.command)


def book() -> Book:
    """Pathfinder with the tables that the project ships."""
    return Book(shipped_shelf("pf1").tables, PROFILE)


def scenes(charges: int, edges: int = 60) -> tuple[Scene, ...]:
    """Charges over one map; the same ones every time."""
    grid, drawn = scene(charges, edges)
    return tuple(_scene(grid, bodies) for bodies in drawn)


def _scene(grid: Grid, bodies: Bodies) -> Scene:
    charger = _combatant("charger", "heroes", bodies.charger, SWORD)
    target = _combatant("target", "foes", bodies.target, SWORD)
    others = tuple(
        _combatant(other.id, "foes" if index % 4 else "heroes", other.body, (SWORD, PIKE, SPIKES)[index % 3])
        for index, other in enumerate(bodies.others)
    )
    encounter = Encounter("pf1", filled_in(Encounter("pf1").options, PROFILE), map=grid)
    combatants = (charger, target, *others)
    return Scene(_with(encounter, combatants), Charge("charger", "target", "sword"))


def _with(encounter: Encounter, combatants: tuple[Combatant, ...]) -> Encounter:
    return Encounter(encounter.ruleset, encounter.options, combatants=combatants, map=encounter.map)


def _combatant(name: str, side: str, body: Footprint, weapon: SheetWeapon) -> Combatant:
    sheet = Sheet(
        40,
        weapons=(weapon, SPIKES) if weapon is not SPIKES else (SPIKES,),
        ac=ArmorClass(18, 12, 16),
        size=SIZES[body.size],
        speed=Distance(30, "ft"),
        abilities=Abilities(strength=16, dexterity=14),
        bab=6,
    )
    at: Cell = body.at
    return Combatant(Identity(name, name, side), sheet, 40, at=at)


class WrongAnswer(Exception):
    """A preview that does not say what a slower look at every square says."""


def check(by: Book, one: Scene, previewed: Preview) -> None:
    """Compare the preview of a scene with what comes out square by square; raises WrongAnswer."""
    foreseen, surveyed = previewed
    assert surveyed is not None
    charge = surveyed.geometry
    codes = {failed.code for failed in foreseen.checks}
    least = _least_way(by, one)
    fits = "TOTAL_COVER" in codes if least is None else charge.squares == least
    fits &= foreseen.is_legal == (not foreseen.checks)
    if foreseen.is_legal:
        fits &= not charge.blocks and charge.least <= charge.squares <= charge.greatest
        fits &= bool(foreseen.awaiting)
    else:
        fits &= bool(charge.blocks) or bool(codes & NOT_IN_THE_LANE)
    struck = {chance.who: chance.leaving for chance in charge.opportunities}
    if not fits or struck != dict(_struck(by, one, tuple(place.at for place in charge.path))):
        raise WrongAnswer(f"{one.command}: {charge}")


NOT_IN_THE_LANE = frozenset(("TOO_CLOSE", "TOO_FAR", "NO_LOS", "TOTAL_COVER"))


def _least_way(by: Book, one: Scene) -> int | None:
    """The fewest squares to any place from which the charger could strike; None where there is none."""
    encounter = one.encounter
    charger, target = encounter.combatant("charger"), encounter.combatant("target")
    armed = wield(by, charger.sheet, one.command.weapon or "")
    body, other = space_of(by, encounter, charger), space_of(by, encounter, target)
    assert body is not None
    assert other is not None
    near = range(-8, 9)
    places = (body.moved_to((other.at[0] + right, other.at[1] + up)) for right in near for up in near)
    ways = (
        one_two_one(place.at[0] - body.at[0], place.at[1] - body.at[1])
        for place in places
        if not place.overlaps(other)
        and is_in_reach(by, encounter, replace(charger, at=place.at), target, armed)
    )
    return min(ways, default=None)


def _struck(by: Book, one: Scene, path: tuple[Cell, ...]) -> Iterator[tuple[str, Cell]]:
    """Every foe with the first place on whose leaving it may strike."""
    charger = one.encounter.combatant("charger")
    for foe in one.encounter.combatants:
        if foe.identity.side == charger.identity.side:
            continue
        for at in path[:-1]:
            now = _standing(one.encounter, charger, at)
            mover = now.combatant("charger")
            arms = threatens_with(by, now, foe, mover)
            if any(cover_of(by, now, foe, mover, armed, Situation()).kind == "none" for armed in arms):
                yield foe.id, at
                break


def _standing(encounter: Encounter, mover: Combatant, at: Cell) -> Encounter:
    return encounter.with_combatant(replace(mover, at=at))


def times_of(charges: int) -> list[float]:
    """Milliseconds of the processor for each preview, once, after some have been checked."""
    by, all_of_them = book(), scenes(charges)
    for one in all_of_them[:CHECKED]:
        check(by, one, one.previewed(by))
    times: list[float] = []
    for one in all_of_them:
        begin = process_time()
        _ = one.previewed(by)
        times.append(1000 * (process_time() - begin))
    return times


def run(charges: int = 300) -> None:
    """Time each preview and tell the median."""
    times = times_of(charges)
    most = quantiles(times, n=100, method="inclusive")[94]
    Console(highlight=False).print(
        f"{charges} charges on {SIDE} × {SIDE} cells among {OTHERS} combatants:"
        f" half of them previewed within {median(times):.2f} ms, 95 % within {most:.2f} ms.",
        soft_wrap=True,
    )


if __name__ == "__main__":
    run()
