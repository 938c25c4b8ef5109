"""What a command imports: the application only where it is needed. Measured by what was loaded."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.cli import COMMANDS, imported
from app.postgres_server.cluster import running
from tests.infra.served import environment, free_port, run_estoc

RUN = """
import json, sys
from app.cli import main
try:
    main()
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""
HEAVY = (
    "fastapi",
    "starlette",
    "sqlalchemy",
    "asyncpg",
    "alembic",
    "uvicorn",
    "httpx",
    "app.main",
    "app.api",
)
WHOLE = (
    *HEAVY,
    "pydantic_settings",
    "app.config",
    "app.rules",
    "app.services",
    "app.persistence",
)
SCENARIO = next((Path(__file__).parents[1] / "scenarios" / "pf1").glob("*.yaml"))


def loaded(data: Path, *arguments: str) -> tuple[int, set[str]]:
    """How the command ended, and every module that it loaded."""
    env = environment(data, ESTOC_PORT=str(free_port()))
    command = [sys.executable, "-c", RUN, *arguments]
    ended = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=False)
    return ended.returncode, set(json.loads(ended.stderr.splitlines()[-1]))


@pytest.mark.parametrize(
    ("arguments", "status", "without"),
    [
        (("health",), 1, WHOLE),
        (("--help",), 0, WHOLE),
        (("health", "--help"), 0, WHOLE),
        (("play", str(SCENARIO)), 0, HEAVY),
    ],
)
def test_a_command_loads_no_more_than_it_needs(
    tmp_path: Path, arguments: tuple[str, ...], status: int, without: tuple[str, ...]
) -> None:
    ended, modules = loaded(tmp_path, *arguments)
    assert ended == status
    assert {
        one for one in modules if one in without or one.startswith(tuple(f"{it}." for it in without))
    } == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_each_says_of_itself(name: str) -> None:
    first, *_ = imported(name).help.split("\n\n")
    assert " ".join(first.split()) == COMMANDS[name]


@pytest.mark.parametrize("command", ["migrate", "serve"])
def test_a_server_older_than_its_database_says_so_in_one_line(data_folder: Path, command: str) -> None:
    with running(data_folder) as cluster:
        env = environment(data_folder, DATABASE_URL=cluster.url, ESTOC_PORT=str(free_port()))
        asyncio.run(made_by_a_newer_one(cluster.url))
        ended = run_estoc(command, env=env)
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert "newer" in line
    assert "9999" in line
    assert "Start the version that made them" in line


async def made_by_a_newer_one(url: str) -> None:
    """All that a server looks at first: which form the tables have."""
    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.execute(text("CREATE TABLE alembic_version (version_num varchar(32) PRIMARY KEY)"))
        await connection.execute(text("INSERT INTO alembic_version VALUES ('9999')"))
    await engine.dispose()
