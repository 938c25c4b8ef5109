"""What is wrong with a caller's document, each fault once and at its place in what was sent.

The validator tries every branch of a union and tells what is wrong with each. Whoever sent the document meant
one of them: only the faults of that one are told.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic_core import ErrorDetails

from app.persistence.base.json_text import pointer_to
from app.rules.common.errors import Problem

_BRANCH = "\0branch "
"""How the parts of a location begin that name branches; no text of a caller begins so."""
_KEY = "[key]"
"""The validator's own word for what is wrong with a key and not with its value."""
_CODES = {
    "missing": "missing",
    "missing_argument": "missing",
    "unexpected_keyword_argument": "unknown_field",
    "extra_forbidden": "unknown_field",
    "union_tag_invalid": "unknown_type",
    "union_tag_not_found": "missing_type",
    "literal_error": "unknown_value",
    "value_error": "value_out_of_range",
}
_OF_ANOTHER_SORT = ("_type", "_required")
"""How faults are called that say: this is no text at all, no number, no list."""


def naming_branches(schema: Any) -> Any:
    """The validator's ``schema`` whose unions can be told apart in the locations of faults.

    A union of nothing but words becomes one list of words. Any: the validator's own.
    """
    match schema:
        case {"type": "union", "choices": [*choices]} if all(_is_words(choice) for choice in choices):
            return {"type": "literal", "expected": [word for one in choices for word in one["expected"]]}
        case {"type": "union", "choices": [*choices]}:
            named = [
                (naming_branches(choice[0] if isinstance(choice, tuple) else choice), f"{_BRANCH}{number}")
                for number, choice in enumerate(choices)
            ]
            return {**schema, "choices": named}
        case dict():
            return {key: naming_branches(value) for key, value in schema.items()}
        case list():
            return [naming_branches(value) for value in schema]
        case _:
            return schema


def _is_words(choice: Any) -> bool:
    return isinstance(choice, dict) and choice.get("type") == "literal"


def problems_of(faults: Sequence[ErrorDetails], document: object, at: str) -> tuple[Problem, ...]:
    """The ``faults`` of ``document``, one for each place; pointers begin with ``at``."""
    problems: dict[str, Problem] = {}
    for fault in _meant(faults):
        code = _CODES.get(fault["type"], "wrong_value")
        pointer = at + _pointer(fault["loc"], document)
        problems.setdefault(pointer, Problem(pointer, code, f"{fault['msg']}."))
    return tuple(problems.values())


def _meant(faults: Sequence[ErrorDetails]) -> Iterator[ErrorDetails]:
    """The faults of no branch or of the branch that was meant, for the outermost unions first."""
    unions: dict[tuple[int | str, ...], dict[int | str, list[ErrorDetails]]] = {}
    for fault in faults:
        where = next((place for place, part in enumerate(fault["loc"]) if _is_branch(part)), None)
        if where is None:
            yield fault
            continue
        place, branch = fault["loc"][:where], fault["loc"][where]
        inside: ErrorDetails = {**fault, "loc": (*place, *fault["loc"][where + 1 :])}
        unions.setdefault(place, {}).setdefault(branch, []).append(inside)
    for place, branches in unions.items():
        yield from _closest(len(place), [list(_meant(inside)) for inside in branches.values()])


def _is_branch(part: int | str) -> bool:
    return isinstance(part, str) and part.startswith(_BRANCH)


def _closest(depth: int, branches: list[list[ErrorDetails]]) -> list[ErrorDetails]:
    """The faults of the branch that the document comes closest to; where it is of none of their sorts, all of
    those in one.
    """
    fitting = [faults for faults in branches if not _is_of_another_sort(depth, faults)]
    if fitting:
        return min(fitting, key=len)
    first = branches[0][0]
    texts = dict.fromkeys(faults[0]["msg"] for faults in branches)
    head, *others = texts
    return [{**first, "msg": ", or: ".join((head, *(text[:1].lower() + text[1:] for text in others)))}]


def _is_of_another_sort(depth: int, faults: list[ErrorDetails]) -> bool:
    """Whether the value itself, ``depth`` parts down, is no such thing at all."""
    return any(len(fault["loc"]) == depth and fault["type"].endswith(_OF_ANOTHER_SORT) for fault in faults)


def _pointer(location: tuple[int | str, ...], document: object) -> str:
    """``location`` without the tags that the validator puts between the keys of ``document``."""
    path: list[int | str] = []
    here = document
    tag_passed = False
    for part in location:
        if isinstance(here, Mapping) and here.get("type") == part and not tag_passed:
            tag_passed = True
            continue
        if part == _KEY and not isinstance(here, Mapping):
            break
        path.append(part)
        tag_passed = False
        if isinstance(here, Mapping):
            here = here.get(part)
        elif isinstance(here, list | tuple) and isinstance(part, int):
            here = here[part] if part < len(here) else None  # the item that is missing
    return pointer_to(*path)
