"""Where the server listens, read without the rest of the settings, for the health check."""

import os

from app.values import value

HOST, PORT = "127.0.0.1", 8000
"""By default."""
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 — names of what the server may listen on


class BadSetting(Exception):
    """An environment variable holds a value that the service cannot use. The text names each, one a line."""


@value
class Place:
    """A host and a port to listen on."""

    host: str = HOST
    port: int = PORT

    @property
    def address(self) -> str:
        """Address at which this machine reaches its own server, without a closing slash."""
        host = EVERYWHERE.get(self.host, self.host)
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"


def read_place() -> Place:
    """What ESTOC_HOST and ESTOC_PORT say, as `Settings` reads them; raises BadSetting."""
    host, port = (os.environ.get(name) for name in ("ESTOC_HOST", "ESTOC_PORT"))
    if port and not (port.strip().isdecimal() and 1 <= int(port) <= 65535):
        raise BadSetting("ESTOC_PORT: Input should be a port, 1 to 65535")
    return Place(host or HOST, int(port) if port else PORT)
