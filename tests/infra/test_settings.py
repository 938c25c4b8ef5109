"""What the environment may say, and what is answered when it says something else."""

from pathlib import Path

import pytest

from app.config import BadSetting, load_settings


@pytest.fixture(autouse=True)
def clear_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOST", "PORT", "DATA", "ADMIN_TOKEN", "WORKERS"):
        monkeypatch.delenv(f"ESTOC_{name}", raising=False)
    monkeypatch.delenv("DATABASE_URL", raising=False)


def test_nothing_needs_to_be_set() -> None:
    settings = load_settings()
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.data.is_absolute()
    assert settings.admin_token is None
    assert settings.database_url is None


@pytest.mark.parametrize(
    ("cores", "pool_size", "workers"),
    [(1, "10", 1), (4, "10", 4), (32, "10", 6), (32, "1", 26), (4, "500", 1)],
)
def test_there_is_a_worker_a_core_as_far_as_the_connections_go(
    monkeypatch: pytest.MonkeyPatch, cores: int, pool_size: str, workers: int
) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _process: {*range(cores)}, raising=False)
    monkeypatch.setenv("ESTOC_POOL_SIZE", pool_size)
    assert load_settings().worker_count == workers


def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESTOC_ADMIN_TOKEN", "")
    monkeypatch.setenv("DATABASE_URL", "")
    settings = load_settings()
    assert settings.admin_token is None
    assert settings.database_url is None


def test_the_data_folder_may_begin_with_a_tilde(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESTOC_DATA", "~/fights")
    assert load_settings().data == Path.home() / "fights"


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("postgres://gm:s@db/estoc", "postgresql+asyncpg://gm:s@db/estoc"),
        ("postgresql://gm:s@db:5433/estoc", "postgresql+asyncpg://gm:s@db:5433/estoc"),
        ("postgresql+asyncpg://gm@db/estoc", "postgresql+asyncpg://gm@db/estoc"),
        ("postgresql://gm:a%40b%2Fc@db/estoc", "postgresql+asyncpg://gm:a%40b%2Fc@db/estoc"),
        ("postgresql://gm@db/estoc?sslmode=require", "postgresql+asyncpg://gm@db/estoc?ssl=require"),
        ("postgresql://gm@/estoc?host=%2Frun%2Fpg", "postgresql+asyncpg://gm@/estoc?host=%2Frun%2Fpg"),
    ],
)
def test_the_usual_spellings_of_a_database_address_are_understood(
    given: str, used: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", given)
    assert load_settings().database.render_as_string(hide_password=False) == used


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("ESTOC_PORT", "eight thousand"),
        ("ESTOC_PORT", "70000"),
        ("ESTOC_WORKERS", "0"),
        ("ESTOC_POOL_SIZE", "-1"),
        ("ESTOC_POOL_TIMEOUT", "0"),
        ("ESTOC_LOG_LEVEL", "loud"),
        ("ESTOC_ALLOW_DATA_LOSS", "perhaps"),
        ("DATABASE_URL", "mysql://gm:secret@db/estoc"),
        ("DATABASE_URL", "secret"),
    ],
)
def test_a_bad_value_is_refused_in_one_line_that_names_the_variable(
    variable: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(BadSetting) as refusal:
        load_settings()
    text = str(refusal.value)
    assert text.startswith(f"{variable}: ")
    assert "\n" not in text
    assert "secret" not in text


def test_every_bad_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESTOC_PORT", "x")
    monkeypatch.setenv("ESTOC_WORKERS", "x")
    with pytest.raises(BadSetting) as refusal:
        load_settings()
    assert [line.partition(":")[0] for line in str(refusal.value).splitlines()] == [
        "ESTOC_PORT",
        "ESTOC_WORKERS",
    ]


def test_secrets_do_not_show_when_settings_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESTOC_ADMIN_TOKEN", "secret-token")
    monkeypatch.setenv("DATABASE_URL", "postgresql://gm:secret-word@db/estoc")
    assert "secret" not in repr(load_settings())
