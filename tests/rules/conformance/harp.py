"""HARP | TdM in random play: encounters and commands, mostly sensible, sometimes not."""

from collections.abc import Iterator, Sequence
from typing import Any, get_args

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from app.rules.common.identity import ExternalRef, Identity
from app.rules.common.measures import Distance
from app.rules.harp.contract.commands.care import Edit, EffectAdd, SaveOrResist
from app.rules.harp.contract.commands.command import (
    Add,
    Attack,
    Command,
    Declare,
    End,
    EndTurn,
    Remove,
    RollInitiative,
    Start,
    Surprise,
    Sync,
)
from app.rules.harp.contract.events.care import Healed
from app.rules.harp.contract.events.event import Event
from app.rules.harp.table.guard import Share
from app.rules.harp.table.options import Options
from app.rules.harp.table.sheet import (
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
from app.rules.harp.table.situation import IntoMelee, Situation
from app.rules.harp.table.state import Combatant, Encounter, GlobalModifier
from app.rules.resolution.play import Completed
from tests.rules.conformance.playing import Making, Playing, often

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
SELDOM = (Declare, RollInitiative, Remove, End, Edit, EffectAdd, Surprise, Start, SaveOrResist, Sync)
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
external_refs = st.sampled_from(
    ((), (ExternalRef("foundry", "token", "a"), ExternalRef("owlbear", "token", "b")))
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
    "external_refs": st.none() | external_refs,
    "hits": amounts,
    "moves": st.none() | st.none() | near | distances,
    "name": st.none() | st.just("Renamed"),
    "penalty": st.integers(-30, 12),
    "points": st.integers(0, 50) | st.integers(-1, 90),
    "ref": st.none() | st.none() | st.sampled_from(("alias", NAMES[0])),
    "rounds": st.none() | amounts,
    "run_up": near | near | near | distances,
    "sheet": st.none() | sheets,
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
        declares = st.sampled_from(here).flatmap(lambda actor: MAKING.made(Declare, encounter, actor))
        return st.just(RollInitiative()) | declares | _by_anyone(encounter, here)
    turn = now.current or here[0]
    of_the_turn = _by(encounter, turn)
    return of_the_turn | of_the_turn | of_the_turn | _by_anyone(encounter, here) | st.just(EndTurn(turn))


def _by_anyone(encounter: Encounter, here: Sequence[str]) -> SearchStrategy[Command]:
    return st.sampled_from(here).flatmap(lambda actor: _by(encounter, actor))


def _by(encounter: Encounter, actor: str) -> SearchStrategy[Command]:
    kinds = [kind for kind in get_args(Command) if kind is not Add]
    return st.sampled_from(often(kinds, SELDOM)).flatmap(lambda kind: MAKING.made(kind, encounter, actor))


def _special(
    _kind: Any, name: str, hint: Any, encounter: Encounter, actor: str
) -> SearchStrategy[Any] | None:
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
        case _:
            return _of_the_roster(name, encounter, others)


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


def _by_type(hint: Any) -> SearchStrategy[Any]:
    return amounts if hint is int else st.from_type(hint)


MAKING = Making(BY_FIELD, _special, _by_type, left_out=frozenset({"type", "against"}))


def verdicts(encounter: Encounter) -> Iterator[tuple[Command, bool]]:
    """Starting, ending, rolling initiative, ending turns, and blows of those who lie there."""
    now, goes_on = encounter.round, not encounter.has_ended
    yield Start(), goes_on and now is None
    yield End(), goes_on
    yield RollInitiative(), goes_on and now is not None and now.is_declaring
    for combatant in encounter.combatants:
        has_the_turn = now is not None and not now.is_declaring and now.current == combatant.id
        yield EndTurn(combatant.id), goes_on and (now is None or has_the_turn)
        if combatant.is_unconscious:
            target = next((other.id for other in encounter.combatants if other is not combatant), None)
            if target is not None:
                yield Attack(combatant.id, target, combatant.sheet.weapons[0].id, Situation()), False


def holds(before: Encounter, outcome: Completed[Encounter, Event]) -> None:
    """What is true of every combatant and of the order of turns."""
    after = outcome.state
    for combatant in after.combatants:
        sound(combatant)
    for event in outcome.events:
        if isinstance(event, Healed):
            healed = after.combatant(event.target)
            assert healed.hits <= max(healed.sheet.hits, before.combatant(event.target).hits)
    if after.round is not None:
        order = [place.combatant for place in after.round.order]
        assert len(order) == len(set(order))
        assert {*order} <= {combatant.id for combatant in after.combatants}
        assert after.round.current is None or after.round.current in order


def sound(combatant: Combatant) -> None:
    """Counters are never below 0, penalties never above it."""
    under, guard = combatant.conditions, combatant.guard
    counters = (under.stunned, under.must_parry, under.no_parry, under.lost_turns, combatant.bleeding)
    assert min(*counters, guard.shield_uses, combatant.dying_in or 0) >= 0
    assert combatant.penalty <= 0
    assert all(wound.bleed_per_round >= 0 and wound.penalty <= 0 for wound in combatant.wounds)
    assert all(harassment.penalty <= 0 for harassment in combatant.harassed)
    assert all(parry.points >= 0 for parry in guard.parries)
    assert combatant.busy is None or combatant.busy.rounds_left >= 1
    assert (combatant.wound_level == "mortal") or not combatant.is_struck_dead


HARP = Playing("harp-tdm", encounters(), lambda _encounter: entrances(), commands, Start(), verdicts, holds)
