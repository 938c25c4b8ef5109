"""`python -m tests.reliability`: the promises in their large form, on this machine alone, within minutes."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated

import httpx
import typer

from tests.api.caller import Caller
from tests.conftest import PATIENT
from tests.infra.served import Served, free_port, place_for_data, serving
from tests.reliability.cut_streams import Trial, try_streams
from tests.reliability.one_caller import try_one_caller
from tests.reliability.refused_retries import SENDERS, try_retries
from tests.reliability.stopped_database import try_stopped_database

OWN_LIMITS = {f"ESTOC_{name.upper()}": "" for name in PATIENT}
"""The service's, which the tests' patience would lift."""
UNLIMITED = {"ESTOC_RATE_LIMIT": "0", "ESTOC_RATE_LIMIT_STRANGERS": "0"}


async def _cut_streams(served: Served) -> str:
    return str(await try_streams(served, Trial(events=10_000, cuts=1_000, kills=20)))


async def _retries(served: Served) -> str:
    """Every sender with a connection of its own, so that the workers share them out."""
    clients = [httpx.AsyncClient(base_url=served.url, timeout=60, trust_env=False) for _ in range(SENDERS)]
    try:
        return str(await try_retries([Caller(client, served.token) for client in clients], rounds=150))
    finally:
        for client in clients:
            await client.aclose()


TRIALS: dict[str, tuple[Callable[[Served], Awaitable[str]], dict[str, str]]] = {
    "one-caller": (try_one_caller, {"ESTOC_WORKERS": "1", **UNLIMITED}),
    "stopped-database": (try_stopped_database, {"ESTOC_WORKERS": "2", **UNLIMITED}),
    "cut-streams": (_cut_streams, {"ESTOC_WORKERS": "4"}),
    "retries": (_retries, {"ESTOC_WORKERS": "4", **UNLIMITED}),
}


def main(only: Annotated[list[str] | None, typer.Argument()] = None) -> None:
    for name in only or TRIALS:
        attempt, settings = TRIALS[name]
        with place_for_data() as data, serving(data, free_port(), **OWN_LIMITS, **settings) as served:
            typer.echo(asyncio.run(_run(attempt, served)))


async def _run(attempt: Callable[[Served], Awaitable[str]], served: Served) -> str:
    return await attempt(served)


if __name__ == "__main__":
    typer.run(main)
