"""What the contract does not name: groups of actions, pages, and how an action may be given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypedDict, TypeVar, cast

from estoc_client.commands import Options
from estoc_client.models import ActionBody, ActionResult, Event, EventPage, Problem, Reset

T = TypeVar("T")


class Page(TypedDict, Generic[T]):
    """A page of a list; ``next`` is the cursor of the following one."""

    items: list[T]
    next: str | int | None


class Group(Options, total=False):
    """What a group of commands takes beside them."""


class NotCarriedOut(TypedDict, total=False):
    """The command of a group that was refused after dice had fallen, by its index."""

    command: int
    action_id: str
    problem: Problem


class GroupResult(TypedDict):
    """The actions of a group."""

    actions: list[ActionResult]
    refused: NotCarriedOut | None


def body_of(action: Mapping[str, Any]) -> Any:
    """The body of an action, given whole or as its command alone. Any: of one or several commands."""
    if "command" in action or "commands" in action:
        return action
    return cast("ActionBody", {"command": action})


def events_in(page: EventPage) -> Iterator[Event | Reset]:
    """The events of a page that are there for the caller to see."""
    for event in page["items"]:
        if event["type"] != "skip":
            yield cast("Event | Reset", event)
