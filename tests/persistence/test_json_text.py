"""JSON from the network: taken as it is or refused, never repaired."""

import pytest

from app.persistence.base.json_text import (
    DocumentTooComplex,
    MalformedJson,
    NumberOutOfRange,
    UnusableText,
    read_json,
)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b'{"a": 1,}',
        b'{"a": 1} x',
        b'{"a": NaN}',
        b'{"a": -Infinity}',
        b'{"hits": 1, "hits": 2}',
        b'{"a": "\xff"}',
        b"9" * 5000,
    ],
)
def test_what_is_not_json_is_malformed(text: bytes) -> None:
    with pytest.raises(MalformedJson):
        read_json(text)


def test_a_number_without_a_fraction_is_an_integer_however_it_is_written() -> None:
    document = read_json(b"[4186, 4186.0, 4.186e3, 0.5, true]")
    assert document == [4186, 4186, 4186, 0.5, True]
    assert [type(item) for item in document] == [int, int, int, float, bool]  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", [rb'{"a": ["\u0000"]}', rb'{"a": ["\ud800"]}', rb'{"a": ["x\udc00\u00e9"]}'])
def test_a_text_that_no_row_can_hold_is_refused_at_its_place(text: bytes) -> None:
    with pytest.raises(UnusableText) as refusal:
        read_json(text)
    assert refusal.value.problems[0].pointer == "/a/0"


def test_a_pair_of_surrogates_is_one_character() -> None:
    assert read_json(rb'"\ud83c\udfb2"') == "\N{GAME DIE}"


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        (b"[" * 20 + b"]" * 20, True),
        (b"[" * 21 + b"]" * 21, False),
        (b"[" * 100_000 + b"]" * 100_000, False),
        (b"[" + b"1," * 199 + b"1]", True),
        (b"[" + b"1," * 200 + b"1]", False),
        (b'"' + b"x" * 2001 + b'"', False),
        (b'{"rows": "' + b"." * 50_000 + b'"}', True),
        (b'{"rows": "' + b"." * 50_001 + b'"}', False),
    ],
)
def test_documents_have_limits(text: bytes, fits: bool) -> None:
    if fits:
        read_json(text)
        return
    with pytest.raises(DocumentTooComplex):
        read_json(text)


@pytest.mark.parametrize("text", [b"[1000000001]", b"[-1e300]", b"[1e999]"])
def test_a_number_beyond_all_rules_is_refused(text: bytes) -> None:
    with pytest.raises(NumberOutOfRange) as refusal:
        read_json(text)
    assert refusal.value.problems[0].pointer == "/0"
