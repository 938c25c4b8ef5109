"""What players get of the log is made of the rows that are wanted, and once for all who see the same."""

from contextlib import AsyncExitStack
from typing import Any

import pytest

from app.persistence.play.log_queries import StoredRow
from app.services.access.disclosure import Ceiling
from app.services.access.tokens import Grant
from app.services.visibility import log
from app.services.visibility.log import sees_alike
from app.values import replace
from tests.api.caller import BLOW, DAFUR, LIGHT_HIT, ORC, Caller
from tests.api.listening import stream
from tests.api.test_visibility import LURKER

PLAYER = Grant("cmp_0", "tok_0", "player", controls=frozenset({"dafur"}))
OPEN = StoredRow(1, "[]", "public", "tok_9", None)


@pytest.fixture
def redacted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of rows that were redacted, each time."""
    counts: list[int] = []
    as_seen = log.as_seen

    def counting(rows: Any, scene: Any, sight: Any) -> Any:
        counts.append(len(rows))
        return as_seen(rows, scene, sight)

    monkeypatch.setattr(log, "as_seen", counting)
    return counts


async def test_a_page_redacts_the_rows_that_it_shows_and_no_others(gm: Caller, redacted: list[int]) -> None:
    encounter = await gm.begin_fight(DAFUR, ORC, LURKER)
    for _ in range(6):
        await gm.act(encounter, {"type": "damage", "target": "orc", "hits": 1})
    ada = await gm.seat("player", "dafur")
    whole = (await ada.get(f"/encounters/{encounter}/events?limit=200")).json()["items"]
    assert redacted == [9]
    for after in range(len(whole)):
        page = (await ada.get(f"/encounters/{encounter}/events?after={after}&limit=2")).json()["items"]
        assert page == whole[after : after + 2]
    assert max(redacted[1:]) == 2


async def test_a_page_may_begin_and_end_within_a_row(gm: Caller) -> None:
    encounter = await gm.begin_fight(DAFUR, ORC, LURKER)
    await gm.act(encounter, {**BLOW}, dice=[96, 80, 60])
    watcher = await gm.seat("spectator")
    for caller in (gm, watcher):
        whole = (await caller.get(f"/encounters/{encounter}/events")).json()["items"]
        assert len(whole) > 4
        for after in range(len(whole)):
            page = (await caller.get(f"/encounters/{encounter}/events?after={after}&limit=1")).json()["items"]
            assert page == whole[after : after + 1]


async def test_streams_that_see_the_same_are_written_once(live_gm: Caller, redacted: list[int]) -> None:
    encounter = await live_gm.begin_fight(DAFUR, ORC, LURKER)
    seats = [await live_gm.seat("spectator") for _ in range(3)]
    seats += [await live_gm.seat("player", "dafur"), await live_gm.seat("player", "lurker")]
    async with AsyncExitStack() as stack:
        listeners = [await stack.enter_async_context(stream(seat, encounter)) for seat in seats]
        for listener in listeners:
            await listener.entries(3)
        redacted.clear()
        await live_gm.act(encounter, dice=LIGHT_HIT)
        last = (await live_gm.get(f"/encounters/{encounter}")).json()["last_event"]
        heard = [await listener.entries(last - 3) for listener in listeners]
    pages = [(await seat.get(f"/encounters/{encounter}/events?after=3")).json()["items"] for seat in seats]
    assert heard == pages
    assert len(redacted) - len(pages) <= 3  # spectators, the player, the lurker's player
    assert heard[0] == heard[1] == heard[2]


async def test_who_sees_something_else_gets_a_frame_of_its_own(live_gm: Caller) -> None:
    encounter = await live_gm.begin_fight(DAFUR, ORC, LURKER)
    seats = [await live_gm.seat("spectator"), await live_gm.seat("player", "lurker"), live_gm]
    at_lurker = {"type": "damage", "target": "lurker", "hits": 3}
    async with AsyncExitStack() as stack:
        listeners = [await stack.enter_async_context(stream(seat, encounter)) for seat in seats]
        for listener in listeners:
            await listener.entries(3)
        answer = await live_gm.act(encounter, at_lurker)
        assert answer.status_code == 201, answer.text
        heard = [(await listener.entries(1))[0]["type"] for listener in listeners]
    assert heard == ["skip", "hits_taken", "hits_taken"]


def test_viewers_are_alike_where_nothing_that_redaction_asks_tells_them_apart() -> None:
    mine = replace(OPEN, privacy="self")
    another = replace(PLAYER, token_id="tok_1")
    assert sees_alike(PLAYER, [OPEN]) == sees_alike(another, [OPEN])
    assert sees_alike(PLAYER, [OPEN, mine]) != sees_alike(another, [OPEN, mine])
    assert sees_alike(PLAYER, [OPEN]) != sees_alike(replace(PLAYER, controls=frozenset({"orc"})), [OPEN])
    assert sees_alike(PLAYER, [OPEN]) != sees_alike(replace(PLAYER, ceiling=Ceiling(hp="none")), [OPEN])
    assert sees_alike(PLAYER, [OPEN]) != sees_alike(replace(PLAYER, role="gm"), [OPEN])
    nobody = replace(PLAYER, controls=frozenset())
    assert sees_alike(nobody, [OPEN]) != sees_alike(replace(nobody, role="gm"), [OPEN])
