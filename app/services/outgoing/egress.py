"""Requests that the service makes itself: only where an operator allows it, and only to public addresses.

A name is resolved once, every address it has must be public, and the connection goes to one of those very
addresses; TLS still proves the name. Redirects are not followed. A name that has a public address when it is
looked at and a private one when it is connected to (DNS rebinding) gains nothing that way.
"""

import asyncio
import socket
import ssl
from collections.abc import Mapping, Sequence
from datetime import timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import httpx

MAX_URL = 2000
_NEVER_V4 = [
    ip_network(each)
    for each in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "168.63.129.16/32",  # a cloud's own services, at an address that is otherwise public
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/3",
    )
]
_PUBLIC_V6 = ip_network("2000::/3")
"""Outside lie loopback, link-local, private and multicast addresses and most of those that stand for an IPv4
address."""
_NEVER_V6 = [ip_network(each) for each in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")]


class Undeliverable(Exception):
    """Nobody took the message; the text says why, in words for the webhook's owner."""


class UrlRefused(Exception):
    """An address that the service never sends to; the text says why."""


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether it is an address on the open internet."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _NEVER_V4)
    return address in _PUBLIC_V6 and not any(address in network for network in _NEVER_V6)


class Egress:
    """The way out. ``to_private`` opens it to this machine and its network, without TLS: for tests.

    ``within`` is how many seconds a request may take altogether, ``pauses`` are those between attempts; after
    the last of them there is one more attempt.
    """

    def __init__(
        self,
        *,
        is_on: bool = False,
        to_private: bool = False,
        within: float = 10,
        pauses: Sequence[float] = (),
        trusted: ssl.SSLContext | None = None,
    ) -> None:
        self.is_on = is_on
        self.pauses = tuple(timedelta(seconds=pause) for pause in pauses)
        self._to_private = to_private
        self.within = timedelta(seconds=within)
        self._trusted = trusted

    def check(self, url: str) -> None:
        """Raises UrlRefused for what could never be sent to, whatever its name resolves to."""
        try:
            parsed = httpx.URL(url)
        except httpx.InvalidURL as error:
            raise UrlRefused("It is not a URL.") from error
        schemes = ("https", "http") if self._to_private else ("https",)
        if parsed.scheme not in schemes or not parsed.host:
            raise UrlRefused("It has to begin with https:// and a host.")
        if parsed.port is not None and not 0 < parsed.port < 65_536:
            raise UrlRefused("There is no such port.")
        if parsed.userinfo or parsed.fragment:
            raise UrlRefused("It has neither a user nor a fragment.")
        try:
            address = ip_address(parsed.host)
        except ValueError:
            return
        if not (self._to_private or is_public(address)):
            raise UrlRefused("Its host is not a public address.")

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        """Send ``body`` and return the status of the answer; raises Undeliverable."""
        if not self.is_on:
            raise Undeliverable("this server sends nothing out")
        try:
            self.check(url)
            async with asyncio.timeout(self.within.total_seconds()):
                return await self._post(httpx.URL(url), headers, body)
        except UrlRefused as error:
            raise Undeliverable(str(error)) from error
        except TimeoutError as error:
            raise Undeliverable(f"no answer within {self.within.total_seconds():g} s") from error

    async def _post(self, url: httpx.URL, headers: Mapping[str, str], body: bytes) -> int:
        addresses = await self._resolve(url)
        failure = ""
        # A connection kept for its address would be used for another name there, unproved.
        async with httpx.AsyncClient(
            verify=self._context(),
            trust_env=False,
            follow_redirects=False,
            limits=httpx.Limits(max_keepalive_connections=0),
            timeout=self.within.total_seconds(),
        ) as client:
            for address in addresses:
                request = client.build_request(
                    "POST",
                    url.copy_with(host=address),
                    content=body,
                    headers={**headers, "Host": url.netloc.decode("ascii")},
                    extensions={"sni_hostname": url.raw_host.decode("ascii").strip("[]")},
                )
                try:
                    response = await client.send(request, stream=True)
                except httpx.ConnectError as error:
                    failure = f"could not connect: {error}"[:200]
                except httpx.HTTPError as error:
                    raise Undeliverable(f"no answer: {type(error).__name__}") from error
                else:
                    await response.aclose()
                    return response.status_code
        raise Undeliverable(failure)

    async def _resolve(self, url: httpx.URL) -> list[str]:
        """Every address of the URL's host, none of which is private."""
        port = url.port or (443 if url.scheme == "https" else 80)
        try:
            found = await asyncio.get_running_loop().getaddrinfo(
                url.raw_host.decode("ascii").strip("[]"), port, type=socket.SOCK_STREAM
            )
        except (OSError, UnicodeError) as error:  # the latter for a name that could be none
            raise Undeliverable("its host has no address") from error
        addresses = list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))
        if not addresses:
            raise Undeliverable("its host has no address")
        if not (self._to_private or all(is_public(ip_address(address)) for address in addresses)):
            raise Undeliverable("its host is not at a public address")
        return addresses

    def _context(self) -> ssl.SSLContext:
        if self._trusted is None:
            self._trusted = httpx.create_ssl_context()
        return self._trusted
