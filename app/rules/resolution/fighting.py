"""What of a game must be known to let a fight in it go on by itself."""

from collections.abc import Callable
from typing import Any, TypeAlias

from app.values import value


@value
class Blow:
    """An attack that was made, whatever it did."""

    actor: str
    target: str
    has_hit: bool


@value
class Loss:
    """Hit points that somebody lost; ``is_of_blow`` where the last blow that hit it did that."""

    target: str
    points: int
    is_of_blow: bool


Told: TypeAlias = Blow | Loss | None
"""What an event tells of blows, None where it tells of something else."""


@value
class Fighting:
    """A game's own words for what every fight has. Any: states, commands and events are the game's own.

    The types of commands are named in the order in which a fighter thinks of them.
    """

    whose_turn: Callable[[Any], str | None]
    round_of: Callable[[Any], int]
    """The number of the round; 0 before the first one."""
    end_turn: Callable[[str], Any]
    is_out: Callable[[Any], bool]
    """Whether a combatant lies there and fights no more, dead or alive."""
    is_dead: Callable[[Any], bool]
    points_left: Callable[[Any], int]
    points: Callable[[Any], int]
    """The hit points of a combatant to whom nothing has happened."""
    attacks: tuple[str, ...]
    told: Callable[[Any], Told]
    before_turns: Callable[[Any], Any | None] = lambda _state: None
    """The command without which nobody's turn comes: to start, to roll initiative. None where none is."""
    rises: tuple[str, ...] = ()
    """Getting on one's feet."""
    approaches: tuple[str, ...] = ()
    """Coming at an opponent who is too far off, with a blow at the end of it or without."""
    arms: tuple[str, ...] = ()
    """Making a weapon ready."""
    unready: Callable[[Any], frozenset[str]] = lambda _combatant: frozenset()
    """The weapons of a combatant that could be made ready."""
    defences: tuple[str, ...] = ()
    last_deeds: frozenset[str] = frozenset()
    """After these a fighter's turn is over, though the rules might leave it something to do."""
