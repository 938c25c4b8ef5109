"""Damage, healing, effects, saves and rulings outside attacks."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, Illegal, Invalid, InvalidDocument, permit
from app.rules.common.modifiers import Modifier
from app.rules.d20.contract.commands.care import (
    Damage,
    Edit,
    EffectAdd,
    EffectRemove,
    Heal,
    NewEffect,
    SaveOrResist,
)
from app.rules.d20.contract.effects import falls_under, gains, sheds
from app.rules.d20.contract.events.care import (
    CombatantEdited,
    FellUnconscious,
    Healed,
    Revived,
    SaveMade,
    Stabilised,
    TemporaryGained,
)
from app.rules.d20.contract.events.event import Event
from app.rules.d20.contract.events.turns import EffectEnded
from app.rules.d20.contract.evolve.care import laid_down
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps import Hurt
from app.rules.d20.ground.positions import check_place
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import DROPPING, is_dead, is_unconscious
from app.rules.d20.table.sheet import Part
from app.rules.d20.table.sheet_check import check_hit_points, check_sheet
from app.rules.d20.table.state import Combatant, Effect, Encounter, Until
from app.rules.d20.wounds.hit_points import consequences, death_at, empties_hands
from app.rules.d20.wounds.saves import saving_throw
from app.rules.resolution.edits import as_told, renamed
from app.rules.resolution.requests import Resolution
from app.rules.resolution.steps import StepResult
from app.values import replace

LEAST = 1
"""Points that are left of damage when it is halved (D20-SAV-4)."""


class AmountUnclear(Invalid):
    """An amount below 0, or nothing asked for at all."""

    code = "amount_unclear"


def damage(encounter: Encounter, command: Damage) -> Result:
    """Damage from anything but an attack arrives as it would from one (D20-HP-1)."""
    target = encounter.combatant(command.target, "/target")
    if command.points < 1:
        raise AmountUnclear("Give 1 point or more.", way="damage")
    hit = Hurt(
        target.id,
        command.points,
        command.types,
        nonlethal=command.nonlethal,
        qualities=command.qualities,
    )
    return StepResult((), (hit,))


def heal(book: Book, encounter: Encounter, command: Heal) -> Result:
    """Hit points come back, no more than were lost (D20-HP-6); temporary ones are given (D20-TMP-2).

    Raises Illegal for the dead, unless they are revived above where they died, and for first aid on
    somebody who is not dying.
    """
    target = encounter.combatant(command.target, "/target")
    amounts = (command.hp, command.nonlethal, command.temporary)
    if min(amounts) < 0 or (max(amounts) == 0 and not (command.stabilise or command.revive)):
        raise AmountUnclear(
            "Give `hp`, `nonlethal` or `temporary` of 1 or more, `stabilise` or `revive`.", way="heal_points"
        )
    permit(_against_healing(book, target, command))
    return StepResult(tuple(_healing(book, target, command)))


def _healing(book: Book, target: Combatant, command: Heal) -> Iterator[Event]:
    before = replace(target, dead=False)
    if is_dead(target):
        yield Revived(target.id)
    points = min(command.hp, max(0, target.sheet.hp - target.hp))
    nonlethal = min(target.nonlethal, command.hp + command.nonlethal)
    after = replace(before, hp=target.hp + points, nonlethal=target.nonlethal - nonlethal)
    if command.hp or command.nonlethal:
        yield Healed(target.id, points, nonlethal)
    if command.temporary > target.temporary:
        yield TemporaryGained(target.id, command.temporary)
        after = replace(after, temporary=command.temporary)
    yield from consequences(book, before, after)
    if command.stabilise and after.current_hp == before.current_hp:
        yield Stabilised(target.id)


def _against_healing(book: Book, target: Combatant, command: Heal) -> Iterator[FailedCheck]:
    name = target.identity.name
    if is_dead(target) and not command.revive:
        yield FailedCheck(
            "TARGET_DEAD",
            "{target} is dead: only `revive` helps.",
            "D20-HP-8",
            (("way", "heal"), ("target", name)),
        )
    elif is_dead(target) and _healed(target, command) <= death_at(book, target):
        yield FailedCheck(
            "STILL_DEAD",
            "{target} would die again at {hp} hit points; give more `hp`.",
            "D20-HP-8",
            (("target", name), ("hp", _healed(target, command))),
        )
    elif command.stabilise and target.vital != "dying":
        yield FailedCheck("NOT_DYING", "{target} is not dying.", "D20-HP-7", (("target", name),))


def _healed(target: Combatant, command: Heal) -> int:
    return min(target.hp + command.hp, max(target.hp, target.sheet.hp)) + max(
        target.temporary, command.temporary
    )


def effect_add(book: Book, encounter: Encounter, command: EffectAdd) -> Result:
    """Conditions and modifiers begin, for as long as is said (D20-EFF-1, D20-EFF-2).

    The stunned and the panicked let go of what they hold, and those who lose consciousness fall as well
    (D20-CND-04, D20-CND-15).
    """
    target = encounter.combatant(command.target, "/target")
    if not command.conditions and not command.effects:
        raise AmountUnclear("Name at least one condition or effect.", way="name")
    if command.rounds is not None and command.rounds < 1:
        raise AmountUnclear(
            "They last for 1 round or more; leave `rounds` out for those without an end.", way="rounds"
        )
    by = None if command.by is None else encounter.combatant(command.by, "/by")
    until = None if command.rounds is None else _lasting(encounter, target, by, command.rounds)
    events: list[Event] = []
    for condition in dict.fromkeys(command.conditions):
        events += falls_under(target, condition, until, None if by is None else by.id)
    if "unconscious" in command.conditions and not is_unconscious(target):
        events.append(FellUnconscious(target.id))
    if any(condition in DROPPING for condition in command.conditions) and not is_unconscious(target):
        events += empties_hands(book, target)
    effects = tuple(
        _effect(encounter, new, until, f"/effects/{index}") for index, new in enumerate(command.effects)
    )
    return StepResult((*events, *gains(target, *effects)))


def _lasting(encounter: Encounter, target: Combatant, by: Combatant | None, rounds: int) -> Until:
    """Rounds are counted by the turns of whoever brought it about, or whose turn it is (D20-EFF-2).

    Where nobody's turn it is they are counted by the target's own, which go by with it.
    """
    if by is not None:
        return Until(by.id, "start", rounds)
    if encounter.round is not None and encounter.round.current is not None:
        return Until(encounter.round.current, "start", rounds)
    return Until(target.id, "end", rounds)


def _effect(encounter: Encounter, new: NewEffect, until: Until | None, pointer: str) -> Effect:
    against = None if new.against is None else encounter.combatant(new.against, f"{pointer}/against").id
    return Effect(new.label, new.to, new.value, new.bonus, "D20-EFF-1", until, against, new.spent_by)


def effect_remove(encounter: Encounter, command: EffectRemove) -> Result:
    """Conditions and effects end at once; one that the combatant is not under changes nothing."""
    target = encounter.combatant(command.target, "/target")
    if not command.conditions and not command.effects:
        raise AmountUnclear("Name at least one condition or effect.", way="name")
    ended = tuple(
        EffectEnded(target.id, effect) for effect in target.effects if effect.label in command.effects
    )
    return StepResult((*sheds(target, *command.conditions), *ended))


def save_or_resist(book: Book, encounter: Encounter, command: SaveOrResist) -> Resolution[Result]:
    """A saving throw, and the damage that it may spare its maker (D20-SAV-1, D20-SAV-4)."""
    target = encounter.combatant(command.target, "/target")
    if command.damage is not None and command.damage < 1:
        raise AmountUnclear("Give 1 point of `damage` or more, or leave it out.", way="with_damage")
    if is_dead(target):
        check = FailedCheck(
            "TARGET_DEAD", "{target} is dead.", "D20-HP-5", (("target", target.identity.name),)
        )
        raise Illegal((check,))
    more = tuple(_stated(part) for part in command.modifiers)
    success = yield from saving_throw(book, target, command.save, command.dc, more)
    events = (SaveMade(target.id, command.save, success),)
    if command.damage is None or (success and command.on_success == "none"):
        return StepResult(events)
    points = max(LEAST, command.damage // 2) if success else command.damage
    return StepResult(events, (Hurt(target.id, points, command.types),))


def _stated(part: Part) -> Modifier:
    return Modifier(part.label, part.value, part.type, "command", "D20-SAV-3")


def edit(book: Book, encounter: Encounter, command: Edit) -> Result:
    """The GM's word replaces names, side, sheet, hit points and place; lost weapons come back by it too.

    Whoever is left at the end of its hit points dies of it, unless the GM says whether it is dead.
    """
    result = edit_if_new(book, encounter, command)
    if not result.events:
        raise AmountUnclear("Nothing is to be changed.", way="nothing")
    return result


def edit_if_new(book: Book, encounter: Encounter, command: Edit) -> Result:
    """The same; nothing happens where nothing is to be changed."""
    target = encounter.combatant(command.target, "/target")
    if command.sheet is not None:
        problems = tuple(check_sheet(book, command.sheet))
        if problems:
            raise InvalidDocument(problems)
    if min(command.nonlethal or 0, command.temporary or 0) < 0:
        raise AmountUnclear("Nonlethal damage and temporary hit points are 0 or more.", way="below_zero")
    edited = _edited(encounter, target, command)
    amiss = (
        *check_place(book, encounter, edited),
        *check_hit_points("/hp", command.hp),
        *check_hit_points("/nonlethal", command.nonlethal),
        *check_hit_points("/temporary", command.temporary),
    )
    if amiss:
        raise InvalidDocument(amiss)
    if edited == target:
        return StepResult()
    if command.dead is None and edited.current_hp <= death_at(book, edited):
        edited = replace(edited, dead=True)
    falls = is_unconscious(edited) and not is_unconscious(target)
    return StepResult(as_told(target, laid_down(edited) if falls else edited, CombatantEdited))


def _edited(encounter: Encounter, target: Combatant, command: Edit) -> Combatant:
    sheet = target.sheet if command.sheet is None else replace(command.sheet, ruleset=encounter.ruleset)
    return replace(
        target,
        identity=renamed(command, target, encounter.combatants),
        sheet=sheet,
        hp=target.hp if command.hp is None else command.hp,
        nonlethal=target.nonlethal if command.nonlethal is None else command.nonlethal,
        temporary=target.temporary if command.temporary is None else command.temporary,
        stable=target.stable if command.stable is None else command.stable,
        dead=target.dead if command.dead is None else command.dead,
        weapons=() if command.weapons_at_hand else target.weapons,
        wear=() if command.weapons_at_hand else target.wear,
        turn=target.turn
        if command.limited_to is None
        else replace(target.turn, limited_to=command.limited_to),
        at=command.at or target.at,
        facing=command.facing or target.facing,
        elevation=target.elevation if command.elevation is None else command.elevation,
    )


STEPS: Steps = {
    Damage: lambda _book, state, step: damage(state, step),
    Heal: heal,
    EffectAdd: effect_add,
    EffectRemove: lambda _book, state, step: effect_remove(state, step),
    SaveOrResist: save_or_resist,
    Edit: edit,
}
