"""What a bull rush that succeeds moves: those in front of it, and the pusher behind them (D20-BR-2 … -5)."""

from app.rules.common.grid.board import Grid
from app.rules.common.grid.cells import Cell, Footprint
from app.rules.common.grid.steps import stopped_by
from app.rules.d20.contract.economy import spending
from app.rules.d20.contract.events.movement import Pushed
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps_movement import Advance, Drive, Opportunity, Push, Trip
from app.rules.d20.ground.heights import ground_of, is_in_the_way
from app.rules.d20.ground.positions import space_of
from app.rules.d20.opportunity import opportunity
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import is_helpless, may_not_move
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.requests import Choose, Resolution
from app.rules.resolution.steps import StepResult
from app.values import replace, value


@value
class Shift:
    """How far the pushed got: steps and squares, and who stopped the last of them, if somebody did."""

    steps: int
    squares: int
    obstacle: str | None = None


def drive(book: Book, encounter: Encounter, step: Drive) -> Resolution[Result]:
    """Push as far as the check allows; a creature in the way calls for another check (PF1-BR-05).

    Wherever opposed Strength decides, only the first 5 ft come without the pusher going along (D35-BR-01).
    """
    push = step.push
    actor = encounter.combatant(push.actor)
    if not step.is_open and (offered := _passed(book, encounter, push)):
        return StepResult((), (*offered, replace(step, is_open=True)))
    by_strength = encounter.options.bull_rush == "strength"
    wanted = push.left or 0
    if by_strength:
        wanted = yield from _how_far(push)
    shift = _shift(book, encounter, replace(push, left=wanted))
    is_over = shift.obstacle is None or by_strength
    events = _pushes(book, encounter, push, shift, is_over=is_over)
    gone = replace(push, gone=push.gone + shift.steps, left=wanted - shift.squares)
    if shift.obstacle is not None and not is_over:
        return StepResult(events, (replace(gone, pushed=(*push.pushed, shift.obstacle)),))
    following = yield from _following(book, encounter, actor, gone, by_strength=by_strength)
    moves = spending(actor, "move", "bull-rush") if following and push.costs_move else ()
    return StepResult((*events, *moves), following)


def _passed(book: Book, encounter: Encounter, push: Push) -> tuple[Opportunity, ...]:
    """Opportunities at the one who is pushed: always in 3.5, in Pathfinder by Greater Bull Rush (D20-BR-4).

    Pusher and pushed give each other none, and whoever has no room to give way gives nobody one.
    """
    actor, target = encounter.combatant(push.actor), encounter.combatant(push.pushed[0])
    is_open = encounter.options.bull_rush == "strength" or has_feat(actor.sheet, "greater-bull-rush")
    if not is_open or encounter.map is None or push.gone or not push.left:
        return ()
    if _shift(book, encounter, replace(push, left=1)).steps == 0:
        return ()
    offered = opportunity.offer(book, encounter, target, "pushed", ())
    astray = actor.id if encounter.options.bull_rush == "strength" else None
    return tuple(replace(chance, astray=astray) for chance in offered if chance.actor != actor.id)


def _how_far(push: Push) -> Resolution[int]:
    """The pusher says how far it goes along, within its movement (D35-BR-01)."""
    most = max(1, min(push.left or 0, push.squares))
    if most == 1:
        return min(1, push.left or 0)
    options = tuple(str(squares) for squares in range(1, most + 1))
    choice = yield from Choose(
        "squares to push", push.actor, options, options[-1], rules=("D35-BR-01", "PF1-BR-06")
    )
    return int(choice)


def _shift(book: Book, encounter: Encounter, push: Push) -> Shift:
    """Step by step along the line until the squares are used up or something is in the way (PF1-BR-05)."""
    last = encounter.combatant(push.pushed[-1])
    body, grid, line, most = (
        space_of(book, encounter, last),
        ground_of(encounter, last),
        push.line,
        push.left or 0,
    )
    if body is None or grid is None or line is None:
        return Shift(most, most)
    steps = squares = 0
    while squares + step_cost(line, push.gone + steps + 1) <= most:
        if stopped_by(grid, body, line):
            return Shift(steps, squares)
        body = body.moved_to((body.at[0] + line[0], body.at[1] + line[1]))
        other = _occupant(book, encounter, push, last, body)
        if other is not None:
            return Shift(steps, squares, other.id)
        steps += 1
        squares += step_cost(line, push.gone + steps)
    return Shift(steps, squares)


def step_cost(line: tuple[int, int], number: int) -> int:
    """Squares of the step of that number: every second slanting one counts two (D20-GEO-01)."""
    return 2 if 0 not in line and number % 2 == 0 else 1


def _occupant(
    book: Book, encounter: Encounter, push: Push, mover: Combatant, body: Footprint
) -> Combatant | None:
    """Who is in the way where the mover would come to stand; the helpless are no hindrance."""
    for other in encounter.combatants:
        if other.id in push.pushed or other.mount in push.pushed or other.id == push.actor:
            continue
        space = None if is_helpless(other) else space_of(book, encounter, other)
        if space is not None and space.overlaps(body) and is_in_the_way(book, encounter, mover, other):
            return other
    return None


def _pushes(
    book: Book, encounter: Encounter, push: Push, shift: Shift, *, is_over: bool
) -> tuple[Pushed, ...]:
    """What each of the pushed goes through, the farthest first; of a push that moved nobody, its target."""
    moved = push.pushed if shift.steps else push.pushed[:1] if is_over and push.gone == 0 else ()
    found: list[Pushed] = []
    for name in reversed(moved):
        body = space_of(book, encounter, encounter.combatant(name))
        to = None if body is None or push.line is None else along(body.at, push.line, shift.steps)
        found.append(Pushed(push.actor, name, shift.squares, to))
    return tuple(found)


def along(at: Cell, line: tuple[int, int], steps: int) -> Cell:
    return at[0] + steps * line[0], at[1] + steps * line[1]


def _following(
    book: Book, encounter: Encounter, actor: Combatant, push: Push, *, by_strength: bool
) -> Resolution[tuple[Advance, ...]]:
    """The pusher goes along as far as its movement and the ground allow (PF1-BR-06, D35-BR-01)."""
    trip = _trail(book, encounter, actor, push)
    if trip is None or any(may_not_move(actor)):
        return ()
    if not by_strength:
        answer = yield from Choose("follow", actor.id, ("yes", "no"), "yes", rules=("PF1-BR-06",))
        if answer == "no":
            return ()
    return (Advance(trip),)


def _trail(book: Book, encounter: Encounter, actor: Combatant, push: Push) -> Trip | None:
    """The pusher's way behind the pushed; None where it cannot take a step."""
    body, grid, line = space_of(book, encounter, actor), ground_of(encounter, actor), push.line
    if body is None or grid is None or line is None:
        squares = min(push.gone, push.squares)
        return None if squares == 0 else Trip(actor.id, actor.id, "follow", (0, squares))
    costs, places = [0], [body.at]
    for number in range(1, push.gone + 1):
        cost = costs[-1] + step_cost(line, number)
        if cost > push.squares or not _is_open(book, encounter, grid, push, body, line):
            break
        body = body.moved_to(along(body.at, line, 1))
        costs.append(cost)
        places.append(body.at)
    if len(places) == 1:
        return None
    slanting = tuple(range(len(places))) if 0 not in line else (0,) * len(places)
    return Trip(actor.id, actor.id, "follow", tuple(costs), tuple(places), slanting, spared=(push.pushed[0],))


def _is_open(
    book: Book, encounter: Encounter, grid: Grid, push: Push, body: Footprint, line: tuple[int, int]
) -> bool:
    """Whether the pusher can step on; those it pushed are out of its way."""
    if stopped_by(grid, body, line):
        return False
    pusher = encounter.combatant(push.actor)
    return _occupant(book, encounter, push, pusher, body.moved_to(along(body.at, line, 1))) is None


STEPS: Steps = {Drive: drive}
