"""Bodies of requests. What is the game's own in them is read by the game's codec."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field

from app.persistence.codec import Codec
from app.persistence.json_text import pointer_to
from app.rules.common.errors import InvalidDocument, Problem
from app.rules.common.grid.cells import Cell, Facing
from app.rules.common.identity import ExternalRef
from app.services.acting import ActionRequest, Asked
from app.services.campaigns import CampaignBody
from app.services.encounters import EncounterBody
from app.services.once import Claim
from app.services.refusals import TooManyDice
from app.services.tokens import Grant

MAX_DICE = 100
Name = Annotated[str, Field(min_length=1, max_length=200)]


@dataclass(frozen=True, slots=True)
class ActionBody:
    """One action; what ``dice`` and ``choices`` do not answer, the server rolls and decides.

    Any: a command is the game's own.
    """

    command: Mapping[str, Any]
    dice: tuple[int, ...] = ()
    choices: Mapping[str, str] = field(default_factory=dict[str, str])
    strict: bool = False


@dataclass(frozen=True, slots=True)
class GroupBody:
    """Several actions in order, all or none; the dice go to them in turn."""

    commands: Annotated[tuple[Mapping[str, Any], ...], Field(min_length=1)]
    dice: tuple[int, ...] = ()
    choices: Mapping[str, str] = field(default_factory=dict[str, str])
    strict: bool = False


@dataclass(frozen=True, slots=True)
class CombatantBody:
    """A combatant that enters; ``hits`` are what it has left, all of them when not said.

    On a map ``at`` is the south-west of the cells it stands on, ``cells`` to a side.
    """

    name: Name
    sheet: Mapping[str, Any]
    side: Annotated[str, Field(max_length=200)] = ""
    ref: Name | None = None
    external_refs: tuple[ExternalRef, ...] = ()
    hits: int | None = None
    at: Cell | None = None
    facing: Facing | None = None
    elevation: int = 0
    cells: int = 1


CAMPAIGN = Codec[CampaignBody](CampaignBody)
ENCOUNTER = Codec[EncounterBody](EncounterBody)
ACTION = Codec[ActionBody](ActionBody)
GROUP = Codec[GroupBody](GroupBody)
COMBATANT = Codec[CombatantBody](CombatantBody)


def action_request(
    document: Any,
    grant: Grant,
    encounter_id: str,
    claim: Claim,
    expected_versions: frozenset[int] | None,
) -> ActionRequest:
    """What a body asks for: one command, or a group. Raises InvalidDocument and TooManyDice.

    Any: JSON.
    """
    if isinstance(document, dict) and "commands" in document:
        body: ActionBody | GroupBody = GROUP.read(document)
        commands = tuple(
            Asked(command, pointer_to("commands", index)) for index, command in enumerate(body.commands)
        )
    else:
        body = ACTION.read(document)
        commands = (Asked(body.command, "/command"),)
    if len(body.dice) > MAX_DICE:
        raise TooManyDice(f"One request may give {MAX_DICE} dice.", "/dice")
    return ActionRequest(
        grant, encounter_id, commands, body.dice, body.choices, body.strict, expected_versions, claim
    )


def editing(document: Any, command: str, target: str | None = None) -> Asked:
    """The command that makes the edit of a body, which names its members and not what they are members of.

    Raises InvalidDocument. Any: JSON.
    """
    fixed = {"type": command} | ({} if target is None else {"target": target})
    if not isinstance(document, dict):
        raise InvalidDocument((Problem("", "wrong_value", "An object, please."),))
    if named := tuple(
        Problem(pointer_to(name), "unknown_field", "The address says it already.")
        for name in sorted(fixed.keys() & document.keys())
    ):
        raise InvalidDocument(named)
    return Asked(fixed | document, "")


def adding(document: Any) -> Asked:
    """The command that lets the combatant of a body enter. Any: JSON."""
    body = COMBATANT.read(document)
    identity = {
        "name": body.name,
        "side": body.side,
        "ref": body.ref,
        "external_refs": document.get("external_refs", []),
    }
    entering = {
        "type": "add",
        "identity": identity,
        "sheet": body.sheet,
        "hits": body.hits,
        "at": body.at,
        "facing": body.facing,
        "elevation": body.elevation,
        "cells": body.cells,
    }
    return Asked(entering, "")
