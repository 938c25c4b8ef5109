"""What the bot says by itself; everything else is worded by the service."""

import tomllib
from pathlib import Path

WORDS: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
"""By language and key, the same keys in each."""


def word(language: str, key: str) -> str:
    return WORDS.get(language, WORDS["en"])[key]
