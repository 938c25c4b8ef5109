"""Bad documents, made from good ones by one change at every place: refusals name the place.

The documents come from the published schemas, the places from the documents themselves.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from app.persistence.base.codec import Codec, codecs_of
from app.rules.common.errors import InvalidDocument
from app.rules.common.identity import ExternalRef
from app.rules.registry import RULESETS
from app.rules.resolution.given import Option

BAD: tuple[Any, ...] = (
    None, True, 7, -1, 10**30, 1.5, "", "31,5", "no such word", [], [[]], {}, {"type": "no such type"},
    {"no such member": 1}, [{"no such member": 1}], ["x"] * 3,
)  # fmt: skip


def examples(schema: Any, whole: Any, depth: int = 0) -> Iterator[Any]:
    """Documents of the schema, one for each branch of it, with every member there is. Any: JSON."""
    if depth > 12:
        return
    match schema:
        case {"$ref": str() as ref}:
            yield from examples(whole["$defs"][ref.rsplit("/", 1)[1]], whole, depth + 1)
        case {"const": value}:
            yield value
        case {"enum": [first, *_]}:
            yield first
        case {"anyOf": branches} | {"oneOf": branches}:
            for branch in branches:
                yield from examples(branch, whole, depth + 1)
        case {"type": "object", "properties": members}:
            filled = {name: next(examples(part, whole, depth + 1), None) for name, part in members.items()}
            yield {name: part for name, part in filled.items() if part is not None}
        case {"type": "array", "items": items}:
            item = next(examples(items, whole, depth + 1), None)
            yield [] if item is None else [item] * max(1, schema.get("minItems", 1))
        case {"type": "integer"} | {"type": "number"}:
            yield schema.get("minimum", 1)
        case {"type": "boolean"}:
            yield True
        case {"type": "string"}:
            yield "a-word"
        case _:
            return


def places(document: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value of the document."""
    yield at
    match document:
        case dict():
            for name, part in document.items():
                yield from places(part, (*at, name))
        case list():
            for index, part in enumerate(document):
                yield from places(part, (*at, index))
        case _:
            return


def changed(document: Any, at: tuple[Any, ...], change: Any) -> Any:
    """The document with something else at that place; `...` takes away what is there."""
    if not at:
        return change
    copy = json.loads(json.dumps(document))
    here = copy
    for part in at[:-1]:
        here = here[part]
    if change is ...:
        del here[at[-1]]
    else:
        here[at[-1]] = change
    return copy


def resolves(pointer: str, document: Any) -> bool:
    """Whether there is something at the pointer (RFC 6901), or at what its last part is missing in."""
    parts = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    for number, part in enumerate(parts):
        is_last = number == len(parts) - 1
        match document:
            case dict():
                if part not in document:
                    return is_last
                document = document[part]
            case list():
                if not part.isdigit():
                    return False
                if int(part) >= len(document):
                    return is_last
                document = document[int(part)]
            case _:
                return False
    return True


def bad_documents(codec: Codec[Any]) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Every example of the codec with every change at every place, and that place."""
    schema = codec.schema()
    for good in examples(schema, schema):
        for at in places(good):
            for change in (*BAD, ...):
                if at or change is not ...:
                    yield changed(good, at, change), at


def test_every_fault_of_every_command_and_sheet_stands_once_at_a_place_that_was_sent() -> None:
    refused = 0
    for game in RULESETS.values():
        for codec in (codecs_of(game).command, codecs_of(game).sheet, codecs_of(game).options):
            for document, at in bad_documents(codec):
                try:
                    codec.read(document)
                except InvalidDocument as refusal:
                    refused += 1
                    pointers = [problem.pointer for problem in refusal.problems]
                    assert len(pointers) == len(set(pointers)), (document, at, pointers)
                    lost = [one for one in pointers if not resolves(one, document)]
                    assert not lost, (document, at, lost)
    assert refused > 10_000


def shot(distance: Any) -> dict[str, Any]:
    situation = {"distance": {"value": distance, "unit": "m"}}
    return {"type": "attack", "actor": "ada", "target": "orc", "weapon": "bow", "situation": situation}


def slowed(to: Any) -> dict[str, Any]:
    return {"type": "effect-add", "target": "orc", "effects": [{"label": "Slow", "to": to, "value": -10}]}


@pytest.mark.parametrize(
    ("ruleset", "command", "pointer", "code"),
    [
        ("pf1", shot("31,5"), "/situation/distance/value", "wrong_value"),
        ("harp-tdm", shot([]), "/situation/distance/value", "wrong_value"),
        ("dnd35", slowed("speed"), "/effects/0/to", "unknown_value"),
        ("pf1", slowed(7), "/effects/0/to", "unknown_value"),
        ("harp-tdm", {"type": "manoeuvre", "actor": "ada", "using": "flying"}, "/using", "unknown_value"),
    ],
)
def test_a_value_that_fits_no_branch_is_one_fault(
    ruleset: str, command: Any, pointer: str, code: str
) -> None:
    with pytest.raises(InvalidDocument) as refusal:
        codecs_of(RULESETS[ruleset]).command.read(command)
    assert [(one.pointer, one.code) for one in refusal.value.problems] == [(pointer, code)]


def test_words_of_several_lists_are_all_named() -> None:
    with pytest.raises(InvalidDocument) as refusal:
        codecs_of(RULESETS["harp-tdm"]).command.read({"type": "manoeuvre", "actor": "a", "using": "flying"})
    (problem,) = refusal.value.problems
    assert "acrobatics" in problem.text
    assert "agility" in problem.text


@pytest.mark.parametrize(
    ("value", "pointer", "said"),
    [
        (7, "", ("string", "array")),
        (["yes", 7], "/1", ("string",)),
        ({"yes": 1}, "", ("string", "array")),
    ],
)
def test_a_choice_is_a_word_or_a_list_of_words(value: Any, pointer: str, said: tuple[str, ...]) -> None:
    with pytest.raises(InvalidDocument) as refusal:
        Codec[Any](Mapping[str, Option]).read({"dodge": value})
    (problem,) = refusal.value.problems
    assert problem.pointer == f"/dodge{pointer}"
    assert all(word in problem.text for word in said)


def test_of_two_sorts_of_documents_the_one_that_was_meant_is_named() -> None:
    form = ExternalRef | tuple[ExternalRef, ...] | int
    with pytest.raises(InvalidDocument) as refusal:
        Codec[Any](tuple[form, ...]).read([{"system": "a", "kind": "actor", "id": 7}])
    assert [one.pointer for one in refusal.value.problems] == ["/0/id"]
