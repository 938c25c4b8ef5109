"""The OpenAPI document: complete, and true."""

import ast
import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import Response
from jsonschema import Draft202012Validator
from sqlalchemy.engine import URL

from app.api.http.problem_pages import PAGES
from app.main import create_app
from app.rules.common.errors import Invalid, ReplayMismatch, RulesError
from app.services.base.refusals import Refused
from tests.api.caller import BLOW, LIGHT_HIT, Caller
from tests.api.conftest import settings_for
from tests.contract.places import with_shared_in_place

WITHOUT_EXAMPLE = {f"problem Problem{status}" for status in (403, 414, 429, 431, 500, 503)}
"""Problems that the recorded fight does not meet."""
LOOKS_ONLY = {
    "compareOdds", "compareWithTablePack", "drawOdds", "drawPreview", "getOdds", "previewAction",
    "readCreatures", "resolve", "runScenario", "validateTablePack",
}  # fmt: skip
"""Operations with a body that store nothing."""
REPEATABLE = {"askForKey", "fetchKey"}
"""Operations without a token, whose repetition is harmless: asking again is another wish, and what is fetched
is guarded by its own code."""
STREAMS = {"streamEvents", "streamSimulation"}
UNGUARDED = {"deleteSimulation", "deleteTablePack", "deleteWebhook", "revokeToken"}
"""What is deleted has nothing in it that somebody else might have changed."""
METHODS = {"get", "post", "put", "patch", "delete"}
APP = Path(__file__).parents[2] / "app"


@pytest.fixture
def app(address: URL) -> FastAPI:
    return create_app(settings_for(address))


@pytest.fixture
def document(app: FastAPI) -> dict[str, Any]:
    return with_shared_in_place(app.openapi())


def operations(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]


def test_every_route_says_what_it_is(document: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(names) == len(set(names))
    for path, method, operation in operations(document):
        assert re.fullmatch(r"[a-z][A-Za-z]+", operation["operationId"]), path
        assert operation["summary"], path
        assert operation["description"], path
        assert len(operation["tags"]) == 1, path
        statuses = {int(status) for status in operation["responses"]}
        assert {422, 500, 503} <= statuses, path
        if operation["security"]:
            assert {401, 403, 404} <= statuses, path
        if "requestBody" in operation:
            assert {400, 413, 415} <= statuses, path
            assert operation["requestBody"]["content"]["application/json"]["examples"], path
        parameters = {parameter["name"]: parameter for parameter in operation.get("parameters", ())}
        if method == "post" and operation["operationId"] not in LOOKS_ONLY | REPEATABLE:
            assert 409 in statuses, path
            assert "Idempotency-Key" in parameters, path
        if method in ("put", "patch", "delete") and operation["operationId"] not in UNGUARDED:
            assert {412, 428} <= statuses, path
            assert parameters["If-Match"]["required"], path
        if method == "get" and operation["operationId"] not in STREAMS:
            assert "If-None-Match" in parameters, path
            assert 304 in statuses, path


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")
    references = set(re.findall(r"'\$ref': '#/components/schemas/([^']+)'", repr(document)))
    references |= set(re.findall(r"'#/components/schemas/([^']+)'", repr(document)))
    assert references <= set(document["components"]["schemas"])


def validator(document: dict[str, Any], schema: dict[str, Any]) -> Draft202012Validator:
    """Takes nothing that the document does not name, though callers are asked to pass over what is new."""
    schemas = {name: closed(part) for name, part in document["components"]["schemas"].items()}
    return Draft202012Validator({**schema, "components": {"schemas": schemas}})


def closed(schema: Any) -> Any:
    match schema:
        case {"properties": dict()}:
            inner = {key: closed(value) for key, value in schema.items()}
            return {"additionalProperties": False, **inner}
        case dict():
            return {key: closed(value) for key, value in schema.items()}
        case list():
            return [closed(item) for item in schema]
        case _:
            return schema


def test_every_request_and_good_answer_has_examples_and_they_are_what_the_schemas_say(
    document: dict[str, Any],
) -> None:
    problems = {f"problem {name}": part for name, part in document["components"]["responses"].items()}
    shown = {name: part["content"]["application/problem+json"] for name, part in problems.items()}
    for path, method, operation in operations(document):
        for status, response in {"body": operation.get("requestBody", {}), **operation["responses"]}.items():
            if "application/json" in response.get("content", {}):
                shown[f"{method} {path} {status}"] = response["content"]["application/json"]
    assert len(shown) >= 35
    for name, media in shown.items():
        examples = media.get("examples", {})
        assert examples or name in WITHOUT_EXAMPLE, name
        for example in examples.values():
            validator(document, media["schema"]).validate(example["value"])
    message = document["webhooks"]["encounter.events"]["post"]["requestBody"]["content"]["application/json"]
    validator(document, message["schema"]).validate(message["examples"]["a-message"]["value"])


def test_what_a_player_sees_is_shown_beside_what_the_gm_sees(document: dict[str, Any]) -> None:
    forms = {"getEncounter": "SeenEncounter", "getCombatant": "SeenCombatant", "listCombatants": None}
    for _, _, operation in operations(document):
        if operation["operationId"] in forms:
            media = operation["responses"]["200"]["content"]["application/json"]
            seen = media["examples"]["as-a-player"]["value"]
            form = forms.pop(operation["operationId"])
            schema = {"$ref": f"#/components/schemas/{form}"} if form else media["schema"]
            validator(document, schema).validate(seen)
            assert seen != media["examples"]["recorded"]["value"]
    assert forms == {}


async def test_answers_are_what_the_schemas_say(gm: Caller, document: dict[str, Any]) -> None:
    encounter = await gm.begin_fight()
    answer = await gm.act(encounter, {**BLOW, "situation": {"flank": True, "rear": True}}, dice=[96, 30, 99])
    action, orc = answer.json(), (await gm.get(f"/encounters/{encounter}/combatants")).json()["items"][1]
    seen = {
        "/v1/campaigns/{campaign_id}/dice-statistics": await gm.get(
            f"/campaigns/{gm.campaign}/dice-statistics"
        ),
        "/v1/encounters": await gm.get("/encounters"),
        "/v1/encounters/{encounter_id}": await gm.get(f"/encounters/{encounter}"),
        "/v1/encounters/{encounter_id}/combatants": await gm.get(f"/encounters/{encounter}/combatants"),
        "/v1/encounters/{encounter_id}/legal-actions": await gm.get(
            f"/encounters/{encounter}/legal-actions?combatant={orc['id']}"
        ),
        "/v1/encounters/{encounter_id}/report": await gm.get(f"/encounters/{encounter}/report"),
        "/v1/encounters/{encounter_id}/scenario": await gm.get(f"/encounters/{encounter}/scenario"),
        "/v1/encounters/{encounter_id}/combatants/{combatant_id}": await gm.get(
            f"/encounters/{encounter}/combatants/{orc['id']}"
        ),
        "/v1/encounters/{encounter_id}/actions": await gm.get(f"/encounters/{encounter}/actions"),
        "/v1/encounters/{encounter_id}/actions/{action_id}": await gm.get(
            f"/encounters/{encounter}/actions/{action['id']}"
        ),
        "/v1/encounters/{encounter_id}/events": await gm.get(f"/encounters/{encounter}/events"),
        "/v1/encounters/{encounter_id}/dice-proof": await gm.get(f"/encounters/{encounter}/dice-proof"),
        "/v1/campaigns/{campaign_id}/tokens": await gm.get(f"/campaigns/{gm.campaign}/tokens"),
        "/v1/webhooks": await gm.get("/webhooks"),
        **await simulated(gm, await gm.begin_fight()),
        "/v1/rulesets": await gm.get("/rulesets"),
        "/v1/rulesets/{ruleset}": await gm.get("/rulesets/harp-tdm"),
        "/v1/rulesets/{ruleset}/schema": await gm.get("/rulesets/harp-tdm/schema"),
        "/v1/table-packs": await gm.get("/table-packs"),
        "/v1/table-packs/{pack}": await gm.get("/table-packs/harp-tdm"),
        "/v1/table-packs/{pack}/versions": await gm.get("/table-packs/pf1/versions"),
        "/v1/table-packs/{pack}/versions/{version}": await gm.get("/table-packs/pf1/versions/1.1.0"),
        "/v1/table-packs/{pack}/export": await gm.get("/table-packs/pf1/export"),
        "/v1/table-packs/{pack}/diff": await gm.get("/table-packs/pf1/diff?to=dnd35&limit=200"),
        "/v1/table-packs/{pack}/tables/{table}": await gm.get("/table-packs/harp-tdm/tables/weapons"),
        "/v1/table-packs/{pack}/tables/{table}/lookup": await gm.get(
            "/table-packs/harp-tdm/tables/bows/lookup?roll=9&column=1"
        ),
        "/v1/table-packs/{pack}/tables/{table}/entries/{entry}": await gm.get(
            "/table-packs/pf1/tables/weapons/entries/longsword"
        ),
        "/v1/token": await gm.get("/token"),
        "/v1/ping": await gm.get("/ping"),
        "/livez": await gm.http.get("/livez"),
        "/readyz": await gm.http.get("/readyz"),
        "/problems": await gm.http.get("/problems"),
    }
    pages = {
        "/problems/{code}",
        "/v1/campaigns/{campaign_id}",
        "/v1/device-authorizations/{user_code}",
        "/v1/encounters/{encounter_id}/map.svg",
        "/v1/encounters/{encounter_id}/stream",
        "/v1/simulations/{simulation_id}/stream",
        "/v1/rulesets/{ruleset}/creature-template",
        "/v1/webhooks/{webhook_id}",
        "/verify.html",
        "/link",
    }
    assert set(seen) == {path for path, method, _ in operations(document) if method == "get"} - pages
    for path, response in seen.items():
        assert response.status_code == 200, path
        content = document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]
        validator(document, content["schema"]).validate(response.json())


async def simulated(gm: Caller, encounter: str) -> dict[str, Response]:
    """What is shown of a simulation that is finished."""
    begun = await gm.post("/simulations", {"encounter_id": encounter, "runs": 2})
    assert begun.status_code == 201, begun.text
    path = f"/simulations/{begun.json()['id']}"
    async with asyncio.timeout(120):
        while (await gm.get(path)).json()["result"] is None:  # noqa: ASYNC110 — another process tells nobody
            await asyncio.sleep(0.2)
    return {
        "/v1/simulations": await gm.get("/simulations"),
        "/v1/simulations/{simulation_id}": await gm.get(path),
        "/v1/simulations/{simulation_id}/runs/{number}": await gm.get(f"{path}/runs/1"),
    }


@pytest.mark.parametrize("role", ["player", "spectator"])
async def test_what_players_are_shown_is_what_the_schemas_say(
    gm: Caller, document: dict[str, Any], role: str
) -> None:
    encounter = await gm.begin_fight()
    await gm.act(encounter, dice=LIGHT_HIT)
    await gm.act(encounter, {"type": "start"})
    viewer = await gm.seat(role)
    for path in ("", "/combatants", "/actions", "/events"):
        response = await viewer.get(f"/encounters/{encounter}{path}")
        shown = document["paths"][f"/v1/encounters/{{encounter_id}}{path}"]["get"]["responses"]["200"]
        validator(document, shown["content"]["application/json"]["schema"]).validate(response.json())


async def test_refusals_are_what_the_schema_says(gm: Caller, document: dict[str, Any]) -> None:
    encounter = await gm.begin_fight()
    for answer in (
        await gm.act(encounter, {**BLOW, "target": "dafur"}),
        await gm.act(encounter, {**BLOW, "weapon": "spoon"}),
        await gm.get("/encounters?limit=0"),
    ):
        schema = {"$ref": "#/components/schemas/Problem"}
        validator(document, schema).validate(answer.json())
        page = await gm.http.get(answer.json()["type"])
        assert page.status_code == 200
        assert answer.json()["title"] in page.text


def codes_in_use() -> set[str]:
    """Codes of all refusals, of faults of documents, and of checks that fail, as the source has them."""
    codes = {form.code for base in (RulesError, Refused) for form in kinds_of(base) if "code" in vars(form)}
    codes -= {RulesError.code, "invalid_pack", "pack_changed"}  # the command line's own
    for source in APP.rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name("FailedCheck"), args=[ast.Constant(str() as code), *_]):
                    codes.add(code.lower())
                case ast.Call(func=ast.Name("Problem"), args=[_, ast.Constant(str() as code), _, *_]):
                    codes.add(code)
    return codes


def kinds_of(form: type) -> set[Any]:
    return {form}.union(*(kinds_of(kind) for kind in form.__subclasses__()))


def test_every_problem_code_has_a_page() -> None:
    codes = codes_in_use()
    assert {"actor_dead", "die_out_of_range", "unknown_weapon", "sheet_incomplete"} <= codes
    assert Invalid.code in codes
    assert ReplayMismatch.code in codes
    assert codes - set(PAGES) == set()
