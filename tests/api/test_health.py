"""What tells whether the service serves: a ping for anybody, readiness that knows of writes, quiet logs."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from httpx import AsyncClient
from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.main import create_app
from tests.api.caller import LOOK, SCOUT, Caller
from tests.api.conftest import new_gm, running, settings_for

FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$
"""
WRITTEN = ("encounter_action", "idempotency_key")


@asynccontextmanager
async def full_disk(address: URL) -> AsyncIterator[None]:
    """The database refuses every row of the log and every kept answer as it does on a full disk."""
    engine = create_async_engine(address, poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.execute(text(FULL))
        for table in WRITTEN:
            trigger = f"CREATE TRIGGER full_disk BEFORE INSERT ON {table} EXECUTE FUNCTION full_disk()"
            await connection.execute(text(trigger))
    try:
        yield
    finally:
        async with engine.begin() as connection:
            await connection.execute(text("DROP FUNCTION full_disk CASCADE"))
        await engine.dispose()


async def test_readiness_ends_with_a_full_disk_and_the_log_says_so_once(
    address: URL, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(create_app(settings_for(address))) as http:
        gm = await new_gm(http)
        encounter = await gm.begin_fight(SCOUT)
        caplog.clear()
        async with full_disk(address):
            assert (await http.get("/readyz")).status_code == 200
            for _ in range(3):
                assert (await gm.act(encounter, LOOK)).status_code == 503
                ready = await http.get("/readyz")
                assert (ready.status_code, ready.json()["code"]) == (503, "database_unavailable")
            assert (await http.get("/livez")).status_code == 200
        errors = [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]
        assert len(errors) == 1
        assert "53100" in errors[0]
        assert (await http.get("/readyz")).status_code == 200
        assert (await gm.act(encounter, LOOK)).status_code == 201


async def test_whether_it_writes_is_tried_without_a_trace(gm: Caller, address: URL) -> None:
    app = create_app(settings_for(address))
    async with running(app) as http:
        app.state.disk.is_failing = True
        assert (await http.get("/readyz")).status_code == 200
        assert app.state.disk.is_failing is False
    engine = create_async_engine(address, poolclass=NullPool)
    async with engine.connect() as connection:
        kept = await connection.execute(text("SELECT count(*) FROM idempotency_key WHERE route = ''"))
        assert kept.scalar_one() == 0
    await engine.dispose()


async def test_a_ping_is_no_strangers_request(address: URL) -> None:
    async with running(create_app(settings_for(address, rate_limit_strangers=1))) as http:
        for _ in range(5):
            answer = await http.get("/v1/ping")
            assert answer.status_code == 200
            assert "RateLimit" not in answer.headers
        assert (await http.get("/problems")).status_code == 200
        assert (await http.get("/problems")).status_code == 429
        assert (await http.get("/v1/ping")).status_code == 200


async def test_a_caller_who_hangs_up_leaves_no_traceback(
    gm: Caller, address: URL, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app(settings_for(address))
    sent: list[Any] = []
    messages = iter(
        [{"type": "http.request", "body": b'{"ruleset"', "more_body": True}, {"type": "http.disconnect"}]
    )

    async def receive() -> Any:
        return next(messages)

    async def send(message: Any) -> None:
        sent.append(message)

    headers = {
        "authorization": f"Bearer {gm.token}",
        "idempotency-key": "k",
        "content-type": "application/json",
        "content-length": "1000",
    }
    scope: Any = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/v1/encounters",
        "raw_path": b"/v1/encounters",
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 2),
        "state": {},
    }
    async with running(app):
        await app(scope, receive, send)
    assert sent == []
    assert [one for one in caplog.records if one.exc_info or one.levelno > logging.INFO] == []


async def test_to_reset_an_unknown_encounter_is_not_found(gm: Caller, stranger: Caller) -> None:
    encounter = await gm.begin_fight(SCOUT)
    for caller, place in ((stranger, encounter), (gm, "enc_" + "0" * 26), (gm, "nowhere")):
        answer = await caller.post(f"/encounters/{place}/reset", {})
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), place
    nothing = await gm.post(f"/encounters/{encounter}/reset", {})
    assert (nothing.status_code, nothing.json()["code"]) == (409, "nothing_to_undo")


async def test_a_repeated_reset_gets_the_first_answer(gm: Caller) -> None:
    encounter = await gm.begin_fight(SCOUT)
    assert (await gm.act(encounter, LOOK)).status_code == 201
    first = await gm.post(f"/encounters/{encounter}/reset", {}, key="back")
    again = await gm.post(f"/encounters/{encounter}/reset", {}, key="back")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content


async def test_livez_and_readyz_answer(http: AsyncClient) -> None:
    for path, status in (("/livez", "alive"), ("/readyz", "ready")):
        answer = await http.get(path)
        assert (answer.status_code, answer.json()) == (200, {"status": status})
