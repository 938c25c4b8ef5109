"""Whatever computes beside play: in threads, a few at once, for a bounded time, and while somebody waits.

Threads share the interpreter's lock: they keep the event loop free for others, and more of them at once would
make nobody's answer come sooner. A thread that nobody needs any more is ended from outside: the interpreter
raises `GivenUp` in it at its next step (`PyThreadState_SetAsyncExc`), so that rules need not ask whether
they are still wanted. What computes here must therefore leave nothing half done that others see.
"""

import asyncio
import ctypes
import threading
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from app.services.base.refusals import ComputingBusy

T = TypeVar("T")

AT_ONCE = 2
"""Things that a worker computes at once; of one token one at a time."""
GIVEN_UP_EVERY = 0.25
"""Seconds after which what was given up is told so again, where it did not hear."""
MOST_OF_A_TOKEN = 16
"""Requests of one token that compute or wait for their turn."""
SMALL = 64_000
"""Characters of stored text that are worked on in a few milliseconds: less than a thread is worth."""
READING = 4
"""How many times as long it takes to read a body and check every text of it."""
SCENE = 4
"""How many times as long it takes to make views of all in a state: they follow from rules and tables."""

caller_leaves: ContextVar[Callable[[], Awaitable[object]] | None] = ContextVar("caller_leaves", default=None)
"""Returns once whoever sent the request in whose context it is asked has gone; None where nobody did."""


class GivenUp(BaseException):
    """Raised inside of what computes: nobody waits for it any more. No `except Exception` holds it up."""


class CallerLeft(Exception):
    """Nobody is there to be answered."""


@dataclass(slots=True)
class Slots:
    """The turns of one worker. Seconds: how long a request ``waits`` for its turn, and ``within`` which what
    it asks for is computed or given up.
    """

    waits: float = 2.0
    within: float = 20.0
    running: int = 0
    _all: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    _own: WeakValueDictionary[str, asyncio.Semaphore] = field(default_factory=WeakValueDictionary)
    _asked: Counter[str] = field(default_factory=Counter[str])
    _threads: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(AT_ONCE, thread_name_prefix="computing")
    )

    async def compute(self, token_id: str, work: Callable[[], T], *, size: int | None = None) -> T:
        """What ``work`` returns or raises; it is a pure function of what it holds.

        What is made of a ``size`` of stored text up to `SMALL` is computed at once. Raises ComputingBusy when
        the turn does not come or the time is over, and CallerLeft.
        """
        if size is not None and size <= SMALL:
            return work()
        if self._asked[token_id] >= MOST_OF_A_TOKEN:
            raise _busy()
        self._asked[token_id] += 1
        try:
            return await _unless_left(self._computed(token_id, work, self.waits))
        finally:
            self._asked[token_id] -= 1
            if not self._asked[token_id]:
                del self._asked[token_id]

    async def compute_for_stream(self, token_id: str, work: Callable[[], T], *, size: int) -> T:
        """The same for whoever listens: it waits for its turn as long as it takes."""
        return work() if size <= SMALL else await self._computed(token_id, work, None)

    async def _computed(self, token_id: str, work: Callable[[], T], waits: float | None) -> T:
        own = self._own.setdefault(token_id, asyncio.Semaphore())
        try:
            async with asyncio.timeout(waits):
                await _both(own, self._all)
        except TimeoutError:
            raise _busy() from None
        task = _Task(work)
        doing = asyncio.get_running_loop().run_in_executor(self._threads, task)
        self.running += 1
        # The turn ends with the thread's work, which may be a moment after it was given up.
        doing.add_done_callback(lambda done: self._ended(own, done))
        try:
            await asyncio.wait({doing}, timeout=self.within)
        finally:
            _give_up(task, doing)
        if not doing.done():
            raise ComputingBusy(
                "This takes longer than the {seconds} s that this server gives it.",
                way="long",
                seconds=round(self.within),
            )
        return doing.result()

    def _ended(self, own: asyncio.Semaphore, done: "asyncio.Future[T]") -> None:
        self.running -= 1
        self._all.release()
        own.release()
        if not done.cancelled():
            done.exception()  # whoever asked may have gone

    def close(self) -> None:
        """Compute nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


async def _both(one: asyncio.Semaphore, other: asyncio.Semaphore) -> None:
    await one.acquire()
    try:
        await other.acquire()
    except BaseException:
        one.release()
        raise


async def _unless_left(answer: Awaitable[T]) -> T:
    """The ``answer``, which is cancelled as soon as the caller leaves. Raises CallerLeft."""
    leaves = caller_leaves.get()
    if leaves is None:
        return await answer
    answering, leaving = asyncio.ensure_future(answer), asyncio.ensure_future(leaves())
    try:
        await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not answering.done():
            raise CallerLeft
        return answering.result()
    finally:
        answering.cancel()
        leaving.cancel()
        await asyncio.wait({answering, leaving})


def _give_up(task: "_Task[T]", doing: "asyncio.Future[T]") -> None:
    """End it, again and again until it has ended: a finalizer that happens to run swallows what is raised."""
    if not doing.done():
        task.give_up()
        asyncio.get_running_loop().call_later(GIVEN_UP_EVERY, _give_up, task, doing)


class _Task(Generic[T]):
    """Work for a thread, which another thread can end."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._lock = threading.Lock()
        self._thread: int | None = None
        self._is_given_up = False

    def __call__(self) -> T:
        thread = threading.get_ident()
        with self._lock:
            if self._is_given_up:
                raise GivenUp
            self._thread = thread
        try:
            return self._work()
        finally:
            # An assignment cannot be interrupted: whoever looks from now on raises nothing more.
            self._thread = None
            self._hear_the_last(thread)

    def _hear_the_last(self, thread: int) -> None:
        """Take what may still be on its way, so that it does not hit whatever the thread does next.

        It is raised once more and caught. Taking it back would do for this thread; but the interpreter stops
        looking for something to raise, in every thread and at every step, only where something was raised.
        """
        is_last = False
        while True:
            try:
                with self._lock:  # whoever looked before has raised it by now
                    if not self._is_given_up:
                        return
                    is_last = True
                    _raise_in(thread)
                while True:
                    pass  # until it is raised, which is at the next step
            except GivenUp:
                if is_last:
                    return

    def give_up(self) -> None:
        """End it, unless it has ended."""
        with self._lock:
            self._is_given_up = True
            if (thread := self._thread) is not None:
                _raise_in(thread)


def _raise_in(thread: int) -> None:
    """Have GivenUp raised in the thread at its next step."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(GivenUp))


def _busy() -> ComputingBusy:
    return ComputingBusy("Too much is asked for at once that has to be computed.")
