"""Where simulations are computed: in one process beside each worker, so that whoever plays feels nothing.

It is started when it is needed first, gives way to everything else on the machine, and does not outlive its
worker.
"""

import asyncio
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TypeVar

from app.persistence.packs.pack_files import Document
from app.services.packs.cache import Shelf
from app.services.simulations.work import Work, learn, play_on

T = TypeVar("T")
NICENESS = 5


class ProcessLost(Exception):
    """The process that computed ended before it was done."""


@dataclass(slots=True)
class _Process:
    """A process that computes, one thing after another."""

    executor: ProcessPoolExecutor
    pid: int


class Computing:
    """One worker's process for simulations."""

    def __init__(self) -> None:
        self._process: _Process | None = None
        self._starting = asyncio.Lock()
        self._is_taken = False

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[bool]:
        """Whether it is the caller's for as long as the block lasts; False where it is somebody else's."""
        if self._is_taken:
            yield False
            return
        self._is_taken = True
        try:
            yield True
        finally:
            self._is_taken = False

    async def play_on(self, shelf: Shelf, work: Work, done: int) -> bytes:
        """What came of the next runs after the first ``done``; raises ProcessLost."""
        return await self._computed(shelf, lambda: self._run(play_on, work, done))

    async def _computed(self, shelf: Shelf, ask: Callable[[], "asyncio.Future[bytes | None]"]) -> bytes:
        await self._started()
        try:
            answer = await ask()
            if answer is None:
                document: Document = shelf.document
                await self._run(learn, shelf.key, document)
                answer = await ask()
        except BrokenProcessPool as error:
            self._process = None
            raise ProcessLost(str(error)) from error
        assert answer is not None
        return answer

    def _run(self, work: Callable[..., T], *arguments: object) -> "asyncio.Future[T]":
        process = self._process
        if process is None:
            raise ProcessLost("It was lost meanwhile.")
        return asyncio.get_running_loop().run_in_executor(process.executor, work, *arguments)

    async def _started(self) -> None:
        async with self._starting:
            if self._process is not None:
                return
            spawn = multiprocessing.get_context("spawn")
            executor = ProcessPoolExecutor(1, mp_context=spawn, initializer=_settle_in)
            try:
                pid = await asyncio.get_running_loop().run_in_executor(executor, os.getpid)
            except BrokenProcessPool as error:
                raise ProcessLost(str(error)) from error
            self._process = _Process(executor, pid)

    def close(self) -> None:
        """End the process, whatever it computes."""
        process, self._process = self._process, None
        if process is None:
            return
        process.executor.shutdown(wait=False, cancel_futures=True)
        with suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGTERM)


def _settle_in() -> None:
    """In the process itself, before anything else."""
    os.nice(NICENESS)
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_end_after, args=(parent.sentinel,), name="orphan", daemon=True).start()


def _end_after(parent: int) -> None:
    """A process left behind would compute for nobody."""
    multiprocessing.connection.wait([parent])
    os.kill(os.getpid(), signal.SIGKILL)
