"""The server's dice: the only chance in live play (`scenarios/fair.py` seeds those of smoke tests)."""

from collections.abc import Set
from secrets import token_bytes
from typing import Any

from app.persistence.dice.seed_queries import Epoch
from app.rules.resolution.answers import Answer, RollAnswer, Stream
from app.rules.resolution.given import default_of
from app.rules.resolution.play import Ask
from app.rules.resolution.requests import Choose, Roll, Single
from app.services.dice.fair_dice import SEED_BYTES, Place, throw
from app.services.dice.policy import Privacy


def stream_of(privacy: Privacy) -> Stream:
    """Rolls that not everybody sees are hidden, so that the open ones can be counted through."""
    return "open" if privacy == "public" else "hidden"


def new_seeds() -> tuple[bytes, bytes]:
    """The open and the hidden seed of an epoch: everything that is random in its dice."""
    return token_bytes(SEED_BYTES), token_bytes(SEED_BYTES)


class Draw:
    """The server's dice of one request to an encounter, drawn from both streams of its present epoch.

    Whoever stores the action stores `next_rolls` in the same transaction: what is not stored was not drawn,
    and the repeated request gets the same faces. So a request that has thrown is stored even where the rules
    refuse it: only what nobody was told of, because the server failed, is thrown again.
    """

    def __init__(self, encounter_id: str, epoch: Epoch) -> None:
        self._encounter_id = encounter_id
        self._epoch = epoch
        self._next: dict[Stream, int] = {"open": epoch.next_open, "hidden": epoch.next_hidden}
        self.thrown: list[tuple[Roll[Any], RollAnswer]] = []
        """Every roll so far, and what was asked. Any: outcomes are the game's own."""

    def asking(self, privacy: Privacy, hidden: Set[str] = frozenset()) -> Ask:
        """Throws the dice of a roll, each face equally likely, and decides a choice by its default.

        The rolls of ``hidden`` combatants are hidden in every action, and those of whoever rolls something
        off with nobody else: there would be no such roll without them.
        """
        stream = stream_of(privacy)

        def is_hidden(roll: Roll[Any]) -> bool:
            others = {*roll.beside} - {roll.roller}
            return roll.roller in hidden or (bool(others) and others <= hidden)

        def ask(request: Single) -> Answer:
            if isinstance(request, Choose):
                return default_of(request)
            return self._throw(request, "hidden" if is_hidden(request) else stream)

        return ask

    def _throw(self, request: Roll[Any], stream: Stream) -> RollAnswer:
        epoch, index = self._epoch, self._next[stream]
        place = Place(self._encounter_id, epoch.number, index, epoch.salt)
        seed = epoch.open_seed if stream == "open" else epoch.hidden_seed
        faces = throw(seed, place, request.dice)
        self._next[stream] = index + 1
        answer = RollAnswer(
            request.purpose,
            request.roller,
            faces,
            "server",
            epoch=epoch.number,
            stream=stream,
            index=index,
        )
        self.thrown.append((request, answer))
        return answer

    def has_thrown(self) -> bool:
        """Whether a die has fallen: from then on the request counts (decision 0016)."""
        return bool(self.thrown)

    @property
    def next_rolls(self) -> tuple[int, int]:
        """The indices of the open and of the hidden roll after those drawn."""
        return self._next["open"], self._next["hidden"]
