"""Creatures that people have already, read over HTTP: what a GM sees before anything is stored."""

import io
import zipfile
from typing import Any

import pytest

from tests.api.caller import Caller
from tests.sheets.test_files import CASES, FRENCH


async def read(caller: Caller, data: bytes, query: str = "", **headers: str) -> Any:
    named = {"Authorization": f"Bearer {caller.token}", **headers}
    return await caller.http.post(f"/v1/creatures:read{query}", content=data, headers=named)


async def test_a_stat_block_becomes_a_combatant_that_fights(gm: Caller) -> None:
    answer = await read(gm, (CASES / "pf1-01-bog-lurker.txt").read_bytes())
    assert answer.status_code == 200, answer.text
    (lurker,) = answer.json()["creatures"]
    assert {note["about"] for note in lurker["guessed"]} == {"/legs"}
    assert {"pointer": "/hp", "printed": "hp 42 (5d10+15)"} in lurker["read"]
    assert "Swim +12" in [part["printed"] for part in lurker["not_read"]]
    encounter = await gm.begin(ruleset="pf1")
    for name in ("One", "Two"):
        body = {"name": name, "side": name, "ref": name, "sheet": lurker["sheet"], **(lurker["left"] or {})}
        entered = await gm.post(f"/encounters/{encounter}/combatants", body)
        assert entered.status_code == 201, entered.text
    blow = {"type": "attack", "actor": "One", "target": "Two", "weapon": "bite"}
    struck = await gm.act(encounter, blow, dice=[15, 4])
    assert struck.status_code == 201, struck.text


async def test_nothing_of_a_preview_is_stored(gm: Caller) -> None:
    before = (await gm.get("/encounters")).json()
    await read(gm, (CASES / "pf1-05-thornbacks.txt").read_bytes())
    assert (await gm.get("/encounters")).json() == before


async def test_a_french_gm_fills_in_the_table_and_reads_it_back(gm: Caller) -> None:
    headings = await gm.get("/rulesets/harp-tdm/creature-template", Accept_Language="fr")
    assert headings.headers["content-type"] == "text/csv; charset=utf-8"
    assert headings.headers["content-language"] == "fr"
    columns = headings.text.lstrip("\ufeff").strip().split(";")
    assert columns[:3] == ["Nom", "Nombre", "Camp"]
    cells = {
        "Nom": "Orque",
        "Nombre": "4",
        "PV": "45",
        "Arme": "Cimeterre orque",
        "BO": "60",
        "BD": "30",
        "TA": "5",
    }
    filled = headings.text + ";".join(cells.get(column, "") for column in columns) + "\r\n"
    answer = await read(gm, filled.encode(), "?ruleset=harp-tdm")
    (orc,) = answer.json()["creatures"]
    assert (orc["name"], orc["count"], orc["sheet"]["hits"]) == ("Orque", 4, 45)
    assert orc["sheet"]["weapons"] == [{"id": "orc-scimitar", "model": "orc-scimitar", "ob": 60}]


async def test_remarks_are_in_the_readers_language(gm: Caller) -> None:
    text = (CASES / "pf1-06-cliff-brute.txt").read_bytes()
    told = {
        language: (await read(gm, text, **{"Accept-Language": language})).json()["creatures"][0]["warnings"]
        for language in ("en", "fr", "it")
    }
    assert told["en"][0]["message"].startswith("The parts of the armour class make 15, 19 is printed")
    assert told["fr"][0]["message"].startswith("Les éléments de la classe d’armure font 15")
    assert told["it"][0]["message"].startswith("Le parti della classe armatura fanno 15")


async def test_a_workbook_is_read_like_its_table(gm: Caller) -> None:
    """The smallest XLSX that spreadsheet programs open, put together by hand."""
    answer = await read(gm, workbook([["Name", "HP", "AC"], ["Ghoul", 13, 14]]), "?ruleset=dnd35")
    assert answer.status_code == 200, answer.text
    (ghoul,) = answer.json()["creatures"]
    assert (ghoul["sheet"]["hp"], ghoul["sheet"]["ac"]["total"]) == (13, 14)


def workbook(rows: list[list[str | int]]) -> bytes:
    """An XLSX file with those rows."""
    lines = [
        "".join(
            f'<c r="{letter}{number}"><v>{cell}</v></c>'
            if isinstance(cell, int)
            else f'<c r="{letter}{number}" t="inlineStr"><is><t>{cell}</t></is></c>'
            for letter, cell in zip("ABCDEF", row, strict=False)
        )
        for number, row in enumerate(rows, 1)
    ]
    cells = "".join(f'<row r="{number}">{line}</row>' for number, line in enumerate(lines, 1))
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="r1" Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>'
        '<sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="r1" Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{cells}</sheetData></worksheet>',
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("data", "query", "status", "code"),
    [
        (b"Once upon a time", "?ruleset=pf1", 422, "file_not_read"),
        (b"PK\x03\x04broken", "?ruleset=pf1", 422, "file_not_read"),
        (b"Name;HP\nOrc;5\n", "", 422, "file_not_read"),
        (b"Name;HP\nOrc;5\n", "?ruleset=dnd5", 404, "unknown_ruleset"),
        (b"x" * 4_100_000, "?ruleset=pf1", 413, "body_too_large"),
    ],
)
async def test_what_cannot_be_read_is_refused_with_what_to_do(
    gm: Caller, data: bytes, query: str, status: int, code: str
) -> None:
    answer = await read(gm, data, query)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text


async def test_a_spectator_reads_no_files(gm: Caller) -> None:
    watching = await gm.seat("spectator")
    assert (await read(watching, FRENCH.encode(), "?ruleset=pf1")).status_code == 403


async def test_a_token_tells_who_it_is(gm: Caller) -> None:
    ann = await gm.seat("player", "ada", label="Ann")
    seen = (await ann.get("/token")).json()
    assert (seen["role"], seen["label"], seen["controls"], seen["scopes"]) == ("player", "Ann", ["ada"], None)
    assert seen["campaign"] == (await gm.get("/token")).json()["campaign"]
    assert seen["campaign"]["id"] == gm.campaign
    assert ann.token not in str(seen)
    assert (await gm.get("/token")).json()["role"] in ("owner", "gm")
