"""`estoc health`: the container's health check."""

import typer

from app.place import read_place

ANSWERS_WITHIN = 3
"""Seconds."""


def health() -> None:
    """End with 0 when the server of this machine is ready to serve, else with 1."""
    from http.client import HTTPConnection, HTTPException
    from urllib.parse import urlsplit

    ready = f"{read_place().address}/readyz"
    place = urlsplit(ready)
    connection = HTTPConnection(place.hostname or "", place.port, timeout=ANSWERS_WITHIN)
    try:
        connection.request("GET", place.path)
        status = connection.getresponse().status
    except (OSError, HTTPException) as error:
        typer.echo(f"{ready}: {error}", err=True)
        raise typer.Exit(1) from error
    finally:
        connection.close()
    typer.echo(f"{ready}: {status}", err=status != 200)
    raise typer.Exit(0 if status == 200 else 1)
