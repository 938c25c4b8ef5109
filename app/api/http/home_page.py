"""What stands at the address of a server: the companion for people, links for programs."""

from base64 import b64encode
from hashlib import sha256
from html import escape

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from app.api.http import companion
from app.api.http.languages import locale_of
from app.narration.texts import FALLBACK, texts

router = APIRouter(include_in_schema=False)

PLACES = {
    "companion": "/",
    "docs": "/docs",
    "verify": "/verify.html",
    "link": "/link",
    "problems": "/problems",
    "description": "/openapi.json",
    "ready": "/readyz",
}
_STYLE = """
:root { color-scheme: light dark; --paper: #f3eee2; --ink: #1f2428; --steel: #2f4f66; --line: #cfc5ae; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14181b; --ink: #ece6d8; --steel: #9cc3de; --line: #343d43; }
}
body { background: var(--paper); color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif; margin: 0; }
main { margin: 0 auto; max-width: 38rem; padding: 2rem 1rem; }
h1 { border-bottom: 3px double var(--line); font-family: Georgia, serif; font-weight: 600; margin: 0 0 1rem; }
ul { list-style: none; margin: 0; padding: 0; }
a { border-bottom: 1px solid var(--line); color: var(--steel); display: block; padding: .75rem .25rem; }
a:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
"""
_POLICY = (
    f"default-src 'none'; style-src 'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@router.get("/")
async def show(request: Request) -> Response:
    """The companion where the caller takes HTML, else where to go, as JSON."""
    if "text/html" in request.headers.get("Accept", ""):
        return await companion.page(request)
    return JSONResponse(PLACES, headers={"Vary": "Accept"})


@router.get("/developers")
async def developers(request: Request) -> Response:
    """The same links as a page."""
    locale = locale_of(request)
    headers = {
        "Content-Security-Policy": _POLICY,
        "Referrer-Policy": "no-referrer",
        "Content-Language": locale,
        "Vary": "Accept-Language",
    }
    return HTMLResponse(_page(locale), headers=headers)


def _page(locale: str) -> str:
    words = {**texts(FALLBACK, "home"), **texts(locale, "home")}
    links = "\n".join(
        f'<li><a href="{place}">{escape(words[name])}</a></li>' for name, place in PLACES.items()
    )
    return f"""<!doctype html>
<html lang="{locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(words["title"])}</title>
<link rel="icon" href="data:,">
<style>{_STYLE}</style>
</head>
<body>
<main>
<h1>{escape(words["title"])}</h1>
<p>{escape(words["lead"])}</p>
<ul>
{links}
</ul>
</main>
</body>
</html>
"""
