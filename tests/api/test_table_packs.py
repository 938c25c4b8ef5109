"""Rule tables of one's own: brought, checked, compared, fought with, and nobody else's."""

import asyncio
import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from httpx import AsyncClient, Response
from sqlalchemy.engine import URL

from app.main import create_app
from app.persistence.packs.pack_files import document_hash
from app.services.packs.cache import MOST_SHELVES
from app.services.packs.campaign_packs import MOST_PACKS
from tests.api.caller import BLOW, DAFUR, LIGHT_HIT, ORC, Caller
from tests.api.conftest import new_gm, running, settings_for

Json = dict[str, Any]
OURS = "my-house-tables"
AXE = [55]
"""55 + 80 − 45: row 90 of the axe's table against the orc's armour type 4, 12B in everybody's tables."""
ROW_90 = "/attack/one-handed-blades/rows/{row}/cells/3"


async def exported(gm: Caller, pack: str = "harp-tdm", *, version: str = "1") -> Json:
    """A pack as one's own, under another id."""
    document = (await gm.get(f"/table-packs/{pack}/export")).json()
    document["pack"] |= {"id": OURS, "version": version, "title": "Tables of the house"}
    return document


def row_of(document: Json, total: int) -> tuple[int, Json]:
    """The row of the axe's table that holds ``total``, with its place."""
    rows = enumerate(document["attack"]["one-handed-blades"]["rows"])
    return next((at, row) for at, row in rows if row["from"] <= total <= row["to"])


def altered(document: Json, cell: str = "20B") -> Json:
    """Row 90 reads ``cell`` against armour type 4."""
    changed = deepcopy(document)
    row_of(changed, 90)[1]["cells"][3] = cell
    return changed


async def bring(gm: Caller, document: Json, **more: Any) -> Json:
    answer = await gm.post("/table-packs", document, **more)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


async def begin_with(gm: Caller, pack: Json | None) -> str:
    """A fight of Dafur and the orc with that pack."""
    encounter = await gm.begin(**({} if pack is None else {"table_pack": pack}))
    for fighter in (DAFUR, ORC):
        assert (await gm.post(f"/encounters/{encounter}/combatants", fighter)).status_code == 201
    return encounter


def hits_of(answer: Response) -> int:
    """How many hits the first blow did, before the critical."""
    events = answer.json()["events"]
    return next(event["payload"]["hits"] for event in events if event["type"] == "attack_hit")


def refusal(answer: Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def test_a_fight_uses_the_cell_that_was_changed_and_another_campaign_does_not(
    gm: Caller, stranger: Caller
) -> None:
    brought = await bring(gm, altered(await exported(gm)))
    await bring(stranger, altered(await exported(stranger), "3A"))
    blows: dict[str, int] = {}
    for name, caller, pack in (
        ("ours", gm, {"id": OURS}),
        ("everybody's", gm, None),
        ("theirs", stranger, {"id": OURS, "version": "1"}),
    ):
        encounter = await begin_with(caller, pack)
        blows[name] = hits_of(await caller.act(encounter, BLOW, dice=[*AXE, 42]))
    assert blows == {"ours": 20, "everybody's": 12, "theirs": 3}
    seen = (await gm.get("/encounters?limit=2")).json()["items"][1]
    assert seen["table_pack"] == {"id": OURS, "version": "1", "hash": brought["hash"]}


async def test_an_encounter_keeps_its_version_through_undo_clone_reset_preview_report_and_scenario(
    gm: Caller,
) -> None:
    document = await exported(gm)
    await bring(gm, altered(document))
    encounter = await begin_with(gm, {"id": OURS})
    newer = altered(document, "30C")
    newer["pack"]["version"] = "2"
    await bring(gm, newer)
    path = f"/encounters/{encounter}"
    assert hits_of(await gm.act(encounter, BLOW, dice=[*AXE, 42])) == 20
    assert (await gm.post(f"{path}/undo", {})).status_code == 201
    assert (await gm.post(f"{path}/redo", {})).status_code == 201
    scenario = (await gm.get(f"{path}/scenario")).json()
    assert scenario["table_pack"] == {"id": OURS, "version": "1"}
    played = (await gm.post("/scenarios:run", scenario)).json()
    assert played["holds"] is True, played
    copy = (await gm.post(f"{path}/clone", {})).json()
    assert copy["table_pack"]["version"] == "1"
    assert hits_of(await gm.act(copy["id"], BLOW, dice=[*AXE, 42])) == 20
    assert (await gm.post(f"{path}/reset", {})).is_success
    assert hits_of(await gm.act(encounter, BLOW, dice=[*AXE, 42])) == 20
    assert (await gm.post(f"{path}/preview", {"command": BLOW})).status_code == 200
    assert (await gm.get(f"{path}/report")).status_code == 200
    newest = await begin_with(gm, {"id": OURS})
    assert hits_of(await gm.act(newest, BLOW, dice=[*AXE, 42])) == 30


async def test_a_blow_at_once_uses_the_tables_that_it_names(gm: Caller, stranger: Caller) -> None:
    await bring(gm, altered(await exported(gm)))
    at_once = {"ruleset": "harp-tdm", "combatants": [DAFUR, ORC], "command": BLOW, "dice": [*AXE, 42]}
    ours = {**at_once, "table_pack": {"id": OURS}}
    assert hits_of(await gm.post("/resolve", ours)) == 20
    assert hits_of(await gm.post("/resolve", at_once)) == 12
    assert refusal(await stranger.post("/resolve", ours)) == (404, "unknown_pack")
    both = {**ours, "table_pack_version": "1"}
    assert refusal(await gm.post("/resolve", both)) == (422, "unknown_field")


async def test_weapons_are_called_what_the_pack_calls_them(gm: Caller) -> None:
    document = await exported(gm)
    (axe,) = (weapon for weapon in document["weapons"] if weapon["id"] == "axe")
    axe["names"]["fr"] = "Tranche-montagne"
    await bring(gm, document)
    encounter = await begin_with(gm, {"id": OURS})
    answer = await gm.act(encounter, BLOW, dice=[*AXE, 42])
    told = await gm.get(f"/encounters/{encounter}/actions/{answer.json()['id']}", Accept_Language="fr")
    assert "tranche-montagne" in told.json()["narration"]["text"]["plain"]


async def test_every_mistake_of_a_broken_pack_is_named_and_nothing_is_stored(gm: Caller) -> None:
    document = await exported(gm)
    document["attack"]["bows"]["rows"][3]["cells"][2] = "lots"
    document["weapons"][1]["hands"] = "two"
    del document["armours"][0]["status"]
    places = {"/attack/bows/rows/3/cells/2", "/weapons/1/hands", "/armours/0/status"}
    validated = (await gm.post("/table-packs:validate", document)).json()
    assert (validated["valid"], validated["pack"]) == (False, None)
    assert {problem["pointer"] for problem in validated["problems"]} == places
    answer = await gm.post("/table-packs", document)
    assert refusal(answer) == (422, "invalid_pack")
    assert answer.json()["errors"] == validated["problems"]
    assert refusal(await gm.get(f"/table-packs/{OURS}")) == (404, "unknown_pack")


@pytest.mark.parametrize("pack", ["harp-tdm", "dnd35", "pf1"])
async def test_every_table_comes_back_as_it_went(gm: Caller, pack: str) -> None:
    shipped = await gm.get(f"/table-packs/{pack}/export")
    (listed,) = (one for one in (await gm.get("/table-packs")).json()["items"] if one["id"] == pack)
    assert document_hash(shipped.json()) == listed["hash"]
    assert shipped.headers["ETag"] == f'"{listed["hash"]}"'
    assert (await gm.post("/table-packs:validate", shipped.json())).json() == {
        "valid": True,
        "problems": [],
        "pack": listed,
    }
    ours = await exported(gm, pack)
    brought = await bring(gm, ours)
    assert brought["hash"] == document_hash(ours)
    assert (await gm.post("/table-packs:validate", ours)).json()["pack"]["hash"] == brought["hash"]
    back = await gm.get(f"/table-packs/{OURS}/export?version=1")
    assert back.json() == ours
    assert list(back.json()) == list(ours)
    known = await gm.get(f"/table-packs/{OURS}/export", If_None_Match=back.headers["ETag"])
    assert (known.status_code, known.content) == (304, b"")
    tables = (await gm.get(f"/table-packs/{OURS}")).json()["tables"]
    assert tables == (await gm.get(f"/table-packs/{pack}")).json()["tables"]
    for table in tables:
        own, theirs = [(await gm.get(f"/table-packs/{each}/tables/{table}")).json() for each in (OURS, pack)]
        assert own["table"] == theirs["table"]
        assert own["pack"]["id"] == OURS
    assert (await gm.get(f"/table-packs/{pack}/diff?to={OURS}")).json()["items"] == []


async def test_the_difference_is_the_one_cell(gm: Caller) -> None:
    document = await exported(gm)
    at, _ = row_of(document, 90)
    changed = altered(document)
    cell = {"pointer": ROW_90.format(row=at), "kind": "changed", "from": "12B", "to": "20B"}
    compared = (await gm.post("/table-packs/harp-tdm/diff", changed)).json()
    assert (compared["items"], compared["next"]) == ([cell], None)
    assert (compared["from"]["id"], compared["to"]["id"]) == ("harp-tdm", OURS)
    await bring(gm, document)
    changed["pack"]["version"] = "2"
    await bring(gm, changed)
    for query in (
        f"harp-tdm/diff?to={OURS}",
        f"{OURS}/diff?version=1&to_version=2",
        f"{OURS}/diff?version=1",
    ):
        assert (await gm.get(f"/table-packs/{query}")).json()["items"] == [cell]
    back = (await gm.get(f"/table-packs/{OURS}/diff?version=2&to=harp-tdm")).json()["items"]
    assert back == [{**cell, "from": "20B", "to": "12B"}]
    assert (await gm.get(f"/table-packs/{OURS}/diff")).json()["items"] == []


async def test_a_row_more_is_that_row_and_not_everything_after_it(gm: Caller) -> None:
    document = await exported(gm, "pf1")
    first = document["weapons"].pop(0)
    new = {**first, "id": "spoon", "names": {"en": "Spoon", "fr": "Cuillère", "it": "Cucchiaio"}}
    document["weapons"].insert(2, new)
    items: list[Json] = []
    cursor = ""
    while True:
        page = (await gm.post(f"/table-packs/pf1/diff?limit=5{cursor}", document)).json()
        items += page["items"]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    kinds = {
        (item["kind"], item["pointer"].rsplit("/", 1)[0]) for item in items if "names" not in item["pointer"]
    }
    assert {kind for kind, _ in kinds} == {"added", "removed"}
    assert ("added", "/weapons/2") in kinds
    assert ("removed", "/weapons/0") in kinds
    assert len(items) == len({(item["kind"], item["pointer"]) for item in items})
    assert next(item for item in items if item["pointer"] == "/weapons/2/id")["to"] == "spoon"


async def test_a_version_never_changes(gm: Caller) -> None:
    document = await exported(gm, "pf1")
    first = await gm.post("/table-packs", document)
    assert first.status_code == 201
    assert first.headers["Location"] == f"/v1/table-packs/{OURS}/versions/1"
    again = await gm.post("/table-packs", document)
    assert (again.status_code, again.json()) == (200, first.json())
    other = deepcopy(document)
    other["weapons"][0]["threat"] = 19
    assert refusal(await gm.post("/table-packs", other)) == (409, "pack_changed")
    other["pack"]["version"] = "2"
    assert (await gm.post("/table-packs", other)).status_code == 201
    versions = (await gm.get(f"/table-packs/{OURS}/versions?limit=1")).json()
    assert [one["version"] for one in versions["items"]] == ["1"]
    rest = (await gm.get(f"/table-packs/{OURS}/versions?cursor={versions['next']}")).json()
    assert ([one["version"] for one in rest["items"]], rest["next"]) == (["2"], None)
    listed = {pack["id"]: pack for pack in (await gm.get("/table-packs")).json()["items"]}
    assert (listed[OURS]["version"], listed[OURS]["is_own"], listed["pf1"]["is_own"]) == ("2", True, False)
    assert (await gm.get(first.headers["Location"].removeprefix("/v1"))).json()["hash"] == first.json()[
        "hash"
    ]
    (shipped,) = (await gm.get("/table-packs/pf1/versions")).json()["items"]
    assert shipped["is_own"] is False


async def test_the_same_request_is_carried_out_once(gm: Caller) -> None:
    document = await exported(gm, "pf1")
    first = await gm.post("/table-packs", document, key="once")
    again = await gm.post("/table-packs", document, key="once")
    assert (again.status_code, again.content) == (201, first.content)
    assert again.headers["Idempotency-Replayed"] == "true"
    document["pack"]["version"] = "2"
    assert refusal(await gm.post("/table-packs", document, key="once")) == (422, "idempotency_key_reused")
    minimal = await gm.post("/table-packs", document, Prefer="return=minimal")
    assert (minimal.status_code, minimal.content) == (201, b"")


async def test_nobody_takes_the_id_of_a_pack_that_is_everybodys(gm: Caller) -> None:
    answer = await gm.post("/table-packs", (await gm.get("/table-packs/pf1/export")).json())
    assert refusal(answer) == (422, "pack_id_taken")
    assert answer.json()["errors"][0]["pointer"] == "/pack/id"
    assert "my-house-tables" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("member", "name"),
    [
        ("id", "My Tables"),
        ("id", "../x"),
        ("id", "a"),
        ("version", "1/2"),
        ("version", " 1"),
        ("id", "é" * 60),
    ],
)
async def test_a_name_that_cannot_stand_in_an_address_is_a_mistake(
    gm: Caller, member: str, name: str
) -> None:
    document = await exported(gm, "pf1")
    document["pack"][member] = name
    problems = (await gm.post("/table-packs:validate", document)).json()["problems"]
    assert [problem["pointer"] for problem in problems] == [f"/pack/{member}"]


async def test_tables_of_another_game_are_refused(gm: Caller) -> None:
    await bring(gm, await exported(gm, "pf1"))
    answer = await gm.post("/encounters", {"ruleset": "harp-tdm", "table_pack": {"id": OURS}})
    assert refusal(answer) == (422, "pack_of_another_ruleset")
    assert answer.json()["errors"][0]["pointer"] == "/table_pack/id"
    chosen = await gm.post("/encounters", {"ruleset": "pf1", "table_pack": {"id": "pf1", "version": "1.1.0"}})
    assert chosen.json()["table_pack"]["id"] == "pf1"
    unknown = await gm.post("/encounters", {"ruleset": "pf1", "table_pack": {"id": "pf1", "version": "9"}})
    assert refusal(unknown) == (404, "unknown_pack")


async def test_what_an_encounter_is_played_with_is_kept(gm: Caller) -> None:
    await bring(gm, altered(await exported(gm)))
    encounter = await begin_with(gm, {"id": OURS})
    version = f"/table-packs/{OURS}/versions/1"
    refused = await gm.delete(version)
    assert refusal(refused) == (409, "pack_in_use")
    said = {"pack": "my-house-tables", "version": "1", "encounter_id": encounter}
    assert refused.json()["params"] == said
    assert (await gm.remove(f"/encounters/{encounter}")).status_code == 204
    assert [(await gm.delete(version)).status_code for _ in range(2)] == [204, 204]
    for gone in (
        f"/table-packs/{OURS}",
        version,
        f"/table-packs/{OURS}/export",
        f"/table-packs/{OURS}/versions",
    ):
        assert refusal(await gm.get(gone)) == (404, "unknown_pack")
    begun = await gm.post("/encounters", {"ruleset": "harp-tdm", "table_pack": {"id": OURS}})
    assert refusal(begun) == (404, "unknown_pack")
    await bring(gm, altered(await exported(gm), "30C"))
    anew = await begin_with(gm, {"id": OURS, "version": "1"})
    assert hits_of(await gm.act(anew, BLOW, dice=[*AXE, 42])) == 30


async def test_what_a_simulation_is_fought_with_is_kept(gm: Caller) -> None:
    await bring(gm, altered(await exported(gm)))
    encounter = await begin_with(gm, {"id": OURS})
    begun = await gm.post("/simulations", {"encounter_id": encounter, "runs": 1})
    simulation = f"/simulations/{begun.json()['id']}"
    assert (await gm.remove(f"/encounters/{encounter}")).status_code == 204
    refused = await gm.delete(f"/table-packs/{OURS}/versions/1")
    assert refusal(refused) == (409, "pack_in_use")
    assert refused.json()["params"]["simulation_id"] == begun.json()["id"]
    run = await gm.get(f"{simulation}/runs/0")
    assert run.json()["table_pack"] == {"id": OURS, "version": "1"}
    assert (await gm.delete(simulation)).status_code == 204
    assert (await gm.delete(f"/table-packs/{OURS}/versions/1")).status_code == 204


async def test_what_is_everybodys_is_not_deleted(gm: Caller) -> None:
    assert refusal(await gm.delete("/table-packs/pf1/versions/1.1.0")) == (404, "unknown_pack")
    assert refusal(await gm.delete(f"/table-packs/{OURS}/versions/7")) == (404, "unknown_pack")


async def test_another_campaigns_pack_is_nowhere(gm: Caller, stranger: Caller) -> None:
    document = await exported(gm)
    await bring(gm, document)
    packs = f"/table-packs/{OURS}"
    for path in (
        packs,
        f"{packs}/versions",
        f"{packs}/versions/1",
        f"{packs}/export",
        f"{packs}/diff?to=harp-tdm",
        f"/table-packs/harp-tdm/diff?to={OURS}",
        f"{packs}/tables/bows",
        f"{packs}/tables/bows/lookup?roll=90&column=1",
        f"{packs}/tables/weapons/entries/axe",
    ):
        assert refusal(await stranger.get(path)) == (404, "unknown_pack"), path
    assert refusal(await stranger.post(f"{packs}/diff", document)) == (404, "unknown_pack")
    assert refusal(await stranger.delete(f"{packs}/versions/1")) == (404, "unknown_pack")
    begun = await stranger.post("/encounters", {"ruleset": "harp-tdm", "table_pack": {"id": OURS}})
    assert refusal(begun) == (404, "unknown_pack")
    scenario = {
        "scenario": 1,
        "title": "x",
        "ruleset": "harp-tdm",
        "combatants": [],
        "table_pack": {"id": OURS},
    }
    assert refusal(await stranger.post("/scenarios:run", scenario)) == (404, "unknown_pack")
    assert (await gm.post("/scenarios:run", scenario)).status_code == 200
    assert OURS not in (await stranger.get("/table-packs")).text


async def test_players_read_the_tables_and_only_the_gm_brings_them(gm: Caller) -> None:
    await bring(gm, altered(await exported(gm)))
    player, assistant = await gm.seat("player", "dafur"), await gm.seat("assistant")
    path = f"/table-packs/{OURS}/tables/one-handed-blades/lookup?roll=90&column=4"
    assert (await player.get(path)).json()["cell"] == "20B"
    document = await exported(gm, version="2")
    for refused in (
        await player.post("/table-packs", document),
        await player.post("/table-packs:validate", document),
        await player.delete(f"/table-packs/{OURS}/versions/1"),
        await assistant.delete(f"/table-packs/{OURS}/versions/1"),
    ):
        assert refusal(refused) == (403, "forbidden")
    assert (await assistant.post("/table-packs", document)).status_code == 201


async def test_one_of_many_at_once_stores_it(gm: Caller) -> None:
    document = await exported(gm, "pf1")
    answers = await asyncio.gather(*(gm.post("/table-packs", document) for _ in range(6)))
    assert sorted(answer.status_code for answer in answers) == [200] * 5 + [201]
    others = [deepcopy(document) for _ in range(4)]
    for number, other in enumerate(others):
        other["pack"]["version"] = "2"
        other["weapons"][0]["threat"] = 16 + number
    answers = await asyncio.gather(*(gm.post("/table-packs", other) for other in others))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]


async def test_a_campaign_has_so_many_versions_and_no_more(gm: Caller) -> None:
    document = json.dumps(await exported(gm, "pf1"))
    sent = [json.loads(document) for _ in range(MOST_PACKS + 1)]
    for number, one in enumerate(sent):
        one["pack"]["version"] = f"1.{number}"
    *taken, last = [(await gm.post("/table-packs", one)) for one in sent]
    assert {answer.status_code for answer in taken} == {201}
    assert refusal(last) == (409, "too_many_packs")
    assert (await gm.delete(f"/table-packs/{OURS}/versions/1.0")).status_code == 204
    assert (await gm.post("/table-packs", sent[-1])).status_code == 201


async def test_twenty_megabytes_and_not_more(gm: Caller) -> None:
    document = await exported(gm, "pf1")
    text = json.dumps(document).encode()
    filled = text[:-1] + b" " * (20 * 1024 * 1024 - len(text)) + b"}"
    headers = {"Content_Type": "application/json", "Idempotency_Key": "large"}
    assert len(filled) == 20 * 1024 * 1024
    assert (await gm.send("/table-packs", filled, **headers)).status_code == 201
    assert refusal(await gm.send("/table-packs", filled + b" ", **headers)) == (413, "body_too_large")


def wide(count: int) -> bytes:
    return b'{"pack":{"ruleset":"pf1"},"weapons":[' + b"{}," * count + b"{}]}"


HOSTILE: dict[str, tuple[bytes, str]] = {
    "empty objects without number": (b'{"weapons":[' + b"{}," * 3_000_000 + b"{}]}", "document_too_complex"),
    "brackets without end": (b"[" * 400_000, "document_too_complex"),
    "a list that is too long": (wide(2_001), "document_too_complex"),
    "a name twice": (b'{"pack":{"id":"a","id":"b"}}', "malformed_json"),
    "a NUL": (b'{"pack":{"id":"a\\u0000"}}', "unusable_text"),
    "a number beyond all measure": (b'{"pack":{"id":' + b"9" * 5_000 + b"}}", "malformed_json"),
    "no object": (b"[]", "malformed_json"),
    "nothing": (b"", "malformed_json"),
    "a pack that is none": (b'{"pack":7}', "invalid_pack"),
    "a ruleset that is a list": (b'{"pack":{"ruleset":["pf1"]}}', "invalid_pack"),
    "mistakes without number": (wide(1_900), "invalid_pack"),
}


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_hostile_pack_is_refused(gm: Caller, name: str) -> None:
    text, code = HOSTILE[name]
    headers = {"Content_Type": "application/json", "Idempotency_Key": "k"}
    answer = await gm.send("/table-packs", text, **headers)
    assert 400 <= answer.status_code < 500
    assert answer.json()["code"] == code
    assert len(answer.content) < 128 * 1024
    validated = await gm.send("/table-packs:validate", text, Content_Type="application/json")
    assert validated.status_code == (200 if code == "invalid_pack" else answer.status_code)


Alter = Callable[[Json], object]
MISCHIEF: dict[str, tuple[str, Alter, str]] = {
    "a phrase of any length": (
        "harp-tdm",
        lambda it: it["critical_texts"]["slash"][0]["text"].update(en="{location:>999999999}"),
        "/critical_texts/slash/0/text/en",
    ),
    "a phrase that looks inside": (
        "harp-tdm",
        lambda it: it["critical_texts"]["slash"][0]["text"].update(en="{location.__class__}"),
        "/critical_texts/slash/0/text/en",
    ),
    "a creature as large as the world": (
        "pf1",
        lambda it: it["sizes"][0].update(squares=10**8),
        "/sizes/0/squares",
    ),
    "a whip around the world": (
        "pf1",
        lambda it: it["weapons"][0].update(reach_feet=10**8),
        "/weapons/0/reach_feet",
    ),
    "a member of the pack's that nobody knows": (
        "pf1",
        lambda it: it["pack"].update(campaign="theirs"),
        "/pack/campaign",
    ),
    "a table by a name with a slash": ("pf1", lambda it: it.update({"a/b~c": []}), "/a~1b~0c"),
}


@pytest.mark.parametrize("name", MISCHIEF)
async def test_tables_can_do_no_harm(gm: Caller, name: str) -> None:
    pack, alter, place = MISCHIEF[name]
    document = await exported(gm, pack)
    alter(document)
    problems = (await gm.post("/table-packs:validate", document)).json()["problems"]
    assert [problem["pointer"] for problem in problems] == [place]


async def test_the_tables_of_seventeen_campaigns_take_turns_in_memory(http: AsyncClient, gm: Caller) -> None:
    document = await exported(gm, "pf1")
    (sword,) = (weapon for weapon in document["weapons"] if weapon["id"] == "longsword")
    campaigns: list[tuple[Caller, int]] = []
    for number in range(MOST_SHELVES + 1):
        sword["threat"] = 20 - number
        campaigns.append((await new_gm(http), sword["threat"]))
        await bring(campaigns[-1][0], document)
    for caller, threat in [*campaigns, *campaigns]:
        found = await caller.get(f"/table-packs/{OURS}/tables/weapons/entries/longsword")
        assert found.json()["row"]["threat"] == threat


async def test_an_action_asks_no_more_of_the_database_than_with_everybodys_tables(address: URL) -> None:
    app = create_app(settings_for(address, pool_size=1))
    statements: list[str] = []
    async with running(app) as http:
        gm = await new_gm(http)
        await bring(gm, await exported(gm))
        # The first one is for the driver, which asks once a connection what the types of arrays are.
        fights = [await begin_with(gm, pack) for pack in (None, None, {"id": OURS})]
        async with app.state.estoc.database.transaction() as driver:
            driver.add_query_logger(lambda record: statements.append(record.query))
        asked: list[list[str]] = []
        for encounter in fights:
            statements.clear()
            assert (await gm.act(encounter, dice=LIGHT_HIT)).status_code == 201
            asked.append(statements.copy())
    assert asked[1] == asked[2]
