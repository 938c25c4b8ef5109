"""The texts of every language: data files under ``app/locales``, read when they are needed."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

FALLBACK = "en"
"""The language of a text that another one lacks."""
FOLDERS = [Path(__file__).parents[1] / "locales"]
"""Where the languages are, each a folder named by its tag; more folders add languages, or texts to them."""


@cache
def locales() -> tuple[str, ...]:
    """The languages that there are, by the names of their folders, English first."""
    names = (place.name for folder in FOLDERS for place in folder.iterdir() if place.is_dir())
    return tuple(sorted(names, key=lambda name: (name != FALLBACK, name)))


@cache
def texts(locale: str, name: str) -> Mapping[str, Any]:
    """The file ``name`` of a language; a language may lack one. Any: a text, or what TOML nests them in."""
    files = (folder / locale / f"{name}.toml" for folder in FOLDERS)
    said: dict[str, Any] = {}
    for file in files:
        if file.exists():
            said |= tomllib.loads(file.read_text("utf-8"))
    return said


class ByLocale(Mapping[str, Mapping[str, str]]):
    """The texts of some files for each language; none is read before it is asked for."""

    def __init__(self, *names: str) -> None:
        self._names = names
        self._read: dict[str, Mapping[str, str]] = {}

    def __getitem__(self, locale: str) -> Mapping[str, str]:
        if locale not in self._read:
            if locale not in locales():
                raise KeyError(locale)
            self._read[locale] = {
                key: text for name in self._names for key, text in texts(locale, name).items()
            }
        return self._read[locale]

    def forget(self) -> None:
        """Read everything again: there are other folders now."""
        self._read.clear()

    def __iter__(self) -> Iterator[str]:
        return iter(locales())

    def __len__(self) -> int:
        return len(locales())
