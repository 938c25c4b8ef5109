"""Answers are kept for the very same objects, and for no others."""

from app.values import remembered


def test_the_same_object_is_answered_once() -> None:
    asked: list[list[int]] = []

    @remembered(2)
    def total(numbers: list[int]) -> int:
        asked.append(numbers)
        return sum(numbers)

    one, alike = [1, 2], [1, 2]
    assert (total(one), total(one), total(alike)) == (3, 3, 3)
    assert [id(it) for it in asked] == [id(one), id(alike)]


def test_every_argument_counts() -> None:
    @remembered(8)
    def pair(one: str, other: str) -> tuple[str, str]:
        return one, other

    assert (pair("a", "b"), pair("b", "a"), pair("a", "b")) == (("a", "b"), ("b", "a"), ("a", "b"))


def test_what_is_forgotten_is_asked_again() -> None:
    asked: list[str] = []

    @remembered(2)
    def said(word: str) -> str:
        asked.append(word)
        return word

    for word in ("a", "b", "c", "a"):
        assert said(word) == word
    assert asked == ["a", "b", "c", "a"]


def test_an_id_is_not_taken_over() -> None:
    @remembered(4)
    def first(numbers: list[int]) -> int:
        return numbers[0]

    for number in range(50):
        assert first([number]) == number  # a list that nobody else holds: its id could be given to the next
