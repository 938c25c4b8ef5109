"""Attacks of opportunity on whoever lets down its guard (D20-AOO-01 … D20-AOO-11)."""

from collections.abc import Iterator
from typing import get_args

from app.rules.common.dice import D100
from app.rules.common.grid.bands import Band, reaches
from app.rules.common.grid.cells import Footprint, Rectangle, rectangle
from app.rules.common.grid.cover import cover_in_melee
from app.rules.common.grid.sight import has_line
from app.rules.d20.contract.events.movement import OpportunityTaken
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps import Strike
from app.rules.d20.contract.steps_maneuvers import Attempt, BlowManoeuvre, Felled
from app.rules.d20.contract.steps_movement import Opportunity, Provocation
from app.rules.d20.ground.cover import bystanders
from app.rules.d20.ground.heights import are_level, elevation, ground_of
from app.rules.d20.ground.positions import space_of
from app.rules.d20.ground.threat import band_of, farthest_reach, threatening_arms
from app.rules.d20.opportunity.attempt_checks import against_target, is_computable
from app.rules.d20.table.arms import wield
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import may_not_take_opportunities
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.requests import Choose, Resolution, Roll
from app.rules.resolution.steps import StepResult
from app.values import replace, value

DECLINED = "no"
ASTRAY = 25
"""Percent of the blows into a bull rush of 3.5 that find the wrong one (D35-BR-05)."""
PURPOSE = "attack of opportunity"
RULES: dict[Provocation, tuple[str, ...]] = {
    "leaving": ("D20-AOO-01", "D20-AOO-07"),
    "standing": ("D20-MOV-7", "D20-AOO-07"),
    "sheathing": ("D20-MOV-8", "D20-AOO-07"),
    "picking-up": ("D20-MOV-8", "D20-AOO-07"),
    "bull-rush": ("D20-BR-1", "D20-AOO-07"),
    "pushed": ("D20-BR-4", "D20-AOO-07"),
    "shooting": ("D20-AOO-11", "D20-AOO-07"),
    "unarmed": ("D20-ATK-22", "D20-AOO-07"),
    "using-action": ("D20-ACT-6", "D20-AOO-07"),
    "disarm": ("D20-MAN-2", "D20-AOO-07"),
    "grapple": ("D20-MAN-2", "D20-AOO-07"),
    "overrun": ("D20-MAN-2", "D20-AOO-07"),
    "sunder": ("D20-MAN-2", "D20-AOO-07"),
    "trip": ("D20-MAN-2", "D20-AOO-07"),
    "knocked-down": ("PF1-CM-12", "D20-AOO-07"),
}


@value
class Rival:
    """An opponent that could strike now, where it stands and how high, and how far each weapon reaches."""

    id: str
    body: Footprint | None
    height: int
    arms: tuple[tuple[str, Band], ...]


@value
class Chance:
    """An opponent that may strike, and with what."""

    rival: str
    weapons: tuple[str, ...]


def rivals(
    book: Book,
    encounter: Encounter,
    mover: Combatant,
    because: Provocation,
    places: tuple[Footprint | None, ...] = (),
) -> tuple[Rival, ...]:
    """The opponents of ``mover`` that could strike at it now if they reached it.

    Where its ``places`` are known, whoever is too far from all of them is left out.
    """
    if mover.has("invisible"):  # nobody strikes at what it cannot see (D20-CON-02)
        return ()
    known = tuple(place for place in places if place is not None)
    return tuple(_rivals(book, encounter, mover, because, known))


def _rivals(
    book: Book, encounter: Encounter, mover: Combatant, because: Provocation, places: tuple[Footprint, ...]
) -> Iterator[Rival]:
    cells = rectangle(*places) if places else None
    for foe in encounter.combatants:
        if foe.identity.side == mover.identity.side:
            continue
        body = space_of(book, encounter, foe)
        if cells is not None and body is not None and _is_far(book, foe, body, cells):
            continue
        if any(may_not_strike(book, encounter, foe, mover, because)):
            continue
        arms = tuple(
            (armed.id, band_of(book, encounter, foe, armed)) for armed in threatening_arms(book, foe)
        )
        if arms:
            yield Rival(foe.id, body, elevation(book, encounter, foe), arms)


def _is_far(book: Book, foe: Combatant, body: Footprint, cells: Rectangle) -> bool:
    """Whether nothing in its hands reaches from the foe into those cells."""
    (x, y), (west, south, east, north), most = body.at, cells, farthest_reach(book, foe)
    far = body.size + most
    return x >= east + most or y >= north + most or x + far <= west or y + far <= south


def may_not_strike(
    book: Book, encounter: Encounter, foe: Combatant, mover: Combatant, because: Provocation
) -> Iterator[str]:
    """The rules by which ``foe`` has no attack of opportunity on ``mover`` now."""
    for check in may_not_take_opportunities(book, encounter, foe):
        yield check.rule_id
    if foe.opportunities.used >= most_opportunities(foe):
        yield "D20-AOO-08"
    if because == "leaving" and mover.id in foe.opportunities.against:
        yield "D20-AOO-03"
    if foe.has("blinded"):
        yield "D20-CON-02"


def most_opportunities(foe: Combatant) -> int:
    """How many attacks of opportunity it has in a round: one, and its Dexterity with Combat Reflexes."""
    if not has_feat(foe.sheet, "combat-reflexes") or foe.sheet.abilities is None:
        return 1
    return 1 + max(0, foe.sheet.abilities.modifier("dexterity"))


def chances(
    book: Book, encounter: Encounter, mover: Combatant, threatening: tuple[Rival, ...], at: Footprint | None
) -> tuple[Chance, ...]:
    """Which of the ``threatening`` can strike at ``mover`` were it ``at``, and with what.

    Whoever has cover is not struck (D20-COV-08). Without a map everybody reaches everybody.
    """
    found: list[Chance] = []
    for rival in threatening:
        if at is None or rival.body is None or encounter.map is None:
            weapons = tuple(weapon for weapon, _ in rival.arms)
        else:
            high = abs(elevation(book, encounter, mover, at=at) - rival.height)
            weapons = tuple(weapon for weapon, band in rival.arms if reaches(band, rival.body, at, high))
            if not weapons or _is_out_of_sight(book, encounter, mover, rival, at):
                continue
        found.append(Chance(rival.id, weapons))
    return tuple(found)


def _is_out_of_sight(book: Book, encounter: Encounter, mover: Combatant, rival: Rival, at: Footprint) -> bool:
    """Whether no line leads to it, or it has cover from the rival."""
    grid, body = encounter.map, rival.body
    if grid is None or body is None:
        return False
    if not has_line(grid, body, at):
        return True
    others = bystanders(book, encounter, encounter.combatant(rival.id), mover, at=at)
    return cover_in_melee(ground_of(encounter, mover), body, at, others).kind != "none"


def offer(
    book: Book, encounter: Encounter, mover: Combatant, because: Provocation, threatened_by: tuple[str, ...]
) -> tuple[Opportunity, ...]:
    """The opportunities that an act of ``mover`` gives where it stands; without a map, to those named."""
    at = None if encounter.map is None else space_of(book, encounter, mover)
    found = chances(book, encounter, mover, rivals(book, encounter, mover, because, (at,)), at)
    named = tuple(encounter.combatant(name, "/threatened_by").id for name in threatened_by)
    return tuple(
        Opportunity(chance.rival, mover.id, because)
        for chance in found
        if at is not None or chance.rival in named
    )


def felled(book: Book, encounter: Encounter, step: Felled) -> Result:
    """Everybody who threatens somebody brought down may strike at it (PF1-CM-12)."""
    fallen = encounter.combatant(step.actor)
    named = tuple(one.id for one in encounter.combatants)
    return StepResult((), offer(book, encounter, fallen, "knocked-down", named))


def opportunity(book: Book, encounter: Encounter, step: Opportunity) -> Resolution[Result]:
    """Ask who has the chance for its weapon, or whether it lets it pass; nothing if it is gone by now."""
    foe, mover = encounter.combatant(step.actor), encounter.combatant(step.target)
    at = None if encounter.map is None else space_of(book, encounter, mover)
    rival = tuple(one for one in rivals(book, encounter, mover, step.because, (at,)) if one.id == foe.id)
    found = chances(book, encounter, mover, rival, at)
    if not found or mover.dead:
        return StepResult()
    of_height = () if at is None or are_level(encounter, foe, mover) else ("D20-HGT-4",)
    weapons, rules = found[0].weapons, (*RULES[step.because], *of_height)
    attempts = {
        f"{attempt.manoeuvre}: {attempt.weapon}": attempt for attempt in _attempts(book, foe, mover, weapons)
    }
    options = (*weapons, *attempts, DECLINED)
    choice = yield from Choose(PURPOSE, foe.id, options, weapons[0], rules=rules)
    if choice == DECLINED:
        return StepResult()
    struck = mover.id
    if step.astray is not None and (yield from _goes_astray(foe)):
        struck = step.astray
    attempt = attempts.get(choice)
    blow = (
        Strike(foe.id, struck, choice, "opportunity", rules=rules)
        if attempt is None
        else replace(attempt, target=struck)
    )
    return StepResult((OpportunityTaken(foe.id, mover.id, step.because),), (blow,))


def _goes_astray(foe: Combatant) -> Resolution[bool]:
    """A blow into a bull rush may find the wrong one of the two (D35-BR-05)."""
    return (
        yield from Roll(
            purpose="blow astray",
            roller=foe.id,
            dice=D100,
            outcome=lambda throw: throw.total <= ASTRAY,
            explain=lambda throw: (("astray", "yes" if throw.total <= ASTRAY else "no"),),
            rules=("D35-BR-05",),
        )
    )


def _attempts(book: Book, foe: Combatant, mover: Combatant, weapons: tuple[str, ...]) -> Iterator[Attempt]:
    """The manoeuvres that can be tried in the place of the blow (D20-MAN-1)."""
    manoeuvres: tuple[BlowManoeuvre, ...] = get_args(BlowManoeuvre)
    for manoeuvre in manoeuvres:
        if not is_computable(book, manoeuvre, foe, mover):
            continue
        for weapon in weapons:
            armed = wield(book, foe.sheet, weapon)
            if not any(against_target(book, manoeuvre, foe, mover, armed)):
                yield Attempt(foe.id, mover.id, manoeuvre, weapon, occasion="opportunity")


STEPS: Steps = {Felled: felled, Opportunity: opportunity}
