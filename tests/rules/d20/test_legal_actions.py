"""What is offered in fights of all sorts is what comes out when every candidate is tried by itself."""

from collections.abc import Iterable
from copy import deepcopy
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.cli.play import shipped_shelf
from app.rules.common.errors import FailedCheck, Invalid
from app.rules.common.grid.board import Edge, Grid
from app.rules.common.grid.cells import Cell
from app.rules.common.identity import Identity
from app.rules.d20.attack.reach_checks import able_to_strike_at
from app.rules.d20.contract.situation import Situation
from app.rules.d20.ground.cover import cover_of
from app.rules.d20.table.arms import wield
from app.rules.d20.table.book import Book
from app.rules.d20.table.profile import Edition
from app.rules.d20.table.sheet import Abilities, ArmorClass, Feat, Sheet, SheetWeapon
from app.rules.d20.table.sizes import Size
from app.rules.d20.table.state import Combatant, Condition, ConditionId, Encounter, WeaponState
from app.rules.dnd35.profile import PROFILE as DND35
from app.rules.pathfinder1.profile import PROFILE as PF1
from app.rules.resolution.candidates import Considered, Hopeless, consider
from app.rules.resolution.given import nobody
from app.rules.resolution.preview import Foreseen, preview
from app.rules.resolution.steps import Ruleset
from app.values import replace

EDITIONS: tuple[Edition, ...] = ("pf1", "dnd35")
WIDTH, HEIGHT = 14, 11
GROUND = "." * 40 + ",,,#o^++"
WEAPONS = (
    SheetWeapon("sword", "longsword"),
    SheetWeapon("pike", "longspear"),
    SheetWeapon("bow", "shortbow"),
    SheetWeapon("dagger", "dagger"),
    SheetWeapon("claws", attack=8, damage="1d6+3", critical="x2", natural=True),
)
SIZES: tuple[Size, ...] = ("small", "medium", "medium", "medium", "large", "huge")
CONDITIONS: tuple[ConditionId, ...] = (
    "prone", "grappled", "invisible", "blinded", "shaken", "frightened", "staggered", "helpless", "nauseated",
)  # fmt: skip
MOST = 4


def melee(chance: Random, edition: Edition) -> Encounter:
    """A fight on a drawn map, or on none: big and small, mounted, wounded, flying, with all sorts of arms."""
    has_map = chance.random() < 0.85
    fighters = chance.randint(2, 9)
    combatants = [_fighter(chance, number, has_map=has_map) for number in range(fighters)]
    if fighters > 3 and chance.random() < 0.3:
        mount = replace(combatants[-1], sheet=replace(combatants[-1].sheet, size="large", legs=4))
        combatants[-1] = mount
        combatants[0] = replace(combatants[0], mount=mount.id, at=None)
    shelf = shipped_shelf(edition)
    state = Encounter(edition, combatants=tuple(combatants), map=_map(chance) if has_map else None)
    return cast("Encounter", shelf.game.begin(state))


def _map(chance: Random) -> Grid:
    ground = GROUND if chance.random() < 0.7 else "."
    rows = tuple("".join(chance.choice(ground) for _ in range(WIDTH)) for _ in range(HEIGHT))
    edges = tuple(_edge(chance) for _ in range(chance.choice((0, 0, 3, 25))))
    return Grid(rows, edges=edges)


def _edge(chance: Random) -> Edge:
    x, y = chance.randrange(WIDTH - 1), chance.randrange(HEIGHT - 1)
    right, up = chance.choice(((1, 0), (0, 1)))
    return Edge(((x, y), (x + right, y + up)), chance.choice(("wall", "door", "low-wall", "fence")))


def _fighter(chance: Random, number: int, *, has_map: bool) -> Combatant:
    at: Cell | None = (chance.randrange(WIDTH - 2), chance.randrange(HEIGHT - 2))
    weapons = tuple(chance.sample(WEAPONS, chance.randint(0, 3)))
    sheet = Sheet(
        30,
        weapons=weapons,
        ac=ArmorClass(16, 12, 14),
        size=chance.choice(SIZES),
        abilities=Abilities(strength=16, dexterity=14) if chance.random() < 0.9 else None,
        bab=chance.choice((1, 6, 11)) if chance.random() < 0.9 else None,
        feats=("improved-unarmed-strike",) if chance.random() < 0.2 else (),
    )
    away = tuple(WeaponState(one.id, "sheathed") for one in weapons if chance.random() < 0.15)
    ill = chance.random() < 0.25
    return Combatant(
        Identity(f"c{number}", f"Fighter {number}", chance.choice(("heroes", "foes", "foes"))),
        sheet,
        chance.choice((30, 30, 30, 0, -3)),
        conditions=(Condition(chance.choice(CONDITIONS)),) if ill else (),
        weapons=away,
        at=at if has_map and chance.random() < 0.95 else None,
        elevation=chance.choice((0, 0, 0, 0, 1, 3)) if has_map else 0,
    )


def plainly(
    rules: Ruleset[Any, Any, Any], fight: Encounter, type_: str, candidates: Iterable[Iterable[Any]]
) -> Considered[Any, Any]:
    """Every candidate tried, hopeless or not, each in a copy of the fight of which nothing is kept."""
    possible: list[tuple[Any, Foreseen[Any]]] = []
    checks: tuple[FailedCheck, ...] = ()
    unclear: Invalid | None = None
    for forms in candidates:
        for command in forms:
            try:
                foreseen = preview(rules, deepcopy(fight), command, nobody)
            except Invalid as invalid:
                unclear = unclear or invalid
                continue
            if foreseen.is_legal:
                possible.append((command, foreseen))
                break
            checks = checks or foreseen.checks
    if possible:
        return Considered(type_, tuple(possible[:MOST]), is_cut=len(possible) > MOST)
    return Considered(type_, (), checks, None if checks else unclear)


def said(of: Considered[Any, Any]) -> object:
    """What a caller is told of it; requests hold functions, which are equal to no others."""
    asked = [
        (command, [(type(one), one.purpose) for one in foreseen.awaiting], foreseen.events)
        for command, foreseen in of.possible
    ]
    unclear = None if of.unclear is None else (of.unclear.code, of.unclear.text, of.unclear.params)
    return of.type, asked, of.checks, unclear, of.is_cut


@pytest.mark.parametrize("edition", EDITIONS)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_what_is_offered_is_what_trying_everything_finds(edition: Edition, seed: int) -> None:
    fight, shelf = melee(Random(seed), edition), shipped_shelf(edition)
    actor, again = fight.combatants[0], deepcopy(fight)
    expected = [
        said(plainly(shelf.rules, fight, type_, tuple(tuple(forms) for forms in candidates)))
        for type_, candidates in shelf.game.offers(shelf.tables, again, again.combatants[0])
    ]
    found = [
        said(consider(shelf.rules, fight, type_, candidates, MOST))
        for type_, candidates in shelf.game.offers(shelf.tables, fight, actor)
    ]
    assert found == expected


@pytest.mark.parametrize("edition", EDITIONS)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_the_hopeless_are_refused(edition: Edition, seed: int) -> None:
    fight, shelf = melee(Random(seed), edition), shipped_shelf(edition)
    for _, candidates in shelf.game.offers(shelf.tables, fight, fight.combatants[0]):
        for forms in candidates:
            for command in forms if isinstance(forms, Hopeless) else ():
                try:
                    assert not preview(shelf.rules, fight, command, nobody).is_legal, command
                except Invalid:
                    continue


def test_there_are_hopeless_candidates_and_others() -> None:
    shelf, found = shipped_shelf("pf1"), set[bool]()
    for seed in range(20):
        fight = melee(Random(seed), "pf1")
        for type_, candidates in shelf.game.offers(shelf.tables, fight, fight.combatants[0]):
            if type_ in ("charge", "aid-another"):
                found |= {isinstance(forms, Hopeless) for forms in candidates}
    assert found == {True, False}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("weapon", "feats", "expected"),
    [
        ("bow", ("rapid-shot",), [(False, False), (False, True)]),
        ("dagger", ("rapid-shot",), [(True, False), (True, True)]),
        ("sword", ("rapid-shot",), []),
        ("bow", (), [(False, False)]),
    ],
)
def test_rapid_shot_is_offered_to_whoever_has_it_and_shoots(
    edition: Edition, weapon: str, feats: tuple[Feat, ...], expected: list[tuple[bool, bool]]
) -> None:
    """Two who stand 20 ft apart; told are whether the attack is thrown and whether it is rapid."""
    shelf = shipped_shelf(edition)
    sheet = Sheet(30, weapons=WEAPONS, ac=ArmorClass(16, 12, 14), abilities=Abilities(), bab=6, feats=feats)
    archer = Combatant(Identity("archer", "Archer", "heroes"), sheet, 30, at=(0, 0))
    foe = Combatant(Identity("foe", "Foe", "foes"), sheet, 30, at=(4, 0))
    fight = shelf.game.begin(Encounter(edition, combatants=(archer, foe), map=Grid(("....." * 2,) * 2)))
    offered = dict(shelf.game.offers(shelf.tables, fight, archer))
    found = consider(shelf.rules, fight, "full-attack", offered["full-attack"], 20)
    told = [(one.throw, one.rapid_shot) for one, _ in found.possible if one.weapon == weapon]
    assert told == expected


@pytest.mark.parametrize("edition", EDITIONS)
@given(seed=st.integers(0, 2**32), stated=st.sampled_from((None, "none", "partial", "improved", "total")))
@settings(max_examples=60, deadline=None)
def test_a_blow_is_kept_off_by_total_cover_alone(edition: Edition, seed: int, stated: Any) -> None:
    """The check looks for a line first; the cover itself says the same."""
    fight = melee(Random(seed), edition)
    book = Book(shipped_shelf(edition).tables, PF1 if edition == "pf1" else DND35)
    situation = Situation(cover=stated)
    for one in fight.combatants:
        for other in fight.combatants:
            for weapon in one.sheet.weapons:
                armed = wield(book, one.sheet, weapon.id)
                checks = able_to_strike_at(book, fight, one, other, armed, situation)
                is_total = cover_of(book, fight, one, other, armed, situation).kind == "total"
                assert ("TOTAL_COVER" in {check.code for check in checks}) == is_total
