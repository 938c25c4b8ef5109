"""Whose word counts about a caller's address: strangers are counted by it."""

import httpx
import pytest

from tests.infra.furnished import furnished_place
from tests.infra.served import free_port, serving

STRANGERS = 3


def tries(url: str, address: str) -> list[int]:
    """The answers to so many requests without a token, and one more, as if from ``address``."""
    headers = {"X-Forwarded-For": address}
    return [httpx.get(f"{url}/v1/encounters", headers=headers).status_code for _ in range(STRANGERS + 1)]


@pytest.mark.parametrize("proxies", ["", "127.0.0.1,10.0.0.0/8"], ids=["nobody", "this machine"])
def test_a_caller_is_who_a_trusted_proxy_says(proxies: str) -> None:
    limits = {"ESTOC_RATE_LIMIT_STRANGERS": str(STRANGERS), "ESTOC_PROXIES": proxies}
    with furnished_place() as folder, serving(folder, free_port(), **limits) as served:
        assert tries(served.url, "203.0.113.7") == [401] * STRANGERS + [429]
        others = tries(served.url, "203.0.113.8")
    assert others == ([401] * STRANGERS + [429] if proxies else [429] * (STRANGERS + 1))
