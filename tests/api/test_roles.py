"""Who may do what: the matrix names every operation, and what it denies is denied."""

from typing import Any

import pytest
from fastapi import FastAPI
from httpx import AsyncClient
from sqlalchemy import text
from sqlalchemy.engine import URL

from app.api.http.roles import ANYBODY, MAY, ROLES, check_role
from app.main import create_app
from app.persistence.base.session import Database
from app.services.base.refusals import Forbidden
from tests.api.caller import ADMIN_TOKEN, Caller
from tests.api.conftest import new_gm, running, settings_for
from tests.api.role_table import EVERYBODY, LET_IN, may
from tests.api.test_openapi import operations
from tests.conftest import PATIENT

PLACES = {
    "campaign_id": "cmp_" + "0" * 26,
    "encounter_id": "enc_" + "0" * 26,
    "combatant_id": "cmb_" + "0" * 26,
    "action_id": "act_" + "0" * 26,
    "ruleset": "harp-tdm",
    "pack": "harp-tdm",
    "version": "1.1.0",
    "table": "weapons",
    "webhook_id": "whk_" + "0" * 26,
    "simulation_id": "sim_" + "0" * 26,
    "number": "0",
    "tok_id": "tok_" + "0" * 26,
    "entry": "longsword",
    "code": "not_found",
    "user_code": "WDJB-MJHT",
}


@pytest.fixture
def app(address: URL) -> FastAPI:
    return create_app(settings_for(address))


def described(app: FastAPI) -> dict[str, tuple[str, str, dict[str, Any]]]:
    """Path, method and description of each operation of the document."""
    return {
        operation["operationId"]: (path, method, operation)
        for path, method, operation in operations(app.openapi())
    }


def test_the_matrix_has_every_operation_and_no_other(app: FastAPI) -> None:
    assert ANYBODY & MAY.keys() == set()
    assert ANYBODY | MAY.keys() == described(app).keys()
    for operation, (_, _, description) in described(app).items():
        assert (operation in ANYBODY) == (description["security"] == []), operation


def test_the_table_written_out_by_hand_has_every_operation_and_no_other(app: FastAPI) -> None:
    assert LET_IN.keys() == described(app).keys()
    assert set().union(*LET_IN.values()) == {*ROLES, EVERYBODY}


def test_every_role_that_the_matrix_names_exists_and_may_do_something() -> None:
    assert set().union(*MAY.values()) <= set(ROLES)
    assert all(MAY.values())


@pytest.mark.parametrize(("role", "operation"), [("gm", "sing"), ("stranger", "act"), ("admin", "act")])
def test_what_is_not_in_the_matrix_is_denied(role: str, operation: str) -> None:
    with pytest.raises(Forbidden):
        check_role(role, operation)


async def as_role(http: AsyncClient, address: URL, role: str) -> Caller:
    """Somebody whose token has that role."""
    if role == "admin":
        return Caller(http, ADMIN_TOKEN)
    caller = await new_gm(http)
    database = Database(address, **PATIENT)
    async with database.session() as session:
        change = text("UPDATE token SET role = :role WHERE campaign_id = :campaign")
        await session.execute(change, {"role": role, "campaign": caller.token[6:36]})
    await database.close()
    return caller


@pytest.mark.parametrize("role", ROLES)
async def test_each_role_may_what_the_table_says_and_nothing_else(
    http: AsyncClient, app: FastAPI, address: URL, role: str
) -> None:
    caller = await as_role(http, address, role)
    for operation, (path, method, _) in described(app).items():
        headers = {"Authorization": f"Bearer {caller.token}", "Idempotency-Key": operation}
        place = path.format(**PLACES)
        answer = await http.request(method, place, headers=headers, content=b"{")
        code = (
            "" if answer.is_success or "json" not in answer.headers["Content-Type"] else answer.json()["code"]
        )
        is_refused = code in ("forbidden", "unauthenticated")
        assert is_refused != may(role, operation), (operation, answer.status_code, code)


async def test_without_a_token_only_the_open_operations_answer(address: URL) -> None:
    app = create_app(settings_for(address, rate_limit_strangers=0))  # who asks for everything asks for a lot
    async with running(app) as http:
        for operation, (path, method, _) in described(app).items():
            answer = await http.request(method, path.format(**PLACES), content=b"{")
            assert (answer.status_code == 401) == (EVERYBODY not in LET_IN[operation]), operation
