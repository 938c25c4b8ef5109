"""Folders that are delivered beside the code."""

from pathlib import Path


def shipped(name: str) -> Path:
    """Where `migrations` or `seed_data` is: inside an installed package, beside it in a working copy."""
    package = Path(__file__).parent
    installed = package / "_data" / name
    return installed if installed.is_dir() else package.parent / name


def shipped_packs() -> list[Path]:
    """The folders of the table packs that are delivered, one for each ruleset."""
    return sorted(file.parent for file in shipped("seed_data").glob("*/pack.json"))
