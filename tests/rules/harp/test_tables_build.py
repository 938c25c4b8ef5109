"""A pack with mistakes is refused with every one of them and its place."""

from copy import deepcopy
from typing import Any

import pytest

from app.persistence.packs.pack_files import Document
from app.rules.common.tables import InvalidPack
from app.rules.harp.table.tables_build import build_tables

REMOVED = object()


def change(document: Document, path: str, value: object) -> Document:
    """A copy of the pack with one place changed, added or removed."""
    changed = deepcopy(document)
    *above, last = path.strip("/").split("/")
    place: Any = changed
    for part in above:
        place = place[int(part) if isinstance(place, list) else part]
    at: Any = int(last) if isinstance(place, list) else last
    if value is REMOVED:
        del place[at]
    else:
        place[at] = value
    return changed


def problems_of(document: Document) -> list[tuple[str, str]]:
    with pytest.raises(InvalidPack) as refused:
        build_tables(document)
    assert refused.value.code == "invalid_pack"
    return [(problem.path, problem.message) for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("path", "value", "told_at", "told"),
    [
        ("/weapons", REMOVED, "/", "has no “weapons”"),
        ("/spells", [], "/spells", "is not a table of this ruleset"),
        ("/weapons", {}, "/weapons", "must be a list"),
        ("/weapons/0", "knife", "/weapons/0", "must be an object"),
        ("/weapons/0/hands", REMOVED, "/weapons/0/hands", "is missing"),
        ("/weapons/0/colour", "red", "/weapons/0/colour", "is not a known member"),
        ("/weapons/0/hands", True, "/weapons/0/hands", "must be a whole number of at most nine digits"),
        ("/weapons/0/hands", 1.0, "/weapons/0/hands", "must be a whole number of at most nine digits"),
        ("/weapons/0/hands", 10**9, "/weapons/0/hands", "must be a whole number of at most nine digits"),
        ("/weapons/0/rare", 0, "/weapons/0/rare", "must be true or false"),
        ("/weapons/0/names/it", "", "/weapons/0/names/it", "must be a text of one line"),
        ("/weapons/0/names/it", "a\x00b", "/weapons/0/names/it", "must be a text of one line"),
        ("/weapons/0/size", "gigantic", "/weapons/0/size", "must be one of tiny, small, medium, large, huge"),
        ("/weapons/0/attack_table", "forks", "/weapons/0/attack_table", "“forks” is not in the pack"),
        ("/weapons/0/group", "forks", "/weapons/0/group", "“forks” is not in the pack"),
        ("/weapons/0/id", "axe", "/weapons", "has “axe” twice"),
        (
            "/surroundings",
            [],
            "/surroundings",
            "must have rows; a pack without surroundings leaves the table out",
        ),
        ("/surroundings/0/spared", ["forks"], "/surroundings/0/spared/0", "“forks” is not in the pack"),
        ("/weapons/0/hands", 3, "/weapons/0", "needs 3 hands; 0, 1 or 2 can be"),
        ("/weapons/0/fumble_range", 96, "/weapons/0", "fumble range 96 is not 0 to 95"),
        ("/weapons/0/weight_grams_from", 900, "/weapons/0", "its weights are in the wrong order"),
        ("/weapons/0/price_gold_from", 900, "/weapons/0", "its prices are in the wrong order"),
        ("/weapons/40/range", None, "/weapons/40/range", "missile weapons, and only they, have a range"),
        (
            "/weapons/40/range/maximum",
            101,
            "/weapons/40",
            "its range must be at most ten increments, point-blank range inside it",
        ),
        (
            "/weapons/0/status",
            "guessed",
            "/weapons/0/status",
            "“guessed” is no status that the pack explains",
        ),
        ("/pack/ruleset", "chess", "/pack/ruleset", "must be harp-tdm"),
        ("/pack/licence", REMOVED, "/pack", "has no “licence”"),
        ("/attack/bows/id", "arcs", "/attack/bows/id", "is “arcs” in a file of another name"),
        (
            "/attack/bows/default_critical",
            "poke",
            "/attack/bows/default_critical",
            "“poke” is not in the pack",
        ),
        (
            "/attack/bows/size_caps/small",
            140,
            "/attack/bows/size_caps",
            "the caps must not fall from tiny to huge",
        ),
        (
            "/attack/bows/size_caps/large",
            140,
            "/attack/bows/size_caps",
            "large and huge attacks must reach 150",
        ),
        ("/attack/bows/rows/3/from", 99, "/attack/bows/rows/3", "begins at 99 where at 19 was due"),
        ("/attack/bows/rows/0/from", 2, "/attack/bows/rows/0", "begins at 2 where at 1 was due"),
        ("/attack/bows/rows/3", REMOVED, "/attack/bows/rows/3", "begins at 20 where at 19 was due"),
        ("/attack/bows/rows", [], "/attack/bows/rows/0", "the table has no rows"),
        (
            "/attack/bows/rows/0/cells",
            ["1"] * 9,
            "/attack/bows/rows/0/cells",
            "has 9 columns and not one for each of the ten armour types",
        ),
        (
            "/attack/bows/rows/0/cells/2",
            "0",
            "/attack/bows/rows/0/cells/2",
            "“0” is not hits (1 or more) and perhaps a severity A to E",
        ),
        (
            "/attack/bows/rows/0/cells/2",
            "7F",
            "/attack/bows/rows/0/cells/2",
            "“7F” is not hits (1 or more) and perhaps a severity A to E",
        ),
        (
            "/critical/slash/rows/0/entries/B/effects/sleep",
            1,
            "/critical/slash/rows/0/entries/B/effects/sleep",
            "is not a known member",
        ),
        (
            "/critical/slash/rows/0/entries/B/effects/penalty",
            10,
            "/critical/slash/rows/0/entries/B",
            "only a penalty may be negative, and it must not be positive",
        ),
        (
            "/critical/slash/rows/0/entries/B/gravity",
            6,
            "/critical/slash/rows/0/entries/B",
            "gravity 6 is not 1 to 5",
        ),
        (
            "/critical/slash/rows/8/entries/B/gear/0/armour_type_from",
            None,
            "/critical/slash/rows/8/entries/B",
            "armour, and nothing else, needs armour_type_from, 1 to 10",
        ),
        (
            "/critical/slash/rows/0/entries/E",
            REMOVED,
            "/critical/slash/rows/0/entries",
            "has no “E”",
        ),
        (
            "/critical/slash/rows/0/location",
            "tail",
            "/critical/slash/rows/0/location",
            "“tail” is not in the pack",
        ),
        (
            "/critical/slash/rows/19/to",
            99,
            "/critical/slash/rows/19",
            "ends at 99 where the table ends at 100",
        ),
        (
            "/fumbles/columns/0/rows/10/to",
            120,
            "/fumbles/columns/0/rows/10",
            "ends at 120 where the table ends at 100",
        ),
        (
            "/fumbles/column_of_group/forks",
            "missile",
            "/fumbles/column_of_group/forks",
            "“forks” is not in the pack",
        ),
        ("/fumbles/column_of_hands/2", "feet", "/fumbles/column_of_hands/2", "“feet” is not in the pack"),
        (
            "/fumbles/column_of_hands/2",
            "unarmed",
            "/fumbles/columns",
            "no weapon leads to the column “melee-two-handed”",
        ),
        ("/armours/9", REMOVED, "/armours", "must be the ten armour types, 1 to 10"),
        (
            "/initiative/0/modifier",
            None,
            "/initiative/0/modifier",
            "“first”, and no other rule, goes without a modifier",
        ),
        ("/range_penalties/4/penalty", -5, "/range_penalties", "a penalty must not shrink with the distance"),
        ("/range_penalties/9", REMOVED, "/range_penalties", "must be the increments 1 to 10"),
        (
            "/manoeuvres/rows/20/to",
            250,
            "/manoeuvres/rows/20",
            "ends at 250 where the table ends open",
        ),
        ("/action_durations/0/rounds_from", 2, "/action_durations/0", "its rounds are in the wrong order"),
        (
            "/critical_texts/poke",
            [],
            "/critical_texts/poke",
            "each critical table, and nothing else, has phrases",
        ),
        (
            "/critical_texts/slash/0",
            REMOVED,
            "/critical_texts/slash",
            "must be the gravities 1 to 5 in order",
        ),
        (
            "/critical_texts/slash/0/text/fr",
            "Le fil effleure {lieu}.",
            "/critical_texts/slash/0/text/fr",
            "“{lieu}” is no placeholder",
        ),
        (
            "/critical_texts/slash/0/text/fr",
            "Le fil effleure.",
            "/critical_texts/slash/0/text/fr",
            "names no place of the body",
        ),
    ],
)
def test_a_mistake_is_told_with_its_place(
    harp_document: Document, path: str, value: object, told_at: str, told: str
) -> None:
    assert (told_at, told) in problems_of(change(harp_document, path, value))


def test_a_place_that_nothing_strikes_is_told(harp_document: Document) -> None:
    tail = {**change(harp_document, "/pack/id", "x")["locations"][0], "id": "tail"}  # type: ignore[index]
    changed = change(harp_document, "/locations/0", tail)
    told = problems_of(changed)
    assert ("/locations", "no critical strikes “tail”") in told
    assert ("/critical/slash/rows/0/location", "“hand” is not in the pack") in told


def test_a_pack_may_do_without_surroundings(harp_document: Document) -> None:
    """H-VIS-1: packs stored before the table existed have none."""
    assert not build_tables(change(harp_document, "/surroundings", REMOVED)).surroundings


def test_all_mistakes_are_told_at_once(harp_document: Document) -> None:
    """Two of shape in different tables and, in another pack, three of sense: nobody mends one at a time."""
    shape = change(change(harp_document, "/weapons/3/hands", "two"), "/attack/ram/rows/0/cells/0", "hard")
    assert [path for path, _ in problems_of(shape)] == ["/attack/ram/rows/0/cells/0", "/weapons/3/hands"]

    sense = change(harp_document, "/weapons/3/attack_table", "forks")
    sense = change(sense, "/attack/ram/rows/0/to", 2)
    sense = change(sense, "/shields/0/status", "hoped")
    assert len(problems_of(sense)) == 3


@pytest.mark.parametrize("document", [{}, {"pack": None}, {"pack": {}, "attack": [1], "weapons": None}])
def test_what_is_no_pack_at_all_is_refused_not_tripped_over(document: Document) -> None:
    assert problems_of(document)
