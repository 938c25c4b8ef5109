"""The documentation as a page that needs nothing from elsewhere, not even when the network ends at the door.

Swagger UI comes from a wheel that carries its files; of that wheel nothing else is used.
"""

import asyncio
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request
from pydantic_core import to_json
from starlette.responses import FileResponse, HTMLResponse, Response

from app.services.base.refusals import NotFound

router = APIRouter(include_in_schema=False)

_WHEEL = Path(str(files("fastapi_offline"))) / "static"
_PARTS: dict[str, tuple[Path, str]] = {
    "swagger-ui-bundle.js": (_WHEEL / "swagger-ui-bundle.js", "text/javascript"),
    "swagger-ui.css": (_WHEEL / "swagger-ui.css", "text/css"),
}
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Estoc</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="icon" href="data:,">
</head>
<body>
<div id="documentation"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
"""
_START = """SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#documentation",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  validatorUrl: null,
});
"""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the page may load: its own files alone, and no script or style that stands in it."""


class Description:
    """The OpenAPI document as it is sent: made once, beside play, when somebody first asks for it."""

    def __init__(self) -> None:
        self._text: bytes | None = None
        self._making = asyncio.Lock()

    async def of(self, app: FastAPI) -> bytes:
        async with self._making:
            if self._text is None:
                self._text = await asyncio.to_thread(lambda: to_json(app.openapi()))
        return self._text


async def describe(request: Request) -> Response:
    return Response(await request.app.state.description.of(request.app), media_type="application/json")


@router.get("/docs")
async def show() -> Response:
    headers = {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer"}
    return HTMLResponse(_PAGE, headers=headers)


@router.get("/docs/start.js")
async def start() -> Response:
    return Response(_START, media_type="text/javascript")


@router.get("/docs/{name}")
async def part(name: str) -> Response:
    if name not in _PARTS:
        raise NotFound("The documentation has no such part.", way="docs")
    place, media_type = _PARTS[name]
    return FileResponse(place, media_type=media_type)
