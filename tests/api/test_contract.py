"""The document that is kept in the repository is the service's own, and nothing in it is taken back."""

import copy
import json
from typing import Any

import pytest
from httpx import AsyncClient
from sqlalchemy.engine import URL

from app.main import create_app
from tests.api.conftest import settings_for
from tests.contract.additive import breaks
from tests.contract.places import ANSWERS, DOCUMENT
from tests.contract.recorded import record

WRITE_AGAIN = "`make contract` writes it again"
FIGHT = "/v1/encounters/{encounter_id}/actions"
COMBATANTS = "/v1/encounters/{encounter_id}/combatants"


def kept() -> dict[str, Any]:
    return json.loads(DOCUMENT.read_text(encoding="utf-8"))


def test_the_kept_document_is_the_services_own(address: URL) -> None:
    assert kept() == create_app(settings_for(address)).openapi(), WRITE_AGAIN


async def test_the_answers_shown_are_those_that_the_service_gives(http: AsyncClient) -> None:
    assert await record(http) == json.loads(ANSWERS.read_text(encoding="utf-8")), WRITE_AGAIN


def test_a_document_breaks_nothing_of_itself() -> None:
    assert list(breaks(kept(), kept())) == []


def schemas(document: dict[str, Any]) -> dict[str, Any]:
    return document["components"]["schemas"]


def no_more_logs(document: dict[str, Any]) -> None:
    del document["paths"][FIGHT]["get"]


def another_name_for_acting(document: dict[str, Any]) -> None:
    document["paths"][FIGHT]["post"]["operationId"] = "fight"


def a_header_for_looking(document: dict[str, Any]) -> None:
    header = {"in": "header", "name": "Mood", "required": True, "schema": {"type": "string"}}
    document["paths"][COMBATANTS]["get"]["parameters"].append(header)


def is_limit(parameter: dict[str, Any]) -> bool:
    return parameter.get("$ref", "").rpartition("/")[2].startswith("limit")


def no_limit(document: dict[str, Any]) -> None:
    parameters = document["paths"][COMBATANTS]["get"]["parameters"]
    parameters[:] = [each for each in parameters if each.get("name") != "limit" and not is_limit(each)]


def every_attack_has_a_situation(document: dict[str, Any]) -> None:
    schemas(document)["HarpTdmAttack"]["required"].append("situation")


def no_more_charges(document: dict[str, Any]) -> None:
    schemas(document)["HarpTdmCommand"]["oneOf"].remove({"$ref": "#/components/schemas/HarpTdmCharge"})


def shorter_names(document: dict[str, Any]) -> None:
    schemas(document)["CombatantBody"]["properties"]["name"]["maxLength"] = 20


def hits_as_texts(document: dict[str, Any]) -> None:
    schemas(document)["HarpTdmCombatant"]["properties"]["hits"] = {"type": "string"}


def no_more_totals(document: dict[str, Any]) -> None:
    del schemas(document)["Roll"]["properties"]["total"]


def words_now_and_then(document: dict[str, Any]) -> None:
    schemas(document)["ActionResult"]["required"].remove("narration")


def a_title_or_nothing(document: dict[str, Any]) -> None:
    schemas(document)["HarpTdmEncounter"]["properties"]["title"] = {
        "anyOf": [{"type": "string"}, {"type": "null"}]
    }


def no_more_tags(document: dict[str, Any]) -> None:
    del document["paths"][FIGHT]["post"]["responses"]["201"]["headers"]["ETag"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (no_more_logs, f"GET {FIGHT}: gone"),
        (another_name_for_acting, f"POST {FIGHT}: operationId act became fight"),
        (a_header_for_looking, f"GET {COMBATANTS}: parameter Mood is now required"),
        (no_limit, f"GET {COMBATANTS}: parameter limit is gone"),
        (every_attack_has_a_situation, f"POST {FIGHT}: body/command/situation is now required"),
        (no_more_charges, f"POST {FIGHT}: body/commands/* no longer takes HarpTdmCharge"),
        (shorter_names, f"POST {COMBATANTS}: body/name has a lower maxLength"),
        (hits_as_texts, f"GET {COMBATANTS}: 200/items/*/hits was integer and is string"),
        (no_more_totals, f"POST {FIGHT}: 201/rolls/*/total is gone"),
        (words_now_and_then, f"POST {FIGHT}: 201/narration may now be missing"),
        (a_title_or_nothing, "GET /v1/encounters: 200/items/*/title may now be null"),
        (no_more_tags, f"POST {FIGHT}: 201 lost its header ETag"),
    ],
)
def test_what_would_break_callers_is_named(change: Any, said: str) -> None:
    new = copy.deepcopy(kept())
    change(new)
    assert said in list(breaks(kept(), new))


def a_new_route(document: dict[str, Any]) -> None:
    document["paths"]["/v1/moods"] = {"get": {"operationId": "listMoods", "responses": {}}}


def a_choice_more_in_asking(document: dict[str, Any]) -> None:
    schemas(document)["CombatantBody"]["properties"]["mood"] = {"type": "string", "maxLength": 20}
    schemas(document)["CombatantBody"]["properties"]["name"]["maxLength"] = 2_000


def a_command_more(document: dict[str, Any]) -> None:
    schemas(document)["HarpTdmSing"] = {"type": "object", "properties": {"type": {"const": "sing"}}}
    schemas(document)["HarpTdmCommand"]["oneOf"].append({"$ref": "#/components/schemas/HarpTdmSing"})


def a_member_more_in_answers(document: dict[str, Any]) -> None:
    schemas(document)["HarpTdmCombatant"]["properties"]["mood"] = {"type": "string"}
    schemas(document)["HarpTdmCombatant"]["required"].append("mood")


def a_status_more(document: dict[str, Any]) -> None:
    schemas(document)["HarpTdmEncounter"]["properties"]["status"]["enum"].append("paused")


@pytest.mark.parametrize(
    "change",
    [a_new_route, a_choice_more_in_asking, a_command_more, a_member_more_in_answers, a_status_more],
)
def test_what_only_adds_breaks_nothing(change: Any) -> None:
    new = copy.deepcopy(kept())
    change(new)
    assert new != kept()
    assert list(breaks(kept(), new)) == []
