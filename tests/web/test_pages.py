"""The pages that stand by themselves: one file each, which asks nobody but its own server for anything."""

import re
from base64 import b64encode
from hashlib import sha256

import pytest

from app.api.http.web_pages import WEB

PAGES = {path.name: path.read_text(encoding="utf-8") for path in sorted(WEB.glob("*.html"))}


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("tag", ["script", "style"])
def test_a_policy_allows_what_is_written_in_the_page_and_nothing_else(name: str, tag: str) -> None:
    page = PAGES[name]
    (written,) = re.findall(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
    allowed = f"{tag}-src 'sha256-{b64encode(sha256(written.encode()).digest()).decode()}'"
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert allowed in policy, f"after a change of its {tag}, write {allowed}"
    assert policy.startswith("default-src 'none'; ")
    assert policy.count("sha256-") == 2
    assert "unsafe" not in policy


@pytest.mark.parametrize("name", PAGES)
def test_a_page_loads_nothing_from_elsewhere(name: str) -> None:
    page = PAGES[name]
    assert not re.findall(r"https?://|\bsrc=|<link|@import|url\(|XMLHttpRequest|innerHTML", page)
    assert not re.findall(r"\son[a-z]+=|\sstyle=", page), "the policy would stop it"


def test_the_key_is_kept_nowhere() -> None:
    assert not re.findall(
        r"localStorage|sessionStorage|indexedDB|document\.cookie|console\.", PAGES["link.html"]
    )


def test_a_page_says_the_same_in_every_language() -> None:
    script = PAGES["link.html"].partition("const SAID = {")[2].partition("\n  };")[0]
    languages = re.findall(r"^    (\w\w): \{\n(.*?)^    \},", script, re.DOTALL | re.MULTILINE)
    assert [language for language, _ in languages] == ["en", "fr", "it"]
    texts = [re.findall(r'^      (\w+): "(.+)",$', words, re.MULTILINE) for _, words in languages]
    assert len({tuple(name for name, _ in said) for said in texts}) == 1
    used = set(re.findall(r'data-say="(\w+)"', PAGES["link.html"]))
    assert used <= {name for name, _ in texts[0]}
