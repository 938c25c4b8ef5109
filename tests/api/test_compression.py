"""Long answers are sent compressed to whoever takes that; streams never are."""

import gzip

import httpx

from tests.api.caller import Caller
from tests.api.listening import stream

PACKED = {"Accept-Encoding": "gzip"}
PLAIN = {"Accept-Encoding": "identity"}


async def raw(http: httpx.AsyncClient, path: str, headers: dict[str, str]) -> tuple[httpx.Response, bytes]:
    """An answer with its body as it came over the line."""
    async with http.stream("GET", path, headers=headers) as answer:
        return answer, b"".join([part async for part in answer.aiter_raw()])


async def test_a_long_answer_is_a_fifth_of_its_size_and_the_same(gm: Caller) -> None:
    plain, text = await raw(gm.http, "/openapi.json", PLAIN)
    packed, body = await raw(gm.http, "/openapi.json", PACKED)
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in packed.headers["vary"].lower()
    assert gzip.decompress(body) == text
    assert 5 * len(body) < len(text)


async def test_a_short_answer_is_sent_as_it_is(gm: Caller) -> None:
    answer, _ = await raw(gm.http, "/v1/ping", PACKED)
    assert "content-encoding" not in answer.headers


async def test_what_is_known_is_known_in_either_form(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}/combatants"
    packed = await gm.get(path, Accept_Encoding="gzip")
    again = await gm.get(path, Accept_Encoding="gzip", If_None_Match=packed.headers["ETag"])
    assert (packed.headers["content-encoding"], again.status_code) == ("gzip", 304)
    assert (await gm.get(path, Accept_Encoding="identity")).headers["ETag"] == packed.headers["ETag"]


async def test_a_stream_is_never_held_back_to_be_packed(live_gm: Caller) -> None:
    encounter = await live_gm.begin_fight()
    async with stream(live_gm, encounter, "?after=0", Accept_Encoding="gzip") as listening:
        assert len(await listening.entries(2)) == 2
        assert "content-encoding" not in listening.response.headers
