"""The shared proof (tests/vectors/proof.json), and everything that somebody could change in it."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any, TypeAlias

Document: TypeAlias = dict[str, Any]
"""Any: JSON."""
Place: TypeAlias = tuple[int, str | None, int | None]
"""Epoch, stream and index of a fault."""

FILE = Path(__file__).parents[1] / "vectors" / "proof.json"


def proof() -> Document:
    """Rolls 0 to 5 of the open stream, 0 and 1 of the hidden one, and one by hand."""
    return json.loads(FILE.read_text(encoding="utf-8"))


def _face(document: Document) -> None:
    document["rolls"][2]["faces"][0] += 1


def _second_die(document: Document) -> None:
    document["rolls"][1]["faces"][1] -= 1


def _die_not_thrown_again(document: Document) -> None:
    for name in ("sides", "faces"):
        document["rolls"][1][name].pop()


def _die_thrown_again_for_nothing(document: Document) -> None:
    document["rolls"][0]["sides"].append(100)
    document["rolls"][0]["faces"].append(50)


def _sides(document: Document) -> None:
    document["rolls"][0]["sides"] = [20]


def _notation(document: Document) -> None:
    document["rolls"][2]["notation"] = "1d20"


def _seed(document: Document) -> None:
    document["epochs"][0]["seeds"]["open"] = "00" * 32


def _seed_that_is_none(document: Document) -> None:
    document["epochs"][0]["seeds"]["hidden"] = "a beard"


def _commitment(document: Document) -> None:
    document["epochs"][0]["commitments"]["hidden"] = "00" * 32


def _salt(document: Document) -> None:
    document["epochs"][0]["salt"] += "!"


def _encounter(document: Document) -> None:
    document["encounter"] = "enc_00000000000000000000000002"


def _order(document: Document) -> None:
    rolls = document["rolls"]
    rolls[1], rolls[2] = rolls[2], rolls[1]


def _order_of_actions(document: Document) -> None:
    rolls = document["rolls"]
    rolls[3], rolls[4] = rolls[4], rolls[3]


def _left_out(document: Document) -> None:
    del document["rolls"][1]


def _last_left_out(document: Document) -> None:
    document["rolls"].pop()


def _hidden_left_out(document: Document) -> None:
    document["rolls"] = [roll for roll in document["rolls"] if roll["stream"] != "hidden"]


def _twice(document: Document) -> None:
    document["rolls"].insert(2, deepcopy(document["rolls"][1]))


def _index_forgotten(document: Document) -> None:
    document["rolls"][1]["index"] = None


def _called_by_hand(document: Document) -> None:
    document["rolls"][0] |= {"source": "manual", "stream": None, "index": None}


def _by_hand_with_a_place(document: Document) -> None:
    document["rolls"][0]["source"] = "gm"


def _face_by_hand(document: Document) -> None:
    document["rolls"][4]["faces"] = [12, 97]


def _seeds_taken_back(document: Document) -> None:
    document["epochs"][0] |= {"seeds": None, "rolls": None}


def _count_forgotten(document: Document) -> None:
    document["epochs"][0]["rolls"] = None


def _count_lowered(document: Document) -> None:
    document["epochs"][0]["rolls"]["open"] = 5


def _epoch_left_out(document: Document) -> None:
    del document["epochs"][0]


def _other_epoch(document: Document) -> None:
    document["rolls"][0]["epoch"] = 3


TAMPERED: dict[Callable[[Document], None], Place] = {
    _face: (1, "open", 2),
    _second_die: (1, "open", 1),
    _die_not_thrown_again: (1, "open", 1),
    _die_thrown_again_for_nothing: (1, "open", 0),
    _sides: (1, "open", 0),
    _notation: (1, "open", 2),
    _seed: (1, "open", 0),
    _seed_that_is_none: (1, "hidden", 0),
    _commitment: (1, "hidden", 0),
    _salt: (1, "open", 0),
    _encounter: (1, "open", 0),
    _order: (1, "open", 2),
    _order_of_actions: (1, "hidden", 0),
    _left_out: (1, "open", 2),
    _last_left_out: (1, "open", 5),
    _hidden_left_out: (1, "hidden", 0),
    _twice: (1, "open", 1),
    _index_forgotten: (1, "open", 2),
    _called_by_hand: (1, "open", 1),
    _by_hand_with_a_place: (1, "open", 0),
    _face_by_hand: (1, None, None),
    _seeds_taken_back: (1, None, None),
    _count_forgotten: (1, None, None),
    _count_lowered: (1, "open", 5),
    _epoch_left_out: (1, "open", 0),
    _other_epoch: (3, "open", 0),
}
"""What is changed, with the place of the first bad roll, or of the first fault where no roll has an index."""


def tampered(change: Callable[[Document], None]) -> Document:
    document = proof()
    change(document)
    return document


def named(change: Callable[[Document], None]) -> str:
    return change.__name__.strip("_").replace("_", " ")
