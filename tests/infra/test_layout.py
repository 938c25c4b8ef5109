"""Limits that keep the code readable."""

from collections import Counter
from pathlib import Path

import app

LONGEST_MODULE = 400
MOST_IN_A_FOLDER = 20


def test_no_module_is_longer_than_400_lines() -> None:
    folder = Path(app.__file__).parent
    lengths = {path.relative_to(folder): len(path.read_text().splitlines()) for path in folder.rglob("*.py")}
    assert lengths
    assert {path: length for path, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_no_folder_has_more_than_20_modules_directly_in_it() -> None:
    folder = Path(app.__file__).parent
    modules = Counter(
        path.parent.relative_to(folder) for path in folder.rglob("*.py") if path.name != "__init__.py"
    )
    assert modules
    assert {place: count for place, count in modules.items() if count > MOST_IN_A_FOLDER} == {}
