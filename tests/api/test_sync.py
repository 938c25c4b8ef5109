"""A whole table brought in line: combatants are known by their external references; all or nothing."""

from typing import Any

import pytest
from httpx import Response
from sqlalchemy.engine import URL

from app.main import create_app
from tests.api.caller import DAFUR, LIGHT_HIT, ORC, Caller
from tests.api.conftest import new_gm, running, settings_for

Json = dict[str, Any]
ADA = {"hp": 20, "ac": {"total": 15, "touch": 12, "flat_footed": 13}, "weapons": []}
LARGEST = 200
STRIKES = {"type": "attack", "actor": "foundry:token:dafur", "target": "foundry:token:orc", "weapon": "axe"}


def token(name: str) -> Json:
    return {"system": "foundry", "kind": "token", "id": name}


def entry(fighter: Json, known_as: str, **more: Any) -> Json:
    """A fighter as a tabletop knows it, without the GM's alias."""
    known = {key: value for key, value in fighter.items() if key != "ref"}
    return {**known, "external_refs": [token(known_as)], **more}


PAIR = (entry(DAFUR, "dafur"), entry(ORC, "orc"))


async def sync(gm: Caller, encounter: str, *entries: Json, tag: str = "*", **more: Any) -> Response:
    body = {"mode": "merge", "combatants": list(entries), **more}
    return await gm.put(f"/encounters/{encounter}/combatants:sync", body, If_Match=tag)


async def names(gm: Caller, encounter: str) -> list[str]:
    page = (await gm.get(f"/encounters/{encounter}/combatants?limit=200")).json()
    return [combatant["name"] for combatant in page["items"]]


def outcomes(answer: Response) -> list[str]:
    return [row["outcome"] for row in answer.json()["combatants"]]


def faults(answer: Response) -> dict[str, str]:
    assert answer.status_code == 422, answer.text
    return {fault["pointer"]: fault["code"] for fault in answer.json()["errors"]}


async def test_unknown_tokens_enter_and_known_ones_are_changed(gm: Caller) -> None:
    encounter = await gm.begin()
    entered = await sync(gm, encounter, *PAIR)
    assert entered.status_code == 200, entered.text
    assert outcomes(entered) == ["added", "added"]
    again = await sync(gm, encounter, {**PAIR[0], "name": "Dafur the lame"}, PAIR[1])
    assert outcomes(again) == ["changed", "unchanged"]
    dafur = again.json()["combatants"][0]["id"]
    assert dafur == entered.json()["combatants"][0]["id"]
    assert again.json()["changes"] == [
        {"path": f"/combatants/{dafur}/name", "from": "Dafur", "to": "Dafur the lame"}
    ]


async def test_what_play_has_done_to_a_combatant_stays(gm: Caller) -> None:
    encounter = await gm.begin()
    await sync(gm, encounter, *PAIR)
    await gm.act(encounter, STRIKES, dice=LIGHT_HIT)
    wounded = (await gm.get(f"/encounters/{encounter}/combatants/foundry:token:orc")).json()["hits"]
    assert wounded < ORC["sheet"]["hits"]
    answer = await sync(gm, encounter, *PAIR)
    assert outcomes(answer) == ["unchanged", "unchanged"]
    orc = (await gm.get(f"/encounters/{encounter}/combatants/foundry:token:orc")).json()
    assert orc["hits"] == wounded


async def test_a_sync_without_differences_stores_nothing_and_keeps_the_tag(gm: Caller) -> None:
    encounter = await gm.begin()
    first = await sync(gm, encounter, *PAIR)
    before = await gm.stored(encounter)
    second = await sync(gm, encounter, *PAIR, tag=first.headers["ETag"])
    assert second.json()["action_id"] is None
    assert second.headers["ETag"] == first.headers["ETag"]
    assert await gm.stored(encounter) == before


async def test_merge_leaves_the_others_and_replace_lets_them_leave(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    await sync(gm, encounter, *PAIR)
    assert await names(gm, encounter) == ["Dafur", "Orc", "Dafur", "Orc"]
    answer = await sync(gm, encounter, PAIR[1], mode="replace")
    assert len(answer.json()["removed"]) == 3
    assert await names(gm, encounter) == ["Orc"]


async def test_merge_adds_references_and_replace_takes_those_of_the_list(gm: Caller) -> None:
    encounter = await gm.begin()
    await sync(gm, encounter, PAIR[0])
    actor = {"system": "foundry", "kind": "actor", "id": "a1"}
    for mode, kinds in (("merge", ["token", "actor"]), ("replace", ["actor"])):
        known = [token("dafur"), actor] if mode == "merge" else [actor]
        answer = await sync(gm, encounter, {"external_refs": known}, mode=mode)
        assert outcomes(answer) == ["changed"]
        seen = (await gm.get(f"/encounters/{encounter}/combatants/foundry:actor:a1")).json()
        assert [ref["kind"] for ref in seen["external_refs"]] == kinds


async def test_a_dry_run_shows_the_difference_and_stores_nothing(gm: Caller) -> None:
    encounter = await gm.begin()
    await sync(gm, encounter, *PAIR)
    before = await gm.stored(encounter)
    wanted = (entry(ORC, "orc", name="Orc captain"), entry(ORC, "second"))
    dry = await sync(gm, encounter, *wanted, mode="replace", dry_run=True)
    assert dry.status_code == 200, dry.text
    assert await gm.stored(encounter) == before
    assert outcomes(dry) == ["changed", "added"]
    assert dry.json()["combatants"][1]["id"] == "foundry:token:second"
    wet = await sync(gm, encounter, *wanted, mode="replace")

    def told(answer: Response) -> list[tuple[str, Any, Any]]:
        text = answer.text.replace(answer.json()["combatants"][1]["id"], "second")
        changes = [] if not text else answer.json()["changes"]
        return [(c["path"].split("/")[2][:7], c["from"] is None, c["to"] is None) for c in changes]

    assert sorted(gone for _, _, gone in told(dry)) == sorted(gone for _, _, gone in told(wet))
    assert dry.json()["removed"] == wet.json()["removed"]


async def test_every_fault_is_named_where_it_stands_and_nothing_happens(gm: Caller) -> None:
    encounter = await gm.begin()
    await sync(gm, encounter, PAIR[0])
    before = await gm.stored(encounter)
    answer = await sync(
        gm,
        encounter,
        entry(DAFUR, "dafur", name=7),
        {"external_refs": [token("new")]},
        entry(ORC, "orc", cells="two"),
    )
    assert faults(answer) == {
        "/combatants/0/name": "wrong_value",
        "/combatants/1/sheet": "missing",
        "/combatants/1/name": "missing",
        "/combatants/2/cells": "wrong_value",
    }
    answer = await sync(
        gm,
        encounter,
        entry(ORC, "a", at=[1, 1]),
        entry(DAFUR, "dafur", cells=0),
        entry({**ORC, "sheet": {**ORC["sheet"], "weapons": [{"id": "x", "model": "spoon", "ob": 1}]}}, "b"),
    )
    assert faults(answer) == {
        "/combatants/0/at": "no_map",
        "/combatants/1/cells": "place_unclear",
        "/combatants/2/sheet/weapons/0/model": "unknown_weapon",
    }
    assert await gm.stored(encounter) == before


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ([{"name": "Nobody"}], {"/combatants/0/external_refs": "missing"}),
        ([{"external_refs": [{"system": "a:b", "kind": "token", "id": "1"}]}],
         {"/combatants/0/external_refs/0": "value_out_of_range"}),
        ([{"external_refs": [{"system": "foundry", "kind": "sword", "id": "1"}]}],
         {"/combatants/0/external_refs/0/kind": "unknown_value"}),
        ([PAIR[0], {"external_refs": [token("dafur")]}],
         {"/combatants/1/external_refs": "external_ref_repeated"}),
        ([{"external_refs": [token("dafur"), token("orc")]}],
         {"/combatants/0/external_refs": "external_refs_of_several"}),
        ([{**PAIR[0], "type": "add"}], {"/combatants/0/type": "unknown_field"}),
        ([{**PAIR[0], "hp": 3}], {"/combatants/0/hp": "unknown_field"}),
    ],
)  # fmt: skip
async def test_references_say_who_it_is(gm: Caller, entries: list[Json], expected: Json) -> None:
    encounter = await gm.begin()
    await sync(gm, encounter, *PAIR)
    assert faults(await sync(gm, encounter, *entries)) == expected


async def test_it_is_decided_on_the_newest_version(gm: Caller) -> None:
    encounter = await gm.begin()
    path = f"/encounters/{encounter}/combatants:sync"
    body = {"mode": "merge", "combatants": list(PAIR)}
    missing = await gm.put(path, body)
    assert (missing.status_code, missing.json()["code"]) == (428, "if_match_missing")
    tag = missing.headers["ETag"]
    assert (await gm.put(path, body, If_Match=tag)).status_code == 200
    stale = await gm.put(path, {**body, "mode": "replace", "combatants": []}, If_Match=tag)
    assert (stale.status_code, stale.json()["code"]) == (412, "stale_version")
    fresh = await gm.put(path, {**body, "mode": "replace", "combatants": []}, If_Match=stale.headers["ETag"])
    assert len(fresh.json()["removed"]) == 2


async def test_it_is_one_action_and_is_undone_and_redone_as_one(gm: Caller) -> None:
    encounter = await gm.begin()
    done = await sync(gm, encounter, *PAIR)
    log = (await gm.get(f"/encounters/{encounter}/actions")).json()["items"]
    assert [action["id"] for action in log] == [done.json()["action_id"]]
    assert [event["type"] for event in log[0]["events"]] == ["combatant_added", "combatant_added"]
    await gm.post(f"/encounters/{encounter}/undo", {})
    assert await names(gm, encounter) == []
    await gm.post(f"/encounters/{encounter}/redo", {})
    assert await names(gm, encounter) == ["Dafur", "Orc"]


async def test_it_works_in_the_middle_of_a_round(gm: Caller) -> None:
    encounter = await gm.begin()
    await sync(gm, encounter, *PAIR)
    await gm.act(encounter, {"type": "start"})
    await gm.act(encounter, {"type": "roll-initiative"})
    answer = await sync(gm, encounter, PAIR[0], entry(ORC, "late"), mode="replace")
    assert answer.status_code == 200, answer.text
    assert outcomes(answer) == ["unchanged", "added"]
    assert (await gm.get(f"/encounters/{encounter}")).json()["round"]["current"]


async def test_in_the_other_games_too(gm: Caller) -> None:
    for ruleset in ("dnd35", "pf1"):
        encounter = await gm.begin(
            ruleset=ruleset, map={"rows": "....\n....", "cell": {"value": 5, "unit": "ft"}}
        )
        sheet = {**ADA, "size": "medium"}
        horse = {"external_refs": [token(f"horse-{ruleset}")], "name": "Horse", "at": [0, 0]}
        rider = {"external_refs": [token(f"ada-{ruleset}")], "name": "Ada", "at": [0, 0]}
        large = {**sheet, "size": "large"}
        mounted = {**rider, "sheet": sheet, "mount": f"foundry:token:horse-{ruleset}"}
        answer = await sync(gm, encounter, {**horse, "sheet": large}, mounted)
        assert answer.status_code == 200, answer.text
        moved = await sync(gm, encounter, {**horse, "at": [1, 0]}, mounted)
        assert outcomes(moved)[0] == "changed"
        wrong = await sync(gm, encounter, {**horse, "hits": 3})
        assert faults(wrong) == {"/combatants/0/hits": "unknown_field"}


async def test_a_reference_names_one_combatant_of_the_campaign(gm: Caller, stranger: Caller) -> None:
    first, second = await gm.begin(), await gm.begin()
    await sync(gm, first, *PAIR)
    taken = await sync(gm, second, PAIR[0])
    assert (taken.status_code, taken.json()["code"]) == (409, "external_ref_taken")
    assert taken.json()["params"] == {"ref": "foundry:token:dafur", "encounter_id": first}
    assert await names(gm, second) == []
    added = await gm.post(f"/encounters/{second}/combatants", PAIR[0])
    assert added.json()["code"] == "external_ref_taken"
    elsewhere = await stranger.begin()
    assert (await sync(stranger, elsewhere, *PAIR)).status_code == 200


async def test_a_fight_that_is_over_gives_its_references_up(gm: Caller) -> None:
    first, second = await gm.begin(), await gm.begin()
    await sync(gm, first, *PAIR)
    await gm.act(first, {"type": "end"})
    assert (await sync(gm, second, *PAIR)).status_code == 200
    back = await gm.post(f"/encounters/{first}/undo", {})
    assert (back.status_code, back.json()["code"]) == (409, "external_ref_taken")
    await gm.remove(f"/encounters/{second}")
    assert (await gm.post(f"/encounters/{first}/undo", {})).status_code == 201


async def test_a_combatant_that_leaves_gives_its_references_up(gm: Caller) -> None:
    first, second = await gm.begin(), await gm.begin()
    await sync(gm, first, *PAIR)
    path = f"/encounters/{first}/combatants/foundry:token:dafur"
    assert (await gm.remove(path)).status_code == 204
    assert (await sync(gm, second, PAIR[0])).status_code == 200


async def test_references_are_good_in_paths_and_bodies(gm: Caller) -> None:
    encounter = await gm.begin()
    await sync(gm, encounter, *PAIR)
    path = f"/encounters/{encounter}/combatants/foundry:token:dafur"
    seen = await gm.get(path)
    assert seen.json()["name"] == "Dafur"
    renamed = {"name": "Dafur the lame", "external_refs": [token("lame")]}
    changed = await gm.patch(path, renamed, If_Match=seen.headers["ETag"])
    assert changed.status_code == 200, changed.text
    assert changed.json()["external_refs"] == [token("lame")]
    assert (await gm.get(path)).status_code == 404
    assert (await gm.act(encounter, {**STRIKES, "actor": "foundry:token:lame"})).status_code == 201
    taken = await gm.patch(
        f"/encounters/{encounter}/combatants/foundry:token:orc",
        {"external_refs": [token("lame")]},
        If_Match="*",
    )
    assert (taken.status_code, taken.json()["code"]) == (409, "combatant_name_taken")


async def test_a_waiting_action_comes_first(gm: Caller) -> None:
    encounter = await gm.begin(dice_policy={"rolls": "players"})
    await sync(gm, encounter, *PAIR)
    assert (await gm.act(encounter, STRIKES)).status_code == 202
    answer = await sync(gm, encounter, *PAIR, mode="replace")
    assert (answer.status_code, answer.json()["code"]) == (409, "decision_pending")


async def test_others_find_nothing_here(gm: Caller, stranger: Caller) -> None:
    encounter = await gm.begin()
    for answer in (await sync(stranger, encounter, *PAIR), await sync(stranger, encounter, {"a": 1})):
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


async def test_two_megabytes_and_not_more(gm: Caller) -> None:
    encounter = await gm.begin()
    blank = [{"external_refs": [token(str(number))], "name": "x" * 2_000} for number in range(LARGEST)]
    assert faults(await sync(gm, encounter, *blank))["/combatants/0/sheet"] == "missing"
    path = f"/v1/encounters/{encounter}/combatants:sync"
    headers = {"Authorization": f"Bearer {gm.token}", "Content-Type": "application/json", "If-Match": "*"}
    large = await gm.http.put(path, content=b" " * (2 * 1024 * 1024 + 1), headers=headers)
    assert (large.status_code, large.json()["code"]) == (413, "body_too_large")


async def test_a_full_table_takes_few_statements(address: URL) -> None:
    """200 combatants enter, 200 are changed, and 200 are as they were."""
    app = create_app(settings_for(address, pool_size=1))
    statements: list[str] = []
    async with running(app) as http:
        gm = await new_gm(http)
        encounter = await gm.begin()
        async with app.state.estoc.database.transaction() as driver:
            driver.add_query_logger(lambda record: statements.append(record.query))
        crowd = [entry(ORC, f"orc-{number}", name=f"Orc {number}") for number in range(LARGEST)]
        for hits, outcome in ((None, "added"), (30, "changed"), (30, "unchanged")):
            entries = [one if hits is None else {**one, "hits": hits} for one in crowd]
            statements.clear()
            answer = await sync(gm, encounter, *entries)
            assert answer.status_code == 200, answer.text
            assert set(outcomes(answer)) == {outcome}
            assert (
                sum("encounter" in statement or "external_ref" in statement for statement in statements) <= 4
            )
        assert (await gm.stored(encounter))[2] == 2


@pytest.mark.parametrize("visibility", ["hidden", "until_first_turn"])
async def test_a_hidden_token_enters_hidden(gm: Caller, visibility: str) -> None:
    encounter = await gm.begin()
    watcher = await gm.seat("spectator")
    lurker = entry(ORC, "lurker", name="Lurker", disclosure={"visibility": visibility})
    entered = await sync(gm, encounter, PAIR[0], lurker)
    assert entered.status_code == 200, entered.text
    hidden = entered.json()["combatants"][1]["id"]
    known = (await gm.get(f"/encounters/{encounter}/combatants/{hidden}")).json()
    assert known["disclosure"]["visibility"] == visibility
    assert await names(watcher, encounter) == ["Dafur"]
    for path in ("events", "actions"):
        told = (await watcher.get(f"/encounters/{encounter}/{path}?limit=200")).text
        assert "Dafur joins the fight." in told or path == "events"
        assert "Lurker" not in told
        assert hidden not in told
    assert outcomes(await sync(gm, encounter, PAIR[0], lurker)) == ["unchanged", "unchanged"]


async def test_a_fault_in_what_is_disclosed_of_an_entering_token_is_pointed_at(gm: Caller) -> None:
    encounter = await gm.begin()
    answer = await sync(gm, encounter, entry(ORC, "orc", disclosure={"visibility": "sometimes"}))
    assert list(faults(answer)) == ["/combatants/0/disclosure/visibility"]
