"""What was committed is sent, whoever is killed before or while it is."""

import asyncio
import signal
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.caller import LIGHT_HIT, Caller
from tests.api.listening import caller_at
from tests.api.receiving import Message, Receiver, receiver
from tests.infra.served import ENDS_WITHIN, Served, free_port, serving


@pytest.mark.reliability
async def test_events_are_sent_in_order_though_workers_are_killed(furnished_folder: Path) -> None:
    outside = {"ESTOC_WEBHOOKS": "true", "ESTOC_WEBHOOKS_TO_PRIVATE": "true", "ESTOC_WEBHOOK_TIMEOUT": "2"}
    with serving(furnished_folder, free_port(), ESTOC_WORKERS="2", **outside) as served:
        async with receiver() as bot, caller_at(served.url, served.token) as gm:
            secret = (await gm.post("/webhooks", {"url": bot.url})).json()["secret"]
            encounter = await gm.begin_fight()
            done = (await gm.get(f"/encounters/{encounter}/events")).json()["items"]
            await wait_for(bot, secret, done)
            bot.answers = [5]
            done += await strike(gm, encounter)
            await bot.first(3)
            done += await strike(gm, encounter)
            # One blow is under way to a receiver that makes up its mind, another one is just committed.
            await kill_workers(served)
            done += await strike(gm, encounter)
            await wait_for(bot, secret, done)
    assert told_by(bot.messages, secret) == done


async def strike(gm: Caller, encounter: str) -> list[Any]:
    """The events of a blow, sent again with its key until it is answered."""
    body = {"command": {"type": "attack", "actor": "dafur", "target": "orc", "weapon": "axe"}}
    key = f"blow {asyncio.get_running_loop().time()}"
    while True:
        try:
            answer = await gm.post(f"/encounters/{encounter}/actions", body | {"dice": LIGHT_HIT}, key=key)
        except httpx.TransportError:
            continue
        assert answer.status_code == 201, answer.text
        return answer.json()["events"]


async def kill_workers(served: Served) -> None:
    for worker in served.workers():
        worker.send_signal(signal.SIGKILL)


async def wait_for(bot: Receiver, secret: str, events: list[Any]) -> None:
    async with asyncio.timeout(ENDS_WITHIN):
        while told_by(bot.messages, secret)[-1:] != events[-1:]:
            await bot.first(len(bot.messages) + 1)


def told_by(messages: list[Message], secret: str) -> list[Any]:
    """The events as a receiver has them that passes over messages it had before."""
    once = {message.id: message for message in messages}
    return [event for message in once.values() for event in message.verified(secret)["data"]["events"]]
