"""Fair dice: how the faces of a roll follow from a secret seed, so that anyone can check them afterwards.

The seed is committed to before anything is rolled and revealed in the end. `docs/fair-dice.md` has the whole
construction; `app/web/verify.html` has it a second time, in JavaScript.
"""

import json
import struct
from collections.abc import Iterator, Mapping
from hashlib import sha256
from hmac import digest
from itertools import count

from app.rules.common.dice import Dice
from app.values import value

FORMAT = "estoc-dice/v1"
COMMIT = b"estoc-dice/v1/commit\0"
STREAM = b"estoc-dice/v1/stream\0"
SEED_BYTES = 32
_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
WORDS = 2**32
"""How many words of four bytes there are."""


@value
class Place:
    """Where a roll stands: the roll ``index`` (from 0) of a stream in an epoch of an encounter."""

    encounter: str
    epoch: int
    index: int
    salt: str

    @property
    def message(self) -> bytes:
        return canonical(
            {"encounter": self.encounter, "epoch": self.epoch, "index": self.index, "salt": self.salt}
        )


def commitment(seed: bytes) -> str:
    """What is published of a seed beforehand, in hexadecimal: it binds the server and tells nothing."""
    return sha256(COMMIT + seed).hexdigest()


def canonical(document: Mapping[str, str | int]) -> bytes:
    """JSON with sorted keys and without spaces, in UTF-8."""
    return _CANONICAL.encode(document).encode()


def words(seed: bytes, message: bytes, domain: bytes = STREAM) -> Iterator[int]:
    """The endless row of words (0 to 2³² − 1) of the roll that ``message`` names."""
    for counter in count():
        block = digest(seed, domain + message + b"\0" + counter.to_bytes(4, "big"), "sha256")
        for (word,) in struct.iter_unpack(">I", block):
            yield word


def fall(row: Iterator[int], sides: int) -> int:
    """The face of a die with ``sides`` sides.

    Words beyond the last full set of faces are passed over: with them low faces would fall more often.
    """
    limit = WORDS - WORDS % sides
    word = next(row)
    while word >= limit:
        word = next(row)
    return word % sides + 1


def throw(seed: bytes, place: Place, dice: Dice) -> tuple[int, ...]:
    """All faces of one roll, those that an open-ended die is thrown again for included."""
    row = words(seed, place.message)
    faces: tuple[int, ...] = ()
    while (sides := dice.next_die(faces)) is not None:
        faces = (*faces, fall(row, sides))
    return faces
