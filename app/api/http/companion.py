"""The companion: the page for people at the table, which uses nothing but the public API.

Its files are read once a worker and sent compressed to whoever takes that. The page loads its own files
alone; the one script that stands in it is the import map, named in the policy by its hash.
"""

import gzip
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, Request
from pydantic_core import to_json
from starlette.responses import Response

from app.narration.texts import FALLBACK, locales, texts
from app.services.base.refusals import NotFound
from app.values import value

router = APIRouter(include_in_schema=False)

FOLDER = Path(__file__).parents[2] / "companion"
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_MAP = re.compile(r'<script type="importmap">(.*?)</script>', re.DOTALL)


@value
class File:
    """A file as it is sent, plain and compressed, with the tag of its contents."""

    text: bytes
    packed: bytes
    media_type: str
    tag: str


async def page(request: Request) -> Response:
    """The page itself."""
    return _sent(request, _files()["index.html"], {"Content-Security-Policy": _policy(), "Vary": "Accept"})


@router.get("/companion/words/{locale}")
async def words(request: Request, locale: str) -> Response:
    """Everything that the page says, in one language; what that lacks is in English."""
    if locale not in locales():
        raise NotFound("There is no such language.")
    return _sent(request, _words(locale), {})


@router.get("/companion/{name:path}")
async def part(request: Request, name: str) -> Response:
    """A file of the page."""
    if (file := _files().get(name)) is None:
        raise NotFound("The companion has no such file.")
    return _sent(request, file, {})


@router.get("/service-worker.js")
async def service_worker(request: Request) -> Response:
    """What keeps the page's own files for bad networks; from here it may answer for the whole page."""
    return _sent(request, _files()["service-worker.js"], {})


def _sent(request: Request, file: File, more: dict[str, str]) -> Response:
    headers = {
        "ETag": file.tag,
        "Cache-Control": "no-cache",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Vary": "Accept-Encoding",
        **more,
    }
    if request.headers.get("If-None-Match") == file.tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        return Response(
            file.packed, media_type=file.media_type, headers={**headers, "Content-Encoding": "gzip"}
        )
    return Response(file.text, media_type=file.media_type, headers=headers)


@cache
def _files() -> dict[str, File]:
    return {
        place.relative_to(FOLDER).as_posix(): _file(place.read_bytes(), TYPES[place.suffix])
        for place in FOLDER.rglob("*")
        if place.suffix in TYPES
    }


@cache
def _words(locale: str) -> File:
    said = {**texts(FALLBACK, "companion"), **texts(locale, "companion")}
    return _file(to_json({"locale": locale, "locales": locales(), "words": said}), "application/json")


def _file(text: bytes, media_type: str) -> File:
    packed = gzip.compress(text, mtime=0)
    return File(text, packed, media_type, f'"{sha256(text).hexdigest()[:20]}"')


@cache
def _policy() -> str:
    found = _MAP.search(_files()["index.html"].text.decode())
    assert found is not None
    import_map = b64encode(sha256(found[1].encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'self' 'sha256-{import_map}'; style-src 'self'; "
        "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
