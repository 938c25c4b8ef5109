"""Pages that stand by themselves: one file each, with a policy that it states in its head too."""

from functools import cache
from pathlib import Path

from starlette.responses import HTMLResponse

WEB = Path(__file__).parents[2] / "web"


def web_page(name: str, *, is_framed: bool = True) -> HTMLResponse:
    """The page; one that is not ``is_framed`` no other page shows inside of it."""
    text, policy = _page(name)
    if not is_framed:
        policy += "; frame-ancestors 'none'"
    headers = {"Content-Security-Policy": policy, "Referrer-Policy": "no-referrer"}
    return HTMLResponse(text, headers=headers)


@cache
def _page(name: str) -> tuple[str, str]:
    text = (WEB / name).read_text(encoding="utf-8")
    return text, text.split('http-equiv="Content-Security-Policy" content="')[1].split('"')[0]
