"""A scenario's file: read, and every fault in it named by its line."""

from pathlib import Path

from app.rules.common.errors import InvalidDocument
from app.services.scenarios.document import Scenario, read_scenarios
from app.services.scenarios.text import UnreadableText, Written, read_text
from app.values import value


class UnreadableScenario(Exception):
    """A file that cannot be played; one line of text a fault, each with file, line and what was expected."""


@value
class ScenarioFile:
    """A scenario with the lines of its text."""

    path: Path
    scenario: Scenario
    written: Written

    def place(self, pointer: str) -> str:
        """``file:line`` of what ``pointer`` names."""
        return f"{self.path}:{self.written.line_of(pointer)}"


def read_files(path: Path) -> tuple[ScenarioFile, ...]:
    """Read ``path``, JSON where its name says so and YAML otherwise: a scenario for each game it holds for.

    Raises UnreadableScenario.
    """
    written = _read(path)
    try:
        return tuple(ScenarioFile(path, one, written) for one in read_scenarios(written.document))
    except InvalidDocument as invalid:
        raise unplayable(path, written, invalid) from None


def read_file(path: Path, ruleset: str | None = None) -> ScenarioFile:
    """The scenario of ``path`` for ``ruleset``, which may be left out where it is for one game only.

    Raises UnreadableScenario.
    """
    files = read_files(path)
    chosen = [file for file in files if ruleset in (None, file.scenario.ruleset)]
    if len(chosen) == 1:
        return chosen[0]
    known = ", ".join(file.scenario.ruleset for file in files)
    raise UnreadableScenario(f"{path}: say for which game: {known}.")


def unplayable(path: Path, written: Written, invalid: InvalidDocument) -> UnreadableScenario:
    """The problems of a document as faults of the file that it was written in."""
    return UnreadableScenario(
        "\n".join(
            f"{path}:{written.line_of(problem.pointer)}: {problem.pointer or 'the file'}: {problem.message}"
            for problem in invalid.problems
        )
    )


def _read(path: Path) -> Written:
    try:
        return read_text(path.read_text(encoding="utf-8"), is_json=path.suffix == ".json")
    except OSError as error:
        raise UnreadableScenario(f"{path}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise UnreadableScenario(f"{path}: not a text in UTF-8.") from None
    except UnreadableText as error:
        raise UnreadableScenario(f"{path}:{error.line}: {error.message}") from None
