"""The server's dice: the only chance in live play (`scenarios/fair.py` seeds those of smoke tests)."""

from secrets import token_bytes
from typing import Literal, TypeAlias

from app.persistence.dice_queries import Epoch
from app.rules.resolution.answers import Answer, RollAnswer, Stream
from app.rules.resolution.given import default_of
from app.rules.resolution.requests import Choose, Single
from app.services.fair_dice import SEED_BYTES, Place, throw

Privacy: TypeAlias = Literal["public", "gm", "self", "blind"]
"""Who sees the rolls of an action: all, the GM, who acts and the GM, or (blind) the GM alone, unasked."""


def stream_of(privacy: Privacy) -> Stream:
    """Rolls that not everybody sees are hidden, so that the open ones can be counted through."""
    return "open" if privacy == "public" else "hidden"


def new_seeds() -> tuple[bytes, bytes]:
    """The open and the hidden seed of an epoch: everything that is random in its dice."""
    return token_bytes(SEED_BYTES), token_bytes(SEED_BYTES)


class Draw:
    """The server's dice of one request to an encounter, drawn from one stream of its present epoch.

    Whoever stores the action stores `next_open` and `next_hidden` in the same transaction: what is not
    stored was not drawn, and the repeated request gets the same faces.
    """

    def __init__(self, encounter_id: str, epoch: Epoch, stream: Stream) -> None:
        self._encounter_id = encounter_id
        self._epoch = epoch
        self._stream: Stream = stream
        self._rolls = 0

    def __call__(self, request: Single) -> Answer:
        """Throws the dice of a roll, each face equally likely, and decides a choice by its default."""
        if isinstance(request, Choose):
            return default_of(request)
        epoch = self._epoch
        is_open = self._stream == "open"
        index = (epoch.next_open if is_open else epoch.next_hidden) + self._rolls
        place = Place(self._encounter_id, epoch.number, index, epoch.salt)
        faces = throw(epoch.open_seed if is_open else epoch.hidden_seed, place, request.dice)
        self._rolls += 1
        return RollAnswer(
            request.purpose,
            request.roller,
            faces,
            "server",
            epoch=epoch.number,
            stream=self._stream,
            index=index,
        )

    @property
    def next_open(self) -> int:
        """The index of the open roll after those drawn."""
        return self._epoch.next_open + (self._rolls if self._stream == "open" else 0)

    @property
    def next_hidden(self) -> int:
        """The index of the hidden roll after those drawn."""
        return self._epoch.next_hidden + (self._rolls if self._stream == "hidden" else 0)
