"""The odds of HARP attacks, beside a count of every cell that the dice can lead to."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from app.rules.harp.ahead.outlook import OUTLOOK
from app.rules.harp.contract.commands.command import Attack
from app.rules.harp.contract.commands.defence import Parry
from app.rules.harp.table.arms import wield
from app.rules.harp.table.tables import Cell, HarpTables
from app.rules.resolution.chances import Odds
from app.rules.resolution.odds import Effort
from tests.rules.harp.fight import DAFUR, Fight
from tests.rules.reckoning import reckon, whole

OB, DB = 80, 45
FUMBLES, OPENS = 4, 96
BLOW = Attack("dafur", "orc", "axe")


def odds(fight: Fight, *commands: Any, **more: Any) -> Odds:
    """Any: commands are the game's own."""
    return reckon(fight.rules, OUTLOOK, fight.state, *commands, **more)


def totals() -> Iterator[tuple[int, int, Fraction]]:
    """Every throw of up to four open-ended dice: its first face, its sum, its chance; at last all that open
    four times, whose sum is 385 or more.
    """
    stays, opens = range(1, OPENS), range(OPENS, 101)
    for again in range(4):
        for faces in product(*([opens] * again), stays):
            yield faces[0], sum(faces), Fraction(1, 100 ** (again + 1))
    yield OPENS, 4 * OPENS + 1, Fraction(1, 20) ** 4


def cells(tables: HarpTables) -> Iterator[tuple[Cell | None, Fraction]]:
    """The cell that each throw of Dafur's reads against the orc, None where it reads none."""
    axe = wield(tables, DAFUR, "axe")
    assert axe.fumble_range == FUMBLES
    assert axe.table.size_caps[axe.size] < 4 * OPENS  # beyond it every sum reads the same cell
    for first, total, chance in totals():
        result = total + OB - DB
        hits = first > FUMBLES and result > 0
        yield axe.table.read(result, 4, axe.size, ignores_cap=False).cell if hits else None, chance


def test_an_attack_is_what_a_count_over_the_table_says(fight: Fight) -> None:
    told = odds(fight.duel(), BLOW)
    tables = fight.rules.tables
    severities: dict[str | None, Fraction] = {}
    lost: dict[int, Fraction] = {}
    critical_table = tables.critical_table(wield(tables, DAFUR, "axe").critical_table)
    for cell, chance in cells(tables):
        if cell is None:
            lost[0] = lost.get(0, Fraction()) + chance
            continue
        severities[cell.severity] = severities.get(cell.severity, Fraction()) + chance
        if cell.severity is None:
            lost[cell.hits] = lost.get(cell.hits, Fraction()) + chance
            continue
        for face in range(1, 101):
            hits = cell.hits + critical_table.read(face, cell.severity).effects.hits
            lost[hits] = lost.get(hits, Fraction()) + chance / 100
    assert told.cut == 0
    assert told.chance("attack_hit") == sum(severities.values()) == Fraction(24, 25)
    for severity, chance in severities.items():
        if severity is not None:
            assert told.chance("attack_hit", severity) == chance
    counted = told.fate("cmb_orc").change("lost").chances
    assert counted == tuple(sorted(lost.items()))
    for fate in told.fates:
        for _, spread in fate.changes:
            assert whole(spread, told)


def test_what_may_happen_to_whoever_strikes_is_told_as_well(fight: Fight) -> None:
    """Four faces of a hundred fumble; what comes of it falls back on Dafur."""
    told = odds(fight.duel(), BLOW)
    assert told.chance("attack_fumbled") == Fraction(FUMBLES, 100)
    assert 0 < told.fate("cmb_dafur").chance("stunned") < Fraction(FUMBLES, 100)
    assert 0 < told.fate("cmb_orc").chance("bleeding") < 1
    assert told.fate("cmb_orc").chance("down") >= told.fate("cmb_orc").chance("dead") > 0


def test_the_choices_that_were_taken_are_named(fight: Fight) -> None:
    """Whoever is stunned may resist it or not; without a word from them they do."""
    told = odds(fight.duel(), BLOW)
    assert ("resist the stun", "cmb_orc", "yes") in [
        (one.purpose, one.chooser, one.choice) for one in told.assumed
    ]
    stays = odds(fight, BLOW, choices={"resist the stun": "no"})
    assert stays.fate("cmb_orc").chance("stunned") > told.fate("cmb_orc").chance("stunned")


def test_a_parry_that_is_rolled_first_is_weighed_with_the_blow(fight: Fight) -> None:
    """Dice that have fallen are given; the odds are of what is still to fall."""
    told = odds(fight.duel(), BLOW, dice=(55, 42))
    assert told.chance("attack_hit") == 1
    parried = odds(fight, Parry("orc", "dafur", "scimitar", 30), BLOW)
    free = odds(fight, BLOW)
    assert parried.fate("cmb_orc").change("lost").mean < free.fate("cmb_orc").change("lost").mean


def test_counted_and_sampled_odds_agree(fight: Fight) -> None:
    """Within four standard deviations of 500 plays."""
    counted = odds(fight.duel(), BLOW)
    sampled = odds(fight, BLOW, effort=Effort(plays=0, samples=500))
    for type_ in ("attack_hit", "attack_missed", "attack_fumbled", "critical_suffered", "stunned", "wounded"):
        chance = float(counted.chance(type_))
        assert abs(chance - float(sampled.chance(type_))) <= 4 * (chance * (1 - chance) / 500) ** 0.5
    assert sampled.fate("cmb_orc").change("lost").whole == 1
