"""A language that nobody speaks, made from the English texts: ⟦Ådå'š ǻxé hĩťš Örç⟧.

Whatever an answer says in it without brackets does not come from the texts of the project.
"""

import json
import string
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.narration import texts
from tests.narration.test_languages import places
from tests.narration.test_refusals import CHECKS, ERRORS

LANGUAGE = "qps"
OPENS, CLOSES = "⟦", "⟧"
_ACCENTS = str.maketrans("aeioucnszyAEIOUCNSZY", "åéîøüçñšžýÅÉÎØÜÇÑŠŽÝ")


def _formed(form: str) -> str:
    """A form with the words in it: *# hit|# hits*; others are names of forms."""
    return form.translate(_ACCENTS) if {*"#@|"} & {*form} else form


def pseudo(text: str) -> str:
    """``text`` with accents and brackets; its parameters are as they were, with their forms in it."""
    said = ""
    for literal, name, form, _ in string.Formatter().parse(text):
        said += literal.translate(_ACCENTS).replace("{", "{{").replace("}", "}}")
        if name is not None:
            said += f"{{{name}:{_formed(form)}}}" if form else f"{{{name}}}"
    return f"{OPENS}{said}{CLOSES}"


def _refusals() -> Mapping[str, str]:
    """Those of French by their keys, with what the source says in English of the same parameters."""
    english: dict[tuple[str, frozenset[str]], str] = {
        (one.key, frozenset(places(one.text))): one.text for one in (*CHECKS, *ERRORS) if one.text
    }
    said: dict[str, str] = {}
    for key, text in texts.texts("fr", "refusals").items():
        same = key, frozenset(places(text))
        said[key] = english[same] if same in english else str(text)
    return said


def _words() -> Mapping[str, str]:
    """What English says of each id that French has a word for: mostly the id itself."""
    english = texts.texts("en", "words")
    return {
        key: english.get(key, key.partition(".")[2].replace("-", " ")) for key in texts.texts("fr", "words")
    }


def _files() -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name in ("messages", "d20", "vague"):
        yield name, texts.texts("en", name)
    yield "words", _words()
    yield "refusals", _refusals()
    titles = {code: {"title": page["title"]} for code, page in texts.texts("en", "problems").items()}
    yield "problems", titles


def _made(value: str | Mapping[str, str]) -> str:
    """A value of TOML; a text of JSON is one of TOML too."""
    if isinstance(value, str):
        return json.dumps(pseudo(value), ensure_ascii=False)
    return "{" + ", ".join(f"{key} = {_made(text)}" for key, text in value.items()) + "}"


def make(folder: Path) -> None:
    """The files of the language in ``folder``."""
    place = folder / LANGUAGE
    place.mkdir()
    for name, said in _files():
        lines = (f"{json.dumps(key)} = {_made(value)}\n" for key, value in said.items())
        (place / f"{name}.toml").write_text("".join(lines), "utf-8")


@contextmanager
def offered(folder: Path) -> Iterator[None]:
    """The language is one of those that there are, while the block lasts."""
    make(folder)
    texts.FOLDERS.append(folder)
    texts.locales.cache_clear()
    texts.texts.cache_clear()
    try:
        yield
    finally:
        texts.FOLDERS.remove(folder)
        texts.locales.cache_clear()
        texts.texts.cache_clear()
