"""A fight that goes on by itself, turn by turn, until one side is left: no clock and no dice of its own."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

from app.rules.common.errors import Illegal
from app.rules.resolution.play import Ask, Completed, play
from app.rules.resolution.policies import USUAL, Field, Policy, chosen, party_of
from app.values import value

Undecided: TypeAlias = Literal["rounds", "nobody", "endless_turn", "stuck"]
"""Why a fight has no winner: the last round went by, nobody stands, a turn came to no end, or the rules know
no next turn."""
MOST_IN_A_TURN = 20
"""Actions of one turn, more than any rules leave anybody."""


@value
class Deed:
    """A command as it was played. Any: it is the game's own."""

    command: Any
    played: Completed[Any, Any]


@value
class Ended:
    """How a fight came out: ``winner`` is a side or a combatant without one, else ``undecided`` says why.

    ``rounds`` are those that it went on for, the last one counted whole.
    """

    winner: str | None
    undecided: Undecided | None
    rounds: int


class Fight:
    """A fight under way. Any: states are the game's own."""

    def __init__(
        self, field: Field, state: Any, policies: Mapping[str, Policy], ask: Ask, most_rounds: int
    ) -> None:
        """``policies`` are those of the combatants by id; ``ask`` answers everything that is asked."""
        self.state = state
        self.ended: Ended | None = None
        self._field = field
        self._policies = policies
        self._ask = ask
        self._first = max(1, field.fighting.round_of(state))
        self._last = self._first + most_rounds - 1
        self._done: list[str] = []
        self._turn: tuple[int, str] | None = None

    def __iter__(self) -> Iterator[Deed]:
        """Play it to its end, telling every deed; then `ended` says how it came out."""
        while self.ended is None:
            over = self._over()
            if over is not None:
                self.ended = over
                return
            command = self._next_command()
            try:
                played = None if command is None else play(self._field.rules, self.state, command, self._ask)
            except Illegal:
                played = None
            if not isinstance(played, Completed):
                self.ended = Ended(None, "stuck", self._rounds)
                return
            self.state = played.state
            yield Deed(command, played)

    def _over(self) -> Ended | None:
        standing = parties_standing(self._field, self.state)
        if not standing:
            return Ended(None, "nobody", self._rounds)
        if len(standing) == 1:
            return Ended(standing[0], None, self._rounds)
        if self._field.fighting.round_of(self.state) > self._last:
            return Ended(None, "rounds", self._rounds)
        if len(self._done) > MOST_IN_A_TURN:
            return Ended(None, "endless_turn", self._rounds)
        return None

    def _next_command(self) -> Any | None:
        fighting = self._field.fighting
        opening = fighting.before_turns(self.state)
        if opening is not None:
            return opening
        whose = fighting.whose_turn(self.state)
        if whose is None:
            return None
        turn = fighting.round_of(self.state), whose
        if turn != self._turn:
            self._turn, self._done = turn, []
        actor = self.state.combatant(whose)
        command = None
        if not fighting.is_out(actor):
            policy = self._policies.get(whose, USUAL)
            command = chosen(self._field, self.state, actor, policy, self._done)
        if command is None:
            command = fighting.end_turn(whose)
        self._done.append(command.type)
        return command

    @property
    def _rounds(self) -> int:
        now = min(self._last, self._field.fighting.round_of(self.state))
        return max(0, now - self._first + 1)


def parties_standing(field: Field, state: Any) -> tuple[str, ...]:
    """The sides of which somebody still fights, in the order in which they entered. Any: as above."""
    standing = (party_of(one) for one in state.combatants if not field.fighting.is_out(one))
    return tuple(dict.fromkeys(standing))
