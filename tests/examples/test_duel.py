"""A ruleset outside of the registry plays, is told, and keeps to the contract that all games keep to."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from app.narration import texts
from app.narration.catalogue import CATALOGUES, ByLocale
from app.rules.common.identity import Identity
from app.rules.registry import RULESETS
from app.services.packs.loaded_pack import shelf_of
from app.services.scenarios.file import read_file
from app.services.scenarios.in_process import InProcess
from app.services.scenarios.run import play_scenario
from app.services.scenarios.stage import Resolved
from examples.duel.game import DUEL, Add, Sheet
from tests.rules.conformance.playing import listing
from tests.rules.conformance.test_random_play import keeps_to_the_contract

HERE = Path(__file__).parents[2] / "examples" / "duel"
SHELF = shelf_of(DUEL, {})
RULES = frozenset({"DUEL-1", "DUEL-2", "DUEL-3"})
ENTRANCES = [Add(Identity(name, name.capitalize(), name), Sheet(at, 6 - at)) for at, name in enumerate("abc")]


@pytest.fixture(scope="module", autouse=True)
def _installed() -> Iterator[None]:
    """The duel is a ruleset, and its texts are read with those of the service."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(RULESETS, DUEL.id, DUEL)
        patch.setattr(texts, "FOLDERS", [*texts.FOLDERS, HERE / "locales"])
        forget()
        yield
    forget()


def forget() -> None:
    texts.locales.cache_clear()
    texts.texts.cache_clear()
    if isinstance(CATALOGUES, ByLocale):
        CATALOGUES.forget()


def test_the_scenario_comes_out_as_written() -> None:
    file = read_file(HERE / "first-blood.yaml")
    report = play_scenario(file.scenario, InProcess(file.scenario, SHELF))
    assert report.holds, report
    even, better = (step.outcome for step in report.steps[:2])
    assert isinstance(even, Resolved)
    assert isinstance(better, Resolved)
    assert even.narration == "Ada and Bor cross blades."
    assert better.narration == "Bor and Ada cross blades.\nAda has 2 points of nerve."


@settings(
    max_examples=20,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1), length=st.integers(5, 30))
def test_any_duel_keeps_to_the_contract(data: st.DataObject, seed: int, length: int) -> None:
    game = listing(SHELF, RULES, ENTRANCES)
    keeps_to_the_contract(game, data, seed, in_rounds=False, length=length)


def test_all_that_it_says_of_itself_is_in_one_module() -> None:
    """A ruleset is a module and its texts; a line in the registry would offer it to everybody."""
    assert sorted(path.suffix for path in HERE.rglob("*") if path.is_file() and path.suffix != ".pyc") == [
        ".py", ".py", ".toml", ".yaml",
    ]  # fmt: skip
