"""Imported before the application: the garbage collector rests until a worker has started.

Importing makes hundreds of thousands of objects that all stay; looking for garbage among them again and again
is a third of a worker's start.
"""

import gc

YOUNG_OBJECTS = 10_000
"""New objects before the collector looks for garbage among them; one request makes more than Python's 700."""
SEARCHED_AGAIN_EVERY = 64
"""Full searches of which one goes through everything, also through what had survived an earlier one."""

gc.disable()


class _Survivors:
    """Lets a full search pass over what an earlier one has found in use.

    Nearly all of that is states and caches of values, which hold no cycles and are freed without the
    collector. Searching it again stopped a worker with large fights for half a second at a time.
    """

    def __init__(self) -> None:
        self._searches = 0

    def __call__(self, phase: str, info: dict[str, int]) -> None:
        if info["generation"] != 2:
            return
        if phase == "stop":
            gc.freeze()
            return
        self._searches += 1
        if self._searches % SEARCHED_AGAIN_EVERY == 0:
            gc.unfreeze()


def collect_from_now_on() -> None:
    """Look for garbage among what is made from here on.

    What lives as long as the worker need not be searched again, and hardly any of the thousands of objects
    that a request makes is part of a cycle.
    """
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS)
    gc.callbacks.append(_Survivors())
    gc.enable()
