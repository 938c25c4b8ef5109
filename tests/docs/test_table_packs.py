"""The page about tables of one's own: its samples, run in their order on a served service."""

import json
from pathlib import Path

from tests.docs.conftest import Demo
from tests.docs.samples import blocks, page, shell
from tests.docs.test_readme import contains

PACKS = page("integrate/table-packs.md")


def test_a_pack_is_taken_changed_checked_brought_and_fought_with_as_shown(
    served: Demo, tmp_path: Path
) -> None:
    given = {"URL": served.url, "TOKEN": served.token}
    take, validate, compare, bring, begin, resolve, delete = (
        f"cd {tmp_path} && {command}" for command in blocks(PACKS, "sh")
    )
    assert shell(take, **given) == ""
    samples = map(json.loads, blocks(PACKS, "json"))
    for command, sample in zip((validate, compare, bring, begin), samples, strict=True):
        assert contains(json.loads(shell(command, **given)), sample), command
    action = json.loads(shell(resolve, **given))
    hit = next(event for event in action["events"] if event["type"] == "attack_hit")
    assert hit["payload"]["hits"] == 20
    assert json.loads(shell(delete, **given))["code"] == "unknown_pack"
