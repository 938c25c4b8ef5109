"""`estoc health`: the container's health check."""

import httpx
import typer

from app.config import Settings, load_settings

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 — names of what the server may listen on


def address(settings: Settings) -> str:
    """Address at which this machine reaches its own server, without a closing slash."""
    host = EVERYWHERE.get(settings.host, settings.host)
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def health() -> None:
    """End with 0 when the server of this machine is ready to serve, else with 1."""
    ready = f"{address(load_settings())}/readyz"
    try:
        answer = httpx.get(ready, timeout=3, trust_env=False)
    except httpx.TransportError as error:
        typer.echo(f"{ready}: {error}", err=True)
        raise typer.Exit(1) from error
    typer.echo(f"{ready}: {answer.status_code}", err=not answer.is_success)
    raise typer.Exit(0 if answer.is_success else 1)
