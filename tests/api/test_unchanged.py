"""Who has the newest is told so and no more; a look at the headers alone is a look."""

import pytest

from tests.api.caller import LIGHT_HIT, Caller


async def test_what_has_not_changed_is_not_sent_again(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    path = f"/encounters/{encounter}"
    first = await gm.get(path)
    tag = first.headers["ETag"]
    for known in (tag, f"W/{tag}", f'"0.gm.en", {tag}', "*"):
        again = await gm.get(path, If_None_Match=known)
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag), known
        assert "Content-Type" not in again.headers
        assert again.headers["X-Request-ID"]
    for unknown in ('"2.spectator.en"', '"1.gm.en"', tag.strip('"'), ""):
        assert (await gm.get(path, If_None_Match=unknown)).content == first.content, unknown
    await gm.act(encounter, dice=LIGHT_HIT)
    later = await gm.get(path, If_None_Match=tag)
    assert (later.status_code, later.headers["ETag"]) == (200, '"3.gm.en"')


@pytest.mark.parametrize(
    "path",
    [
        "/encounters",
        "/encounters/{encounter}/combatants",
        "/encounters/{encounter}/actions",
        "/encounters/{encounter}/events",
        "/rulesets/harp-tdm/schema",
        "/table-packs/harp-tdm/tables/weapons",
        "/ping",
    ],
)
async def test_every_answer_to_a_look_has_a_tag(gm: Caller, path: str) -> None:
    path = path.format(encounter=await gm.begin_fight())
    first = await gm.get(path)
    assert first.status_code == 200
    assert (await gm.get(path)).headers["ETag"] == first.headers["ETag"]
    assert (await gm.get(path, If_None_Match=first.headers["ETag"])).status_code == 304
    assert first.headers["Cache-Control"] == "private, no-cache"


async def test_refusals_and_writes_have_nothing_to_compare(gm: Caller) -> None:
    assert (await gm.get("/encounters/enc_x", If_None_Match="*")).status_code == 404
    begun = await gm.post("/encounters", {"ruleset": "harp-tdm"}, If_None_Match="*")
    assert begun.status_code == 201


async def test_a_look_at_the_headers_has_no_body(gm: Caller) -> None:
    path = f"/v1/encounters/{await gm.begin_fight()}"
    whole = await gm.get(path.removeprefix("/v1"))
    headers = {"Authorization": f"Bearer {gm.token}"}
    head = await gm.http.head(path, headers=headers)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["ETag"] == whole.headers["ETag"]
    assert head.headers["Content-Length"] == str(len(whole.content))
    assert (await gm.http.head("/v1/encounters/enc_x", headers=headers)).status_code == 404
    assert (await gm.http.head("/v1/encounters")).status_code == 401


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/encounters", "GET, HEAD, POST"),
        ("/encounters/enc_x", "GET, HEAD, PATCH, DELETE"),
        ("/encounters/enc_x/combatants/cmb_x", "GET, HEAD, PATCH, DELETE"),
        ("/campaigns", "POST"),
        ("/ping", "GET, HEAD"),
    ],
)
async def test_a_refused_method_is_told_all_that_are_taken(gm: Caller, path: str, methods: str) -> None:
    for method in ("PUT", "OPTIONS", "TRACE", "BREW"):
        answer = await gm.http.request(method, f"/v1{path}")
        assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
        assert answer.headers["Allow"] == methods
