"""The commands of rounds and turns: beginning, surprise, declarations, the order, waiting."""

from typing import Literal

from app.rules.harp.table.guard import Share
from app.values import value


@value
class Start:
    """The encounter begins: from now on turns are taken in order of initiative (H-RND-1)."""

    type: Literal["start"] = "start"


@value
class End:
    """The encounter is over; nobody acts in it any more."""

    type: Literal["end"] = "end"


@value
class Surprise:
    """Who is surprised (H-SUR-1, H-SUR-2).

    Two ``sides`` that meet unexpectedly roll against each other; with ``ambushed`` that side alone rolls
    against ``difficulty`` (101 where the GM gives none, DH-40).
    """

    sides: tuple[str, ...] = ()
    ambushed: str | None = None
    difficulty: int = 101
    type: Literal["surprise"] = "surprise"


@value
class Declare:
    """What ``actor`` means to do this round, with what, what else bears on its initiative, and its parry."""

    actor: str
    action: str
    weapon: str | None = None
    modifiers: tuple[str, ...] = ()
    stance: tuple[Share, ...] = ()
    type: Literal["declare"] = "declare"


@value
class RollInitiative:
    """Everyone's initiative at once (H-INI-1); the first turn begins."""

    type: Literal["roll-initiative"] = "roll-initiative"


@value
class Reorder:
    """The GM's order for those whose turn has not begun, first to last (H-INI-1)."""

    order: tuple[str, ...]
    type: Literal["reorder"] = "reorder"


@value
class Wait:
    """The actor waits with its turn (H-WAIT-1)."""

    actor: str
    type: Literal["wait"] = "wait"


@value
class ActNow:
    """A waiting actor takes its turn right after the one that is under way (H-WAIT-1)."""

    actor: str
    type: Literal["act-now"] = "act-now"


@value
class EndTurn:
    """The actor's turn is over; before the encounter is started, one own turn of it goes by."""

    actor: str
    type: Literal["end-turn"] = "end-turn"
