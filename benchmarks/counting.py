"""What some work costs the processor: Python functions called, the same each time, and milliseconds."""

import gc
import sys
from collections.abc import Callable
from time import process_time
from types import FrameType


def calls_of(work: Callable[[], object]) -> int:
    """How many Python functions it calls."""
    count = 0

    def count_call(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(count_call)
    try:
        _ = work()
    finally:
        sys.setprofile(None)
    return count


def least_ms_of(work: Callable[[], object], times: int) -> float:
    """The least milliseconds of the processor among so many times."""
    found: list[float] = []
    gc.disable()
    try:
        for _ in range(times):
            begin = process_time()
            _ = work()
            found.append(1000 * (process_time() - begin))
    finally:
        gc.enable()
    return min(found)
