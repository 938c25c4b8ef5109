"""Strategies for random encounters and commands: mostly sensible, sometimes not."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, get_args, get_type_hints

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from app.rules.common.identity import Identity
from app.rules.common.measures import Distance
from app.rules.harp.commands import (
    Add,
    Command,
    Declare,
    End,
    EndTurn,
    Remove,
    RollInitiative,
    Start,
    Surprise,
)
from app.rules.harp.commands_care import Edit, EditEncounter, EffectAdd, SaveOrResist
from app.rules.harp.guard import Share
from app.rules.harp.options import Options
from app.rules.harp.sheet import (
    AdditionalCritical,
    ArmourWorn,
    Bonuses,
    Part,
    Sheet,
    SheetWeapon,
    ShieldCarried,
    Skills,
    Talent,
    TalentEffect,
)
from app.rules.harp.situation import IntoMelee, Situation
from app.rules.harp.state import Encounter, GlobalModifier

NAMES = ("ada", "bor", "cid", "dor", "eve")
SIDES = ("heroes", "foes")
WEAPONS = (
    SheetWeapon("axe", "axe", ob=80),
    SheetWeapon("spear", "spear", skill=60, bonus=5),
    SheetWeapon("bow", "short-bow", ob=70),
    SheetWeapon("crossbow", "light-crossbow", ob=60),
    SheetWeapon("great-axe", "battle-axe", ob=90, additional_criticals=(AdditionalCritical("cold", "A"),)),
    SheetWeapon("fangs", "bite", ob=65),
    SheetWeapon("fists", "martial-arts-strikes", ob=30),
    SheetWeapon("dagger", "dagger", parts=(Part("Dagger", 40, "skill"),), hand="off"),
    SheetWeapon("hatchet", "throwing-axe", ob=50),
    SheetWeapon("clumsy", "flail", ob=-20, fumble=60),
)
SELDOM = (
    Declare,
    RollInitiative,
    Remove,
    End,
    Edit,
    EditEncounter,
    EffectAdd,
    Surprise,
    Start,
    SaveOrResist,
)
"""Commands that leave little to play with."""
SHIELDS = ("pavise", "heater", "round-shield", "rondache", "targe", "main-gauche")

amounts = st.integers(-2, 12)
small = st.integers(-5, 30)
distances = st.builds(Distance, st.integers(-1, 40), st.sampled_from(("m", "ft")))
seldom = st.sampled_from((False, False, False, False, True))
near = st.builds(Distance, st.integers(2, 9), st.just("m"))
names = st.sampled_from((*NAMES, "nobody"))
parts = st.lists(st.builds(Part, st.just("Luck"), small), max_size=1).map(tuple)

sheets = st.builds(
    Sheet,
    hits=st.integers(1, 20) | st.integers(60, 200),
    weapons=st.sets(st.sampled_from(range(len(WEAPONS))), min_size=1, max_size=6).map(
        lambda chosen: tuple(WEAPONS[index] for index in sorted(chosen))
    ),
    bmr=st.sampled_from((10, 9, 9, 9, 9, None)),
    body=st.sampled_from((None, 10, 60)),
    bonuses=st.builds(
        Bonuses, strength=small, agility=small, quickness=st.integers(-10, 30), intuition=st.integers(0, 9)
    ),
    skills=st.none()
    | st.builds(
        Skills, acrobatics=st.none() | small, brawling=st.none() | small, first_aid=st.none() | small
    ),
    armour=st.none()
    | st.builds(ArmourWorn, st.integers(1, 10), fitted=st.booleans(), skill=st.integers(0, 60)),
    shield=st.none()
    | st.none()
    | st.none()
    | st.builds(ShieldCarried, st.sampled_from(SHIELDS), st.booleans(), bonus=st.none() | small),
    helmet=st.booleans(),
    talents=st.sampled_from(((), (Talent("Swift", (TalentEffect("quickness", 5), TalentEffect("ob", 5))),))),
)

situations = st.builds(
    Situation,
    flank=seldom,
    rear=seldom,
    target_down=seldom,
    distance=near | near | near | distances,
    cover=st.sampled_from((*(None for _ in range(8)), "half-resistant", "a-cloud")),
    modifiers=parts,
    defence=parts,
)

BY_FIELD: dict[str, SearchStrategy[Any]] = {
    "action": st.sampled_from(("attack", "charge", "run", "intercept", "reload", "dodge")),
    "actions": st.lists(st.sampled_from(("attack", "charge", "move")), max_size=1).map(tuple),
    "ambushed": st.sampled_from((None, *SIDES, "nobody")),
    "bleeding": amounts,
    "cause": st.just("a fall"),
    "cover": st.sampled_from(("half-resistant", "half-resistant", "half-resistant", "a-cloud")),
    "death_in_rounds": st.none() | st.none() | amounts,
    "difficulty": st.integers(0, 200),
    "distance": near | near | near | distances,
    "environment": st.none() | st.just((GlobalModifier("Fog", -10),)),
    "hits": amounts,
    "moves": st.none() | st.none() | near | distances,
    "name": st.none() | st.just("Renamed"),
    "penalty": st.integers(-30, 12),
    "points": st.integers(0, 50) | st.integers(-1, 90),
    "rounds": st.none() | amounts,
    "run_up": near | near | near | distances,
    "sheet": st.none() | sheets,
    "title": st.none() | st.just("The ford"),
    "side": st.none() | st.sampled_from(SIDES),
    "sides": st.sampled_from(((), SIDES, ("heroes", "heroes"))),
    "situation": situations,
    "target_aware": st.none() | st.booleans(),
}
"""What the fields of commands hold, by their names; a field that is not here is made from its type."""


def encounters() -> SearchStrategy[Encounter]:
    """An encounter without combatants, under any house rules."""
    fog = st.sampled_from(((), (GlobalModifier("Fog", -10),)))
    return st.builds(Encounter, st.from_type(Options), fog)


def entrances() -> SearchStrategy[list[Add]]:
    """Two to five combatants entering."""

    def entrance(name: str) -> SearchStrategy[Add]:
        who = st.builds(Identity, st.just(name), st.just(name.capitalize()), st.sampled_from(SIDES))
        return st.builds(Add, who, sheets)

    return st.integers(2, len(NAMES)).flatmap(
        lambda count: st.tuples(*(entrance(name) for name in NAMES[:count])).map(list)
    )


def commands(encounter: Encounter) -> SearchStrategy[Command]:
    """A command, oftener than not for whoever has the turn, and often one that brings the round on."""
    here = [combatant.id for combatant in encounter.combatants] or ["nobody"]
    now = encounter.round
    if now is None or encounter.has_ended:
        return _by_anyone(encounter, here)
    if now.is_declaring:
        declares = st.sampled_from(here).flatmap(lambda actor: _built(Declare, encounter, actor))
        return st.just(RollInitiative()) | declares | _by_anyone(encounter, here)
    turn = now.current or here[0]
    of_the_turn = _by(encounter, turn)
    return of_the_turn | of_the_turn | of_the_turn | _by_anyone(encounter, here) | st.just(EndTurn(turn))


def _by_anyone(encounter: Encounter, here: Sequence[str]) -> SearchStrategy[Command]:
    return st.sampled_from(here).flatmap(lambda actor: _by(encounter, actor))


def _by(encounter: Encounter, actor: str) -> SearchStrategy[Command]:
    kinds = [kind for kind in get_args(Command) if kind is not Add]
    often = [kind for kind in kinds if kind not in SELDOM]
    chosen = st.sampled_from((*often, *often, *often, *kinds))
    return chosen.flatmap(lambda kind: _built(kind, encounter, actor))


def _built(kind: Any, encounter: Encounter, actor: str) -> SearchStrategy[Any]:
    hints = get_type_hints(kind)
    made = {
        part.name: _field(part.name, hints[part.name], encounter, actor)
        for part in fields(kind)
        if part.name not in ("type", "against")
    }
    return st.builds(kind, **made)


def _field(name: str, hint: Any, encounter: Encounter, actor: str) -> SearchStrategy[Any]:
    others = [other.id for other in encounter.combatants if other.id != actor] or ["nobody"]
    match name:
        case "actor":
            return st.just(actor)
        case "target" | "opponent" | "whom":
            return st.sampled_from((*(others * 8), actor, "nobody"))
        case "weapon":
            sheets_here = [one.sheet for one in encounter.combatants if one.id == actor]
            own = [weapon.id for sheet in sheets_here for weapon in sheet.weapons]
            return st.sampled_from((*(own * 8), "pitchfork"))
        case "stance" | "points" if hint not in (int, int | None):
            share = st.builds(Share, st.sampled_from(others), st.integers(-1, 30))
            return st.lists(share, min_size=1, max_size=3, unique_by=lambda given: given.opponent).map(tuple)
        case "difficulty" if hint is str:
            return st.sampled_from(("medium", "medium", "hard", "beyond-words"))
        case "order":
            waiting = encounter.round.order if encounter.round else ()
            named = [place.combatant for place in waiting if not place.has_begun]
            return st.permutations(named).map(tuple) | st.lists(names, max_size=3).map(tuple)
        case "leaves":
            left = st.lists(st.sampled_from((*others, actor)), max_size=2).map(tuple)
            return st.just(()) | st.just(()) | left
        case "modifiers" if hint == tuple[str, ...]:
            return st.sampled_from(((), (), ("prone",), ("encumbered", "prone"), ("asleep",)))
        case "modifiers":
            return parts
        case "into_melee":
            strays = st.lists(st.sampled_from(others), max_size=2, unique=True).map(tuple)
            return st.none() | st.none() | st.builds(IntoMelee, strays)
        case _ if name in BY_FIELD:
            return BY_FIELD[name]
        case _:
            return amounts if hint is int else st.from_type(hint)
