"""Three at a bridge: one fight as it is told in every language."""

import json
from pathlib import Path

import pytest

from app.cli.play import shipped_shelf
from app.services.play.retelling import retold
from app.services.scenarios.file import read_file
from tests.scenarios.golden import FIGHTS
from tests.scenarios.tellings import LANGUAGES, SCENARIO, results, telling, telling_of


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fight_is_told_as_it_was(language: str) -> None:
    """To write it anew on purpose: ``python -m tests.scenarios.tellings --write``."""
    assert telling(language) == telling_of(language).read_text("utf-8")


def test_the_page_on_languages_shows_what_is_told() -> None:
    page = (Path(__file__).parents[2] / "docs" / "languages.md").read_text("utf-8")
    shown = page.split("```text\n")[1].split("```")[0].splitlines()
    for language, line in zip(LANGUAGES, shown, strict=True):
        assert line in telling_of(language).read_text("utf-8").splitlines()


@pytest.mark.parametrize("path", [SCENARIO, *FIGHTS], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_told_again_it_reads_as_if_it_had_been_told_so_at_first(path: Path) -> None:
    scenario = read_file(path).scenario
    shelf = shipped_shelf(scenario.ruleset)
    told = {language: [*results(scenario, language)] for language in LANGUAGES}
    for language, steps in told.items():
        for other in LANGUAGES:
            assert [retold(step, other, shelf) for step in steps] == told[other], (language, other)


def test_what_the_catalogue_no_longer_has_keeps_its_text() -> None:
    scenario = read_file(SCENARIO).scenario
    shelf = shipped_shelf(scenario.ruleset)
    result = json.loads(next(results(scenario, "fr")))
    (line,) = result["narration"]["lines"]
    for changed in ({"message_id": "d20.long_gone"}, {"params": {}}):
        old = {**result, "narration": {**result["narration"], "lines": [{**line, **changed}]}}
        again = json.loads(retold(json.dumps(old, separators=(",", ":")), "it", shelf))
        assert again["narration"]["text"] == {"locale": "it", "plain": line["text"]}
