"""What a worker's garbage collector searches: what is new, and only now and then what has survived."""

import subprocess
import sys
from textwrap import dedent


def _run(code: str) -> list[int]:
    """The numbers that the code prints, in a process of its own: frozen objects are the process's."""
    ended = subprocess.run(
        [sys.executable, "-c", dedent(code)], capture_output=True, text=True, check=True, timeout=60
    )
    return [int(word) for word in ended.stdout.split()]


PREPARED = """
import gc, weakref
from app.collector import SEARCHED_AGAIN_EVERY, collect_from_now_on
class Knot:
    def __init__(self):
        self.own = self
collect_from_now_on()
kept = [[number] for number in range(50_000)]
"""


def test_what_survived_a_full_search_is_not_searched_again() -> None:
    before, after, searched = _run(
        f"""{PREPARED}
before = gc.get_freeze_count()
gc.collect()
print(before, gc.get_freeze_count(), len(gc.get_objects()))
"""
    )
    assert after >= before + 50_000
    assert searched < 10_000


def test_garbage_made_later_is_found() -> None:
    gone = _run(
        f"""{PREPARED}
gc.collect()
knots = [Knot() for _ in range(1_000)]
seen = [weakref.ref(knot) for knot in knots]
del knots
gc.collect()
print(sum(one() is None for one in seen))
"""
    )
    assert gone == [1_000]


def test_garbage_among_the_survivors_is_found_in_the_end() -> None:
    early, late = _run(
        f"""{PREPARED}
knots = [Knot() for _ in range(1_000)]
seen = [weakref.ref(knot) for knot in knots]
gc.collect()
del knots
gc.collect()
print(sum(one() is None for one in seen))
for _ in range(SEARCHED_AGAIN_EVERY):
    gc.collect()
print(sum(one() is None for one in seen))
"""
    )
    assert (early, late) == (0, 1_000)
