"""Ids of resources: a prefix and a UUID of version 7 in lower-case base 32, sortable by time."""

import re
import secrets
import time

_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's alphabet: its order is that of the characters, and none is mistaken for another."""
_LENGTH = 26
_SHAPE = re.compile(f"[a-z]{{3}}_[{_DIGITS}]{{{_LENGTH}}}")


class _Latest:
    """The number of this process's latest id."""

    number = 0


def new_id(prefix: str) -> str:
    """A new id such as ``enc_01k…``; ids made later sort later: of one process strictly, of several to the
    millisecond.
    """
    number = time.time_ns() // 1_000_000 << 80 | secrets.randbits(80)
    number = number & ~(0xF << 76) | 0x7 << 76
    number = number & ~(0x3 << 62) | 0x2 << 62
    if number <= _Latest.number:  # within the same millisecond, or the clock was set back
        number = _Latest.number + 1 + secrets.randbits(32)
    _Latest.number = number
    return f"{prefix}_{_base32(number)}"


def is_id(prefix: str, text: str) -> bool:
    """Whether ``text`` could be an id of that kind; nothing else is worth asking the database for."""
    return _SHAPE.fullmatch(text) is not None and text.startswith(f"{prefix}_")


def _base32(number: int) -> str:
    return "".join(_DIGITS[number >> shift & 31] for shift in range(5 * (_LENGTH - 1), -1, -5))
