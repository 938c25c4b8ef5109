"""The server's dice: drawn from the encounter's seeds, one index a roll, and never drawn twice."""

from asyncio import gather, sleep
from collections.abc import AsyncIterator
from secrets import token_hex
from typing import Any

import asyncpg
import pytest
from httpx import Response
from sqlalchemy.engine import URL

from app.main import create_app
from app.persistence.base.session import Database
from app.rules.common.dice import D100, OPEN_D100
from app.services.assembly import assemble
from app.services.base.idempotency import Reply, claim_of
from app.services.base.service import Estoc
from app.services.dice.fair_dice import Place, throw
from app.services.play.actions import Action, CommandInput, act
from app.services.play.change import ChangeRequest
from app.services.play.suspension import Outcome
from app.services.proof.check import check
from app.services.proof.document import Proof
from tests.api.caller import LOOK, SCOUT, Caller
from tests.api.conftest import running, settings_for
from tests.conftest import PATIENT

DICE = {"1d100": D100, "1d100 open-ended (96+)": OPEN_D100}


@pytest.fixture
async def database(address: URL) -> AsyncIterator[asyncpg.Connection]:
    own = await asyncpg.connect(address.set(drivername="postgresql").render_as_string(hide_password=False))
    yield own
    await own.close()


@pytest.fixture
async def service(address: URL) -> AsyncIterator[Estoc]:
    service = assemble(Database(address, **PATIENT))
    await service.library.open()
    yield service
    await service.database.close()


async def row_of(database: asyncpg.Connection, encounter: str) -> Any:
    return await database.fetchrow("SELECT * FROM encounter WHERE id = $1", encounter)


def faces(roll: dict[str, Any]) -> tuple[int, ...]:
    return tuple(die["value"] for die in roll["dice"])


def drawn(row: Any, roll: dict[str, Any]) -> tuple[int, ...]:
    """The faces that the encounter's seeds give at the roll's place."""
    seed = row[f"dice_{roll['stream']}_seed"]
    place = Place(row["id"], roll["epoch"], roll["index"], row["dice_salt"])
    return throw(seed, place, DICE[roll["notation"]])


async def test_every_roll_of_the_server_has_its_place_in_the_open_stream(
    gm: Caller, database: asyncpg.Connection
) -> None:
    encounter = await gm.begin_fight(SCOUT)
    rolls = [roll for _ in range(6) for roll in (await gm.act(encounter, LOOK)).json()["rolls"]]
    row = await row_of(database, encounter)
    assert [(roll["source"], roll["epoch"], roll["stream"]) for roll in rolls] == [("server", 1, "open")] * 6
    assert [roll["index"] for roll in rolls] == [0, 1, 2, 3, 4, 5]
    assert (row["dice_open"], row["dice_hidden"]) == (6, 0)
    assert [faces(roll) for roll in rolls] == [drawn(row, roll) for roll in rolls]


async def test_a_roll_given_by_hand_takes_no_index(gm: Caller, database: asyncpg.Connection) -> None:
    encounter = await gm.begin_fight(SCOUT)
    (given,) = (await gm.act(encounter, LOOK, dice=[42])).json()["rolls"]
    assert (given["source"], given["epoch"], given["stream"], given["index"]) == ("manual", 1, None, None)
    (roll,) = (await gm.act(encounter, LOOK)).json()["rolls"]
    assert roll["index"] == 0


@pytest.mark.parametrize("privacy", ["gm", "self", "blind"])
async def test_what_not_everybody_sees_is_drawn_from_the_hidden_seed(
    gm: Caller, database: asyncpg.Connection, privacy: str
) -> None:
    encounter = await gm.begin_fight(SCOUT)
    hidden = (await gm.act(encounter, LOOK, privacy=privacy)).json()
    assert hidden["privacy"] == privacy
    row = await row_of(database, encounter)
    assert {roll["stream"] for roll in hidden["rolls"]} == {"hidden"}
    assert [faces(roll) for roll in hidden["rolls"]] == [drawn(row, roll) for roll in hidden["rolls"]]
    assert (row["dice_open"], row["dice_hidden"]) == (0, len(hidden["rolls"]))
    (roll,) = (await gm.act(encounter, LOOK)).json()["rolls"]
    assert (roll["stream"], roll["index"]) == ("open", 0)


async def test_an_unknown_privacy_is_refused(gm: Caller) -> None:
    encounter = await gm.begin_fight(SCOUT)
    answer = await gm.act(encounter, privacy="secret")
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/privacy")


async def test_a_group_draws_on_and_a_refused_group_draws_nothing(
    gm: Caller, database: asyncpg.Connection
) -> None:
    encounter = await gm.begin_fight(SCOUT)
    body = {"commands": [LOOK, {**LOOK, "using": "spoons"}]}
    assert (await gm.post(f"/encounters/{encounter}/actions", body)).status_code == 422
    assert (await row_of(database, encounter))["dice_open"] == 0
    answer = await gm.post(f"/encounters/{encounter}/actions", {"commands": [LOOK, LOOK, LOOK]})
    rolls = [roll for action in answer.json()["actions"] for roll in action["rolls"]]
    assert [roll["index"] for roll in rolls] == [0, 1, 2]
    assert (await row_of(database, encounter))["dice_open"] == 3


class PowerCut(Exception):
    """Ends an action after its dice have fallen and before they are stored."""


async def test_an_action_cut_off_after_its_dice_gets_the_same_dice_when_repeated(
    gm: Caller, service: Estoc, database: asyncpg.Connection
) -> None:
    encounter = await gm.begin_fight(SCOUT)
    grant = await service.tokens.grant(gm.token)
    route = f"/v1/encounters/{encounter}/actions"
    claim = claim_of(grant.campaign_id, grant.token_id, route, "the same blow", b"")
    wanted, action = ChangeRequest(grant, encounter, claim=claim), Action((CommandInput(LOOK, "/command"),))
    seen: list[bytes] = []

    def cut_off(acted: Outcome) -> Reply:
        seen.append(acted.actions[0].answers.encode())
        raise PowerCut

    def answer(acted: Outcome) -> Reply:
        seen.append(acted.actions[0].answers.encode())
        return Reply(201, {}, None)

    for _ in range(3):
        with pytest.raises(PowerCut):
            await act(service, wanted, action, cut_off)
    assert (await row_of(database, encounter))["dice_open"] == 0
    done = await act(service, wanted, action, answer)
    again = await act(service, wanted, action, answer)
    assert again.is_replayed
    assert again.body == done.body
    assert len(seen) == 4
    assert len(set(seen)) == 1
    assert b'"index":0' in seen[0]


async def insist(caller: Caller, path: str, body: dict[str, Any]) -> Response:
    """Send a request until it is carried out, as clients do when the encounter is busy."""
    key = token_hex(8)
    answer = await caller.post(path, body, key=key)
    for _ in range(100):
        if answer.status_code != 503:
            break
        await sleep(0.1)
        answer = await caller.post(path, body, key=key)
    return answer


async def test_two_workers_never_draw_the_same_roll(gm: Caller, address: URL) -> None:
    encounter = await gm.begin_fight(SCOUT)
    actions, rotation = f"/encounters/{encounter}/actions", f"/encounters/{encounter}/dice-proof/rotate"
    async with running(create_app(settings_for(address))) as elsewhere:
        other = Caller(elsewhere, gm.token)
        looks = [insist(caller, actions, {"command": LOOK}) for caller in (gm, other) * 6]
        reveals = [insist(other, rotation, {}) for _ in range(2)]
        answers = await gather(*looks[:6], reveals[0], *looks[6:], reveals[1])
    await gm.post(f"/encounters/{encounter}/dice-proof/rotate", {})
    assert {answer.status_code for answer in answers} == {201}
    proof = (await gm.get(f"/encounters/{encounter}/dice-proof")).json()
    checked = check(Proof.model_validate(proof, strict=False))
    assert checked.faults == ()
    assert checked.verdicts == ("right",) * 12
    assert sum(epoch["rolls"]["open"] for epoch in proof["epochs"][:-1]) == 12


async def test_every_encounter_has_seeds_of_its_own(gm: Caller, database: asyncpg.Connection) -> None:
    rows = [await row_of(database, await gm.begin()) for _ in range(3)]
    seeds = {row[f"dice_{stream}_seed"] for row in rows for stream in ("open", "hidden")}
    assert {len(seed) for seed in seeds} == {32}
    assert len(seeds) == 6


async def test_ending_an_encounter_reveals_its_seeds_and_begins_new_ones(
    gm: Caller, database: asyncpg.Connection
) -> None:
    encounter = await gm.begin_fight(SCOUT)
    await gm.act(encounter, LOOK)
    before = await row_of(database, encounter)
    initiative = len((await gm.act(encounter, {"type": "start"})).json()["rolls"])
    assert await database.fetchval("SELECT count(*) FROM dice_epoch WHERE encounter_id = $1", encounter) == 0
    ended = await gm.act(encounter, {"type": "end"})
    assert ended.status_code == 201, ended.text
    revealed = await database.fetchrow("SELECT * FROM dice_epoch WHERE encounter_id = $1", encounter)
    assert revealed is not None
    after = await row_of(database, encounter)
    assert (revealed["epoch"], revealed["open_seed"], revealed["hidden_seed"]) == (
        1,
        before["dice_open_seed"],
        before["dice_hidden_seed"],
    )
    assert (revealed["open_rolls"], revealed["hidden_rolls"]) == (1 + initiative, 0)
    assert (after["dice_epoch"], after["dice_open"], after["dice_hidden"]) == (2, 0, 0)
    assert not {after["dice_open_seed"], after["dice_hidden_seed"]} & {
        before["dice_open_seed"],
        before["dice_hidden_seed"],
    }
