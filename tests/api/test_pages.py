"""Lists come in pages: nothing twice, nothing left out, whatever is added meanwhile."""

from typing import Any

import pytest

from tests.api.caller import LIGHT_HIT, Caller

LISTS = ("/encounters", "/encounters/{encounter}/combatants", "/encounters/{encounter}/actions")


async def pages_of(gm: Caller, path: str, limit: int, key: str) -> list[list[Any]]:
    pages: list[list[Any]] = []
    following = ""
    while True:
        page = (await gm.get(f"{path}?limit={limit}{following}")).json()
        pages.append([item[key] for item in page["items"]])
        if page["next"] is None:
            return pages
        following = f"&cursor={page['next']}"


async def begin_with_five(gm: Caller) -> str:
    encounter = await gm.begin()
    for number in range(5):
        entering = {"name": f"Orc {number}", "sheet": {"hits": 5, "db": 0, "armour_type": 1}}
        await gm.post(f"/encounters/{encounter}/combatants", entering)
    for _ in range(4):
        await gm.begin()
    return encounter


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize("limit", [1, 2, 4, 5, 6])
async def test_pages_hold_everything_once_and_none_is_empty(gm: Caller, path: str, limit: int) -> None:
    path = path.format(encounter=await begin_with_five(gm))
    whole = [item["id"] for item in (await gm.get(path)).json()["items"]]
    assert len(whole) == 5
    pages = await pages_of(gm, path, limit, "id")
    assert [one for page in pages for one in page] == whole
    assert [len(page) for page in pages[:-1]] == [limit] * (len(pages) - 1)
    assert pages[-1]


async def test_who_begins_encounters_meanwhile_disturbs_nobody(gm: Caller) -> None:
    before = [await gm.begin() for _ in range(6)]
    seen: list[str] = []
    following = ""
    while True:
        page = (await gm.get(f"/encounters?limit=2{following}")).json()
        seen += [item["id"] for item in page["items"]]
        await gm.begin()
        if page["next"] is None:
            break
        following = f"&cursor={page['next']}"
    assert seen == before[::-1]


async def test_a_log_that_grows_is_read_to_its_end(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    seen: list[int] = []
    following = ""
    for _ in range(4):
        page = (await gm.get(f"/encounters/{encounter}/actions?limit=2{following}")).json()
        seen += [item["seq"] for item in page["items"]]
        await gm.act(encounter, dice=LIGHT_HIT)
        if page["next"] is None:
            break
        following = f"&cursor={page['next']}"
    assert seen == list(range(1, len(seen) + 1))


async def test_more_than_two_hundred_are_two_hundred(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    harm = {"type": "damage", "target": "orc", "hits": 1}
    group = {"commands": [harm] * 100}
    for _ in range(2):
        assert (await gm.post(f"/encounters/{encounter}/actions", group)).status_code == 201
    page = (await gm.get(f"/encounters/{encounter}/actions?limit=1000")).json()
    assert len(page["items"]) == 200
    assert page["next"] is not None
    assert len((await gm.get(f"/encounters/{encounter}/events?limit=999999")).json()["items"]) == 200


@pytest.mark.parametrize("path", [*LISTS, "/rulesets", "/table-packs"])
async def test_a_cursor_is_of_use_in_its_own_list_only(gm: Caller, path: str) -> None:
    encounter = await begin_with_five(gm)
    path = path.format(encounter=encounter)
    others = [each.format(encounter=encounter) for each in LISTS if each.format(encounter=encounter) != path]
    for other in [*others, f"/encounters/{await gm.begin_fight()}/combatants"]:
        cursor = (await gm.get(f"{other}?limit=1")).json()["next"]
        answer = await gm.get(f"{path}?cursor={cursor}")
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_cursor"), other
    for nonsense in ("", "x", "W10", "bnVsbA", "%FF", "WyJlbmNvdW50ZXJzIiwxXQ", "WyJlbmNvdW50ZXJzIixudWxsXQ"):
        answer = await gm.get(f"{path}?cursor={nonsense}")
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_cursor"), nonsense
    assert (await gm.get(f"{path}?cursor={'x' * 301}")).status_code == 422


async def test_a_strangers_cursor_shows_nothing_of_theirs(gm: Caller, stranger: Caller) -> None:
    for _ in range(3):
        await gm.begin()
    mine = await stranger.begin()
    cursor = (await gm.get("/encounters?limit=1")).json()["next"]
    shown = (await stranger.get(f"/encounters?cursor={cursor}")).json()["items"]
    assert [item["id"] for item in shown] in ([], [mine])


async def test_the_problems_can_be_paged_through(gm: Caller) -> None:
    seen: list[str] = []
    following = ""
    while True:
        page = (await gm.http.get(f"/problems?limit=30{following}")).json()
        seen += [item["code"] for item in page["items"]]
        if page["next"] is None:
            break
        following = f"&cursor={page['next']}"
    assert seen == sorted(set(seen))
    assert {"not_found", "stale_version", "too_many_requests"} <= set(seen)
