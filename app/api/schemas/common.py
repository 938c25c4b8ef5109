"""Shapes that many answers share. These models document; answers are written by the services."""

from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

T = TypeVar("T")


class Shape(BaseModel):
    """An answer has every member of its schema and no other."""

    model_config = ConfigDict(extra="forbid")


class Page(Shape, Generic[T]):
    """One page of a list; `next` is null on the last."""

    items: list[T]
    next: str | int | None

    @classmethod
    def model_parametrized_name(cls, params: tuple[Any, ...]) -> str:
        """What a page is called in the OpenAPI document. Any: a type, as pydantic gives it."""
        return f"{params[0].__name__}Page"


Fact = str | int
Source = Literal["server", "manual", "gm"]
Anything = Annotated[Any, WithJsonSchema({})]
Document = dict[str, Anything]
Sheet = Annotated[Document, WithJsonSchema({"type": "object"})]
Command = Annotated[
    Document, WithJsonSchema({"type": "object", "description": "The command as it was read."})
]
Moment = Annotated[str, Field(json_schema_extra={"format": "date-time"})]


class Fault(Shape):
    """One fault of a request: `pointer` (a JSON pointer into the body) or `parameter` says where."""

    pointer: str | None = None
    parameter: str | None = None
    code: str
    message: str


class ExternalName(Shape):
    """The name another system has for it."""

    system: str
    kind: str
    id: str


class FailedCheck(Shape):
    """One reason why an action is not allowed now, with the rule that forbids it.

    `squares` are the cells of the map to blame, where some are. `decided_by` are the decisions and the finer
    statements by which the rule was read; with another option there might be no such check.
    """

    code: str
    message: str
    rule_id: str
    params: dict[str, Fact]
    squares: list[list[int]]
    decided_by: list[str]


class Problem(Shape):
    """A problem document (RFC 9457). `type` is the address of a page about `code`."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    request_id: str
    errors: list[Fault] | None = None
    failed_checks: list[FailedCheck] | None = None
    params: dict[str, Fact] | None = None
