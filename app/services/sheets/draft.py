"""What is read of a creature that somebody has on paper or in another program, before anything is stored."""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from app.values import value

Json: TypeAlias = dict[str, Any]


@value
class Note:
    """One remark about what was read.

    ``code`` is a key of the texts (``sheets.<code>``), ``about`` a JSON pointer into the sheet or the name of
    what is beside it, ``printed`` the words of the source that it is about.
    """

    code: str
    about: str = ""
    printed: str = ""
    params: tuple[tuple[str, str | int], ...] = ()


@dataclass(slots=True)
class Draft:
    """A sheet being read. Every figure in it names the words it comes from; what is not read is listed."""

    ruleset: str
    name: str = ""
    count: int = 1
    sheet: Json = field(default_factory=dict[str, Any])
    hp_left: int | None = None
    token: Json | None = None
    source: Json | None = None
    read: dict[str, str] = field(default_factory=dict[str, str])
    """JSON pointers into the sheet, with the words of the source that each was read from."""
    guessed: list[Note] = field(default_factory=list[Note])
    not_read: list[Note] = field(default_factory=list[Note])
    warnings: list[Note] = field(default_factory=list[Note])

    def put(self, pointer: str, figure: Any, printed: str) -> None:
        """Put a figure where ``pointer`` says (objects only) and keep what it was read from. Any: JSON."""
        *above, last = pointer.strip("/").split("/")
        place = self.sheet
        for name in above:
            place = place.setdefault(name, {})
        place[last] = figure
        self.read[pointer] = printed.strip()

    def add(self, name: str, entry: Any, printed: str) -> None:
        """Add an entry to a list of the sheet. Any: JSON."""
        entries = self.sheet.setdefault(name, [])
        if entry not in entries:
            entries.append(entry)
            self.read[f"/{name}/{len(entries) - 1}"] = printed.strip()

    def guess(self, code: str, about: str, printed: str = "", **params: str | int) -> None:
        """Mark what ``about`` points to as a guess."""
        self.guessed.append(Note(code, about, printed.strip(), tuple(params.items())))

    def skip(self, printed: str, about: str = "") -> None:
        """List words of the source that nothing was made of."""
        printed = printed.strip(" ;,.")
        if printed and printed != "-":
            self.not_read.append(Note("not_read", about, printed))

    def warn(self, code: str, about: str, printed: str = "", **params: str | int) -> None:
        """Tell of a contradiction in the source; what is printed stays."""
        self.warnings.append(Note(code, about, printed.strip(), tuple(params.items())))
