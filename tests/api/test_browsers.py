"""Pages of any origin can call and read everything, without cookies."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from httpx import ASGITransport, AsyncClient, Response
from sqlalchemy.engine import URL

from app.main import create_app
from tests.api.caller import BLOW, Caller
from tests.api.conftest import running, settings_for

ORIGIN = "https://a.table"
READABLE = {
    "ETag",
    "Location",
    "Retry-After",
    "RateLimit",
    "RateLimit-Policy",
    "Idempotency-Replayed",
    "Preference-Applied",
    "Content-Language",
    "X-Request-ID",
}


def check_readable(answer: Response) -> None:
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert set(answer.headers["Access-Control-Expose-Headers"].split(", ")) == READABLE
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["X-Request-ID"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


async def test_every_answer_can_be_read_by_a_page(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    actions = f"/encounters/{encounter}/actions"
    large = {"Content_Type": "application/json", "Idempotency_Key": "k", "Origin": ORIGIN}
    answers = {
        200: await gm.get("/encounters", Origin=ORIGIN),
        201: await gm.post(actions, {"command": BLOW}, Origin=ORIGIN),
        304: await gm.get("/rulesets", Origin=ORIGIN, If_None_Match="*"),
        400: await gm.send(actions, b"{", **large),
        401: await Caller(gm.http, "nobody").get("/encounters", Origin=ORIGIN),
        404: await gm.get("/nowhere", Origin=ORIGIN),
        405: await gm.delete("/encounters", Origin=ORIGIN),
        409: await gm.post(actions, {"command": {"type": "reorder", "order": []}}, Origin=ORIGIN),
        412: await gm.post(actions, {"command": BLOW}, Origin=ORIGIN, If_Match='"0"'),
        413: await gm.send(actions, b" " * 300_000, **large),
        415: await gm.send(actions, b"{}", **{**large, "Content_Type": "text/plain"}),
        422: await gm.post(actions, {}, Origin=ORIGIN),
        428: await gm.delete(f"/encounters/{encounter}", Origin=ORIGIN),
    }
    for status, answer in answers.items():
        assert answer.status_code == status, answer.text
        check_readable(answer)


@pytest.fixture
async def broken(address: URL) -> AsyncIterator[AsyncClient]:
    """A service with a defect in one of its routes."""
    app = create_app(settings_for(address))

    @app.get("/v1/defect")
    async def fail() -> Any:
        raise ZeroDivisionError("the secret of the defect")

    async with running(app) as http:
        yield http


async def test_a_defect_is_told_without_its_secret(broken: AsyncClient) -> None:
    answer = await broken.get("/v1/defect", headers={"Origin": ORIGIN, "X-Request-ID": "mine"})
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert (answer.json()["request_id"], answer.headers["X-Request-ID"]) == ("mine", "mine")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    check_readable(answer)


async def test_without_a_database_pages_are_told_so(address: URL) -> None:
    app = create_app(settings_for(address.set(port=1)))
    async with AsyncClient(transport=ASGITransport(app), base_url="http://estoc.test") as http:
        answer = await http.get("/readyz", headers={"Origin": ORIGIN})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    check_readable(answer)


@pytest.mark.parametrize("method", ["GET", "POST", "PATCH", "PUT", "DELETE"])
async def test_a_page_may_ask_before_it_sends(http: AsyncClient, method: str) -> None:
    asking = {
        "Origin": ORIGIN,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization,idempotency-key,if-match,prefer,content-type",
        "Access-Control-Request-Private-Network": "true",
    }
    answer = await http.options("/v1/encounters", headers=asking)
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert method in answer.headers["Access-Control-Allow-Methods"]
    assert "idempotency-key" in answer.headers["Access-Control-Allow-Headers"]
    assert answer.headers["Access-Control-Allow-Private-Network"] == "true"
    assert "Access-Control-Allow-Credentials" not in answer.headers


async def test_a_server_can_be_kept_for_one_page(address: URL) -> None:
    app = create_app(settings_for(address, allowed_origins="https://a.table https://another.table"))
    async with running(app) as http:
        mine = await http.get("/v1/ping", headers={"Origin": ORIGIN})
        theirs = await http.get("/v1/ping", headers={"Origin": "https://elsewhere.example"})
    assert mine.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert "Access-Control-Allow-Origin" not in theirs.headers
