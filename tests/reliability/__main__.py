"""`python -m tests.reliability`: the promises in their large form, on this machine alone, within minutes."""

import asyncio

import httpx
import typer

from tests.api.caller import Caller
from tests.infra.served import Served, free_port, place_for_data, serving
from tests.reliability.cut_streams import Trial, try_streams
from tests.reliability.refused_retries import SENDERS, Retries, try_retries


def main() -> None:
    with (
        place_for_data() as data,
        serving(data, free_port(), ESTOC_WORKERS="4", ESTOC_RATE_LIMIT="0") as served,
    ):
        typer.echo(asyncio.run(try_streams(served, Trial(events=10_000, cuts=1_000, kills=20))))
        typer.echo(asyncio.run(_retries(served)))


async def _retries(served: Served) -> Retries:
    """Every sender with a connection of its own, so that the workers share them out."""
    clients = [httpx.AsyncClient(base_url=served.url, timeout=60, trust_env=False) for _ in range(SENDERS)]
    try:
        return await try_retries([Caller(client, served.token) for client in clients], rounds=150)
    finally:
        for client in clients:
            await client.aclose()


if __name__ == "__main__":
    main()
