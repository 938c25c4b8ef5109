"""Imported before the application: the garbage collector rests until a worker has started.

Importing makes hundreds of thousands of objects that all stay; looking for garbage among them again and again
is a third of a worker's start.
"""

import gc

YOUNG_OBJECTS = 10_000
"""New objects before the collector looks for garbage among them; one request makes more than Python's 700."""

gc.disable()


def collect_from_now_on() -> None:
    """Look for garbage among what is made from here on.

    What lives as long as the worker need not be searched again, and hardly any of the thousands of objects
    that a request makes is part of a cycle.
    """
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS)
    gc.enable()
