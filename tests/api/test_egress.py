"""The way out leads to public addresses only, whatever a name says, and to whom the name belongs."""

import socket
import ssl
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Any

import pytest
import trustme
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy.engine import URL

from app.main import create_app
from app.services.outgoing.egress import Egress, Undeliverable, is_public
from tests.api.caller import Caller
from tests.api.conftest import new_gm, running, settings_for
from tests.api.receiving import Receiver, receiver

INSIDE = [
    "0.0.0.0",
    "10.0.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "239.1.1.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
]
OUTSIDE = ["1.1.1.1", "8.8.8.8", "93.184.215.14", "2606:4700:4700::1111", "2a00:1450:4001:80b::200e"]


@pytest.mark.parametrize("address", INSIDE)
def test_an_inner_address_is_not_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", OUTSIDE)
def test_an_address_of_the_open_internet_is_public(address: str) -> None:
    assert is_public(ip_address(address))


@given(st.ip_addresses())
@example(IPv4Address("168.63.129.16"))
def test_what_counts_as_public_is_public_for_python_too(address: IPv4Address | IPv6Address) -> None:
    if is_public(address):
        assert address.is_global
        assert not address.is_multicast


REFUSED = [
    "bot.example",
    "ftp://bot.example/",
    "http://bot.example/",
    "https://",
    "https:///estoc",
    "https://gm:secret@bot.example/",
    "https://bot.example/#here",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:169.254.169.254]/latest/meta-data/",
    "https://169.254.169.254/latest/meta-data/",
    "https://bot.example:99999/",
    "https://0177.0.0.1/",
]


@pytest.fixture(scope="module")
async def gm(address: URL) -> Any:
    """The GM on a server that sends out as an operator would have it."""
    async with running(create_app(settings_for(address, webhooks=True))) as client:
        yield await new_gm(client)


@pytest.mark.parametrize("url", REFUSED)
async def test_an_address_that_cannot_be_sent_to_is_refused_at_once(gm: Caller, url: str) -> None:
    answer = await gm.post("/webhooks", {"url": url})
    assert (answer.status_code, answer.json()["code"]) == (422, "webhook_url_refused"), url
    assert answer.json()["errors"][0]["pointer"] == "/url"


async def test_a_good_address_is_taken_without_asking_who_it_is(gm: Caller) -> None:
    answer = await gm.post("/webhooks", {"url": "https://bot.example:8443/estoc?channel=7"})
    assert answer.status_code == 201, answer.text


@pytest.mark.parametrize("host", ["localhost", "2130706433", "0x7f000001", "127.1", "LOCALHOST"])
async def test_a_name_is_refused_for_what_it_resolves_to(host: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0)
        port = listener.getsockname()[1]
        with pytest.raises(Undeliverable, match="not at a public address"):
            await Egress(is_on=True).post(f"https://{host}:{port}/", {}, b"{}")
        with pytest.raises(BlockingIOError):
            listener.accept()  # nobody even knocked


@pytest.mark.parametrize("host", ["nobody.invalid", "a" * 64 + ".example", "bot..example"])
async def test_a_name_that_is_nobodys_is_undeliverable(host: str) -> None:
    with pytest.raises(Undeliverable, match="no address"):
        await Egress(is_on=True).post(f"https://{host}/", {}, b"{}")


async def test_nothing_is_sent_where_the_operator_does_not_allow_it() -> None:
    async with receiver() as bot:
        with pytest.raises(Undeliverable, match="sends nothing out"):
            await Egress(to_private=True).post(bot.url, {}, b"{}")
    assert bot.messages == []


async def test_a_proxy_of_the_environment_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    async with receiver() as bot:
        assert await Egress(is_on=True, to_private=True).post(bot.url, {}, b"{}") == 204


async def test_a_redirect_is_an_answer_like_any_other() -> None:
    async with receiver(307) as bot:
        assert await Egress(is_on=True, to_private=True).post(bot.url, {}, b"{}") == 307
        assert len(bot.messages) == 1


async def send_to(bot: Receiver, authority: trustme.CA) -> int:
    trusted = ssl.create_default_context()
    authority.configure_trust(trusted)
    url = bot.url.replace("127.0.0.1", "localhost")
    return await Egress(is_on=True, to_private=True, trusted=trusted).post(url, {}, b"{}")


@pytest.mark.parametrize("owner", ["localhost", "bot.example"])
async def test_who_is_connected_to_by_address_has_to_prove_the_name(tmp_path: Path, owner: str) -> None:
    authority = trustme.CA()
    certificate = tmp_path / "receiver.pem"
    authority.issue_cert(owner).private_key_and_cert_chain_pem.write_to_path(certificate)
    async with receiver(certificate=certificate) as bot:
        if owner == "localhost":
            assert await send_to(bot, authority) == 204
            assert bot.messages[0].headers["host"].startswith("localhost:")
        else:
            with pytest.raises(Undeliverable, match=r"could not connect: .*certificate"):
                await send_to(bot, authority)
            assert bot.messages == []


async def test_a_certificate_that_nobody_vouches_for_is_none(tmp_path: Path) -> None:
    certificate = tmp_path / "receiver.pem"
    trustme.CA().issue_cert("localhost").private_key_and_cert_chain_pem.write_to_path(certificate)
    async with receiver(certificate=certificate) as bot:
        with pytest.raises(Undeliverable, match="could not connect"):
            await send_to(bot, trustme.CA())
