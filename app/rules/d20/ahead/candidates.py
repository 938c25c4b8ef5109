"""Commands that a combatant could think of, in every form that makes sense; the rules say which are possible.

Opponents come before friends, who can still fight before who is down, and the near before the far.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, get_args, get_type_hints

from app.rules.common.grid.beside import beside, one_step
from app.rules.common.grid.cells import Cell, Footprint, gap
from app.rules.d20.charge.charge_survey import is_out_of_reach
from app.rules.d20.contract.commands.attack import Attack, FullAttack, TwoWeaponAttack
from app.rules.d20.contract.commands.command import Command, Remove
from app.rules.d20.contract.commands.movement import (
    Charge,
    Dismount,
    FiveFootStep,
    MountUp,
    Move,
    Run,
    Withdraw,
)
from app.rules.d20.contract.commands.saddle import CastMounted, RideCheck
from app.rules.d20.contract.commands.splash import ThrowSplash
from app.rules.d20.contract.commands.support import AidAnother, AidForm
from app.rules.d20.contract.commands.turns import Ready, UseAction
from app.rules.d20.contract.events.turns import ActionKind
from app.rules.d20.ground.in_melee import are_engaged
from app.rules.d20.ground.positions import space_of
from app.rules.d20.ground.speed import speed_of
from app.rules.d20.ground.ways import towards
from app.rules.d20.support.aid import could_distract
from app.rules.d20.table.arms import BARE, wield
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import is_helpless
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.state import Combatant, Encounter, RideTask
from app.rules.resolution.candidates import (
    Alternatives,
    Hopeless,
    Offers,
    fighters_first,
    missing_in,
    plain,
    type_of,
)
from app.values import remembered, replace

NOT_OFFERED = frozenset({Remove})
"""What is done to the encounter, not by somebody in it."""
OFFERED: tuple[Any, ...] = tuple(
    kind for kind in get_args(Command) if "actor" in get_type_hints(kind) and kind not in NOT_OFFERED
)
TRIED_PLACES = 3
"""Places beside an opponent that are tried, the nearest first."""
IN_MELEE: tuple[AidForm, ...] = ("attack", "ac")
"""Helps that need nothing but a foe to be said."""
APPROACHED = 8
"""Opponents whom ways are looked for to; there are always nearer ones before them."""
Forms: TypeAlias = Iterator[Alternatives[Command]]


def offers(book: Book, encounter: Encounter, actor: Combatant) -> Offers[Command]:
    """The candidates of every type of command that a combatant gives."""
    choices = _choices(book, encounter, actor)
    for kind in OFFERED:
        forms = FORMS.get(kind)
        made = plain(kind, choices) if forms is None else forms(book, encounter, actor)
        yield type_of(kind), made


def can_make(kind: Any) -> bool:
    """Whether there are candidates of that kind of command. Any: kinds are dataclasses of any fields."""
    return kind in FORMS or set(missing_in(kind)) <= CHOSEN


CHOSEN = frozenset({"actor", "target", "weapon"})


def _choices(book: Book, encounter: Encounter, actor: Combatant) -> Mapping[str, Sequence[str]]:
    return {
        "actor": (actor.id,),
        "target": tuple(one.id for one in _opponents(book, encounter, actor)),
        "weapon": _weapons(actor),
    }


def _weapons(actor: Combatant) -> tuple[str, ...]:
    """Those of the sheet; and bare hands for whoever has none of them in hand (D20-ATK-26)."""
    listed = tuple(weapon.id for weapon in actor.sheet.weapons)
    has_any = any(actor.weapon_place(weapon) is None for weapon in listed)
    return listed if has_any or BARE in listed else (*listed, BARE)


@remembered(16)
def _opponents(book: Book, encounter: Encounter, actor: Combatant) -> tuple[Combatant, ...]:
    """Everybody of another side, or of none, who can fight before who is down, the nearest first."""
    side = actor.identity.side
    others = (one for one in encounter.combatants if one.id != actor.id)
    foes = (one for one in others if one.identity.side != side or not side)
    return _in_order(book, encounter, actor, foes)


def _in_order(
    book: Book, encounter: Encounter, actor: Combatant, others: Iterator[Combatant]
) -> tuple[Combatant, ...]:
    body = space_of(book, encounter, actor)

    def apart(other: Combatant) -> int:
        space = space_of(book, encounter, other)
        return 0 if body is None or space is None else max(gap(body, space))

    return fighters_first(others, is_helpless, apart)


def _attacks(kind: Any) -> Callable[[Book, Encounter, Combatant], Forms]:
    """With every weapon at every opponent, thrown where it cannot strike otherwise."""

    def forms(book: Book, encounter: Encounter, actor: Combatant) -> Forms:
        for target in _opponents(book, encounter, actor):
            for weapon in _weapons(actor):
                yield kind(actor.id, target.id, weapon), *_thrown(book, actor, target, weapon, kind)

    return forms


def _full_attacks(book: Book, encounter: Encounter, actor: Combatant) -> Forms:
    """The same, and whatever shoots or is thrown once more by Rapid Shot (D20-ATK-24)."""
    is_rapid = has_feat(actor.sheet, "rapid-shot")
    for forms in _attacks(FullAttack)(book, encounter, actor):
        usual = tuple(forms)
        yield usual
        if is_rapid:
            yield tuple(replace(one, rapid_shot=True) for one in usual if _is_shot(book, actor, one))


def _is_shot(book: Book, actor: Combatant, command: Command) -> bool:
    if not isinstance(command, FullAttack):
        return False
    return wield(book, actor.sheet, command.weapon, throw=command.throw).is_ranged


def _thrown(book: Book, actor: Combatant, target: Combatant, weapon: str, kind: Any) -> Alternatives[Command]:
    armed = wield(book, actor.sheet, weapon)
    is_hurled = armed.can_be_thrown and not armed.is_ranged
    return (kind(actor.id, target.id, weapon, throw=True),) if is_hurled else ()


def _charges(book: Book, encounter: Encounter, actor: Combatant) -> Forms:
    for target in _opponents(book, encounter, actor):
        armed = (Charge(actor.id, target.id, weapon) for weapon in _weapons(actor))
        for charge in (*armed, Charge(actor.id, target.id, attack="bull-rush")):
            yield Hopeless((charge,)) if is_out_of_reach(book, encounter, charge) else (charge,)


def _moves(kind: Any) -> Callable[[Book, Encounter, Combatant], Forms]:
    """Ways to opponents and a step in each direction; without a map the caller has to say how far."""

    def forms(book: Book, encounter: Encounter, actor: Combatant) -> Forms:
        body = space_of(book, encounter, actor)
        if encounter.map is None or body is None:
            yield (kind(actor.id),)
            return
        for target in _opponents(book, encounter, actor)[:APPROACHED]:
            space = space_of(book, encounter, target)
            places = () if space is None else beside(encounter.map, body, space)
            yield _ways(book, encounter, actor, kind, tuple(at for at in places if at != body.at))
        for at in one_step(body):
            yield (kind(actor.id, to=at),)

    return forms


def _ways(
    book: Book, encounter: Encounter, actor: Combatant, kind: Any, places: tuple[Cell, ...]
) -> Iterator[Command]:
    """To one of the places, or as far as a move goes on the way there. Any: kinds of movement."""
    for at in places[:TRIED_PLACES]:
        yield kind(actor.id, to=at)
    if kind is Move:
        mover = encounter.mount_of(actor) or actor
        most = speed_of(encounter.options, mover)
        at = towards(book, encounter, mover, places, most=most)
        if at is not None:
            yield Move(actor.id, to=at)


def _steps(book: Book, encounter: Encounter, actor: Combatant) -> Forms:
    body = space_of(book, encounter, actor)
    if encounter.map is None or body is None:
        yield (FiveFootStep(actor.id),)
        return
    for at in one_step(body):
        yield (FiveFootStep(actor.id, at),)


def _dismounts(book: Book, encounter: Encounter, actor: Combatant) -> Forms:
    """Onto every square beside the mount."""
    space = space_of(book, encounter, actor)
    if encounter.map is None or space is None:
        yield (Dismount(actor.id),)
        return
    body = Footprint(space.at, book.tables.size(actor.sheet.size).squares)
    for at in beside(encounter.map, body, space):
        yield (Dismount(actor.id, at),)


def _mounts(book: Book, encounter: Encounter, actor: Combatant) -> Forms:
    others = (one for one in encounter.combatants if one.id != actor.id)
    for mount in _in_order(book, encounter, actor, others):
        yield (MountUp(actor.id, mount.id),)


def _readied(_book: Book, _encounter: Encounter, actor: Combatant) -> Forms:
    """An attack in the table's own words, and every weapon set against a charge."""
    yield (Ready(actor.id),)
    for weapon in _weapons(actor):
        yield (Ready(actor.id, weapon=weapon, against_charge=True),)


def _aids(book: Book, encounter: Encounter, actor: Combatant) -> Forms:
    """A blow or the guard of a friend, against each of the nearest opponents."""
    side = actor.identity.side
    own = (one for one in encounter.combatants if one.id != actor.id and one.identity.side == side)
    foes = _opponents(book, encounter, actor)[:APPROACHED]
    reached = tuple(foe.id for foe in foes if could_distract(book, encounter, actor, foe))
    for ally in _in_order(book, encounter, actor, own):
        for foe in foes:
            has_hope = foe.id in reached and are_engaged(book, encounter, ally, foe)
            for aid in IN_MELEE:
                command = AidAnother(actor.id, ally.id, aid, foe.id)
                yield (command,) if has_hope else Hopeless((command,))


def _ride_checks(_book: Book, _encounter: Encounter, actor: Combatant) -> Forms:
    for task in get_args(RideTask):
        yield (RideCheck(actor.id, task),)


def _casts(_book: Book, _encounter: Encounter, actor: Combatant) -> Forms:
    """A spell of the lowest level, which the table knows better."""
    yield (CastMounted(actor.id, 1),)


def _pairs(book: Book, encounter: Encounter, actor: Combatant) -> Forms:
    """Every two weapons for the hands, and every double one, at every opponent."""
    held = tuple(one for one in _weapons(actor) if not wield(book, actor.sheet, one).is_natural)
    for target in _opponents(book, encounter, actor):
        for weapon in held:
            if wield(book, actor.sheet, weapon).is_double:
                yield (TwoWeaponAttack(actor.id, target.id, weapon),)
            for other in held:
                if other != weapon:
                    yield (TwoWeaponAttack(actor.id, target.id, weapon, other),)


def _throws(book: Book, encounter: Encounter, actor: Combatant) -> Forms:
    """Everything that bursts, at every opponent."""
    for target in _opponents(book, encounter, actor):
        for weapon in _weapons(actor):
            if wield(book, actor.sheet, weapon).is_splash:
                yield (ThrowSplash(actor.id, weapon, target.id),)


def _others(_book: Book, _encounter: Encounter, actor: Combatant) -> Forms:
    for kind in get_args(ActionKind):
        yield (UseAction(actor.id, kind),)


FORMS: dict[Any, Callable[[Book, Encounter, Combatant], Forms]] = {
    AidAnother: _aids,
    Attack: _attacks(Attack),
    CastMounted: _casts,
    Charge: _charges,
    Dismount: _dismounts,
    FiveFootStep: _steps,
    FullAttack: _full_attacks,
    MountUp: _mounts,
    Move: _moves(Move),
    Ready: _readied,
    RideCheck: _ride_checks,
    Run: _moves(Run),
    ThrowSplash: _throws,
    TwoWeaponAttack: _pairs,
    UseAction: _others,
    Withdraw: _moves(Withdraw),
}
"""Kinds of which the fields that they need are not all there is to say."""
