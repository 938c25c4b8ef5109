"""How faces follow from seeds: the vectors that every implementation shares (tests/vectors/dice.json)."""

import json
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from app.rules.common.dice import OPEN_D100, Dice
from app.services.dice.fair_dice import (
    COMMIT,
    STREAM,
    WORDS,
    Place,
    canonical,
    commitment,
    fall,
    throw,
    words,
)

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "dice.json").read_text(encoding="utf-8")
)
ROLLS: list[dict[str, Any]] = VECTORS["rolls"]


def place_of(vector: dict[str, Any]) -> Place:
    return Place(vector["encounter"], vector["epoch"], vector["index"], vector["salt"])


def row_of(vector: dict[str, Any]) -> list[int]:
    """The words of a vector's roll, and many after them."""
    return list(islice(words(bytes.fromhex(vector["seed"]), place_of(vector).message), 100))


def test_the_construction_gives_the_faces_it_was_published_with() -> None:
    known = VECTORS["construction"]
    assert canonical({"roll": 7, "client": "table-salt", "enc": "enc_1"}).decode() == known["message"]
    row = words(bytes(range(32)), known["message"].encode(), known["domain"].encode())
    assert [fall(row, sides) for sides in (100, 100, 20, 6, 6, 6)] == [8, 44, 1, 2, 1, 2]
    assert known["faces"] == [8, 44, 1, 2, 1, 2]


def test_our_own_domains_are_those_of_the_documentation() -> None:
    assert (COMMIT, STREAM) == (b"estoc-dice/v1/commit\x00", b"estoc-dice/v1/stream\x00")


@pytest.mark.parametrize("vector", VECTORS["commitments"], ids=lambda vector: vector["seed"][:4])
def test_a_commitment_is_the_hash_of_the_seed_in_our_domain(vector: dict[str, str]) -> None:
    seed = bytes.fromhex(vector["seed"])
    assert commitment(seed) == vector["commitment"]
    assert commitment(seed) == sha256(b"estoc-dice/v1/commit\x00" + seed).hexdigest()


@pytest.mark.parametrize("vector", ROLLS, ids=[vector["note"] for vector in ROLLS])
def test_every_shared_vector_falls_as_written(vector: dict[str, Any]) -> None:
    place = place_of(vector)
    assert place.message == vector["message"].encode()
    row = words(bytes.fromhex(vector["seed"]), place.message)
    assert [fall(row, sides) for sides in vector["sides"]] == vector["faces"]


def test_a_d100_passes_over_a_word_beyond_the_last_full_hundred() -> None:
    (vector,) = (vector for vector in ROLLS if "ffffffdf" in vector["note"])
    first, second, *_ = row_of(vector)
    assert first == 0xFFFFFFDF >= WORDS - WORDS % 100
    assert vector["faces"] == [second % 100 + 1]
    assert first % 100 != second % 100, "without passing over, another face would have fallen"


def test_words_are_passed_over_until_one_is_within_the_full_sets() -> None:
    row = iter([WORDS - 1, WORDS - 96, WORDS - 97, 7])
    assert fall(row, 100) == (WORDS - 97) % 100 + 1 == 100
    assert next(row) == 7
    (vector,) = (vector for vector in ROLLS if vector["sides"][0] == 2**31 + 1)
    kept = [word for word in row_of(vector) if word <= 2**31]
    assert vector["faces"] == [word + 1 for word in kept[:6]]
    assert row_of(vector)[:6] != kept[:6]


def test_every_word_of_a_die_that_divides_them_all_counts() -> None:
    assert [fall(iter([word]), 2) for word in (0, 1, WORDS - 2, WORDS - 1)] == [1, 2, 1, 2]
    assert fall(iter([WORDS - 1]), WORDS) == WORDS


def test_an_open_ended_die_is_thrown_again_from_the_same_row() -> None:
    (vector,) = (vector for vector in ROLLS if "opens twice" in vector["note"])
    seed, place = bytes.fromhex(vector["seed"]), place_of(vector)
    assert throw(seed, place, OPEN_D100) == tuple(vector["faces"]) == (100, 100, 1)
    assert throw(seed, place, Dice((100,))) == (100,)


@pytest.mark.parametrize(
    "other",
    [
        Place("enc_2", 1, 0, ""),
        Place("enc_1", 2, 0, ""),
        Place("enc_1", 1, 1, ""),
        Place("enc_1", 1, 0, "salt"),
    ],
)
def test_every_part_of_the_place_changes_the_dice(other: Place) -> None:
    dice = Dice((100,) * 8)
    assert throw(bytes(32), other, dice) != throw(bytes(32), Place("enc_1", 1, 0, ""), dice)
