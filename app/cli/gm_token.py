"""The GM's token of the demo campaign, kept so that every start can show it."""

import os
from pathlib import Path

FILE = "gm-token"


def kept_token(data: Path) -> str | None:
    try:
        return (data / FILE).read_text().strip() or None
    except FileNotFoundError:
        return None


def keep_token(data: Path, token: str) -> None:
    """Write the whole file or none of it, readable by its owner only."""
    data.mkdir(parents=True, exist_ok=True)
    unfinished = data / f"{FILE}.new"
    unfinished.unlink(missing_ok=True)
    with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"{token}\n")
    unfinished.replace(data / FILE)
