"""The pointers of refusals lead to places of the body that was sent, whatever the service makes of it."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.engine import URL

from app.main import create_app
from app.persistence.base.codec import codecs_of
from app.persistence.base.json_text import pointer_within
from app.rules.registry import RULESETS
from tests.api.caller import Caller
from tests.api.conftest import new_gm, running, settings_for
from tests.persistence.test_faults import changed, examples, places, resolves

BAD: tuple[Any, ...] = (7, [{"no such member": 1}], ...)
DEEPEST = 3
"""Parts of a place; what is deeper is read by the same codec."""
NAMES = {"name": "Ada", "side": "heroes", "ref": "ada"}
REFS = [{"system": "foundry", "kind": "token", "id": "a"}]


def sheet_of(ruleset: str) -> Any:
    schema = codecs_of(RULESETS[ruleset]).sheet.schema()
    return next(examples(schema, schema))


def bodies(ruleset: str) -> Iterator[tuple[str, str, Any]]:
    """Method, path beneath the encounter, and a body that could be a good one but for its figures."""
    sheet = sheet_of(ruleset)
    disclosure = {"visibility": "hidden", "hp": "exact"}
    entering = {**NAMES, "sheet": sheet, "external_refs": REFS, "disclosure": disclosure}
    command = {"type": "damage", "target": "nobody", "points": 5}
    yield "post", "/combatants", {**entering, "at": [0, 0], "cells": 1}
    yield "put", "/combatants:sync", {"combatants": [entering], "mode": "merge", "dry_run": True}
    yield "patch", "/combatants/ada", {"name": "Ada", "sheet": sheet, "disclosure": disclosure}
    yield "post", "/actions", {"command": command, "external_refs": REFS, "dice": [1], "choices": {"a": "b"}}
    yield "post", "/actions", {"commands": [command, {"type": "edit", "target": "nobody", "sheet": sheet}]}
    yield "post", "/actions:preview", {"command": {**command, "type": "attack"}, "dice": [1]}
    yield "post", "/odds", {"commands": [command, command], "choices": {"a": ["b", "c"]}}


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
async def test_every_pointer_leads_into_the_body(address: URL, ruleset: str) -> None:
    pointers = 0
    async with running(create_app(settings_for(address, rate_limit=0))) as http:
        gm = await new_gm(http)
        encounter = await gm.begin(ruleset=ruleset)
        for method, path, good in bodies(ruleset):
            send = {"post": gm.post, "put": gm.put, "patch": gm.patch}[method]
            for at in places(good):
                for change in BAD if 0 < len(at) <= DEEPEST else ():
                    body = changed(good, at, change)
                    answer = await send(f"/encounters/{encounter}{path}", body, If_Match="*")
                    named = [one["pointer"] for one in answer.json().get("errors", [])]
                    assert len(named) == len(set(named)), (path, at, named)
                    assert all(resolves(one, body) for one in named), (path, at, change, named)
                    pointers += len(named)
    assert pointers > 300


async def test_a_name_that_says_nothing_is_pointed_out_where_it_was_sent(gm: Caller) -> None:
    encounter = await gm.begin()
    combatant = {"name": "  ", "sheet": sheet_of("harp-tdm")}
    path = f"/encounters/{encounter}"
    entered = await gm.post(f"{path}/combatants", combatant)
    synced = await gm.put(
        f"{path}/combatants:sync",
        {"combatants": [{**combatant, "external_refs": REFS}], "mode": "merge"},
        If_Match="*",
    )
    added = await gm.act(
        encounter, {"type": "add", "identity": {"name": "  ", "side": ""}, "sheet": sheet_of("harp-tdm")}
    )
    for answer, pointer in (
        (entered, "/name"),
        (synced, "/combatants/0/name"),
        (added, "/command/identity/name"),
    ):
        assert pointer in [one["pointer"] for one in answer.json()["errors"]], answer.text


@pytest.mark.parametrize(
    ("pointer", "led"),
    [
        ("", ""),
        ("/command/weapon", "/command/weapon"),
        ("/command/situation/distance", "/command/situation"),
        ("/dice/0", "/dice/0"),
        ("/dice/7/sides", "/dice/7"),
        ("/a~1b/~0/more", "/a~1b/~0"),
        ("/command/type/more/still", "/command/type"),
    ],
)
def test_a_pointer_leads_no_farther_than_to_one_missing_member(pointer: str, led: str) -> None:
    sent = {"command": {"type": "attack"}, "dice": [1], "a/b": {"~": 1}}
    assert pointer_within(sent, pointer) == led
