"""Dice as the rules name them; nothing here is random."""

from app.values import value


@value
class Dice:
    """The dice of one roll: the sides of each die and, for an open-ended roll, the face that opens.

    With ``open_from`` the newest die, when it shows that face or more, is thrown again and added
    (H-ROLL-1); open-ended rolls use a single kind of die.
    """

    sides: tuple[int, ...]
    open_from: int | None = None

    def next_die(self, faces: tuple[int, ...]) -> int | None:
        """The sides of the die to throw after ``faces``; None when the roll is complete."""
        if len(faces) < len(self.sides):
            return self.sides[len(faces)]
        if self.open_from is not None and faces[-1] >= self.open_from:
            return self.sides[-1]
        return None

    @property
    def notation(self) -> str:
        """As players write it: ``1d100``, ``1d100 open-ended (96+)``, ``2d6+1d8``."""
        counts: dict[int, int] = {}
        for sides in self.sides:
            counts[sides] = counts.get(sides, 0) + 1
        written = "+".join(f"{count}d{sides}" for sides, count in counts.items())
        return written if self.open_from is None else f"{written} open-ended ({self.open_from}+)"


@value
class Throw:
    """The faces of one roll in the order they fell."""

    faces: tuple[int, ...]

    @property
    def first(self) -> int:
        """The natural first die, on which fumbles are read (H-ROLL-2)."""
        return self.faces[0]

    @property
    def total(self) -> int:
        """The sum of all faces."""
        return sum(self.faces)

    @property
    def opened(self) -> bool:
        """Whether an open-ended die was thrown again."""
        return len(self.faces) > 1


D8 = Dice((8,))
D10 = Dice((10,))
D20 = Dice((20,))
D100 = Dice((100,))
OPEN_D100 = Dice((100,), open_from=96)
