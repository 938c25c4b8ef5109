"""Table packs as folders and in PostgreSQL: what goes in comes out, and nothing changes silently."""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from copy import deepcopy
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.pool import NullPool
from typer.testing import CliRunner

from app.cli.tables import app as tables_command
from app.persistence.packs.models import AttackCellRow, CriticalEntryRow, WeaponRow
from app.persistence.packs.pack_files import (
    Document,
    document_hash,
    place_in_folder,
    read_folder,
    read_pack_at,
    write_folder,
)
from app.persistence.packs.pack_queries import PackChanged, UnknownPack, list_packs, read_pack, store_pack
from app.rules.common.tables import InvalidPack, Problem
from app.services.packs.packs import StoredPack, build_pack, load_pack
from app.shipped import shipped, shipped_packs

SEED = shipped("seed_data") / "harp-tdm"
ALL = shipped_packs()
NAMES = [folder.name for folder in ALL]


@pytest.fixture
async def engine(database: URL) -> AsyncIterator[AsyncEngine]:
    engine = create_async_engine(database, poolclass=NullPool)
    yield engine
    await engine.dispose()


@pytest.fixture
async def session(engine: AsyncEngine) -> AsyncIterator[AsyncSession]:
    async with AsyncSession(engine) as session:
        yield session


@pytest.fixture(scope="module")
async def loaded(module_database: URL) -> AsyncIterator[tuple[AsyncEngine, StoredPack]]:
    """A database with the shipped pack, for tests that only read."""
    engine = create_async_engine(module_database, poolclass=NullPool)
    async with AsyncSession(engine) as session, session.begin():
        stored = await load_pack(session, SEED)
    yield engine, stored
    await engine.dispose()


@pytest.fixture
def pack_folder(tmp_path: Path) -> Path:
    """A copy of the shipped pack that a test may spoil."""
    return Path(shutil.copytree(SEED, tmp_path / "pack"))


async def test_a_pack_comes_back_as_it_was_stored(loaded: tuple[AsyncEngine, StoredPack]) -> None:
    engine, stored = loaded
    document = read_folder(SEED)
    async with AsyncSession(engine) as session:
        back = await read_pack(session, "harp-tdm")
    assert stored.is_new
    assert back == document
    assert document_hash(back) == document_hash(document) == stored.hash


@pytest.mark.parametrize("folder", ALL, ids=NAMES)
async def test_every_shipped_pack_comes_back_as_it_was_stored(session: AsyncSession, folder: Path) -> None:
    stored = await load_pack(session, folder)
    back = await read_pack(session, folder.name)
    assert back == read_folder(folder)
    assert document_hash(back) == stored.hash


async def test_packs_of_several_games_lie_side_by_side(session: AsyncSession) -> None:
    for folder in ALL:
        await load_pack(session, folder)
    assert [(pack.id, pack.ruleset) for pack in await list_packs(session)] == [
        ("dnd35", "dnd35"),
        ("harp-tdm", "harp-tdm"),
        ("pf1", "pf1"),
    ]
    longsword = build_pack(await read_pack(session, "pf1")).weapon("longsword")
    assert (longsword.medium, longsword.threat, longsword.multiplier) == ("1d8", 19, 2)


async def test_the_stored_tables_resolve_the_worked_example(loaded: tuple[AsyncEngine, StoredPack]) -> None:
    """H-ATK-2: 90 against armour type 4 is 12B."""
    engine, stored = loaded
    async with AsyncSession(engine) as session:
        read = await read_pack(session, "harp-tdm")
    assert build_pack(read).attack_table("one-handed-blades").read(90, 4, "medium").cell.text == "12B"
    assert document_hash(read) == stored.hash


async def test_figures_lie_in_columns_that_sql_can_ask(loaded: tuple[AsyncEngine, StoredPack]) -> None:
    engine, _ = loaded
    at_90 = select(AttackCellRow).where(
        AttackCellRow.table_id == "one-handed-blades",
        AttackCellRow.armour_type == 4,
        AttackCellRow.row_from <= 90,
        AttackCellRow.row_to >= 90,
    )
    async with AsyncSession(engine) as session:
        cell = (await session.scalars(at_90)).one()
        weapons = await session.scalar(select(func.count()).select_from(WeaponRow))
        entries = await session.scalar(select(func.count()).select_from(CriticalEntryRow))
    assert (cell.hits, cell.severity) == (12, "B")
    assert (weapons, entries) == (60, 11 * 20 * 5)


async def test_a_pack_that_is_not_stored_is_named(loaded: tuple[AsyncEngine, StoredPack]) -> None:
    async with AsyncSession(loaded[0]) as session:
        with pytest.raises(UnknownPack) as unknown:
            await read_pack(session, "harp-tdm", "9.9.9")
    assert unknown.value.params == {"pack": "harp-tdm 9.9.9"}


async def test_a_pack_without_surroundings_comes_back_without(session: AsyncSession) -> None:
    """Packs of before 1.1.0 have no such table; their hash, which actions record, stays theirs."""
    document = read_folder(SEED)
    del document["surroundings"]
    await store_pack(session, document)
    back = await read_pack(session, "harp-tdm")
    assert back == document
    assert document_hash(back) == document_hash(document)


async def test_loading_a_pack_again_changes_nothing(session: AsyncSession) -> None:
    first = await load_pack(session, SEED)
    second = await load_pack(session, SEED)
    assert (first.is_new, second.is_new) == (True, False)
    assert first.hash == second.hash
    assert len(await list_packs(session)) == 1


async def test_two_servers_that_start_together_load_it_once(engine: AsyncEngine) -> None:
    async def load() -> bool:
        async with AsyncSession(engine) as session, session.begin():
            return (await load_pack(session, SEED)).is_new

    assert sorted(await asyncio.gather(load(), load())) == [False, True]


async def test_other_figures_need_another_version(session: AsyncSession, pack_folder: Path) -> None:
    await load_pack(session, SEED)
    document = read_folder(pack_folder)
    document["weapons"][0]["ob_modifier"] += 5  # type: ignore[index]
    write_folder(document, pack_folder)

    with pytest.raises(PackChanged) as refused:
        await load_pack(session, pack_folder)
    assert "Raise the version" in refused.value.message
    assert refused.value.params == {"pack": "harp-tdm", "version": "1.1.0"}

    document["pack"]["version"] = "1.2.0"  # type: ignore[index]
    write_folder(document, pack_folder)
    assert (await load_pack(session, pack_folder)).is_new
    assert await read_pack(session, "harp-tdm", "1.1.0") == read_folder(SEED)
    assert await read_pack(session, "harp-tdm", "1.2.0") == document


async def test_without_a_version_the_pack_loaded_last_is_read(engine: AsyncEngine) -> None:
    newer = deepcopy(read_folder(SEED))
    newer["pack"]["version"] = "0.9.0"  # type: ignore[index]
    for document in (read_folder(SEED), newer):
        async with AsyncSession(engine) as session, session.begin():
            await store_pack(session, document)
    async with AsyncSession(engine) as session:
        assert (await read_pack(session, "harp-tdm"))["pack"] == newer["pack"]


async def test_a_pack_with_mistakes_is_not_stored(session: AsyncSession, pack_folder: Path) -> None:
    (pack_folder / "weapons.json").unlink()
    with pytest.raises(InvalidPack):
        await load_pack(session, pack_folder)
    assert not await list_packs(session)


@pytest.mark.parametrize("folder", ALL, ids=NAMES)
def test_the_shipped_files_are_laid_out_as_we_would_write_them(tmp_path: Path, folder: Path) -> None:
    """So an exported pack differs from the shipped one only in the lines that were changed."""
    write_folder(read_folder(folder), tmp_path)
    files = sorted(file.relative_to(folder) for file in folder.rglob("*.json"))
    assert files
    assert files == sorted(file.relative_to(tmp_path) for file in tmp_path.rglob("*.json"))
    for file in files:
        assert (tmp_path / file).read_bytes() == (folder / file).read_bytes(), file


def test_the_hash_is_of_the_figures_not_of_their_order() -> None:
    document: Document = {"a": 1, "b": {"c": [1, 2], "d": "é"}}
    assert document_hash(document) == document_hash({"b": {"d": "é", "c": [1, 2]}, "a": 1})
    assert document_hash(document) != document_hash({"a": 1, "b": {"c": [2, 1], "d": "é"}})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "Expecting property name"),
        ('{"id": 1, "id": 2}', "the member “id” is given twice"),
        ("[" * 100_000, "recursion"),
        (b"\xff", "codec can't decode"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(pack_folder: Path, text: str | bytes, told: str) -> None:
    (pack_folder / "attack" / "bows.json").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InvalidPack) as refused:
        read_folder(pack_folder)
    (problem,) = refused.value.problems
    assert problem.path == "/attack/bows"
    assert told in problem.message


def test_an_empty_folder_is_no_pack(tmp_path: Path) -> None:
    with pytest.raises(InvalidPack):
        read_folder(tmp_path)


@pytest.mark.parametrize(
    ("path", "file", "place"),
    [
        ("/weapons/3/hands", "weapons.json", "/3/hands"),
        ("/attack/bows/rows/2", "attack/bows.json", "/rows/2"),
        ("/attack", "attack", "/"),
        ("/", "", "/"),
    ],
)
def test_a_problem_leads_to_its_file(path: str, file: str, place: str) -> None:
    assert place_in_folder(Problem(path, "is wrong"), SEED) == (SEED / file, place)


def test_the_command_tells_every_problem_and_ends_with_1(pack_folder: Path) -> None:
    weapons = json.loads((pack_folder / "weapons.json").read_text(encoding="utf-8"))
    weapons[0]["attack_table"], weapons[1]["group"] = "forks", "forks"
    (pack_folder / "weapons.json").write_text(json.dumps(weapons), encoding="utf-8")

    told = CliRunner().invoke(tables_command, ["validate", str(pack_folder)])

    assert told.exit_code == 1
    assert told.stderr.splitlines() == [
        f"{pack_folder}/weapons.json: /0/attack_table: “forks” is not in the pack",
        f"{pack_folder}/weapons.json: /1/group: “forks” is not in the pack",
    ]


@pytest.mark.parametrize("pack", ["dnd35 1.1.0", "harp-tdm 1.1.0", "pf1 1.1.0"])
def test_the_command_finds_nothing_wrong_with_the_shipped_packs(pack: str) -> None:
    folder = shipped("seed_data") / pack.partition(" ")[0]
    told = CliRunner().invoke(tables_command, ["validate", str(folder)])
    assert (told.exit_code, told.stdout) == (0, f"{pack}: no problems.\n")


def test_the_command_loads_lists_and_shows(database: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", database.render_as_string(hide_password=False))
    monkeypatch.setenv("ESTOC_ALLOW_DATA_LOSS", "true")
    monkeypatch.setenv("COLUMNS", "200")

    def tables(*arguments: str) -> str:
        told = CliRunner().invoke(tables_command, arguments)
        assert told.exit_code == 0, told.output
        return told.output

    loaded = tables("load", "--progress")
    assert "Loaded harp-tdm 1.1.0" in loaded
    assert "critical_entry: 1100 rows" in loaded
    assert "Loaded pf1 1.1.0" in loaded
    again = tables("load").splitlines()
    assert [line.rpartition(" (")[0] for line in again] == [
        "Already loaded: dnd35 1.1.0",
        "Already loaded: harp-tdm 1.1.0",
        "Already loaded: pf1 1.1.0",
    ]
    listed = tables("list")
    assert all(pack in listed for pack in ("dnd35", "harp-tdm", "pf1"))
    assert "attack/bows" in tables("show").splitlines()
    assert "12B" in tables("show", "attack/one-handed-blades")
    assert "chest" in tables("show", "critical/slash")
    assert json.loads(tables("show", "armours"))[3]["defensive_bonus"] == 30
    assert CliRunner().invoke(tables_command, ["show", "attack/forks"]).exit_code == 1
    assert tables("show", "--pack", "dnd35").splitlines() == [
        "armors",
        "dice_by_size",
        "pack",
        "sizes",
        "weapons",
    ]
    weapons = {weapon["id"]: weapon for weapon in json.loads(tables("show", "weapons", "--pack", "pf1"))}
    assert (weapons["lance"]["medium"], weapons["lance"]["multiplier"]) == ("1d8", 3)
    assert CliRunner().invoke(tables_command, ["show", "--pack", "chess"]).exit_code == 1


def test_the_command_writes_a_pack_down_and_compares_it(
    database: URL, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DATABASE_URL", database.render_as_string(hide_password=False))
    monkeypatch.setenv("ESTOC_ALLOW_DATA_LOSS", "true")

    def tables(*arguments: object, status: int = 0) -> str:
        told = CliRunner().invoke(tables_command, list(map(str, arguments)))
        assert told.exit_code == status, told.output
        return told.output

    tables("load")
    file, folder = tmp_path / "house.json", tmp_path / "house"
    tables("export", "harp-tdm", "--output", file)
    tables("export", "harp-tdm", "--output", folder)
    assert read_folder(folder) == read_pack_at(file) == read_folder(SEED)
    assert json.loads(tables("export", "pf1")) == read_folder(SEED.parent / "pf1")
    assert tables("diff", "harp-tdm@1.1.0", file) == ""
    document = read_pack_at(file)
    document["pack"]["id"] = "my-house-tables"  # type: ignore[index]
    document["armours"][0]["defensive_bonus"] = 7  # type: ignore[index]
    file.write_text(json.dumps(document), encoding="utf-8")
    assert tables("validate", file) == "my-house-tables 1.1.0: no problems.\n"
    assert tables("diff", folder, file, status=1) == "/armours/0/defensive_bonus: 15 → 7\n"
    del document["armours"]
    file.write_text(json.dumps(document), encoding="utf-8")
    assert f"{file}: /: has no “armours”" in tables("validate", file, status=1)
    assert "/armours/9/status: − " in tables("diff", folder, file, status=1)
    file.write_text('{"pack": {"id": "a", "id": "b"}}', encoding="utf-8")
    assert "given twice" in tables("validate", file, status=1)
