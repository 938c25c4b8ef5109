"""Limits that keep the code readable."""

from pathlib import Path

import app

LONGEST_MODULE = 400


def test_no_module_is_longer_than_400_lines() -> None:
    folder = Path(app.__file__).parent
    lengths = {path.relative_to(folder): len(path.read_text().splitlines()) for path in folder.rglob("*.py")}
    assert lengths
    assert {path: length for path, length in lengths.items() if length > LONGEST_MODULE} == {}
