"""Strategies for random encounters and commands: mostly sensible, sometimes not."""

from collections.abc import Sequence
from dataclasses import MISSING, fields
from typing import Any, get_args, get_type_hints

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from app.rules.common.identity import Identity
from app.rules.common.measures import Distance
from app.rules.harp.commands import Add, Command, EndTurn, RollInitiative
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
SHIELDS = ("pavise", "heater", "round-shield", "rondache", "targe", "main-gauche")

amounts = st.integers(-2, 12)
small = st.integers(-5, 30)
distances = st.builds(Distance, st.integers(-1, 40), st.sampled_from(("m", "ft")))
names = st.sampled_from((*NAMES, "nobody"))
parts = st.lists(st.builds(Part, st.just("Luck"), small), max_size=1).map(tuple)
weapons = st.sampled_from((*(weapon.id for weapon in WEAPONS), "pitchfork"))
shares = st.lists(st.builds(Share, names, st.integers(-1, 60)), max_size=3).map(tuple)

sheets = st.builds(
    Sheet,
    hits=st.integers(1, 90),
    weapons=st.sets(st.sampled_from(range(len(WEAPONS))), min_size=1, max_size=6).map(
        lambda chosen: tuple(WEAPONS[index] for index in sorted(chosen))
    ),
    bmr=st.sampled_from((None, 9, 10)),
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
    | st.builds(ShieldCarried, st.sampled_from(SHIELDS), st.booleans(), bonus=st.none() | small),
    helmet=st.booleans(),
    talents=st.sampled_from(((), (Talent("Swift", (TalentEffect("quickness", 5), TalentEffect("ob", 5))),))),
)

situations = st.builds(
    Situation,
    flank=st.booleans(),
    rear=st.booleans(),
    target_down=st.booleans(),
    distance=st.builds(Distance, st.integers(2, 30), st.just("m")) | st.none() | distances,
    cover=st.sampled_from((None, None, None, "half-resistant", "a-cloud")),
    modifiers=parts,
    defence=parts,
)

BY_FIELD: dict[str, SearchStrategy[Any]] = {
    "action": st.sampled_from(("attack", "charge", "run", "intercept", "reload", "dodge")),
    "actions": st.lists(st.sampled_from(("attack", "charge", "move")), max_size=1).map(tuple),
    "ambushed": st.sampled_from((None, *SIDES, "nobody")),
    "bleeding": amounts,
    "cause": st.just("a fall"),
    "cover": st.sampled_from(("half-resistant", "full-resistant", "a-cloud")),
    "death_in_rounds": st.none() | st.none() | amounts,
    "difficulty": st.integers(0, 200),
    "distance": st.builds(Distance, st.integers(0, 9), st.just("m")) | distances,
    "hits": amounts,
    "into_melee": st.none() | st.builds(IntoMelee, st.lists(names, max_size=2).map(tuple)),
    "leaves": st.lists(names, max_size=2).map(tuple),
    "moves": st.none() | distances,
    "name": st.none() | st.just("Renamed"),
    "order": st.permutations(NAMES).map(tuple) | st.lists(names, max_size=3).map(tuple),
    "penalty": st.integers(-30, 12),
    "points": st.integers(-1, 90),
    "rounds": st.none() | amounts,
    "run_up": st.builds(Distance, st.integers(3, 18), st.just("m")) | distances,
    "sheet": st.none() | sheets,
    "side": st.none() | st.sampled_from(SIDES),
    "sides": st.sampled_from(((), SIDES, ("heroes", "heroes"))),
    "situation": situations,
    "stance": shares,
    "target_aware": st.none() | st.booleans(),
    "weapon": weapons,
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
    now = encounter.round
    if now is not None and now.is_declaring and not encounter.has_ended:
        return st.just(RollInitiative()) | _any_command(NAMES)
    turn = now.current if now is not None and now.current is not None else None
    if turn is None:
        return _any_command(NAMES)
    return _any_command((turn,)) | _any_command((turn,)) | _any_command(NAMES) | st.just(EndTurn(turn))


def _any_command(actors: Sequence[str]) -> SearchStrategy[Command]:
    kinds = [kind for kind in get_args(Command) if kind is not Add]
    return st.sampled_from(kinds).flatmap(lambda kind: _built(kind, actors))


def _built(kind: Any, actors: Sequence[str]) -> SearchStrategy[Any]:
    hints = get_type_hints(kind)
    made = {
        part.name: _field(part.name, hints[part.name], actors)
        for part in fields(kind)
        if part.name != "type" and (part.default is MISSING or part.name != "against")
    }
    return st.builds(kind, **made)


def _field(name: str, hint: Any, actors: Sequence[str]) -> SearchStrategy[Any]:
    if name == "actor":
        return st.sampled_from(actors)
    if name in ("target", "opponent", "whom"):
        return names
    if name == "points" and hint != int | None and hint is not int:
        return shares
    if name in BY_FIELD:
        return BY_FIELD[name]
    return amounts if hint is int else st.from_type(hint)
