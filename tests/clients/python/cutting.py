"""A way to the server that is cut while answers come."""

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit


class Cutting:
    """Between a client and a server: one request a connection, and of some answers not the whole.

    ``cuts`` is how many answers to requests with ``to`` in their first line are cut. The server has answered
    by then, so it has done what was asked. With ``streams`` each connection to a stream of events is cut
    within the second event.
    """

    def __init__(self, server: str, to: str, cuts: int, *, streams: bool = False) -> None:
        parts = urlsplit(server)
        self._server = (parts.hostname or "", parts.port or 80)
        self._to, self._cuts, self._streams = to.encode(), cuts, streams
        self.seen: list[str] = []
        self._to_server: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def serve(self) -> None:
        """Take connections until the listener is closed."""
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._carry, args=(client,), daemon=True).start()

    def close(self) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for server in self._to_server:  # a stream that nobody hears any more
            with suppress(OSError):
                server.shutdown(socket.SHUT_RDWR)

    def _carry(self, client: socket.socket) -> None:
        with client, socket.create_connection(self._server) as server, suppress(OSError):
            self._to_server.append(server)
            request = _request(client)
            if not request:
                return
            first = request.partition(b"\r\n")[0]
            self.seen.append(first.decode())
            server.sendall(request.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
            if self._to in first and self._cuts > 0:
                self._cuts -= 1
                _ = server.recv(1)
                return
            sent = b""
            while some := server.recv(65_536):
                sent += some
                if self._streams and b"/stream" in first and sent.count(b"\ndata: ") > 1:
                    halfway = [found.end() for found in re.finditer(rb"\ndata: ", sent)][1] + 5
                    client.sendall(some[: halfway - (len(sent) - len(some))])
                    return
                client.sendall(some)


def _request(client: socket.socket) -> bytes:
    """A whole request, or nothing."""
    read = b""
    while b"\r\n\r\n" not in read:
        some = client.recv(65_536)
        if not some:
            return b""
        read += some
    head, _, body = read.partition(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head.lower())
    while length and len(body) < int(length[1]):
        body += client.recv(65_536)
    return head + b"\r\n\r\n" + body


@contextmanager
def cutting(server: str, to: str, cuts: int = 0, *, streams: bool = False) -> Iterator[Cutting]:
    way = Cutting(server, to, cuts, streams=streams)
    thread = threading.Thread(target=way.serve)
    thread.start()
    try:
        yield way
    finally:
        way.close()
        thread.join()
