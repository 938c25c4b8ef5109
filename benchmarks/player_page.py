"""`python -m benchmarks.player_page`: what a page of the log takes for a player, and the same one for the GM.

Pathfinder fights of 8 and of 24 combatants, one of them hidden, as they stand in the log: the GM's page is
read and written as it is, a player's is redacted between. Nothing stored and no HTTP.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from time import process_time
from typing import Any

from pydantic_core import from_json, to_json
from rich.console import Console

from app.cli.play import shipped_shelf
from app.rules.resolution.given import Given, deciding_by_default
from app.rules.resolution.play import Completed, play
from app.services.access.tokens import Grant
from app.services.dice.seeded import fair_dice
from app.services.play.results import Place, render
from app.services.scenarios.in_process import NOWHERE
from app.services.visibility.redaction import Told, as_seen
from app.services.visibility.scene import scene_of
from app.services.visibility.viewer import Sight
from app.values import replace

EVENTS = 200
FIGHTER = {
    "hp": 900,
    "ac": {"total": 18, "touch": 12, "flat_footed": 16},
    "weapons": [{"id": "sword", "attack": 12, "damage": "1d8+5", "critical": "19-20/x2"}],
}
PLAYER = Grant("cmp_0", "tok_0", "player", controls=frozenset({"c1"}))


@dataclass
class Page:
    """A fight, and the rows of its log after everybody has entered. Any: the state is the game's own."""

    combatants: int
    before: Any = None
    rows: list[tuple[str, str | None]] = field(default_factory=list[tuple[str, str | None]])
    events: int = 0

    def __post_init__(self) -> None:
        self.shelf = shipped_shelf("pf1")
        self._state: Any = self.shelf.beginning({})
        self._dice = fair_dice(7)
        names = [f"c{number}" for number in range(self.combatants)]
        for number, name in enumerate(names):
            disclosure = {"visibility": "hidden" if name == names[-1] else "visible"}
            identity = {"id": name, "name": name.upper(), "side": f"side {number % 2}", "ref": name}
            self._do({"type": "add", "identity": {**identity, "disclosure": disclosure}, "sheet": FIGHTER})
        self.before, self.rows, self.events = self._state, [], 0
        self._do({"type": "start"})
        self._do({"type": "roll-initiative"})
        while self.events < EVENTS:
            actor = self._state.round.current
            target = names[names.index(actor) - 1]
            self._do({"type": "attack", "actor": actor, "target": target, "weapon": "sword"})
            self._do({"type": "end-turn", "actor": actor})

    def _do(self, document: dict[str, Any]) -> None:
        before = self._state
        command = self.shelf.codecs.command.read(document)
        played = play(self.shelf.rules, before, command, Given(otherwise=deciding_by_default(self._dice)))
        assert isinstance(played, Completed)
        place: Place = replace(NOWHERE, first_event=self.events + 1)
        rendered = render(self.shelf, place, command, before, played, {})
        self._state, self.events = played.state, rendered.last_event
        self.rows.append((rendered.events, document.get("actor")))

    def for_gm(self) -> bytes:
        """The page as the GM gets it."""
        return to_json([event for events, _ in self.rows for event in from_json(events)])

    def for_player(self) -> bytes:
        """The page as a player gets it."""
        told = [Told(from_json(events), actor=actor) for events, actor in self.rows]
        return to_json(as_seen(told, scene_of(self.before, self.shelf), Sight(PLAYER)))


def milliseconds(work: Callable[[], object], times: int) -> float:
    """Of the processor, the least of so many times."""
    taken: list[float] = []
    for _ in range(times):
        begin = process_time()
        work()
        taken.append(1000 * (process_time() - begin))
    return min(taken)


def run(times: int = 7) -> None:
    """Measure both pages of both fights."""
    console = Console(highlight=False)
    for combatants in (8, 24):
        page = Page(combatants)
        gm, player = milliseconds(page.for_gm, times), milliseconds(page.for_player, times)
        console.print(
            f"{page.events} events among {combatants}: {gm:.1f} ms for the GM, {player:.1f} ms for a player",
            soft_wrap=True,
        )


if __name__ == "__main__":
    run()
