"""How many requests are taken: from a token, and from an address that has shown none."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from httpx import ASGITransport, AsyncClient
from sqlalchemy.engine import URL
from starlette.requests import Request

from app.api.http.limits import WINDOW, Allowance, address_of
from app.main import create_app
from app.services.base.refusals import TooManyRequests
from tests.api.caller import ADMIN_TOKEN, Caller
from tests.api.conftest import new_gm, running, settings_for


@pytest.fixture
async def strict(address: URL, limits_regain_nothing: None) -> AsyncIterator[AsyncClient]:
    """A service that takes ten requests a minute from a token, and four from an address without one."""
    settings = settings_for(address, rate_limit=10, rate_limit_strangers=4)
    async with running(create_app(settings)) as http:
        yield http


def from_another_address(http: AsyncClient) -> AsyncClient:
    transport = http._transport
    assert isinstance(transport, ASGITransport)
    return AsyncClient(
        transport=ASGITransport(transport.app, client=("192.0.2.7", 1)), base_url=http.base_url
    )


async def test_a_token_is_told_how_much_it_has_left_and_when_it_has_none(strict: AsyncClient) -> None:
    gm = await new_gm(strict)
    first = await gm.get("/encounters")
    assert first.headers["RateLimit-Policy"] == '"token";q=10;w=60'
    assert first.headers["RateLimit"] == '"token";r=9;t=6'
    for left in range(8, -1, -1):
        assert f";r={left};" in (await gm.get("/encounters")).headers["RateLimit"]
    refused = await gm.post("/encounters", {"ruleset": "harp-tdm"})
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
    assert refused.headers["Retry-After"] == "6"
    assert refused.headers["RateLimit"] == '"token";r=0;t=60'
    assert refused.headers["Content-Type"] == "application/problem+json"


async def test_one_tokens_haste_is_not_anothers_loss_though_they_share_an_address(
    strict: AsyncClient,
) -> None:
    hasty, patient = await new_gm(strict), await new_gm(strict)
    while (await hasty.get("/encounters")).status_code == 200:
        pass
    assert (await patient.get("/encounters")).status_code == 200


async def test_guessing_tokens_ends_soon_and_does_not_lock_out_the_good_ones(strict: AsyncClient) -> None:
    gm = await new_gm(strict)
    assert (await gm.get("/encounters")).status_code == 200
    guesses = [Caller(strict, f"{gm.token[:-4]}{number:04}") for number in range(8)]
    statuses = [(await guess.get("/encounters")).status_code for guess in guesses]
    assert statuses == [401, 401, 401, 401, 429, 429, 429, 429]
    admin = await Caller(strict, ADMIN_TOKEN).post("/campaigns", {"name": "Guessed"})
    assert admin.status_code == 429
    assert (await gm.get("/encounters")).status_code == 200
    elsewhere = from_another_address(strict)
    assert (await elsewhere.get("/v1/ping")).status_code == 200


async def test_the_admin_token_is_guessed_no_better(strict: AsyncClient) -> None:
    guesses = [Caller(strict, f"admin-{number}") for number in range(5)]
    statuses = [(await guess.post("/campaigns", {"name": "X"})).status_code for guess in guesses]
    assert statuses == [401, 401, 401, 401, 429]


async def test_whoever_has_no_token_may_look_now_and_then(strict: AsyncClient) -> None:
    answers = [await strict.get("/problems/not_found") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200] * 4 + [429]
    assert answers[0].headers["RateLimit-Policy"] == '"address";q=4;w=60'
    assert (await strict.get("/problems/not_found")).status_code == 429
    for path in ("/livez", "/readyz", "/v1/ping"):
        always = await strict.get(path)
        assert always.status_code == 200
        assert "RateLimit" not in always.headers


async def test_a_limit_of_nought_is_none(address: URL) -> None:
    settings = settings_for(address, rate_limit=0, rate_limit_strangers=0, pool_timeout=60)
    async with running(create_app(settings)) as http:
        gm = await new_gm(http)
        answers = await asyncio.gather(*(gm.get("/encounters") for _ in range(50)))
        assert {answer.status_code for answer in answers} == {200}
        assert "RateLimit" not in answers[0].headers


def request_from(host: str) -> Request:
    return Request({"type": "http", "headers": [], "client": (host, 1), "state": {}})


def test_an_allowance_grows_back_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("app.api.http.limits.time.monotonic", lambda: now)
    allowance = Allowance("token", 6)
    for _ in range(6):
        allowance.take(request_from("a"), "ada")
    with pytest.raises(TooManyRequests) as refusal:
        allowance.take(request_from("a"), "ada")
    assert refusal.value.wait == 10
    now += 10
    allowance.take(request_from("a"), "ada")
    with pytest.raises(TooManyRequests):
        allowance.take(request_from("a"), "ada")
    now += WINDOW
    request = request_from("a")
    allowance.take(request, "ada")
    assert (request.state.standing.left, request.state.standing.whole_in) == (5, 10)


def test_senders_without_number_are_not_remembered_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.api.http.limits._REMEMBERED", 100)
    allowance = Allowance("address", 2)
    for number in range(1000):
        allowance.take(request_from("a"), f"sender {number}")
    assert len(allowance._whole_at) <= 100
    allowance.take(request_from("a"), "sender 999")
    with pytest.raises(TooManyRequests):
        allowance.take(request_from("a"), "sender 999")


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("a socket", "a socket"),
    ],
)
def test_a_network_of_ipv6_is_one_caller(host: str, counted: str) -> None:
    assert address_of(request_from(host)) == counted
