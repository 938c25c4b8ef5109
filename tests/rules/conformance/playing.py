"""What a game tells the suite: how encounters of it look, what is commanded in them, what holds of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, get_type_hints

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from app.cli.play import shipped_shelf
from app.rules.resolution.play import Completed
from app.services.packs.cache import Shelf
from tests.coverage_rules import defined_rules

Special = Callable[[Any, str, Any, Any, str], "SearchStrategy[Any] | None"]
"""Of a command's kind, a field's name and type, the state and the actor: what the field holds.

None leaves it to the others.
"""
NEVER_MADE = frozenset({"type"})
OF_THE_PAGES = frozenset(defined_rules())


@dataclass(frozen=True)
class Playing:
    """One ruleset in random play. Any: states and commands are the game's own.

    ``commands`` are mostly sensible and sometimes not. ``verdicts`` are commands whose legality is plain from
    the state, each with whether it is allowed. ``holds`` asserts what is true of the game before and after.
    """

    ruleset: str
    encounters: SearchStrategy[Any]
    entrances: Callable[[Any], SearchStrategy[list[Any]]]
    commands: Callable[[Any], SearchStrategy[Any]]
    start: Any
    verdicts: Callable[[Any], Iterator[tuple[Any, bool]]]
    holds: Callable[[Any, Completed[Any, Any]], None]
    known_rules: frozenset[str] = OF_THE_PAGES
    """The statements that a trace or a refusal may name."""
    loaded: Shelf | None = None
    """The game with its tables, where they are not delivered."""

    @property
    def shelf(self) -> Shelf:
        return self.loaded or shipped_shelf(self.ruleset)


def listing(shelf: Shelf, known_rules: frozenset[str], entrances: Sequence[Any]) -> Playing:
    """A game in random play by the actions that it lists itself: nothing else has to be said of it."""

    def commands(state: Any) -> SearchStrategy[Any]:
        offers = (shelf.game.offers(shelf.tables, state, actor) for actor in state.combatants)
        listed = [
            command
            for offer in offers
            for _, candidates in offer
            for alternatives in candidates
            for command in alternatives
        ]
        return st.sampled_from(listed)

    return Playing(
        ruleset=shelf.game.id,
        encounters=st.just(shelf.beginning({})),
        entrances=lambda _state: st.just(list(entrances)),
        commands=commands,
        start=None,
        verdicts=lambda _state: iter(()),
        holds=lambda _before, _outcome: None,
        known_rules=known_rules,
        loaded=shelf,
    )


@dataclass(frozen=True)
class Making:
    """Commands made field by field: by what is special in a state, by the field's name, else by its type."""

    by_field: Mapping[str, SearchStrategy[Any]]
    special: Special
    by_type: Callable[[Any], SearchStrategy[Any]]
    left_out: frozenset[str] = NEVER_MADE

    def made(self, kind: Any, state: Any, actor: str) -> SearchStrategy[Any]:
        """A command of that kind for that actor. Any: all that commands share is being dataclasses."""
        hints = get_type_hints(kind)
        parts = {
            part.name: self._part(kind, part.name, hints[part.name], state, actor)
            for part in fields(kind)
            if part.name not in self.left_out
        }
        return st.builds(kind, **parts)

    def _part(self, kind: Any, name: str, hint: Any, state: Any, actor: str) -> SearchStrategy[Any]:
        special = self.special(kind, name, hint, state, actor)
        if special is not None:
            return special
        return self.by_field[name] if name in self.by_field else self.by_type(hint)


def often(kinds: Sequence[Any], seldom: Sequence[Any]) -> tuple[Any, ...]:
    """``kinds`` with those that are not ``seldom`` four times as often."""
    usual = [kind for kind in kinds if kind not in seldom]
    return (*usual, *usual, *usual, *kinds)
