"""Commands that a combatant could think of, in every form that makes sense; the rules say which are possible.

Opponents come before friends, who can still fight before who is down, and the near before the far.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, get_args, get_type_hints

from app.rules.common.grid.beside import beside, one_step
from app.rules.common.grid.cells import Cell, Footprint, gap
from app.rules.harp.bonuses.offence import parrying_bonus
from app.rules.harp.contract.commands.command import Command, Declare, Remove
from app.rules.harp.contract.commands.defence import Disengage, MultipleParry, Parry
from app.rules.harp.contract.commands.movement import Charge, Move, MoveAndAttack, Run
from app.rules.harp.contract.commands.skills import FirstAid, Manoeuvre
from app.rules.harp.ground.distances import base_rate
from app.rules.harp.ground.positions import footprint, standing
from app.rules.harp.ground.ways import towards
from app.rules.harp.movement.free_attack import melee_weapons
from app.rules.harp.table.arms import wield
from app.rules.harp.table.guard import Share
from app.rules.harp.table.sheet import Skill
from app.rules.harp.table.state import Combatant, Encounter
from app.rules.harp.table.tables import HarpTables
from app.rules.harp.turns.turns import DECLARABLE
from app.rules.resolution.candidates import (
    Alternatives,
    Offers,
    fighters_first,
    missing_in,
    plain,
    type_of,
)

NOT_OFFERED = frozenset({Remove})
"""What is done to the encounter, not by somebody in it."""
OFFERED: tuple[Any, ...] = tuple(
    kind for kind in get_args(Command) if "actor" in get_type_hints(kind) and kind not in NOT_OFFERED
)
TRIED_PLACES = 3
"""Places beside an opponent that are tried, the nearest first."""
APPROACHED = 8
"""Opponents whom ways are looked for to; there are always nearer ones before them."""
Forms: TypeAlias = Iterator[Alternatives[Command]]


def offers(tables: HarpTables, encounter: Encounter, actor: Combatant) -> Offers[Command]:
    """The candidates of every type of command that a combatant gives."""
    choices = _choices(tables, encounter, actor)
    for kind in OFFERED:
        forms = FORMS.get(kind)
        made = plain(kind, choices) if forms is None else forms(tables, encounter, actor)
        yield type_of(kind), made


def can_make(kind: Any) -> bool:
    """Whether there are candidates of that kind of command. Any: kinds are dataclasses of any fields."""
    return kind in FORMS or set(missing_in(kind)) <= CHOSEN


CHOSEN = frozenset({"actor", "target", "opponent", "whom", "weapon", "using"})


def _choices(tables: HarpTables, encounter: Encounter, actor: Combatant) -> Mapping[str, Sequence[str]]:
    opponents = tuple(one.id for one in _opponents(encounter, actor))
    return {
        "actor": (actor.id,),
        "target": opponents,
        "opponent": opponents,
        "whom": opponents,
        "weapon": _weapons(tables, actor),
        "using": ("brawling", "bare-hands"),
    }


def _weapons(tables: HarpTables, actor: Combatant) -> tuple[str, ...]:
    """The lines of the sheet; the bare hands, which are always there, where none of them strikes in melee."""
    lines = tuple(weapon.id for weapon in actor.sheet.weapons)
    bare = (one for one in melee_weapons(tables, actor) if one not in lines)
    return (*lines, *bare)


def _opponents(encounter: Encounter, actor: Combatant) -> tuple[Combatant, ...]:
    """Everybody of another side, or of none, who can fight before who is down, the nearest first."""
    side = actor.identity.side
    others = (one for one in encounter.combatants if one.id != actor.id)
    foes = (one for one in others if one.identity.side != side or not side)
    return _nearest_first(encounter, actor, foes, lambda one: one.is_unconscious)


def _friends(encounter: Encounter, actor: Combatant) -> tuple[Combatant, ...]:
    """The actor itself, and its side."""
    side = actor.identity.side
    own = (one for one in encounter.combatants if one.id != actor.id and one.identity.side == side)
    return actor, *_nearest_first(encounter, actor, own, lambda _: False)


def _nearest_first(
    encounter: Encounter, actor: Combatant, others: Iterator[Combatant], is_down: Callable[[Combatant], bool]
) -> tuple[Combatant, ...]:
    def apart(other: Combatant) -> int:
        places = standing(encounter, actor, other)
        return 0 if places is None else max(gap(places.actor, places.target))

    return fighters_first(others, is_down, apart)


def _places_beside(encounter: Encounter, actor: Combatant, target: Combatant) -> tuple[Cell, ...]:
    places = standing(encounter, actor, target)
    return () if places is None else beside(places.grid, places.actor, places.target)[:TRIED_PLACES]


def _moves(kind: Any) -> Callable[[HarpTables, Encounter, Combatant], Forms]:
    """Ways to opponents and a step in each direction; without a map the caller has to say how far."""

    def forms(_tables: HarpTables, encounter: Encounter, actor: Combatant) -> Forms:
        body = footprint(actor)
        if encounter.map is None or body is None:
            yield (kind(actor.id),)
            return
        for target in _opponents(encounter, actor)[:APPROACHED]:
            yield _ways(encounter, actor, body, target, kind)
        for at in one_step(body):
            yield (kind(actor.id, path=(at,)),)

    return forms


def _ways(
    encounter: Encounter, actor: Combatant, body: Footprint, target: Combatant, kind: Any
) -> Iterator[Command]:
    """Straight beside the target, or as far as one gets on the way there. Any: kinds of movement."""
    places = standing(encounter, actor, target)
    goals = () if places is None else beside(places.grid, places.actor, places.target)
    for at in goals[:TRIED_PLACES]:
        if at != body.at:
            yield kind(actor.id, path=(at,))
    if actor.sheet.bmr is not None:
        rates = 2 if kind is Run else 1
        path = towards(encounter, actor, goals, rates * base_rate(actor))
        if path:
            yield kind(actor.id, path=path)


def _move_and_attack(tables: HarpTables, encounter: Encounter, actor: Combatant) -> Forms:
    for target in _opponents(encounter, actor)[:APPROACHED]:
        places = _places_beside(encounter, actor, target)
        for weapon in _weapons(tables, actor):
            ways = tuple(MoveAndAttack(actor.id, target.id, weapon, path=(at,)) for at in places)
            yield ways or (MoveAndAttack(actor.id, target.id, weapon),)


def _charges(tables: HarpTables, encounter: Encounter, actor: Combatant) -> Forms:
    """Whoever could meet the charge is taken to know of it."""
    for target in _opponents(encounter, actor)[:APPROACHED]:
        paths = tuple((at,) for at in _places_beside(encounter, actor, target)) or ((),)
        for weapon in _weapons(tables, actor):
            yield tuple(
                Charge(actor.id, target.id, weapon, target_aware=is_aware, path=path)
                for path in paths
                for is_aware in (None, True)
            )


def _bonus(tables: HarpTables, encounter: Encounter, actor: Combatant, weapon: str) -> int:
    armed = wield(tables, actor.sheet, weapon)
    return max(0, parrying_bonus(tables, encounter, actor, armed).total)


def _parries(tables: HarpTables, encounter: Encounter, actor: Combatant) -> Forms:
    """Half the OB against one opponent."""
    for opponent in _opponents(encounter, actor):
        for weapon in _weapons(tables, actor):
            points = _bonus(tables, encounter, actor, weapon) // 2
            yield (Parry(actor.id, opponent.id, weapon, points),)


def _multiple_parries(tables: HarpTables, encounter: Encounter, actor: Combatant) -> Forms:
    """The OB shared out evenly between the two nearest."""
    nearest = _opponents(encounter, actor)[:2]
    for weapon in _weapons(tables, actor):
        points = _bonus(tables, encounter, actor, weapon) // 2
        yield (MultipleParry(actor.id, weapon, tuple(Share(one.id, points) for one in nearest)),)


def _disengagements(tables: HarpTables, encounter: Encounter, actor: Combatant) -> Forms:
    """With half the OB in the first round; in the second a step away."""
    body = footprint(actor)
    steps = () if encounter.map is None or body is None else one_step(body)
    for opponent in _opponents(encounter, actor):
        going = tuple(Disengage(actor.id, opponent.id, path=(at,)) for at in steps)
        for weapon in _weapons(tables, actor):
            points = -(-_bonus(tables, encounter, actor, weapon) // 2)
            begun = Disengage(actor.id, opponent.id, weapon, points)
            yield (begun, *(going or (Disengage(actor.id, opponent.id),)))


def _declarations(tables: HarpTables, _encounter: Encounter, actor: Combatant) -> Forms:
    for action in DECLARABLE:
        for weapon in (*_weapons(tables, actor), None):
            yield (Declare(actor.id, action, weapon),)


def _manoeuvres(_tables: HarpTables, _encounter: Encounter, actor: Combatant) -> Forms:
    """With each skill."""
    for skill in get_args(Skill):
        yield (Manoeuvre(actor.id, skill),)


def _first_aid(_tables: HarpTables, encounter: Encounter, actor: Combatant) -> Forms:
    for patient in _friends(encounter, actor):
        yield (FirstAid(actor.id, patient.id),)


FORMS: dict[Any, Callable[[HarpTables, Encounter, Combatant], Forms]] = {
    Charge: _charges,
    Declare: _declarations,
    Disengage: _disengagements,
    FirstAid: _first_aid,
    Manoeuvre: _manoeuvres,
    Move: _moves(Move),
    MoveAndAttack: _move_and_attack,
    MultipleParry: _multiple_parries,
    Parry: _parries,
    Run: _moves(Run),
}
"""Kinds of which the fields that they need are not all there is to say."""
