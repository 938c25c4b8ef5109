"""The `estoc` command as a person or a container runs it: another process, signals, exit codes."""

import os
import pty
import signal
import socket
import subprocess
import time
from pathlib import Path

import psutil
import pytest

from app.postgres_server.cluster import running
from tests.infra.served import (
    ENDS_WITHIN,
    ESTOC,
    command_of,
    environment,
    free_port,
    run_estoc,
    serving,
    wait_until,
)


@pytest.mark.parametrize("stop", [signal.SIGTERM, pytest.param(signal.SIGHUP, marks=pytest.mark.reliability)])
def test_a_stop_signal_ends_server_and_database_in_order(
    furnished_folder: Path, stop: signal.Signals
) -> None:
    with serving(furnished_folder, free_port()) as served:
        assert served.lives()
        family = served.family()
        served.process.send_signal(stop)
        assert served.process.wait(timeout=ENDS_WITHIN) == 0
        assert not psutil.wait_procs(family, timeout=60)[1]
    assert "database system is shut down" in (furnished_folder / "postgres.log").read_text().splitlines()[-1]


def test_a_killed_worker_and_a_killed_database_are_replaced(furnished_folder: Path) -> None:
    with serving(furnished_folder, free_port()) as served:
        (worker,) = served.workers()
        worker.kill()
        wait_until(lambda: served.workers() not in ([worker], []) and served.lives())
        database = served.postgres()
        assert database is not None
        database.kill()
        wait_until(lambda: served.postgres() not in (database, None))
        assert served.lives()


def test_after_a_kill_the_next_start_takes_port_and_folder_over(furnished_folder: Path) -> None:
    port = free_port()
    with serving(furnished_folder, port) as killed:
        family = killed.family()
        killed.process.kill()
        killed.process.wait()
        workers = [process for process in family if process.name() != "postgres"]
        assert not psutil.wait_procs(workers, timeout=60)[1], "a worker outlived its parent"
        with serving(furnished_folder, port) as second:
            assert second.lives()
            assert not psutil.wait_procs(family, timeout=60)[1], "the first database still runs"


def test_several_workers_serve_one_port_under_a_banner_of_plain_whole_lines(furnished_folder: Path) -> None:
    with serving(furnished_folder, free_port(), ESTOC_WORKERS="2", COLUMNS="20") as served:
        assert len(served.workers()) == 2
        assert served.lives()
        assert "\x1b" not in served.banner
        assert served.banner.splitlines()[0] == f"Estoc serves on {served.url}"


@pytest.mark.parametrize(
    "moment", [pytest.param("while a worker starts", marks=pytest.mark.reliability), "while it serves"]
)
def test_ctrl_c_on_a_terminal_ends_it_without_a_traceback(furnished_folder: Path, moment: str) -> None:
    port = free_port()
    child, terminal = pty.fork()
    if child == 0:
        os.execve(ESTOC, [str(ESTOC), "serve"], environment(furnished_folder, ESTOC_PORT=str(port)))
    said = b""
    if moment == "while a worker starts":
        serving = psutil.Process(child)
        wait_until(lambda: any("spawn_main" in command_of(each) for each in serving.children()))
        time.sleep(0.2)
    else:
        while b"Database:" not in said:
            said += os.read(terminal, 1000)
    os.write(terminal, b"\x03")
    try:
        while more := os.read(terminal, 1000):
            said += more
    except OSError:  # Linux's way of saying that the terminal's last user has gone
        pass
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert b"Traceback" not in said


def test_a_stop_signal_during_the_start_leaves_nothing_behind(data_folder: Path) -> None:
    port = free_port()
    env = environment(data_folder, ESTOC_PORT=str(port))
    process = subprocess.Popen([ESTOC, "serve"], env=env, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: (data_folder / "postgres.new").exists() or (data_folder / "postgres").exists())
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=ENDS_WITHIN)
    assert process.returncode == 128 + signal.SIGTERM, said
    assert "Traceback" not in said
    assert not [each for each in psutil.process_iter() if str(data_folder) in command_of(each)]
    with serving(data_folder, port) as served:
        assert served.lives()


def test_a_port_in_use_is_named_before_anything_is_started(data_folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        ended = run_estoc("serve", env=environment(data_folder, ESTOC_PORT=str(port)))
    assert ended.returncode == 1
    assert f"127.0.0.1 port {port}" in ended.stderr
    assert "ESTOC_PORT" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    assert not data_folder.exists()


def test_a_bad_setting_ends_it_with_two_and_one_line(data_folder: Path) -> None:
    ended = run_estoc("serve", env=environment(data_folder, ESTOC_PORT="http"))
    assert ended.returncode == 2
    assert ended.stderr.startswith("ESTOC_PORT: ")
    assert len(ended.stderr.splitlines()) == 1


def test_a_database_that_may_forget_is_refused_unless_allowed(data_folder: Path) -> None:
    with running(data_folder, durable=False) as cluster:
        refused = run_estoc("migrate", env=environment(data_folder, DATABASE_URL=cluster.url))
        assert refused.returncode == 1
        assert "fsync=off" in refused.stderr
        allowed = run_estoc(
            "migrate", env=environment(data_folder, DATABASE_URL=cluster.url, ESTOC_ALLOW_DATA_LOSS="true")
        )
        assert allowed.returncode == 0, allowed.stderr


def test_a_database_that_is_not_there_is_named_without_its_password(data_folder: Path) -> None:
    with running(data_folder) as cluster:
        address = cluster.url.replace("estoc@/postgres", "estoc:swordfish@/nowhere")
        ended = run_estoc("migrate", env=environment(data_folder, DATABASE_URL=address))
    assert ended.returncode == 1
    assert '"nowhere" does not exist' in ended.stderr
    assert "swordfish" not in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_migrating_starts_and_stops_a_database_when_none_is_given(data_folder: Path) -> None:
    for _ in range(2):
        ended = run_estoc("migrate", env=environment(data_folder))
        assert ended.returncode == 0, ended.stderr
    assert not (data_folder / "postgres" / "postmaster.pid").exists()


def test_health_tells_a_serving_machine_from_a_silent_one(furnished_folder: Path) -> None:
    port = free_port()
    env = environment(furnished_folder, ESTOC_PORT=str(port), ESTOC_HOST="0.0.0.0")
    assert run_estoc("health", env=env).returncode == 1
    with serving(furnished_folder, port):
        well = run_estoc("health", env=env)
        assert well.returncode == 0, well.stderr
