"""The proof of an encounter's dice: what it tells when, who may salt and reveal, and that it holds."""

import json
import secrets
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from httpx import AsyncClient
from sqlalchemy.engine import URL
from typer.testing import CliRunner

from app.cli import estoc
from app.services.access.tokens import digest, new_token
from app.services.proof.check import check
from app.services.proof.document import Proof
from tests.api.caller import LOOK, SCOUT, Caller


async def proof_of(caller: Caller, encounter: str) -> dict[str, Any]:
    answer = await caller.get(f"/encounters/{encounter}/dice-proof")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def rotate(caller: Caller, encounter: str, key: str | None = None) -> Any:
    return await caller.post(f"/encounters/{encounter}/dice-proof/rotate", {}, key=key)


async def salt(caller: Caller, encounter: str, text: str, key: str | None = None) -> Any:
    return await caller.post(f"/encounters/{encounter}/dice-proof/salt", {"salt": text}, key=key)


async def roll(caller: Caller, encounter: str, **more: Any) -> dict[str, Any]:
    """The one roll of a scout who looks around."""
    answer = await caller.act(encounter, LOOK, **more)
    assert answer.status_code == 201, answer.text
    (rolled,) = answer.json()["rolls"]
    return rolled


def verdicts(proof: dict[str, Any]) -> tuple[str, ...]:
    checked = check(Proof.model_validate_json(json.dumps(proof)))
    assert checked.faults == ()
    return checked.verdicts


async def member(gm: Caller, address: URL, role: str) -> Caller:
    """Somebody else with a token of the GM's campaign."""
    token = new_token(gm.campaign)
    own = await asyncpg.connect(address.set(drivername="postgresql").render_as_string(hide_password=False))
    await own.execute(
        "INSERT INTO token (campaign_id, id, role, digest) VALUES ($1, $2, $3, $4)",
        gm.campaign,
        f"tok_{secrets.token_hex(13)}",
        role,
        digest(token),
    )
    await own.close()
    return Caller(gm.http, token)


async def test_before_the_first_roll_the_seeds_are_committed_to_and_secret(gm: Caller) -> None:
    proof = await proof_of(gm, await gm.begin())
    (epoch,) = proof["epochs"]
    assert (epoch["epoch"], epoch["salt"], epoch["seeds"], epoch["rolls"]) == (1, "", None, None)
    assert {len(text) for text in epoch["commitments"].values()} == {64}
    assert proof["rolls"] == []


async def test_every_roll_of_a_fight_can_be_checked_when_it_is_over(gm: Caller, tmp_path: Path) -> None:
    encounter = await gm.begin_fight(SCOUT)
    committed = (await proof_of(gm, encounter))["epochs"][0]["commitments"]
    assert (await salt(gm, encounter, "Dafur's beard")).status_code == 201
    rolls = [await roll(gm, encounter) for _ in range(8)]
    rolls.append(await roll(gm, encounter, dice=[97, 12]))
    rolls.append(await roll(gm, encounter, privacy="gm"))
    await gm.act(encounter, {"type": "start"})
    assert (await gm.act(encounter, {"type": "end"})).status_code == 201
    proof = await proof_of(gm, encounter)
    first, second = proof["epochs"]
    assert first["commitments"] == committed
    assert first["seeds"] is not None
    assert (second["seeds"], second["salt"]) == (None, "")
    shown = [(each["source"], each["stream"], each["index"], each["faces"]) for each in proof["rolls"]]
    assert shown[: len(rolls)] == [
        (each["source"], each["stream"], each["index"], [die["value"] for die in each["dice"]])
        for each in rolls
    ]
    assert set(verdicts(proof)) == {"right", "by hand"}
    file = tmp_path / "proof.json"
    file.write_bytes((await gm.get(f"/encounters/{encounter}/dice-proof")).content)
    told = CliRunner().invoke(estoc, ["verify", str(file), "--noted", committed["open"]])
    assert told.exit_code == 0, told.output
    file.write_text(file.read_text().replace("Dafur's", "Aldric's"))
    told = CliRunner().invoke(estoc, ["verify", str(file)])
    assert told.exit_code == 1
    assert "First bad roll: epoch 1, open roll 0: " in told.output


async def test_hidden_rolls_stand_in_the_proof_only_when_their_seed_is_revealed(gm: Caller) -> None:
    encounter = await gm.begin_fight(SCOUT)
    for privacy in ("public", "blind", "self"):
        await roll(gm, encounter, privacy=privacy)
    await roll(gm, encounter, privacy="gm", dice=[42])
    before = await proof_of(gm, encounter)
    assert [each["stream"] for each in before["rolls"]] == ["open"]
    assert before["epochs"][0]["rolls"] is None, "the number of hidden rolls would tell of them"
    assert set(verdicts(before)) == {"secret"}
    rotation = (await rotate(gm, encounter)).json()
    after = await proof_of(gm, encounter)
    assert after["epochs"] == [rotation["revealed"], rotation["begun"]]
    assert rotation["revealed"]["rolls"] == {"open": 1, "hidden": 2}
    assert [each["stream"] for each in after["rolls"]] == ["open", "hidden", "hidden", None]
    assert verdicts(after) == ("right", "right", "right", "by hand")


async def test_no_answer_tells_a_seed_before_it_is_revealed(gm: Caller, address: URL) -> None:
    encounter = await gm.begin_fight(SCOUT)
    await roll(gm, encounter)
    own = await asyncpg.connect(address.set(drivername="postgresql").render_as_string(hide_password=False))
    row = await own.fetchrow(
        "SELECT dice_open_seed, dice_hidden_seed FROM encounter WHERE id = $1", encounter
    )
    await own.close()
    assert row is not None
    paths = ("", "/dice-proof", "/actions", "/events", "/combatants")
    told = [await gm.get(f"/encounters/{encounter}{path}") for path in paths]
    for seed in row:
        assert not any(seed.hex() in answer.text for answer in told)
    revealed = (await rotate(gm, encounter)).json()["revealed"]["seeds"]
    assert list(revealed.values()) == [seed.hex() for seed in row]


async def test_after_a_rotation_the_dice_begin_again_at_zero(gm: Caller) -> None:
    encounter = await gm.begin_fight(SCOUT)
    await roll(gm, encounter)
    assert (await rotate(gm, encounter)).status_code == 201
    rolled = await roll(gm, encounter)
    assert (rolled["epoch"], rolled["index"]) == (2, 0)
    await rotate(gm, encounter)
    assert set(verdicts(await proof_of(gm, encounter))) == {"right"}


async def test_a_repeated_rotation_rotates_once(gm: Caller) -> None:
    encounter = await gm.begin_fight(SCOUT)
    first = await rotate(gm, encounter, key="once")
    again = await rotate(gm, encounter, key="once")
    assert again.content == first.content
    assert again.headers["Idempotency-Replayed"] == "true"
    assert len((await proof_of(gm, encounter))["epochs"]) == 2


async def test_the_salts_of_all_are_in_the_dice(gm: Caller, address: URL) -> None:
    encounter = await gm.begin_fight(SCOUT)
    player = await member(gm, address, "player")
    first = await salt(gm, encounter, "GM: à l'aube ⚔", key="salt")
    assert first.json()["salt"] == "GM: à l'aube ⚔"
    assert (await salt(gm, encounter, "GM: à l'aube ⚔", key="salt")).content == first.content
    assert (await salt(player, encounter, "player")).json()["salt"] == "GM: à l'aube ⚔\nplayer"
    await roll(gm, encounter)
    await rotate(gm, encounter)
    proof = await proof_of(gm, encounter)
    assert [epoch["salt"] for epoch in proof["epochs"]] == ["GM: à l'aube ⚔\nplayer", ""]
    assert set(verdicts(proof)) == {"right"}


@pytest.mark.parametrize("privacy", ["public", "gm"])
async def test_after_the_first_roll_it_is_too_late_for_salt(gm: Caller, privacy: str) -> None:
    encounter = await gm.begin_fight(SCOUT)
    await roll(gm, encounter, dice=[42])
    assert (await salt(gm, encounter, "in time: dice by hand are not the server's")).status_code == 201
    await roll(gm, encounter, privacy=privacy)
    late = await salt(gm, encounter, "too late")
    assert (late.status_code, late.json()["code"]) == (409, "salt_too_late")
    await rotate(gm, encounter)
    assert (await salt(gm, encounter, "in time again")).status_code == 201


async def test_salt_is_a_line_of_text_and_not_a_novel(gm: Caller) -> None:
    encounter = await gm.begin()
    for text in ("", "two\nlines", "\x7f", "x" * 201, 7):
        refused = await gm.post(f"/encounters/{encounter}/dice-proof/salt", {"salt": text})
        assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/salt"), text
    for _ in range(9):
        assert (await salt(gm, encounter, "x" * 200)).status_code == 201
    refused = await salt(gm, encounter, "x" * 200)
    assert (refused.status_code, refused.json()["code"]) == (422, "salt_too_long")
    assert len((await proof_of(gm, encounter))["epochs"][0]["salt"]) == 9 * 200 + 8


async def test_players_salt_and_only_the_gm_reveals(gm: Caller, address: URL) -> None:
    encounter = await gm.begin_fight(SCOUT)
    player, spectator = await member(gm, address, "player"), await member(gm, address, "spectator")
    assert (await rotate(player, encounter)).json()["code"] == "forbidden"
    assert (await salt(player, encounter, "mine")).status_code == 201
    assert (await salt(spectator, encounter, "mine too")).status_code == 403
    assert (await proof_of(spectator, encounter))["epochs"][0]["salt"] == "mine"


async def test_the_dice_of_another_campaign_are_not_there(gm: Caller, stranger: Caller) -> None:
    encounter = await gm.begin_fight(SCOUT)
    for where in (encounter, "enc_nowhere"):
        answers = [
            await stranger.get(f"/encounters/{where}/dice-proof"),
            await salt(stranger, where, "mine"),
            await rotate(stranger, where),
        ]
        assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert (await proof_of(gm, encounter))["epochs"][0]["salt"] == ""


async def test_rolls_from_before_the_dice_were_committed_to_are_counted_and_prove_nothing(
    gm: Caller, address: URL
) -> None:
    encounter = await gm.begin_fight(SCOUT)
    await roll(gm, encounter)
    own = await asyncpg.connect(address.set(drivername="postgresql").render_as_string(hide_password=False))
    old = {"source": "server", "index": 0, "purpose": "attack", "who": "cmb", "dice": []}
    await own.execute(
        "UPDATE encounter_action SET result = $2 WHERE encounter_id = $1 AND kind = 'manoeuvre'",
        encounter,
        json.dumps({"rolls": [old, {**old, "source": "manual"}]}),
    )
    await own.close()
    proof = await proof_of(gm, encounter)
    assert (proof["rolls"], proof["unproven"]) == ([], 1)


async def test_rolls_of_a_group_follow_each_other(gm: Caller) -> None:
    encounter = await gm.begin_fight(SCOUT)
    body = {"commands": [LOOK, LOOK, LOOK]}
    assert (await gm.post(f"/encounters/{encounter}/actions", body)).status_code == 201
    await roll(gm, encounter)
    await rotate(gm, encounter)
    assert verdicts(await proof_of(gm, encounter)) == ("right",) * 4


async def test_the_page_that_checks_is_served_with_its_own_policy(http: AsyncClient) -> None:
    page = await http.get("/verify.html")
    assert page.headers["Content-Type"].startswith("text/html")
    assert page.headers["Content-Security-Policy"] in page.text
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'sha256-")


async def test_an_action_that_the_log_tells_of_twice_rolled_once(gm: Caller, address: URL) -> None:
    encounter = await gm.begin_fight(SCOUT)
    action = (await gm.act(encounter, LOOK)).json()
    await roll(gm, encounter)
    server, manual = action["rolls"][0], {**action["rolls"][0], "source": "manual"}
    by_hand = {**manual, "stream": None, "index": None}
    rows = {
        2: {**action, "rolls": [by_hand, server]},
        3: {**action, "rolls": [by_hand, {**by_hand, "source": "gm"}]},
    }
    own = await asyncpg.connect(address.set(drivername="postgresql").render_as_string(hide_password=False))
    for seq, result in rows.items():
        await own.execute(
            "UPDATE encounter_action SET result = $3 WHERE encounter_id = $1 AND seq = $2",
            encounter,
            seq,
            json.dumps(result),
        )
    await own.close()
    shown = (await proof_of(gm, encounter))["rolls"]
    assert [(each["seq"], each["source"]) for each in shown] == [(2, "server"), (3, "manual"), (3, "gm")]
