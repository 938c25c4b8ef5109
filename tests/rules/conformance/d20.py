"""D&D 3.5 and Pathfinder 1e in random play: encounters and commands, mostly sensible, sometimes not.

A new command is played by being in the union of commands; a field that its name or type does not tell
enough about gets its strategy in `BY_FIELD`, or in `_special` where it depends on the state.
"""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any, get_args

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from app.rules.common.grid.board import Edge, Grid
from app.rules.common.grid.cells import Cell
from app.rules.common.grid.lengths import CellSize
from app.rules.common.identity import ExternalRef, Identity
from app.rules.common.measures import Distance
from app.rules.d20.contract.commands.attack import Blow, HandBlow, TwoWeaponAttack
from app.rules.d20.contract.commands.care import (
    Damage,
    Edit,
    EffectAdd,
    EffectRemove,
    Heal,
    NewEffect,
    SaveOrResist,
)
from app.rules.d20.contract.commands.command import Add, Command, Remove, Sync
from app.rules.d20.contract.commands.movement import Charge, FiveFootStep
from app.rules.d20.contract.commands.splash import ThrowSplash
from app.rules.d20.contract.commands.support import AidAnother
from app.rules.d20.contract.commands.turns import (
    ActNow,
    End,
    EndTurn,
    Reorder,
    RollInitiative,
    Start,
    Surprise,
    TotalDefense,
    UseAction,
)
from app.rules.d20.contract.events.care import Died, Healed
from app.rules.d20.contract.events.event import Event
from app.rules.d20.contract.events.turns import ActionKind
from app.rules.d20.contract.situation import Situation
from app.rules.d20.table.options import Options, filled_in
from app.rules.d20.table.profile import Edition, Profile
from app.rules.d20.table.sheet import (
    Abilities,
    AcParts,
    ArmorClass,
    ArmorWorn,
    DamageReduction,
    EnergyResistance,
    ExtraDice,
    Feat,
    Part,
    Saves,
    Sheet,
    SheetWeapon,
    Skills,
    SkillTotal,
)
from app.rules.d20.table.state import Combatant, ConditionId, Encounter, GlobalModifier
from app.rules.dnd35.profile import PROFILE as DND35_PROFILE
from app.rules.pathfinder1.profile import PROFILE as PF1_PROFILE
from app.rules.resolution.play import Completed
from tests.rules.conformance.playing import Making, Playing, often

NAMES = ("ada", "bor", "cid", "dor", "eve")
SIDES = ("heroes", "foes")
WEAPONS = (
    SheetWeapon("sword", "longsword", attack=7),
    SheetWeapon("great", "greatsword", enhancement=1, extra_dice=(ExtraDice("Flame", "1d6", "fire"),)),
    SheetWeapon("spear", "longspear", attack=6),
    SheetWeapon("bow", "shortbow", attack=5),
    SheetWeapon("dagger", "dagger", hand="off", material=("silver",)),
    SheetWeapon("lance", "lance"),
    SheetWeapon("claws", attack=8, damage="1d6+3", critical="20/x2", natural=True, damage_type="slashing"),
    SheetWeapon("acid", "acid"),
    SheetWeapon("fire", "alchemists-fire"),
    SheetWeapon("water", "holy-water", attack=6),
    SheetWeapon("flail", "flail", attack=5),
    SheetWeapon("sap", attack=4, damage="1d6", critical="20/x2", nonlethal=True),
)
SELDOM = (Damage, Edit, EffectAdd, EffectRemove, End, Heal, Remove, Reorder, RollInitiative, SaveOrResist,
          Start, Surprise, Sync)  # fmt: skip
"""Commands that leave little to play with, or that only a GM gives."""
SQUARE = CellSize("5", "ft")
MAPS = (
    None,
    Grid(("." * 14,) * 10, cell=SQUARE),
    Grid(
        (
            "..............",
            "....#####.....",
            "..............",
            ".,,...o...^...",
            "..............",
            "......#.......",
            "......#....,,.",
            "..............",
            "..............",
            "..............",
        ),
        cell=SQUARE,
        edges=(Edge(((3, 0), (4, 0)), "wall"), Edge(((8, 2), (8, 3)), "low-wall")),
    ),
)
STANDS: tuple[Cell, ...] = ((0, 0), (2, 0), (4, 0), (0, 2), (2, 2), (8, 0), (10, 0), (12, 0), (8, 7), (0, 7))
"""Where a creature of 2 by 2 squares can stand on any of the maps, no two of them in each other's way."""

amounts = st.integers(-1, 14)
small = st.integers(-2, 6)
seldom = st.sampled_from((False, False, False, False, True))
near = st.builds(Distance, st.sampled_from((5, 5, 10, 20, 30, 60)), st.just("ft"))
distances = near | near | near | st.builds(Distance, st.integers(-1, 400), st.sampled_from(("m", "ft")))
names = st.sampled_from((*NAMES, "nobody"))
cells = st.tuples(st.integers(-1, 14), st.integers(-1, 10))
conditions = st.lists(st.sampled_from(get_args(ConditionId)), max_size=2, unique=True).map(tuple)
parts = st.lists(st.builds(Part, st.just("Luck"), small), max_size=1).map(tuple)
damage_types = st.sampled_from(((), ("slashing",), ("fire",), ("bludgeoning", "cold"), ("force",)))
scores = st.sampled_from((6, 8, 10, 11, 13, 16, 18))

abilities = st.builds(
    Abilities, scores, scores, scores | st.none(), scores | st.sampled_from((2, None)), scores, scores
)
skill_totals = st.builds(SkillTotal, small, st.booleans())
armor_classes = st.builds(
    lambda flat, dexterity: ArmorClass(flat + dexterity, 10 + dexterity, flat), st.integers(10, 22), small
)
armor = st.none() | st.builds(ArmorWorn, st.none(), bonus=st.integers(0, 8), max_dex=st.none() | small)

sheets = st.builds(
    Sheet,
    hp=st.integers(1, 12) | st.integers(30, 120),
    weapons=st.sets(st.sampled_from(range(len(WEAPONS))), min_size=1, max_size=6).map(
        lambda chosen: tuple(WEAPONS[index] for index in sorted(chosen))
    ),
    ac=st.none() | armor_classes,
    ac_parts=st.builds(
        AcParts, armor=armor, shield=armor, natural=st.integers(0, 3), dodge=st.integers(0, 2)
    ),
    size=st.sampled_from(("small", "medium", "medium", "medium", "large")),
    shape=st.sampled_from(("tall", "long")),
    initiative=st.none() | small,
    abilities=abilities,
    bab=st.integers(0, 12),
    saves=st.none() | st.builds(Saves, small, small, small),
    feats=st.lists(st.sampled_from(get_args(Feat)), max_size=4, unique=True).map(tuple),
    skills=st.none() | st.builds(Skills, *(st.none() | skill_totals for _ in fields(Skills))),
    creature_type=st.sampled_from(("humanoid", "humanoid", "humanoid", "animal", "undead", "construct")),
    con_score=st.none() | scores,
    stable=seldom,
    damage_reduction=st.sampled_from(((), (), (DamageReduction(5, ("magic", "silver")), DamageReduction(2)))),
    resistances=st.sampled_from(((), (), (EnergyResistance("fire", 5), EnergyResistance("cold")))),
    immune_to_criticals=seldom,
    uncanny_dodge=seldom,
    trained_for_combat=st.booleans(),
)
situations = st.just(Situation()) | st.builds(
    Situation,
    distance=st.none() | distances,
    flanking=st.none() | st.booleans(),
    higher_ground=st.none() | st.booleans(),
    cover=st.none() | st.none() | st.sampled_from(("partial", "cover", "improved", "total")),
    concealment=st.sampled_from((None, None, 0, 20, 50)),
    denied_dexterity=st.none() | st.booleans(),
    into_melee=st.none() | st.booleans(),
    aimed_at=st.sampled_from((*(None for _ in range(6)), (0, 0))),
    mount_moves=st.sampled_from((None, None, "still", "double")),
    shot_from=st.sampled_from((*(None for _ in range(6)), (0, 0))),
    others=parts,
)
new_effects = st.lists(
    st.builds(
        NewEffect,
        label=st.sampled_from(("A curse", "A song")),
        value=small,
        against=st.none() | st.none() | names,
    ),
    max_size=2,
).map(tuple)
external_refs = st.sampled_from(
    ((), (ExternalRef("foundry", "token", "a"), ExternalRef("owlbear", "token", "b")))
)

BY_FIELD: dict[str, SearchStrategy[Any]] = {
    "action": st.sampled_from(("attack", "move", "other", "use-action", "total-defense", "charge")),
    "against_charge": seldom,
    "at": st.none() | st.sampled_from(STANDS) | cells,
    "aware": st.lists(names, max_size=3).map(tuple),
    "conditions": conditions,
    "damage": st.none() | st.integers(0, 80),
    "dc": st.integers(0, 30),
    "dead": st.none() | st.none() | st.just(True),
    "distance": st.none() | distances,
    "elevation": st.none(),
    "external_refs": st.none() | external_refs,
    "facing": st.none(),
    "hp": st.none() | st.integers(-9, 60),
    "intersection": st.none() | st.none() | cells,
    "lane_is_clear": st.sampled_from((None, True, True, False)),
    "in_sight": st.sampled_from((None, True, True, False)),
    "modifiers": parts,
    "bonus": st.none() | small,
    "pace": st.sampled_from((None, None, "single", "double", "run")),
    "level": st.integers(-1, 10),
    "most": st.none() | st.none() | st.integers(0, 3),
    "name": st.none() | st.just("Renamed"),
    "power": st.sampled_from((*(0 for _ in range(12)), 1, 2, -1)),
    "points": amounts | st.integers(20, 70),
    "qualities": st.sampled_from(((), ("magic",), ("silver", "adamantine"))),
    "restricted": st.sampled_from((*(None for _ in range(8)), True, False)),
    "ref": st.none() | st.none() | st.sampled_from(("alias", NAMES[0])),
    "rounds": st.none() | st.integers(0, 3),
    "save": st.sampled_from(("fortitude", "reflex", "will")),
    "sheet": st.none() | st.none() | sheets,
    "side": st.none() | st.sampled_from(SIDES),
    "sides": st.sampled_from(((), ("heroes",), SIDES, ("strangers",))),
    "situation": situations,
    "trigger": st.just("somebody comes near"),
    "types": damage_types,
    "what": st.just("a spell"),
}
"""What the fields of commands hold, by their names; a field that is not here is made from its type."""


def encounters(profile: Profile) -> SearchStrategy[Encounter]:
    """An encounter without combatants, on a map or without, under any house rules."""
    fog = st.sampled_from(((), (GlobalModifier("Fog", -2),)))
    options = st.from_type(Options).map(lambda chosen: filled_in(chosen, profile))
    return st.builds(
        Encounter, st.just(profile.edition), options, fog, map=st.sampled_from((*MAPS, *MAPS[1:]))
    )


def entrances(encounter: Encounter) -> SearchStrategy[list[Add]]:
    """Two to five combatants entering; the second one may ride the first."""

    def entrance(index: int, at: Cell) -> SearchStrategy[Add]:
        name = NAMES[index]
        who = st.builds(Identity, st.just(name), st.just(name.capitalize()), st.sampled_from(SIDES))
        held = st.sampled_from(((), (), ("sword",), ("bow",)))
        rides = st.sampled_from((None, None, NAMES[0])) if index == 1 else st.none()
        place = None if encounter.map is None else at
        return st.builds(_entering, who, sheets, held, rides, st.just(place))

    def entering(count: int, stands: Sequence[Cell]) -> SearchStrategy[list[Add]]:
        return st.tuples(*(entrance(index, stands[index]) for index in range(count))).map(list)

    return st.tuples(st.integers(2, len(NAMES)), st.permutations(STANDS)).flatmap(lambda it: entering(*it))


def _entering(
    who: Identity, sheet: Sheet, sheathed: tuple[str, ...], mount: str | None, at: Cell | None
) -> Add:
    has = {weapon.id for weapon in sheet.weapons}
    return Add(
        who,
        sheet,
        at=None if mount is not None else at,
        sheathed=tuple(weapon for weapon in sheathed if weapon in has),
        mount=mount,
    )


def commands(encounter: Encounter) -> SearchStrategy[Command]:
    """A command, oftener than not for whoever may act, and often one that brings the round on."""
    here = [combatant.id for combatant in encounter.combatants] or ["nobody"]
    now = encounter.round
    if now is None or encounter.has_ended:
        return _by_anyone(encounter, here)
    if not now.is_rolled:
        return st.just(RollInitiative()) | st.just(RollInitiative()) | _by_anyone(encounter, here)
    acting = now.acting or here[0]
    of_the_turn = _by(encounter, acting)
    called = st.sampled_from(here).map(ActNow)
    return of_the_turn | of_the_turn | of_the_turn | _by_anyone(encounter, here) | _on(acting) | called


def _on(acting: str) -> SearchStrategy[Command]:
    return st.just(EndTurn(acting))


def _by_anyone(encounter: Encounter, here: Sequence[str]) -> SearchStrategy[Command]:
    return st.sampled_from(here).flatmap(lambda actor: _by(encounter, actor))


def _by(encounter: Encounter, actor: str) -> SearchStrategy[Command]:
    kinds = [kind for kind in get_args(Command) if kind is not Add]
    return st.sampled_from(often(kinds, SELDOM)).flatmap(lambda kind: MAKING.made(kind, encounter, actor))


def _special(kind: Any, name: str, hint: Any, encounter: Encounter, actor: str) -> SearchStrategy[Any] | None:
    others = [other.id for other in encounter.combatants if other.id != actor] or ["nobody"]
    match name:
        case "actor":
            return st.just(actor)
        case "target" if kind in (AidAnother, ThrowSplash):
            return st.none() | st.sampled_from((*(others * 4), actor, "nobody"))
        case "target" | "mount" | "ally":
            return st.sampled_from((*(others * 8), actor, "nobody"))
        case "weapon" | "off_weapon" | "draws":
            return _weapons(hint, encounter, actor)
        case "blows" if kind is TwoWeaponAttack:
            blow = st.builds(
                HandBlow, st.sampled_from(("main", "off")), target=st.none() | st.sampled_from(others)
            )
            return st.just(()) | st.just(()) | st.lists(blow, max_size=5).map(tuple)
        case "item":
            return _weapons(hint, encounter, next(iter(others)))
        case "blows":
            blow = st.builds(
                Blow,
                target=st.none() | st.sampled_from(others),
                weapon=_weapons(str | None, encounter, actor),
            )
            return st.just(()) | st.just(()) | st.lists(blow, max_size=3).map(tuple)
        case "by":
            return st.none() | st.sampled_from(others)
        case "near" | "threatened_by" | "meets":
            named = st.lists(st.sampled_from(others), max_size=2, unique=True).map(tuple)
            return st.just(()) | st.just(()) | named
        case "to" | "path":
            return _way(kind, name, encounter, actor)
        case "order":
            return _orders(encounter)
        case _:
            known = _by_hint(name, hint)
            return _of_the_roster(name, encounter, others) if known is None else known


def _of_the_roster(name: str, encounter: Encounter, others: Sequence[str]) -> SearchStrategy[Any] | None:
    """Who leaves, is changed and enters at once."""
    nobody = st.just(())
    match name:
        case "leaving":
            return nobody | st.lists(names, max_size=2, unique=True).map(tuple)
        case "edited":
            change = st.sampled_from(others).flatmap(lambda one: MAKING.made(Edit, encounter, one))
            return nobody | st.lists(change, max_size=2).map(tuple)
        case "entering":
            called = st.sampled_from(("fay", *NAMES))
            who = st.builds(Identity, called, st.just("Fay"), st.sampled_from(SIDES))
            return nobody | st.tuples(st.builds(Add, who, sheets))
        case _:
            return None


def _by_hint(name: str, hint: Any) -> SearchStrategy[Any] | None:
    """What two commands mean by one name."""
    match name:
        case "hp" if hint is int:
            return st.integers(-1, 60)
        case "effects" if hint == tuple[str, ...]:
            return st.just(()) | st.just(("A curse",))
        case "effects":
            return new_effects
        case _:
            return None


def _weapons(hint: Any, encounter: Encounter, actor: str) -> SearchStrategy[Any]:
    own = [weapon.id for one in encounter.combatants if one.id == actor for weapon in one.sheet.weapons]
    named = st.sampled_from((*(own * 8), "pitchfork"))
    return named if hint is str else st.none() | named


def _way(kind: Any, name: str, encounter: Encounter, actor: str) -> SearchStrategy[Any]:
    """Where a command leads: charges find their own way, whoever else moves says one."""
    is_found = kind is Charge or (kind is not FiveFootStep and name == "path")
    nothing = st.just(()) if name == "path" else st.none()
    steps = _steps(encounter, actor, 1 if kind is FiveFootStep else 5)
    somewhere = steps if name == "path" else steps.map(lambda path: path[-1]) | cells
    return nothing | nothing | nothing | somewhere if is_found else nothing | somewhere | somewhere


def _steps(encounter: Encounter, actor: str, longest: int) -> SearchStrategy[tuple[Cell, ...]]:
    """Squares one beside the other from where the actor stands."""
    at = next((one.at for one in encounter.combatants if one.id == actor), None)
    step = st.tuples(st.integers(-1, 1), st.integers(-1, 1))

    def walked(steps: Sequence[tuple[int, int]]) -> tuple[Cell, ...]:
        x, y = at or (0, 0)
        path: list[Cell] = []
        for right, up in steps:
            x, y = x + right, y + up
            path.append((x, y))
        return tuple(path)

    return st.lists(step, min_size=1, max_size=longest).map(walked)


def _orders(encounter: Encounter) -> SearchStrategy[tuple[str, ...]]:
    now = encounter.round
    open_places = [place.combatant for place in now.order if not place.has_gone] if now else []
    named = [name for name in open_places if now is None or name != now.current]
    return st.permutations(named).map(tuple) | st.lists(names, max_size=3).map(tuple)


def _by_type(hint: Any) -> SearchStrategy[Any]:
    if hint in (int, int | None):
        return amounts if hint is int else st.none() | amounts
    return st.from_type(hint)


MAKING = Making(BY_FIELD, _special, _by_type)


def verdicts(encounter: Encounter) -> Iterator[tuple[Command, bool]]:
    """Rounds and turns, what a turn has room for, healing: by the books, in other words than the rules."""
    now, goes_on = encounter.round, not encounter.has_ended
    yield Start(), goes_on and now is None
    yield End(), goes_on
    ridden = {one.mount for one in encounter.combatants}
    placed = {place.combatant for place in now.order} if now else set[str]()
    unplaced = [one for one in encounter.combatants if not one.dead and one.id not in ridden | placed]
    yield RollInitiative(), goes_on and now is not None and bool(unplaced)
    for combatant in encounter.combatants:
        yield EndTurn(combatant.id), goes_on and (now is None or _acts(encounter, combatant))
        yield Heal(combatant.id, hp=1), not combatant.dead
        yield TotalDefense(combatant.id), _has_room(encounter, combatant, "standard", "total-defense")
        for kind in get_args(ActionKind):
            yield UseAction(combatant.id, kind), _has_room(encounter, combatant, kind, "use-action")


def _acts(encounter: Encounter, combatant: Combatant) -> bool:
    """Whether it may act now: it is its turn, its rider's, or the moment it was ready for."""
    now = encounter.round
    if encounter.has_ended or now is None or not now.order:
        return not encounter.has_ended and now is None
    whose = now.current if now.interrupting is None else now.interrupting
    acting = next((one for one in encounter.combatants if one.id == whose), None)
    return acting is not None and combatant.id in (acting.id, acting.mount)


def _is_up(combatant: Combatant) -> bool:
    left = combatant.hp + combatant.temporary
    has = {condition.id for condition in combatant.conditions}
    keeps_up = left >= 0 or "diehard" in combatant.sheet.feats
    is_numbed = combatant.nonlethal > max(left, 0) if combatant.nonlethal else False
    idle = {"unconscious", "cowering", "dazed", "fascinated", "helpless", "paralyzed", "stunned"}
    return not combatant.dead and keeps_up and not is_numbed and not has & idle


def _is_slow(encounter: Encounter, combatant: Combatant) -> bool:
    left = combatant.hp + combatant.temporary
    has = {condition.id for condition in combatant.conditions}
    is_numbed = 0 < combatant.nonlethal == left
    in_surprise = encounter.round is not None and encounter.round.number == 0
    return bool(left <= 0 or is_numbed or in_surprise or has & {"staggered", "slowed"})


def _has_room(encounter: Encounter, combatant: Combatant, kind: ActionKind, command: str) -> bool:
    """Whether there is an action of that kind left for it now."""
    now, turn = encounter.round, combatant.turn
    if not _acts(encounter, combatant) or not _is_up(combatant):
        return False
    readied = combatant.readied
    is_cutting_in = now is not None and now.interrupting == combatant.id and kind != "free"
    if is_cutting_in and readied is not None and readied.action not in ("other", command):
        return False
    if kind != "free" and _shies(encounter, combatant):
        return False
    is_sick = combatant.has("nauseated")
    only_move = is_sick or turn.limited_to == "move"
    only_one = only_move or turn.limited_to == "standard" or _is_slow(encounter, combatant)
    spent = [used for used in (turn.standard, turn.move, turn.full_round) if used] if now else []
    standard_spent = bool(now and (turn.standard or turn.full_round))
    match kind:
        case "free":
            return True
        case "swift":
            return not is_sick and not (now and turn.swift)
        case "full-round":
            return not only_one and not spent
        case "standard":
            return not only_move and not standard_spent and not (only_one and spent)
        case "move":
            return not (only_one and spent) and not (now and turn.full_round) and len(spent) < 2


def _shies(encounter: Encounter, combatant: Combatant) -> bool:
    """Whether it sits on, or is, a mount that its rider has not got under control yet in its own turn."""
    now = encounter.round
    rider = next((one for one in encounter.combatants if one.mount == combatant.id), combatant)
    mount = next((one for one in encounter.combatants if one.id == rider.mount), None)
    if now is None or mount is None or now.current != rider.id or now.interrupting is not None:
        return False
    knows_nothing = mount.dead or mount.vital in ("dying", "stable") or mount.has("unconscious")
    is_numbed = 0 < mount.nonlethal > mount.current_hp
    return not (knows_nothing or is_numbed or mount.sheet.trained_for_combat) and (
        "control" not in rider.turn.rides
    )


def holds(before: Encounter, outcome: Completed[Encounter, Event]) -> None:
    """What is true of every combatant and of the order of turns."""
    after = outcome.state
    for combatant in after.combatants:
        sound(after, combatant)
    for event in outcome.events:
        if isinstance(event, Healed):
            healed = after.combatant(event.target)
            assert healed.hp <= max(healed.sheet.hp, before.combatant(event.target).hp)
        if isinstance(event, Died):
            assert after.combatant(event.target).vital == "dead"
    now = after.round
    if now is None:
        return
    order = [place.combatant for place in now.order]
    assert len(order) == len(set(order))
    assert {*order} <= {combatant.id for combatant in after.combatants}
    assert now.current is None or now.current in order
    if now.current is not None:
        place = now.place(now.current)
        assert place is not None
        assert place.has_begun
        assert not place.has_gone
    if now.interrupting is not None:
        assert now.current is not None
        assert now.interrupting != now.current
        assert after.combatant(now.interrupting).readied is not None


def sound(encounter: Encounter, combatant: Combatant) -> None:
    """Nothing is counted below 0, nobody lives beyond death, everything that ends has an end to come."""
    profile = DND35_PROFILE if encounter.ruleset == "dnd35" else PF1_PROFILE
    assert min(combatant.temporary, combatant.nonlethal, combatant.opportunities.used) >= 0
    assert min(combatant.turn.walked, combatant.turn.diagonals) >= 0
    if not combatant.dead:
        assert combatant.hp + combatant.temporary > _end_of(profile.edition, combatant)
    assert combatant.mount is None or encounter.combatant(combatant.mount).id != combatant.id
    lost = [state.weapon for state in combatant.weapons]
    assert len(lost) == len(set(lost))
    assert {*lost} <= {weapon.id for weapon in combatant.sheet.weapons} | {*lost}
    lasting = (*combatant.conditions, *combatant.effects)
    known = {one.id for one in encounter.combatants}
    for until in (one.until for one in lasting if one.until is not None):
        assert until.turns >= 1
        assert until.whose in known
    if encounter.map is not None and combatant.at is not None:
        assert encounter.map.terrain(combatant.at) not in ("wall", "obstacle")


def _end_of(edition: Edition, combatant: Combatant) -> int:
    """Where it dies."""
    sheet = combatant.sheet
    if sheet.creature_type in ("undead", "construct"):
        return 0
    if edition == "dnd35":
        return -10
    score = sheet.con_score or (sheet.abilities and sheet.abilities.constitution)
    return -(score or 10)


def _playing(profile: Profile) -> Playing:
    return Playing(profile.edition, encounters(profile), entrances, commands, Start(), verdicts, holds)


DND35 = _playing(DND35_PROFILE)
PF1 = _playing(PF1_PROFILE)
