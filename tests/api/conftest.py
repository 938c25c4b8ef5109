"""The whole application on a PostgreSQL of its own, called without a network."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest
from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient
from sqlalchemy.engine import URL

from app.config import Settings
from app.main import create_app
from app.persistence.base.session import Database
from app.services.packs.packs import load_pack
from app.shipped import shipped_packs
from tests.api.caller import ADMIN_TOKEN, Caller
from tests.api.listening import caller_at, listening
from tests.conftest import PATIENT, new_database


@pytest.fixture(scope="session")
async def furnished_database(postgres_server: URL, migrated_database: str) -> AsyncIterator[str]:
    """Name of a database with the rule tables in it, to be copied."""
    async with new_database(postgres_server, template=migrated_database) as address:
        database = Database(address, **PATIENT)
        async with database.session(is_long=True) as session:
            for folder in shipped_packs():
                await load_pack(session, folder)
        await database.close()
        assert address.database is not None
        yield address.database


@pytest.fixture(scope="module")
async def address(postgres_server: URL, furnished_database: str) -> AsyncIterator[URL]:
    """The database that the tests of one module share."""
    async with new_database(postgres_server, template=furnished_database) as address:
        yield address


def settings_for(address: URL, **more: object) -> Settings:
    """Settings that wait for the database as long as a busy machine needs, except where a test says less."""
    text = address.render_as_string(hide_password=False)
    return Settings.model_validate({"DATABASE_URL": text, "admin_token": ADMIN_TOKEN, **PATIENT, **more})


@asynccontextmanager
async def running(app: FastAPI) -> AsyncIterator[AsyncClient]:
    """A client of ``app`` while it is up."""
    async with (
        app.router.lifespan_context(app),
        AsyncClient(transport=ASGITransport(app), base_url="http://estoc.test") as client,
    ):
        yield client


@pytest.fixture(scope="module")
async def http(address: URL) -> AsyncIterator[AsyncClient]:
    async with running(create_app(settings_for(address))) as client:
        yield client


@pytest.fixture
def limits_regain_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time passes for the limits of requests, however slow the machine is."""
    monkeypatch.setattr("app.api.http.limits.time", SimpleNamespace(monotonic=lambda: 1000.0))


async def new_gm(http: AsyncClient) -> Caller:
    """The GM of a new campaign."""
    answer = await Caller(http, ADMIN_TOKEN).post("/campaigns", {"name": "The road to Bree"})
    assert answer.status_code == 201, answer.text
    return Caller(http, answer.json()["token"])


@pytest.fixture
async def gm(http: AsyncClient) -> Caller:
    return await new_gm(http)


@pytest.fixture
async def stranger(http: AsyncClient) -> Caller:
    """The GM of another campaign."""
    return await new_gm(http)


@pytest.fixture(scope="module")
async def server(address: URL) -> AsyncIterator[str]:
    """Where the application is served on a real socket: streams need one."""
    async with listening(create_app(settings_for(address))) as place:
        yield place


@pytest.fixture
async def live_gm(server: str) -> AsyncIterator[Caller]:
    """The GM of a new campaign, who calls the application on its socket."""
    async with caller_at(server, "") as anybody:
        yield await new_gm(anybody.http)
