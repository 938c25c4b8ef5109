"""What computes beside play: a few at once, for a bounded time, given up when nobody waits for it."""

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

from app.services.base.refusals import ComputingBusy
from app.services.base.slots import AT_ONCE, MOST_OF_A_TOKEN, SMALL, CallerLeft, GivenUp, Slots, caller_leaves

MOST = 60.0
"""Seconds that a test waits for what should come at once, on a machine however busy."""


class Endless:
    """Something that computes until it is given up."""

    def __init__(self) -> None:
        self.began, self.ended = threading.Event(), threading.Event()

    def __call__(self) -> None:
        self.began.set()
        try:
            while True:
                sum(range(100))
        except GivenUp:
            self.ended.set()
            raise


async def until(condition: Callable[[], bool]) -> None:
    give_up = time.monotonic() + MOST
    while not condition():
        assert time.monotonic() < give_up, "it did not happen"
        await asyncio.sleep(0.005)


async def ended(slots: Slots, *works: Endless) -> None:
    """Each has been given up, and its turn is another's."""
    await until(lambda: all(work.ended.is_set() for work in works) and slots.running == 0)


async def test_a_few_compute_at_once_of_one_token_one_and_the_others_wait_their_turn() -> None:
    slots, go, running, most = Slots(waits=MOST), threading.Event(), set[int](), list[int]()

    def work(number: int) -> int:
        running.add(number)
        most.append(len(running))
        go.wait(MOST)
        running.remove(number)
        return number

    def asked(token: str, number: int) -> "asyncio.Task[int]":
        return asyncio.create_task(slots.compute(token, lambda: work(number)))

    first = [asked("one", 1), asked("one", 2)]
    await until(lambda: 1 in running)
    assert slots.running == 1
    others = [asked("two", 3), asked("three", 4)]
    await until(lambda: slots.running == AT_ONCE)
    assert running == {1, 3}
    go.set()
    assert await asyncio.gather(*first, *others) == [1, 2, 3, 4]
    assert max(most) == AT_ONCE


async def test_whoever_waits_too_long_is_told_to_come_back() -> None:
    slots, work = Slots(waits=0.01), Endless()
    first = asyncio.create_task(slots.compute("one", work))
    await until(work.began.is_set)
    with pytest.raises(ComputingBusy):
        await slots.compute("one", int)
    assert await slots.compute("other", int) == 0
    first.cancel()
    await ended(slots, work)
    assert await slots.compute("one", int) == 0


async def test_a_token_cannot_fill_the_queue() -> None:
    slots, go = Slots(waits=MOST), threading.Event()
    asked = [asyncio.create_task(slots.compute("one", lambda: go.wait(MOST))) for _ in range(MOST_OF_A_TOKEN)]
    await until(lambda: slots.running == 1)
    with pytest.raises(ComputingBusy):
        await slots.compute("one", int)
    go.set()
    assert all(await asyncio.gather(*asked))


async def test_what_takes_too_long_is_given_up() -> None:
    slots, work = Slots(within=0.05), Endless()
    with pytest.raises(ComputingBusy) as busy:
        await slots.compute("one", work)
    assert busy.value.params["way"] == "long"
    await ended(slots, work)


async def test_what_nobody_waits_for_is_given_up_running_or_not() -> None:
    slots, work, other, has_left = Slots(waits=MOST), Endless(), Endless(), asyncio.Event()
    caller_leaves.set(has_left.wait)
    running = asyncio.create_task(slots.compute("one", work))
    waiting = asyncio.create_task(slots.compute("one", other))
    await until(work.began.is_set)
    has_left.set()
    for asked in (running, waiting):
        with pytest.raises(CallerLeft):
            await asked
    await ended(slots, work)
    assert not other.began.is_set()


async def test_a_thread_goes_on_unharmed_after_what_was_given_up() -> None:
    slots = Slots(waits=MOST)
    for _ in range(200):
        work = Endless()
        asked = asyncio.create_task(slots.compute("one", work))
        await until(work.began.is_set)
        asked.cancel()
        assert await slots.compute("one", lambda: sum(range(1_000))) == 499_500
    assert slots.running == 0


class Deaf:
    """Its end takes long, and nothing that is raised in it is heard outside."""

    def __init__(self, over: threading.Event) -> None:
        self.over = over

    def __del__(self) -> None:
        while not self.over.is_set():
            sum(range(100))


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
async def test_what_does_not_hear_that_it_is_given_up_is_told_again() -> None:
    slots, over, work = Slots(), threading.Event(), Endless()

    def deaf_at_first() -> None:
        Deaf(over)
        work()

    asked = asyncio.create_task(slots.compute("one", deaf_at_first))
    await until(lambda: slots.running == 1)
    await asyncio.sleep(0.05)
    asked.cancel()
    await until(asked.done)
    over.set()
    await ended(slots, work)


async def test_something_given_up_just_as_it_ends_harms_nobody() -> None:
    slots = Slots(waits=MOST)
    for pause in range(200):
        asked = asyncio.create_task(slots.compute("one", lambda: sum(range(1_000))))
        await asyncio.sleep(pause / 100_000)
        asked.cancel()
        assert await slots.compute("one", lambda: sum(range(1_000))) == 499_500


async def test_an_error_reaches_whoever_asked() -> None:
    def work() -> int:
        return 1 // 0

    with pytest.raises(ZeroDivisionError):
        await Slots().compute("one", work)


async def test_what_is_small_is_done_at_once_and_a_stream_waits_as_long_as_it_takes() -> None:
    slots, go = Slots(waits=0.01), threading.Event()
    assert await slots.compute("one", threading.get_ident, size=SMALL) == threading.get_ident()
    assert await slots.compute("one", threading.get_ident, size=SMALL + 1) != threading.get_ident()
    first = asyncio.create_task(slots.compute("one", lambda: go.wait(MOST)))
    await until(lambda: slots.running == 1)
    listening = asyncio.create_task(slots.compute_for_stream("one", int, size=SMALL + 1))
    await asyncio.sleep(0.1)
    assert not listening.done()
    go.set()
    assert (await first, await listening) == (True, 0)


UNBURDENED = """
import asyncio, sys, threading
from app.services.base.slots import ComputingBusy, Slots

async def work():
    slots = Slots(within=0.05)
    await slots.compute("token", lambda: sum(range(10)))
    begun = threading.Event()
    def endless():
        begun.set()
        while True:
            sum(range(100))
    try:
        await slots.compute("token", endless)
    except ComputingBusy:
        pass
    while slots.running:
        await asyncio.sleep(0.005)

asyncio.run(work())
calls = []
sys.setprofile(lambda frame, event, argument: calls.append(event))
sorted(number for number in range(1000))
sys.setprofile(None)
print(len(calls) > 1000)
"""


def test_what_was_computed_or_given_up_leaves_nothing_for_the_interpreter_to_look_for() -> None:
    """CPython 3.11 never comes to an end under a profiler while it looks for something to raise."""
    told = subprocess.run(
        [sys.executable, "-c", UNBURDENED], capture_output=True, text=True, timeout=MOST, check=False
    )
    assert (told.stdout, told.stderr) == ("True\n", "")
