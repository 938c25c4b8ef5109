"""The address of a server itself says where to go."""

import pytest

from tests.api.caller import Caller

FRENCH = {"Accept": "text/html,application/xhtml+xml", "Accept-Language": "fr"}


async def test_a_program_is_given_links_and_each_leads_somewhere(gm: Caller) -> None:
    links = (await gm.http.get("/")).json()
    assert links["docs"] == "/docs"
    for place in links.values():
        assert (await gm.http.get(place)).status_code == 200, place


@pytest.mark.parametrize(
    ("language", "said"), [("fr", "Ce serveur"), ("it", "Questo server"), ("en", "This server")]
)
async def test_people_are_told_in_their_language(gm: Caller, language: str, said: str) -> None:
    page = await gm.http.get("/developers", headers={**FRENCH, "Accept-Language": language})
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["content-language"] == language
    assert said in page.text
    assert "unsafe" not in page.headers["content-security-policy"]
    for place in (await gm.http.get("/")).json().values():
        assert f'href="{place}"' in page.text
