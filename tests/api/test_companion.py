"""The companion's files as they are served: whole, small, in every language, under a strict policy."""

import gzip
import re
from hashlib import sha256

import pytest

from app.api.http.companion import FOLDER
from app.narration.texts import locales, texts
from tests.api.caller import Caller

PEOPLE = {"Accept": "text/html,application/xhtml+xml"}
VENDORED = {
    # preact 10.29.8, htm 3.1.1, lean-qr 2.7.4: the packages' own files, without the line of a source map
    "htm-preact.js": "b3f51db71c12eabba61819feb74ace7cadc2744af41866c3fcad2ab960415746",
    "htm.js": "ab33dd3f38059b9be4d5f5350128eefb2356639c4e0bbe9d9e8b3ba75847e9e4",
    "lean-qr.js": "9f064e870e3ab537ca1f87fadbaa45dd7fa56d8c32440bbddb8b893201b951d7",
    "preact-hooks.js": "b1d3259c155bf0ae927d69dd7d0053db272db9c507ece0ac06a536fefd8c307c",
    "preact.js": "25a5df7e9f628a587743c4641a368737a3b218f28ef738ba0376a2d5bdfc948c",
}
LATER = {"vendor/lean-qr.js", "service-worker.js"}
"""What the first view does not load."""
LARGEST_FIRST_VIEW = 60_000
"""Bytes, compressed."""
OWN = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*.js"))


async def test_people_are_given_the_page_under_a_policy_that_trusts_its_own_files_alone(gm: Caller) -> None:
    page = await gm.http.get("/", headers=PEOPLE)
    policy = page.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert len(re.findall(r"<script(?![^>]*src=)", page.text)) == 1  # the import map, which the policy names
    assert "style=" not in page.text
    for place in re.findall(r'(?:src|href)="(/companion[^"]+)"', page.text):
        assert (await gm.http.get(place)).status_code == 200, place


async def test_each_file_is_served_and_known_again(gm: Caller) -> None:
    for name in [*OWN, "companion.css", "icon.svg", "app.webmanifest"]:
        first = await gm.http.get(f"/companion/{name}")
        assert first.status_code == 200, name
        again = await gm.http.get(f"/companion/{name}", headers={"If-None-Match": first.headers["ETag"]})
        assert again.status_code == 304
    for name in ("nothing.js", "../main.py", "%2e%2e/main.py", "vendor"):
        assert (await gm.http.get(f"/companion/{name}")).status_code == 404
    assert (await gm.http.get("/companion/words/xx")).status_code == 404


async def test_the_first_view_is_small(gm: Caller) -> None:
    names = [
        path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.suffix in (".js", ".css")
    ]
    words = max(
        [len(gzip.compress((await gm.http.get(f"/companion/words/{one}")).content)) for one in locales()]
    )
    files = sum(len(gzip.compress((FOLDER / name).read_bytes())) for name in names if name not in LATER)
    assert files + words < LARGEST_FIRST_VIEW


@pytest.mark.parametrize("name", VENDORED)
def test_what_others_wrote_is_as_they_wrote_it(name: str) -> None:
    assert sha256((FOLDER / "vendor" / name).read_bytes()).hexdigest() == VENDORED[name]
    assert len(list((FOLDER / "vendor").glob("*.js"))) == len(VENDORED)


def test_every_word_of_the_page_is_there_in_every_language_and_none_is_idle() -> None:
    said = "".join((FOLDER / name).read_text("utf-8") for name in OWN)
    words = texts("en", "companion")
    used = set(re.findall(r'\bt\((?:\w+ \? )?"([\w.\-]+)"', said)) | set(re.findall(r'"([\w.\-]+)"', said))
    families = set(re.findall(r"t?\(?`([a-z_]+\.)\$\{", said))
    for locale in locales():
        assert set(texts(locale, "companion")) == set(words), locale
        for key, text in texts(locale, "companion").items():
            assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", words[key])), (locale, key)
            assert "'" not in text, (locale, key)
    asked = set(re.findall(r'\bt\("([\w.\-]+)"', said))
    assert asked <= set(words)
    idle = {key for key in words if key not in used and not key.startswith(tuple(families))}
    assert not idle
