"""The documentation as a site: ``python -m docs.site [folder]``, `build/site` unless said otherwise.

Pages that people wrote are copied, reference pages are made from what the code says, and Sphinx makes HTML of
both. A link that leads nowhere, or a page that no list names, ends it.
"""

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from sphinx.cmd.build import main as build

from docs.site import reference

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
TOP = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)")


def written() -> Iterator[Path]:
    """Every page that people wrote, by its place in the repository."""
    yield from (ROOT / name for name in TOP)
    yield from (page for page in sorted((ROOT / "docs").rglob("*.md")) if HERE not in page.parents)


def linked(page: Path, pages: set[Path]) -> str:
    """The text of ``page``, in which what is no page of the site is named and not linked."""

    def link(found: re.Match[str]) -> str:
        target = (page.parent / found[2]).resolve()
        if target in pages:
            return found[0]
        assert target.exists(), f"{page.relative_to(ROOT)}: {found[2]} is not there"
        return f"{found[1]} (`{target.relative_to(ROOT)}`)"

    return LINK.sub(link, page.read_text("utf-8"))


def gather(source: Path) -> None:
    """Everything that Sphinx reads, in a folder that is made anew."""
    shutil.rmtree(source, ignore_errors=True)
    pages = {*written()}
    for page in pages:
        place = source / page.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(linked(page, pages), "utf-8")
    (source / "reference").mkdir()
    for name, text in reference.pages():
        (source / "reference" / f"{name}.md").write_text(text, "utf-8")
    shutil.copytree(ROOT / "docs" / "pictures", source / "docs" / "pictures")
    for name in ("conf.py", "index.md"):
        shutil.copy(HERE / name, source / name)


def main(target: Path) -> int:
    """Make the site in ``target``; 0 when there was nothing to warn of."""
    source = target.parent / f"{target.name}-source"
    gather(source)
    shutil.rmtree(target, ignore_errors=True)
    return build(["-q", "-W", "--keep-going", "-j", "auto", "-b", "html", str(source), str(target)])


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "site").resolve()))
