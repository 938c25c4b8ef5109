"""The documentation is a page that needs nothing from elsewhere."""

import asyncio
import json
import re
import threading
from typing import Any

from httpx import AsyncClient
from sqlalchemy.engine import URL

from app.main import create_app
from tests.api.conftest import settings_for


async def test_the_page_loads_its_own_files_and_nothing_else(http: AsyncClient) -> None:
    page = await http.get("/docs")
    assert page.status_code == 200
    policy = page.headers["Content-Security-Policy"].split("; ")
    assert policy[0] == "default-src 'none'"
    assert "script-src 'self'" in policy
    assert "unsafe" not in page.headers["Content-Security-Policy"]
    parts = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert parts == ["docs/swagger-ui.css", "data:,", "docs/swagger-ui-bundle.js", "docs/start.js"]
    assert not re.search(r"<script>|<style|style=|https?://", page.text)
    for name, media, least in (
        ("swagger-ui.css", "text/css", 50_000),
        ("swagger-ui-bundle.js", "text/javascript", 500_000),
        ("start.js", "text/javascript", 100),
    ):
        part = await http.get(f"/docs/{name}")
        assert part.status_code == 200
        assert part.headers["Content-Type"].startswith(media)
        assert len(part.content) > least
        assert part.headers["X-Content-Type-Options"] == "nosniff"


async def test_the_page_is_told_where_the_document_is(http: AsyncClient) -> None:
    start = (await http.get("/docs/start.js")).text
    (place,) = re.findall(r'url: "([^"]+)"', start)
    document = await http.get(f"/{place}")
    assert document.json()["openapi"].startswith("3.1")


async def test_no_other_file_can_be_had(http: AsyncClient) -> None:
    for name in ("redoc.standalone.js", "..%2Fcore.py", "%2e%2e%2fcore.py", "favicon.png", "%00"):
        answer = await http.get(f"/docs/{name}")
        assert (answer.status_code, answer.headers["Content-Type"]) == (404, "application/problem+json")


async def test_the_description_is_made_once_and_beside_play(http: AsyncClient, address: URL) -> None:
    app, makers = create_app(settings_for(address)), list[int]()
    made = app.openapi

    def making() -> dict[str, Any]:
        makers.append(threading.get_ident())
        return made()

    app.openapi = making  # type: ignore[method-assign]
    first, second = await asyncio.gather(*(app.state.description.of(app) for _ in range(2)))
    assert first is second
    assert len(makers) == 1
    assert threading.get_ident() not in makers
    assert json.loads(first) == (await http.get("/openapi.json")).json()
