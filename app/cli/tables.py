"""`estoc tables`: rule tables as data, checked, loaded and looked at."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast

import typer
from rich.console import Console
from rich.table import Table
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncSession, create_async_engine
from sqlalchemy.pool import NullPool

from app.cli.database import database, migrate
from app.config import load_settings
from app.persistence.packs.pack_files import Document, layout, place_in_folder, read_pack_at, write_folder
from app.persistence.packs.pack_queries import Report, list_packs, no_report, read_pack
from app.rules.common.errors import Invalid
from app.rules.common.tables import InvalidPack
from app.services.packs.differences import pack_changes
from app.services.packs.packs import StoredPack, checked_pack, load_pack
from app.shipped import shipped_packs

T = TypeVar("T")

app = typer.Typer(
    help="The rule tables: check, load and look at them.", no_args_is_help=True, add_completion=False
)


@app.command()
def load(
    folder: Annotated[Path | None, typer.Option(help="Without it, every pack shipped.")] = None,
    progress: Annotated[bool, typer.Option("--progress", help="Tell each table as it is stored.")] = False,
) -> None:
    """Check table packs and store them in the database. Loading one again changes nothing."""
    folders = shipped_packs() if folder is None else [folder]
    for pack in folders:
        _checked(pack)
    report = _tell if progress else no_report
    for stored in _stop_on_invalid(folders[0], lambda: _in_database(lambda on: _load(on, folders, report))):
        was = "Loaded" if stored.is_new else "Already loaded:"
        typer.echo(f"{was} {stored.id} {stored.version} ({stored.hash[:12]}).")


@app.command()
def validate(path: Annotated[Path, typer.Argument(help="A pack's folder, or its JSON file.")]) -> None:
    """Check a table pack and tell every problem with its file and place. Needs no database."""
    tables = _checked(path)
    typer.echo(f"{tables.pack} {tables.version}: no problems.")


@app.command()
def export(
    pack: Annotated[str, typer.Argument(help="The pack's id.")] = "harp-tdm",
    version: Annotated[str | None, typer.Option(help="Without it, the version loaded last.")] = None,
    output: Annotated[
        Path | None, typer.Option(help="A .json file or a folder; without it, JSON on the screen.")
    ] = None,
) -> None:
    """Write a stored pack down, whole: to be changed, checked and brought under an id of its own."""
    document = _stored(pack, version)
    if output is not None and output.suffix != ".json":
        write_folder(document, output)
        return
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    if output is None:
        typer.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")


@app.command()
def diff(
    first: Annotated[str, typer.Argument(help="A folder, a JSON file, or a stored pack: harp-tdm@1.1.0.")],
    second: Annotated[str, typer.Argument(help="The same, to compare with it.")],
) -> None:
    """Compare the tables of two packs cell by cell. Ends with 1 if they differ."""
    documents = [_meant(name) for name in (first, second)]
    count = 0
    for count, change in enumerate(pack_changes(*documents), 1):  # noqa: B007 — it is counted
        was, now = (json.dumps(value, ensure_ascii=False) for value in (change.was, change.now))
        told = {"changed": f"{was} → {now}", "added": f"+ {now}", "removed": f"− {was}"}[change.kind]
        typer.echo(f"{change.pointer}: {told}")
    if count:
        raise typer.Exit(1)


@app.command("list")
def list_all() -> None:
    """List the packs that the database holds."""
    packs = _in_database(list_packs)
    table = Table("pack", "version", "ruleset", "loaded", "hash", "title")
    for pack in packs:
        loaded = pack.loaded_at.isoformat(timespec="seconds")
        table.add_row(pack.id, pack.version, pack.ruleset, loaded, pack.hash[:12], pack.title)
    Console().print(table)


@app.command()
def show(
    table: Annotated[str | None, typer.Argument(help="attack/bows, critical/slash, weapons …")] = None,
    pack: Annotated[str, typer.Option(help="The pack's id.")] = "harp-tdm",
    version: Annotated[str | None, typer.Option(help="Without it, the version loaded last.")] = None,
) -> None:
    """Print one table of a stored pack, or the names of all."""
    tables = _tables(_stored(pack, version))
    if table is None:
        typer.echo("\n".join(tables))
    elif table not in tables:
        typer.echo(f"There is no table {table}. Tables: {', '.join(tables)}.", err=True)
        raise typer.Exit(1)
    elif table.startswith("attack/"):
        Console().print(_attack(cast(Document, tables[table])))
    elif table.startswith("critical/"):
        Console().print(_critical(cast(Document, tables[table])))
    else:
        typer.echo(layout(tables[table]), nl=False)


def _checked(path: Path) -> Any:
    """The look-ups of a pack without problems. Any: every ruleset has tables of its own."""
    return _stop_on_invalid(path, lambda: checked_pack(read_pack_at(path)))


def _stored(pack: str, version: str | None) -> Document:
    """A stored pack; one that is not there ends the command with status 1."""
    try:
        return _in_database(lambda session: read_pack(session, pack, version))
    except Invalid as unknown:
        typer.echo(unknown.message, err=True)
        raise typer.Exit(1) from unknown


def _meant(name: str) -> Document:
    """The pack at a path, or else the stored one of that id."""
    if (path := Path(name)).exists():
        return _stop_on_invalid(path, lambda: read_pack_at(path))
    pack, _, version = name.partition("@")
    return _stored(pack, version or None)


async def _load(session: AsyncSession, folders: Sequence[Path], report: Report) -> list[StoredPack]:
    return [await load_pack(session, folder, report) for folder in folders]


def _tell(table: str, rows: int) -> None:
    typer.echo(f"{table}: {rows} rows", err=True)


def _stop_on_invalid(folder: Path, work: Callable[[], T]) -> T:
    """The result of `work`; an unusable pack ends the command with status 1 and all its problems."""
    try:
        return work()
    except InvalidPack as invalid:
        for problem in invalid.problems:
            file, place = place_in_folder(problem, folder)
            typer.echo(f"{file}: {place}: {problem.message}", err=True)
        raise typer.Exit(1) from invalid
    except Invalid as refused:
        typer.echo(refused.message, err=True)
        raise typer.Exit(1) from refused


def _in_database(work: Callable[[AsyncSession], Awaitable[T]]) -> T:
    """The result of `work`, run in one transaction on a migrated database."""
    with database(load_settings()) as address:
        return asyncio.run(_in_transaction(address, work))


async def _in_transaction(address: URL, work: Callable[[AsyncSession], Awaitable[T]]) -> T:
    await migrate(address)
    engine = create_async_engine(address, poolclass=NullPool)
    try:
        async with AsyncSession(engine, expire_on_commit=False) as session, session.begin():
            return await work(session)
    finally:
        await engine.dispose()


def _tables(document: Document) -> Document:
    """Every table by the path that its file has."""
    tables: Document = {}
    for name, member in document.items():
        if name in ("attack", "critical"):
            tables |= {f"{name}/{each}": part for each, part in cast(Document, member).items()}
        else:
            tables[name] = member
    return dict(sorted(tables.items()))


def _attack(document: Document) -> Table:
    table = Table(
        "total", *(f"type {armour_type}" for armour_type in range(1, 11)), title=str(document["id"])
    )
    for row in cast("list[Document]", document["rows"]):
        table.add_row(f"{row['from']}-{row['to']}", *cast("list[str]", row["cells"]))
    return table


def _critical(document: Document) -> Table:
    table = Table("roll", "location", *"ABCDE", title=str(document["id"]))
    for row in cast("list[Document]", document["rows"]):
        entries = cast("dict[str, Document]", row["entries"])
        effects = [cast(Document, entries[severity]["effects"]) for severity in "ABCDE"]
        cells = [" ".join(f"{name}={value}" for name, value in each.items()) for each in effects]
        table.add_row(f"{row['from']}-{row['to']}", str(row["location"]), *cells)
    return table
