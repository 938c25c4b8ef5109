"""Large bodies: each worker reads a few at once, so that they do not fill its memory."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import field
from typing import TypeVar

from app.services.base.refusals import UploadsBusy
from app.values import value

T = TypeVar("T")
AT_ONCE = 2


@value
class Uploads:
    """The turns of one worker: seconds that a request waits for its own, and that its body may take."""

    waits: float = 10
    comes_within: float = 60
    _turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """The body is read and worked on inside; raises UploadsBusy."""
        try:
            async with asyncio.timeout(self.waits):
                await self._turns.acquire()
        except TimeoutError:
            raise UploadsBusy("More large bodies at once than this server reads.") from None
        try:
            yield
        finally:
            self._turns.release()

    async def in_time(self, body: Awaitable[T]) -> T:
        """The ``body``, once it has come; raises UploadsBusy."""
        try:
            async with asyncio.timeout(self.comes_within):
                return await body
        except TimeoutError:
            raise UploadsBusy(
                "The body did not come within {seconds} s.", way="slow", seconds=round(self.comes_within)
            ) from None
