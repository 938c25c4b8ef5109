"""Checking a proof: whether the seeds are those committed to, and every roll falls as it is shown.

`app/web/verify.html` does the same in JavaScript, with the same words; a test holds the two together.
"""

import re
from collections.abc import Iterator
from typing import Literal, TypeAlias

from app.rules.common.dice import Dice
from app.rules.resolution.answers import Stream
from app.services.dice.fair_dice import WORDS, Place, commitment, fall, words
from app.services.proof.document import Epoch, Proof, ProofRoll
from app.values import value

Verdict: TypeAlias = Literal["right", "wrong", "by hand", "secret"]
"""``secret``: the seed is not revealed yet, so that nobody can tell."""

STREAMS: tuple[Stream, ...] = ("open", "hidden")
_SEED = re.compile(r"[0-9a-f]{64}")
_NOTATION = re.compile(
    r"([0-9]{1,4}d[0-9]{1,10}(?:\+[0-9]{1,4}d[0-9]{1,10})*)(?: open-ended \(([0-9]{1,10})\+\))?"
)


@value
class Fault:
    """What is wrong, and with which roll; an epoch's own fault has no index."""

    epoch: int
    stream: Stream | None
    index: int | None
    message: str


@value
class Checked:
    """A verdict on each roll in order, and all faults: of epochs, of rolls, of what is missing."""

    verdicts: tuple[Verdict, ...]
    faults: tuple[Fault, ...]

    @property
    def first_bad_roll(self) -> Fault | None:
        """The first fault that is a roll's."""
        return next((fault for fault in self.faults if fault.index is not None), None)

    def count(self, verdict: Verdict) -> int:
        return self.verdicts.count(verdict)


def check(proof: Proof) -> Checked:
    """Check everything that can be checked."""
    faults = [fault for place, epoch in enumerate(proof.epochs) for fault in _faults_of(proof, epoch, place)]
    verdicts: list[Verdict] = []
    expected: dict[tuple[int, Stream], int] = {}
    seq = 0
    for roll in proof.rolls:
        verdict, message = _judge(proof, roll, expected, seq)
        verdicts.append(verdict)
        if message:
            faults.append(Fault(roll.epoch, roll.stream, roll.index, message))
        if roll.stream is not None and roll.index is not None:
            expected[roll.epoch, roll.stream] = roll.index + 1
        seq = max(seq, roll.seq)
    faults += [fault for epoch in proof.epochs for fault in _missing_at_the_end(epoch, expected)]
    return Checked(tuple(verdicts), tuple(faults))


def _faults_of(proof: Proof, epoch: Epoch, place: int) -> Iterator[Fault]:
    if epoch.epoch != place + 1:
        yield Fault(epoch.epoch, None, None, "The epochs are not numbered 1, 2, 3 and so on.")
    if epoch.seeds is None:
        if place + 1 < len(proof.epochs):
            yield Fault(epoch.epoch, None, None, "Only the last epoch can still be secret.")
        return
    if epoch.rolls is None:
        yield Fault(epoch.epoch, None, None, "The proof does not state how many rolls there were.")
    for stream in STREAMS:
        if not _is_committed(epoch, stream):
            message = f"The {stream} seed is not the one that was committed to."
            yield Fault(epoch.epoch, stream, None, message)


def _is_committed(epoch: Epoch, stream: Stream) -> bool:
    seed = getattr(epoch.seeds, stream)
    return bool(_SEED.fullmatch(seed)) and commitment(bytes.fromhex(seed)) == getattr(
        epoch.commitments, stream
    )


def _missing_at_the_end(epoch: Epoch, expected: dict[tuple[int, Stream], int]) -> Iterator[Fault]:
    if epoch.rolls is None:
        return
    for stream in STREAMS:
        told, shown = getattr(epoch.rolls, stream), expected.get((epoch.epoch, stream), 0)
        if shown < told:
            yield Fault(epoch.epoch, stream, shown, f"Roll {shown} is missing.")
        elif shown > told:
            yield Fault(epoch.epoch, stream, told, f"There were only {told} rolls.")


def _judge(
    proof: Proof, roll: ProofRoll, expected: dict[tuple[int, Stream], int], seq: int
) -> tuple[Verdict, str]:
    """The verdict, and where it is ``wrong`` the reason."""
    epoch = next((epoch for epoch in proof.epochs if epoch.epoch == roll.epoch), None)
    if epoch is None:
        return "wrong", "There is no such epoch."
    if roll.seq < seq:
        return "wrong", "It stands after a later action."
    if roll.source != "server":
        if roll.stream is not None or roll.index is not None:
            return "wrong", "A roll given by hand has no place in the server's dice."
        return ("by hand", "") if _are_its_dice(roll) else ("wrong", _other_dice(roll))
    if roll.stream is None or roll.index is None:
        return "wrong", "A roll of the server has no place in its dice."
    wanted = expected.get((roll.epoch, roll.stream), 0)
    if roll.index > wanted:
        return "wrong", f"Roll {wanted} is missing."
    if roll.index < wanted:
        return "wrong", f"Roll {wanted} should stand here."
    if not _are_its_dice(roll):
        return "wrong", _other_dice(roll)
    if epoch.seeds is None:
        return "secret", ""
    if not _is_committed(epoch, roll.stream):
        return "wrong", "Its seed is not the one that was committed to."
    faces = _fallen(proof, epoch, roll, roll.stream, roll.index)
    if faces == roll.faces:
        return "right", ""
    return "wrong", f"The seed gives {', '.join(map(str, faces))}."


def _fallen(proof: Proof, epoch: Epoch, roll: ProofRoll, stream: Stream, index: int) -> tuple[int, ...]:
    place = Place(proof.encounter, epoch.epoch, index, epoch.salt)
    row = words(bytes.fromhex(getattr(epoch.seeds, stream)), place.message)
    return tuple(fall(row, sides) for sides in roll.sides)


def _are_its_dice(roll: ProofRoll) -> bool:
    """Whether the dice are those of the roll's notation, none of an open-ended row left out or added."""
    dice = _dice_of(roll.notation, len(roll.sides))
    if dice is None or len(roll.faces) != len(roll.sides):
        return False
    return all(dice.next_die(roll.faces[:place]) == sides for place, sides in enumerate((*roll.sides, None)))


def _other_dice(roll: ProofRoll) -> str:
    return f"These are not the dice of {roll.notation}."


def _dice_of(notation: str, most: int) -> Dice | None:
    """The dice that are written so; None where nothing is, or more than ``most``."""
    found = _NOTATION.fullmatch(notation)
    if found is None:
        return None
    parts = [tuple(map(int, part.split("d"))) for part in found[1].split("+")]
    if not 0 < sum(count for count, _ in parts) <= most:
        return None
    sides = tuple(sides for count, sides in parts for _ in range(count))
    if not all(1 <= each <= WORDS for each in sides):
        return None
    return Dice(sides, None if found[2] is None else int(found[2]))
