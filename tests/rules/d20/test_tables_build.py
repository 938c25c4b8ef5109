"""A pack of a d20 game with mistakes is refused with every one of them and its place."""

from copy import deepcopy
from typing import Any

import pytest

from app.persistence.packs.pack_files import Document, read_folder
from app.rules.common.tables import InvalidPack, in_language
from app.rules.d20.table.arms import dice_for
from app.rules.d20.table.book import Book
from app.rules.d20.table.damage_text import read_damage
from app.rules.d20.table.sizes import SIZES
from app.rules.d20.table.tables import UnknownArmor, UnknownDice, UnknownWeaponModel
from app.rules.d20.table.tables_build import build_tables
from app.shipped import shipped

REMOVED = object()


@pytest.fixture(scope="module")
def document() -> Document:
    return read_folder(shipped("seed_data") / "pf1")


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
        build_tables(document, "pf1")
    return [(problem.path, problem.message) for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("path", "value", "told_at", "told"),
    [
        ("/weapons", REMOVED, "/", "has no “weapons”"),
        ("/spells", [], "/spells", "is not a table of this ruleset"),
        ("/weapons/0", "knife", "/weapons/0", "must be an object"),
        ("/weapons/0/multiplier", REMOVED, "/weapons/0/multiplier", "is missing"),
        ("/weapons/0/colour", "red", "/weapons/0/colour", "is not a known member"),
        ("/sizes/0", REMOVED, "/sizes", "has no row for fine"),
        ("/pack/ruleset", "dnd35", "/pack/ruleset", "must be pf1"),
        ("/armors/0/kind", "paper", "/armors/0/kind", "must be one of light, medium, heavy, shield"),
        ("/armors/0/status", "guessed", "/armors/0/status", "“guessed” is no status that the pack explains"),
        ("/weapons/0/medium", "some", "/weapons/0/medium", "“some” is no damage"),
        ("/weapons/0/threat", 1, "/weapons/0/threat", "must be 2 to 20"),
        (
            "/weapons/0/splash",
            True,
            "/weapons/0",
            "a splash weapon is thrown and has `splash_points`, and nothing else has",
        ),
        ("/weapons/0/multiplier", 1, "/weapons/0/multiplier", "must be 2 or more"),
        ("/dice_by_size/0/huge", "big", "/dice_by_size/0/huge", "“big” is no damage"),
        ("/armors/0/check_penalty", 2, "/armors/0/check_penalty", "must be 0 or less"),
    ],
)
def test_a_mistake_is_told_with_its_place(
    document: Document, path: str, value: object, told_at: str, told: str
) -> None:
    assert problems_of(change(document, path, value)) == [(told_at, told)]


@pytest.mark.parametrize(("table", "name"), [("weapons", "id"), ("armors", "id"), ("dice_by_size", "medium")])
def test_nothing_is_there_twice(document: Document, table: str, name: str) -> None:
    rows = document[table]
    assert isinstance(rows, list)
    doubled = change(document, f"/{table}", [*rows, rows[0]])
    assert problems_of(doubled) == [(f"/{table}", f"has “{rows[0][name]}” twice")]


def test_every_weapon_has_its_dice_at_every_size(book: Book) -> None:
    """D20-DMG-10."""
    for weapon in book.tables.weapons.values():
        for size in SIZES:
            read_damage(dice_for(book.tables, weapon, size))


def test_every_name_is_there_in_three_languages(book: Book) -> None:
    for row in (*book.tables.weapons.values(), *book.tables.armors.values()):
        assert row.names.keys() == {"en", "fr", "it"}
        assert all(map(str.strip, row.names.values()))


def test_a_name_may_be_in_any_language_and_is_in_english(document: Document) -> None:
    """What a language lacks is said in English."""
    german = build_tables(change(document, "/weapons/0/names/de", "Stock"), "pf1")
    weapon = next(iter(german.weapons.values()))
    assert in_language(weapon.names, "de") == "Stock"
    assert in_language(weapon.names, "oc") == weapon.names["en"]
    told_at = "/weapons/0/names"
    assert problems_of(change(document, f"{told_at}/en", REMOVED)) == [(told_at, "has no “en”")]
    assert problems_of(change(document, f"{told_at}/English", "Stick")) == [
        (f"{told_at}/English", "is not the tag of a language, such as “en”")
    ]


def test_what_the_tables_do_not_have_is_named(book: Book) -> None:
    with pytest.raises(UnknownWeaponModel, match="spoon"):
        book.tables.weapon("spoon")
    with pytest.raises(UnknownArmor, match="cardboard"):
        book.tables.armor("cardboard")
    with pytest.raises(UnknownDice, match="7d7"):
        book.tables.dice_step("7d7")
