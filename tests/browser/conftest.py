"""A real browser, and pages served from an origin that is not the service's."""

import shutil
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright

from tests.infra.served import Served, free_port, place_for_data, serving

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic")


def chromium() -> str:
    """Where the browser is; fails with what to do where there is none."""
    for name in NAMES:
        if found := shutil.which(name):
            return found
    pytest.fail("There is no Chromium here: install it (Debian: `apt-get install chromium`) and try again.")


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    with place_for_data() as folder, serving(folder, free_port()) as running:
        yield running


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    path = chromium()
    async with async_playwright() as playwright:
        # Root has no sandbox to run a browser in.
        arguments = [*QUIET, "--no-sandbox"]
        running = await playwright.chromium.launch(executable_path=path, args=arguments)
        yield running
        await running.close()


class Quietly(SimpleHTTPRequestHandler):
    """Files of one folder, with the strictest policy that lets a page work."""

    policy = ""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing. The name of the argument is the library's."""


@contextmanager
def elsewhere(folder: Path, policy: str) -> Iterator[str]:
    """The address of another origin that serves ``folder``."""
    pages = type("Pages", (Quietly,), {"policy": policy})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(pages, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
