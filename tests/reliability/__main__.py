"""`python -m tests.reliability`: the promises in their large form, on this machine alone, within minutes."""

import asyncio

import typer

from tests.infra.served import free_port, place_for_data, serving
from tests.reliability.cut_streams import Trial, try_streams


def main() -> None:
    with place_for_data() as data, serving(data, free_port(), ESTOC_WORKERS="4") as served:
        typer.echo(asyncio.run(try_streams(served, Trial(events=10_000, cuts=1_000, kills=20))))


if __name__ == "__main__":
    main()
