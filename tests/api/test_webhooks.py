"""Webhooks: what happens is sent, signed, in order, until it is taken."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from fastapi import FastAPI
from jsonschema import Draft202012Validator
from sqlalchemy.engine import URL
from standardwebhooks.webhooks import WebhookVerificationError

from app.main import create_app
from app.services.outgoing.deliveries import ACTIONS_A_TURN
from tests.api.caller import LIGHT_HIT, Caller
from tests.api.conftest import new_gm, running, settings_for
from tests.api.listening import eventually, query
from tests.api.receiving import Message, Receiver, receiver

UNKNOWN = f"whk_{'0' * 26}"


@pytest.fixture(scope="module")
def app(address: URL) -> FastAPI:
    return create_app(
        settings_for(
            address,
            webhooks=True,
            webhooks_to_private=True,
            webhook_timeout=4,  # a receiver on a busy machine is not taken for a silent one
            webhook_pauses=(0.05, 0.05, 0.05),
        )
    )


@pytest.fixture(scope="module")
async def http(app: FastAPI) -> AsyncIterator[Any]:
    async with running(app) as client:
        yield client


async def webhook(gm: Caller, receives: Receiver) -> Any:
    answer = await gm.post("/webhooks", {"url": receives.url, "description": "the bot"})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def strike(gm: Caller, encounter: str) -> Any:
    answer = await gm.act(encounter, dice=LIGHT_HIT)
    assert answer.status_code == 201, answer.text
    return answer.json()


def events_of(messages: list[Message], secret: str) -> list[Any]:
    return [event for message in messages for event in message.verified(secret)["data"]["events"]]


async def test_a_blow_is_sent_signed_with_the_events_that_everybody_else_sees(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    async with receiver() as bot:
        made = await webhook(gm, bot)
        blow = await strike(gm, encounter)
        (message,) = await bot.first(1)
    sent = message.verified(made["secret"])
    assert sent["type"] == "encounter.events"
    assert sent["timestamp"] == blow["at"]
    assert sent["data"]["events"] == blow["events"]
    assert sent["data"]["encounter_id"] == encounter
    assert sent["data"]["action_id"] == blow["id"]
    assert message.id == blow["id"].replace("act_", "msg_")
    assert message.headers["content-type"] == "application/json"
    assert message.headers["host"] in bot.url
    with pytest.raises(WebhookVerificationError):
        message.verified("whsec_" + "A" * 43)


async def test_webhooks_and_their_messages_are_what_the_schemas_say(gm: Caller, app: FastAPI) -> None:
    document = app.openapi()

    def validate(name: str, shown: Any) -> None:
        schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
        Draft202012Validator(schema).validate(shown)

    encounter = await gm.begin_fight()
    async with receiver() as bot:
        made = await webhook(gm, bot)
        await strike(gm, encounter)
        (message,) = await bot.first(1)
    validate("WebhookWithSecret", made)
    validate("Webhook", (await gm.get(f"/webhooks/{made['id']}")).json())
    validate("WebhookMessage", message.verified(made["secret"]))


async def test_a_webhook_begins_where_it_is_made_and_hears_of_encounters_to_come(gm: Caller) -> None:
    before = await gm.begin_fight()
    async with receiver() as bot:
        made = await webhook(gm, bot)
        after = await gm.begin_fight()
        await strike(gm, before)
        messages = await bot.first(3)
    about = {(event["encounter_id"], event["type"]) for event in events_of(messages, made["secret"])}
    assert (after, "combatant_added") in about
    assert (before, "combatant_added") not in about


async def test_what_is_not_taken_is_sent_again_before_what_comes_after_it(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    async with receiver(500, 6, 302) as bot:  # a fault, silence, a redirect; then it is taken
        made = await webhook(gm, bot)
        blows = [await strike(gm, encounter) for _ in range(3)]
        messages = await bot.first(6)
        assert len({message.id for message in messages[:4]}) == 1
        assert {message.body for message in messages[:4]} == {messages[0].body}
        taken = messages[3:]
        await eventually(lambda: is_active(gm, made["id"]))
        assert len(bot.messages) == 6  # nobody followed the redirect
    assert events_of(taken, made["secret"]) == [event for blow in blows for event in blow["events"]]


async def is_active(gm: Caller, webhook_id: str) -> bool:
    seen = (await gm.get(f"/webhooks/{webhook_id}")).json()
    return (seen["status"], seen["failures"], seen["last_outcome"]) == ("active", 0, "HTTP 204")


async def is_disabled(gm: Caller, webhook_id: str) -> bool:
    return (await gm.get(f"/webhooks/{webhook_id}")).json()["status"] == "disabled"


async def test_a_webhook_is_given_up_with_a_reason_and_resumes_where_it_stopped(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    async with receiver(500, 500, 500, 503) as bot:
        made = await webhook(gm, bot)
        first = await strike(gm, encounter)
        await eventually(lambda: is_disabled(gm, made["id"]))
        seen = (await gm.get(f"/webhooks/{made['id']}")).json()
        assert seen["disabled_reason"] == "4 failures in a row, the last one: HTTP 503"
        assert seen["disabled_at"]
        second = await strike(gm, encounter)
        assert len(bot.messages) == 4
        answer = await gm.post(f"/webhooks/{made['id']}/resume", {})
        assert (answer.status_code, answer.json()["status"]) == (200, "active")
        taken = (await bot.first(6))[4:]
    assert events_of(taken, made["secret"]) == first["events"] + second["events"]


async def test_who_resumes_from_now_on_is_not_told_what_was_before(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    async with receiver(410) as bot:
        made = await webhook(gm, bot)
        await strike(gm, encounter)
        await eventually(lambda: is_disabled(gm, made["id"]))
        seen = (await gm.get(f"/webhooks/{made['id']}")).json()
        assert seen["disabled_reason"] == "the receiver says that it is gone (HTTP 410)"
        await gm.post(f"/webhooks/{made['id']}/resume", {"begin": "now"})
        blow = await strike(gm, encounter)
        taken = (await bot.first(2))[1:]
    assert events_of(taken, made["secret"]) == blow["events"]


async def test_a_receiver_that_is_not_there_is_tried_again(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    async with receiver() as bot:
        pass
    made = await webhook(gm, bot)
    await strike(gm, encounter)
    await eventually(lambda: is_disabled(gm, made["id"]))
    seen = (await gm.get(f"/webhooks/{made['id']}")).json()
    assert seen["last_outcome"].startswith("could not connect")


async def test_during_a_rotation_both_secrets_sign(gm: Caller, address: URL) -> None:
    encounter = await gm.begin_fight()
    async with receiver() as bot:
        made = await webhook(gm, bot)
        rotated = (await gm.post(f"/webhooks/{made['id']}/rotate-secret", {})).json()
        assert rotated["secret"] != made["secret"]
        await strike(gm, encounter)
        (during,) = await bot.first(1)
        assert during.verified(made["secret"]) == during.verified(rotated["secret"])
        await query(address, "UPDATE webhook SET previous_until = now() WHERE id = :id", id=made["id"])
        await strike(gm, encounter)
        _, after = await bot.first(2)
    assert after.verified(rotated["secret"])
    with pytest.raises(WebhookVerificationError):
        after.verified(made["secret"])


async def test_a_secret_is_shown_once_and_to_the_same_request_again(gm: Caller) -> None:
    body = {"url": "http://127.0.0.1:9/estoc"}
    answer = await gm.post("/webhooks", body, key="one bot")
    again = await gm.post("/webhooks", body, key="one bot")
    assert (again.status_code, again.content) == (201, answer.content)
    made = answer.json()
    assert made["secret"].startswith("whsec_")
    for seen in ("/webhooks", f"/webhooks/{made['id']}"):
        assert "secret" not in (await gm.get(seen)).text
    (listed,) = (await gm.get("/webhooks")).json()["items"]
    assert {**listed, "secret": made["secret"]} == made


async def test_a_deleted_webhook_is_told_nothing_and_stays_deleted(gm: Caller, stranger: Caller) -> None:
    encounter = await gm.begin_fight()
    async with receiver() as bot, receiver() as other:
        made, kept = await webhook(gm, bot), await webhook(gm, other)
        path = f"/webhooks/{made['id']}"
        assert (await stranger.delete(path)).status_code == 404
        assert (await gm.delete(path)).status_code == 204
        assert (await gm.delete(path)).status_code == 204
        assert (await gm.get(path)).status_code == 404
        assert [item["id"] for item in (await gm.get("/webhooks")).json()["items"]] == [kept["id"]]
        await strike(gm, encounter)
        await other.first(1)
        assert bot.messages == []


async def test_what_a_revoked_token_made_is_told_nothing(gm: Caller, address: URL) -> None:
    encounter = await gm.begin_fight()
    async with receiver() as bot:
        made = await webhook(gm, bot)
        await query(
            address,
            "WITH gone AS (INSERT INTO token (campaign_id, id, role, digest, revoked_at)"
            " SELECT campaign_id, 'tok_gone', 'gm', '', now() FROM webhook WHERE id = :id)"
            " UPDATE webhook SET token_id = 'tok_gone' WHERE id = :id",
            id=made["id"],
        )
        await strike(gm, encounter)
        await eventually(lambda: is_given_up(address, made["id"]))
        assert bot.messages == []


async def is_given_up(address: URL, webhook_id: str) -> bool:
    ((reason,),) = await query(address, "SELECT disabled_reason FROM webhook WHERE id = :id", id=webhook_id)
    return reason == "the token that made it was revoked"


async def test_webhooks_of_another_campaign_are_not_there(gm: Caller, stranger: Caller) -> None:
    made = (await gm.post("/webhooks", {"url": "http://127.0.0.1:9/"})).json()
    for unknown in (made["id"], UNKNOWN, "bot"):
        answers = [
            await stranger.get(f"/webhooks/{unknown}"),
            await stranger.delete(f"/webhooks/{unknown}"),
            await stranger.post(f"/webhooks/{unknown}/rotate-secret", {}),
            await stranger.post(f"/webhooks/{unknown}/resume", {}),
        ]
        assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(404, "not_found")}
    assert (await stranger.get("/webhooks")).json()["items"] == []


async def test_a_campaign_has_ten_webhooks_at_most_and_shows_them_page_by_page(gm: Caller) -> None:
    made = [(await gm.post("/webhooks", {"url": f"http://127.0.0.1:9/{n}"})).json()["id"] for n in range(10)]
    answer = await gm.post("/webhooks", {"url": "http://127.0.0.1:9/"})
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_webhooks")
    first = (await gm.get("/webhooks?limit=6")).json()
    second = (await gm.get(f"/webhooks?limit=6&cursor={first['next']}")).json()
    assert [item["id"] for item in first["items"] + second["items"]] == made
    assert second["next"] is None


async def test_a_server_sends_nothing_out_unless_it_is_told_to(address: URL) -> None:
    async with running(create_app(settings_for(address))) as client:
        gm = await new_gm(client)
        answer = await gm.post("/webhooks", {"url": "https://bot.example/"})
    assert (answer.status_code, answer.json()["code"]) == (403, "webhooks_off")


async def test_more_than_a_turns_actions_come_in_order(gm: Caller) -> None:
    encounter = await gm.begin_fight()
    async with receiver() as bot:
        made = await webhook(gm, bot)
        wounds = [{"type": "damage", "target": "orc", "hits": 1}] * (2 * ACTIONS_A_TURN + 1)
        answer = await gm.post(f"/encounters/{encounter}/actions", {"commands": wounds})
        done = [event for action in answer.json()["actions"] for event in action["events"]]
        messages = await bot.first(len(wounds))
    assert events_of(messages, made["secret"]) == done
