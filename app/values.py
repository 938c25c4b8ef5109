"""Values: slotted dataclasses that nobody changes, cheap to make and to make anew with something changed.

For a type checker `value` makes a frozen dataclass. At run time its fields are plain slots, since the frozen
``__init__`` of the standard library takes three to seven times as long and ``dataclasses.replace`` ten times
(`docs/decisions/0019-values.md`). The tests set `ARE_FROZEN` before they import anything else of the app:
then every value refuses to be changed.
"""

from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields
from functools import wraps
from typing import Any, TypeVar, TypeVarTuple, cast, dataclass_transform, overload

T = TypeVar("T")
R = TypeVar("R")
Ts = TypeVarTuple("Ts")

ARE_FROZEN = False
"""Whether classes made from here on are frozen at run time too; each is made when its module is imported."""


@overload
def value(kind: type[T], /) -> type[T]: ...
@overload
def value(*, eq: bool = True, order: bool = False) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field, Field))
def value(kind: Any = None, /, *, eq: bool = True, order: bool = False) -> Any:
    """A slotted dataclass with equality and a hash. Any: every class, and what `dataclass` makes of it."""

    def made(plain: Any) -> Any:
        hashed = eq and not ARE_FROZEN and "__hash__" not in vars(plain)  # a hash of the class's own stands
        form: Any = dataclass(frozen=ARE_FROZEN, slots=True, eq=eq, order=order, unsafe_hash=hashed)(plain)
        form.__copied__ = _first_copied
        form.__reduce__ = _reduced
        form.__checked__ = hasattr(form, "__post_init__")
        if issubclass(form, HashedOnce):
            setattr(form, "__hash__", _hashed_once(form.__hash__))  # noqa: B010 -- Any: the form
        return form

    return made if kind is None else made(kind)


class HashedOnce:
    """A base of large values that stay the same while others round them change: their hash is kept."""

    __slots__ = ("_hash",)


def _hashed_once(worked_out: Callable[[Any], int]) -> Callable[[Any], int]:
    """Any: any value."""

    def answer(self: Any) -> int:
        try:
            return self._hash
        except AttributeError:
            _put(self, "_hash", worked_out(self))
            return self._hash

    return answer


def replace(old: T, /, **changes: Any) -> T:
    """``old`` with ``changes``; raises AttributeError for a field that it has not. Any: the fields' own."""
    new = cast("Any", old).__copied__()
    for name, now in changes.items():
        _put(new, name, now)
    if new.__checked__:
        new.__post_init__()
    return new


def remembered(most: int) -> Callable[[Callable[[*Ts], R]], Callable[[*Ts], R]]:
    """Keep what a pure function makes of the very same values, told apart by which objects they are.

    For functions of positional arguments that are asked again and again of one state. Comparing values would
    cost more than most answers; of equal arguments the answers are equal all the same. ``most`` answers are
    kept, with their arguments; then all are forgotten.
    """

    def kept(function: Callable[[*Ts], R]) -> Callable[[*Ts], R]:
        answers: dict[tuple[int, ...], tuple[tuple[*Ts], R]] = {}

        @wraps(function)
        def answer(*args: *Ts) -> R:
            key = tuple(map(id, args))
            found = answers.get(key)  # its arguments are kept with it, so no other object has their ids
            if found is None:
                found = args, function(*args)
                if len(answers) >= most:
                    answers.clear()
                answers[key] = found
            return found[1]

        return answer

    return kept


def _first_copied(old: Any) -> Any:
    """A copy of the first of its class, which learns here how it copies. Any: any value."""
    kind = cast("Any", type(old))
    line = " _put(new, {0!r}, old.{0})" if kind.__dataclass_params__.frozen else " new.{0} = old.{0}"
    lines = ["def copied(old):", " new = _new(_kind)", *(line.format(it.name) for it in fields(kind))]
    scope: dict[str, Any] = {"_new": object.__new__, "_kind": kind, "_put": _put}
    exec("\n".join((*lines, " return new")), scope)  # noqa: S102 -- names of fields are all that comes in
    kind.__copied__ = scope["copied"]
    return old.__copied__()


def _reduced(told: Any) -> Any:
    """How a value is pickled: by its fields, to be read whether values are frozen or not. Any: any value."""
    return _read_again, (type(told), tuple(getattr(told, it.name) for it in fields(told)))


def _read_again(kind: Any, members: tuple[Any, ...]) -> Any:
    """The value of that class with these members. Any: any value."""
    new = object.__new__(kind)
    for it, member in zip(fields(kind), members, strict=True):
        _put(new, it.name, member)
    return new


_put = object.__setattr__
