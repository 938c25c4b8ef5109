"""Creatures of other makes: each figure of the file is on the sheet, or is named as not read.

The cases are invented; what must come of each was written out by hand from the printed figures.
"""

import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.persistence.base.codec import Codec
from app.persistence.packs.pack_files import read_folder
from app.rules.d20.table.sheet import Sheet
from app.services.sheets.draft import Draft
from app.services.sheets.files import FileNotRead, Tables, read_file
from app.services.sheets.stat_block import edition_of
from app.services.sheets.stat_block_lines import cleaned
from app.services.sheets.words import Models

CASES = Path(__file__).parent / "cases"
SEEDS = Path(__file__).parents[2] / "seed_data"
NAMES = sorted(path.name.removesuffix(".expected.yaml") for path in CASES.glob("*.expected.yaml"))
WITHOUT_EFFECT = {"toughness", "ride-by-attack"}
"""Feats that the rules have no part for: they stand among the other feats, under their own names."""


def tables() -> dict[str, Tables]:
    """The look-ups of every game, from its seed."""
    found: dict[str, Tables] = {}
    for ruleset in ("harp-tdm", "dnd35", "pf1"):
        pack: Any = read_folder(SEEDS / ruleset)
        weapons = {row["id"]: row["names"].values() for row in pack["weapons"]}
        dice = {row["medium"]: row for row in pack.get("dice_by_size", [])}
        found[ruleset] = Tables(Models(weapons), dice)
    return found


def input_of(name: str) -> bytes:
    text = CASES / f"{name}.txt"
    return (text if text.exists() else CASES / f"{name}.json").read_bytes()


def read_one(data: bytes, ruleset: str | None = None) -> Draft:
    (draft,) = read_file(data, ruleset, tables())
    return draft


@pytest.mark.parametrize("name", NAMES)
def test_each_figure_is_read_and_nothing_invented(name: str) -> None:
    expected: dict[str, Any] = yaml.safe_load((CASES / f"{name}.expected.yaml").read_text("utf-8"))
    draft = read_one(input_of(name))
    assert (draft.name, draft.ruleset) == (expected["name"], expected["ruleset"])
    assert draft.count == expected.get("count", 1)
    assert draft.hp_left == expected.get("hp_left")
    assert draft.token == expected.get("token")
    wanted: dict[str, Any] = expected["sheet"]
    for field, figure in wanted.items():
        if field == "feats":
            assert set(draft.sheet.get(field, [])) == set(figure) - WITHOUT_EFFECT
        elif field == "weapons":
            assert_weapons(draft.sheet[field], figure)
        else:
            assert draft.sheet.get(field, False if figure is False else None) == figure, field
    assert set(draft.sheet) <= {*wanted, "feats", "other_feats"}
    assert len(draft.guessed) == len(expected["guessed"]), draft.guessed
    assert len(draft.warnings) == len(expected.get("warned", [])), draft.warnings


def assert_weapons(read: list[Any], wanted: list[Any]) -> None:
    """By their figures: ids are proposals."""
    assert len(read) == len(wanted)
    left = list(read)
    for weapon in wanted:
        figures = {name: figure for name, figure in weapon.items() if name != "id"}
        found = next((one for one in left if figures.items() <= dict(one).items()), None)
        assert found is not None, (weapon, read)
        left.remove(found)


@pytest.mark.parametrize("name", [name for name in NAMES if (CASES / f"{name}.txt").exists()])
def test_no_number_of_a_stat_block_is_passed_over_in_silence(name: str) -> None:
    draft = read_one(input_of(name))
    told = " ".join([*draft.read.values(), *(note.printed for note in draft.not_read)])
    for line in cleaned(input_of(name).decode()):
        for number in re.findall(r"\d+", line):
            assert number in told, (number, line)


@pytest.mark.parametrize("name", NAMES)
def test_the_sheet_is_one_that_the_service_takes(name: str) -> None:
    assert Codec[Sheet](Sheet).read(read_one(input_of(name)).sheet).hp > 0


def test_an_edition_shows_in_the_words_that_only_one_has() -> None:
    assert edition_of("Bandit\nhp 9\nBase Atk +1; CMB +2; CMD 12") == "pf1"
    assert edition_of("Bandit\nhp 9\nBase Atk +1; Grp +2") == "dnd35"
    assert edition_of("Bandit\nhp 9") is None


def test_two_stat_blocks_in_one_text_are_two_creatures() -> None:
    both = input_of("pf1-01-bog-lurker") + b"\n\n" + input_of("pf1-04-tomb-warden")
    assert [draft.name for draft in read_file(both, None, tables())] == ["Bog Lurker", "Tomb Warden"]


def test_a_stat_block_copied_from_a_page_is_read_like_its_text() -> None:
    text = input_of("pf1-05-thornbacks").decode()
    page = "<div>" + "".join(f"<p><b>{line}</b></p>" for line in text.splitlines()) + "</div>"
    assert read_one(page.encode()).sheet == read_one(text.encode()).sheet


FRENCH = "Nom;PV;CA;Initiative;Arme;Attaque;Dégâts;Critique;Vigueur;Dex;Taille;#;Notes\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_french_table_is_read_in_each_encoding_that_spreadsheets_write(encoding: str) -> None:
    row = "Orque;6/12;13;+0;cimeterre;+5;2d4+4;18-20/x2;+3;12;moyenne;5;fuit à 3 PV\n"
    orc = read_one((FRENCH + row).encode(encoding), "pf1")
    assert (orc.name, orc.count, orc.hp_left, orc.sheet["hp"]) == ("Orque", 5, 6, 12)
    assert orc.sheet["ac"] == {"total": 13, "touch": 11, "flat_footed": 12}
    assert [note.about for note in orc.guessed] == ["/ac/touch", "/ac/flat_footed"]
    assert orc.sheet["saves"] == {"fortitude": 3}
    (weapon,) = orc.sheet["weapons"]
    assert (weapon["attack"], weapon["damage"], weapon["critical"]) == (5, "2d4+4", "18-20/x2")
    assert [note.printed for note in orc.not_read] == ["fuit à 3 PV"]


def test_a_harp_table_gives_hits_and_bonuses() -> None:
    table = (
        "Name,HP,HP left,Weapon,OB,Weapon 2,OB 2,DB,AT,Init\nUruk,85,40,orc scimitar,95,Long bow,60,35,6,15\n"
    )
    uruk = read_one(table.encode(), "harp-tdm")
    assert uruk.hp_left == 40
    assert uruk.sheet == {
        "hits": 85,
        "db": 35,
        "armour_type": 6,
        "initiative": 15,
        "weapons": [
            {"id": "orc-scimitar", "model": "orc-scimitar", "ob": 95},
            {"id": "long-bow", "model": "long-bow", "ob": 60},
        ],
    }


def test_a_cell_that_is_no_number_is_named() -> None:
    table = "Name;HP;AC;Fort\nGhoul;13;many;+2 or so\n"
    ghoul = read_one(table.encode(), "dnd35")
    assert {note.printed for note in ghoul.not_read} == {"many", "+2 or so"}


def test_a_portfolio_holds_the_texts_of_its_stat_blocks() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as portfolio:
        portfolio.writestr("index.xml", "<x/>")
        portfolio.writestr("statblocks_text/1_warden.txt", input_of("pf1-04-tomb-warden"))
    assert read_one(packed.getvalue()).name == "Tomb Warden"


@pytest.mark.parametrize(
    ("data", "ruleset", "code"),
    [
        (b"", None, "which_ruleset"),
        (b"Once upon a time", "pf1", "nothing_read"),
        (b'{"name": "x"', None, "broken_json"),
        (b'{"name": "x"}', None, "not_an_actor"),
        (b"[1]", None, "not_an_actor"),
        (b'{"_stats": {"systemId": "dnd5e"}, "system": {"attributes": {"a": 1}}}', None, "not_an_actor"),
        (b"PK\x03\x04 and no more", "pf1", "broken_file"),
        (b"Name;HP\nOrc;5\n", None, "which_ruleset"),
        (b"Colour;HP\nred;5\n", "pf1", "nothing_read"),
        (b"x" * 4_000_001, "pf1", "too_large"),
    ],
)
def test_what_cannot_be_read_says_why(data: bytes, ruleset: str | None, code: str) -> None:
    with pytest.raises(FileNotRead) as refused:
        read_file(data, ruleset, tables())
    assert refused.value.params["way"] == code


def test_an_actor_of_another_game_than_was_said_is_refused() -> None:
    with pytest.raises(FileNotRead, match="another game"):
        read_file(input_of("pf1-actor-11"), "dnd35", tables())


def test_a_file_that_unpacks_beyond_measure_is_not_opened() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("statblocks_text/1.txt", b"0" * 41_000_000)
    assert len(packed.getvalue()) < 1_000_000
    with pytest.raises(FileNotRead, match="too large"):
        read_file(packed.getvalue(), "pf1", tables())
