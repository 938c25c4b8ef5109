"""Creatures read from files, as they are answered."""

from app.api.schemas.common import Document, Shape, Sheet


class ReadFigure(Shape):
    """A figure of the sheet with the words of the file that it was read from."""

    pointer: str
    printed: str


class UnreadPart(Shape):
    """Words of the file that nothing was made of; `about` is the sort of line that they stand in."""

    about: str | None
    printed: str


class Remark(Shape):
    """A guess or a contradiction; `about` is a JSON pointer into the sheet, or names what is beside it."""

    code: str
    about: str | None
    printed: str | None
    message: str


class ReadCreature(Shape):
    """A creature as it was read: `name`, `sheet` and the members of `left` are the body of a combatant.

    `count` is how many of it the file tells; `token` and `source` are what a virtual tabletop's file says of
    its token, and which system and version made it.
    """

    name: str
    count: int
    ruleset: str
    sheet: Sheet
    left: Document | None
    token: Document | None
    source: Document | None
    read: list[ReadFigure]
    guessed: list[Remark]
    not_read: list[UnreadPart]
    warnings: list[Remark]


class ReadCreatures(Shape):
    """Every creature of the file in its order."""

    creatures: list[ReadCreature]
