"""Looks at the database that are shared by all who want the same at the same time.

A rush of requests, good or bad, then costs one connection and not one each: the pool stays free for the rest.
"""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Looks(Generic[K, T]):
    """Those under way. What one of them raises, all hear who share it."""

    def __init__(self) -> None:
        self._under_way: dict[K, asyncio.Task[T]] = {}

    async def share(self, key: K, look: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What ``look`` finds, or the look for the same ``key`` that has begun already. Any: of asyncio."""
        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.create_task(look())
            task.add_done_callback(lambda done: self._end(key, done))
        return await asyncio.shield(task)  # whoever goes away does not end it for the others

    def forget(self) -> None:
        """Have everybody who comes from now on look anew: what is under way may find what was before."""
        self._under_way.clear()

    def _end(self, key: K, task: asyncio.Task[T]) -> None:
        if not task.cancelled():
            task.exception()  # taken note of, even where nobody waits for it any more
        if self._under_way.get(key) is task:
            del self._under_way[key]
