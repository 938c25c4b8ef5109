"""The project's scenarios: each file once for each game that it holds for."""

import re
from pathlib import Path
from typing import NamedTuple

from app.services.scenarios.file import ScenarioFile, read_file

HERE = Path(__file__).parent
_GAMES = re.compile(r"^(?:ruleset: *([a-z0-9-]+)|rulesets: *\[([a-z0-9, -]+)\])", re.MULTILINE)


class Case(NamedTuple):
    """A file, and one of the games that it is played in."""

    path: Path
    ruleset: str

    @property
    def name(self) -> str:
        """``pf1/D20-AC-02-a-touch``: the game, and the file's name without its ending."""
        return f"{self.ruleset}/{self.path.stem}"

    def read(self) -> ScenarioFile:
        """The scenario for that game."""
        return read_file(self.path, self.ruleset)


def games_of(path: Path) -> list[str]:
    """The games that a file holds for."""
    found = _GAMES.search(path.read_text("utf-8"))
    assert found is not None, path
    return [game.strip() for game in (found[1] or found[2]).split(",")]


SCENARIOS = sorted(
    (Case(path, game) for path in HERE.glob("*/*.yaml") for game in games_of(path)), key=lambda one: one.name
)
NAMES = [one.name for one in SCENARIOS]
