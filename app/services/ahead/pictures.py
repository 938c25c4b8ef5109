"""Pictures of an encounter's map: as it stands, and with a command that is looked at before it is given."""

from collections.abc import Iterator
from typing import Any

from app.rules.common.grid.cells import Cell, Footprint
from app.rules.resolution.preview import Sketch
from app.services.access.roles import controls, is_gm
from app.services.ahead.map_picture import DrawnBlock, DrawnBody, Picture, draw
from app.services.ahead.previews import Look, Previewed, looked_ahead
from app.services.base.refusals import NotFound
from app.services.base.service import Estoc
from app.services.play.encounters import Seen, look


class NoMapToDraw(NotFound):
    """The encounter began without a map."""

    code = "encounter_without_map"


def draw_map(seen: Seen, reach_of: str | None = None) -> str:
    """The map with everybody on it, as SVG, and the cells that ``reach_of`` threatens.

    Raises NoMapToDraw, and UnknownCombatant.
    """
    seen = seen.known
    return draw(_picture(seen, Sketch(), reach=() if reach_of is None else _reach(seen, reach_of)))


async def drawn_ahead(service: Estoc, wanted: Look) -> tuple[int, str]:
    """The map with a command on it that is looked at, and the version of the encounter.

    Raises what is Invalid in it, Forbidden, NotYours, NotFound, NoMapToDraw, ComputingBusy and CallerLeft.
    """
    seen = await look(service, wanted.grant, wanted.encounter_id)
    picture = await service.slots.compute(
        wanted.grant.token_id, lambda: draw_preview(looked_ahead(seen, (wanted,))[0])
    )
    return seen.row.version, picture


def draw_preview(previewed: Previewed) -> str:
    """The map with a command on it: who acts on whom, the lane, the path and what is in the way, as SVG.

    Raises NoMapToDraw.
    """
    sketch = Sketch() if previewed.surveyed is None else previewed.surveyed.sketch
    return draw(_picture(previewed.seen, sketch, previewed=previewed))


def _picture(
    seen: Seen, sketch: Sketch, *, reach: tuple[Cell, ...] = (), previewed: Previewed | None = None
) -> Picture:
    if seen.state.map is None:
        raise NoMapToDraw("This encounter has no map to draw.")
    return Picture(
        seen.state.map,
        seen.row.title or "The map",
        tuple(_bodies(seen, previewed)),
        reach,
        sketch.lane,
        sketch.path,
        tuple(_blocks(sketch, previewed)),
    )


def _blocks(sketch: Sketch, previewed: Previewed | None) -> Iterator[DrawnBlock]:
    """What stands in the lane, and any other cells that the refusal blames."""
    drawn: set[Cell] = set()
    for what, cells in sketch.blocks:
        drawn.update(cells)
        yield DrawnBlock(cells, what)
    for check in () if previewed is None else previewed.foreseen.checks:
        if rest := tuple(cell for cell in check.squares if cell not in drawn):
            drawn.update(rest)
            yield DrawnBlock(rest, check.code)


def _bodies(seen: Seen, previewed: Previewed | None) -> Iterator[DrawnBody]:
    """One for each space; a rider and its mount share theirs. Any: combatants are the game's own."""
    game, state = seen.shelf.game, seen.state
    spaces: dict[Footprint, list[Any]] = {}
    charger, target = _roles(seen, previewed)
    for combatant in state.combatants:
        if combatant.id not in (charger, target) and _is_unseen(seen, combatant, previewed):
            continue
        space = game.space_of(seen.shelf.tables, state, combatant)
        if space is not None:
            spaces.setdefault(space, []).append(combatant)
    for space, those in spaces.items():
        names = {one.id for one in those}
        yield DrawnBody(
            ", ".join(one.identity.name for one in those),
            space,
            "charger" if charger in names else "target" if target in names else "bystander",
            all(map(game.is_down, those)),
        )


def _is_unseen(seen: Seen, combatant: Any, previewed: Previewed | None) -> bool:
    """Whether it is invisible to whom the picture is for: players, and whoever is about to act.

    Any: combatants are the game's own.
    """
    is_for_all_eyes = previewed is None and is_gm(seen.viewer)
    is_own = not is_gm(seen.viewer) and controls(seen.viewer, combatant.identity)
    return seen.shelf.game.is_invisible(combatant) and not is_for_all_eyes and not is_own


def _roles(seen: Seen, previewed: Previewed | None) -> tuple[str | None, str | None]:
    """Who acts, and on whom, by id."""
    if previewed is None:
        return None, None
    names = (getattr(previewed.command, role, None) for role in ("actor", "target"))
    charger, target = (None if name is None else seen.state.combatant(name).id for name in names)
    return charger, target


def _reach(seen: Seen, name: str) -> tuple[Cell, ...]:
    combatant = seen.state.combatant(name, "/reach")
    return seen.shelf.game.threatened(seen.shelf.tables, seen.state, combatant)
