"""`python -m benchmarks.odds`: what counting the odds of a blow, a full attack and a HARP attack takes.

Every case is played by the rules, in a duel. Nothing stored, no HTTP and no JSON.
"""

from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any

from rich.console import Console

from app.cli.play import shipped_shelf
from app.rules.resolution.chances import Odds
from app.rules.resolution.given import nobody
from app.rules.resolution.odds import Question, Said, odds_of
from app.rules.resolution.play import Completed, play
from app.services.ahead.odds import effort_among
from app.services.dice.seeded import fair_dice
from app.services.packs.cache import Shelf

FIGHTER = {
    "hp": 90,
    "ac": {"total": 18, "touch": 12, "flat_footed": 16},
    "weapons": [{"id": "sword", "attack": 12, "damage": "1d8+5", "critical": "19-20/x2"}],
}
WARRIOR = {"hits": 90, "db": 40, "armour_type": 4, "weapons": [{"id": "axe", "model": "axe", "ob": 80}]}


class NotCounted(Exception):
    """The odds were sampled: there is nothing to measure."""


@dataclass(frozen=True, slots=True)
class Case:
    """A duel, and what is asked of it. Any: commands and states are the game's own."""

    name: str
    shelf: Shelf
    state: Any
    command: Any

    def counted(self) -> Odds:
        """Its odds, every case of them; raises NotCounted."""
        question = Question(self.state, (self.command,), Said(), self.shelf.game.outlook)
        told = odds_of(self.shelf.rules, question, effort_among(len(self.state.combatants)), fair_dice)
        if told.samples is not None:
            raise NotCounted(self.name)
        return told


def cases() -> tuple[Case, ...]:
    """The duels; the same ones every time."""
    blow = {"type": "attack", "actor": "ada", "target": "bor", "weapon": "sword"}
    return (
        _case("a blow", "pf1", FIGHTER | {"bab": 6}, blow),
        _case("a full attack of two", "pf1", FIGHTER | {"bab": 6}, {**blow, "type": "full-attack"}),
        _case("a full attack of three", "pf1", FIGHTER | {"bab": 11}, {**blow, "type": "full-attack"}),
        _case("a full attack of four", "pf1", FIGHTER | {"bab": 16}, {**blow, "type": "full-attack"}),
        _case("a HARP attack", "harp-tdm", WARRIOR, {**blow, "weapon": "axe"}),
    )


def _case(name: str, ruleset: str, sheet: Any, command: Any) -> Case:
    """Any: JSON."""
    shelf = shipped_shelf(ruleset)
    state = shelf.beginning({})
    read = shelf.codecs.command.read
    for who in ("ada", "bor"):
        identity = {"id": who, "name": who.capitalize(), "side": who}
        entered = play(
            shelf.rules, state, read({"type": "add", "identity": identity, "sheet": sheet}), nobody
        )
        assert isinstance(entered, Completed)
        state = entered.state
    return Case(name, shelf, state, read(command))


def run(times: int = 5) -> None:
    """Count each of them so often and tell the median."""
    console = Console(highlight=False)
    for case in cases():
        taken: list[float] = []
        for _ in range(times):
            begin = process_time()
            _ = case.counted()
            taken.append(1000 * (process_time() - begin))
        console.print(f"{case.name}: {median(taken):.0f} ms of the processor", soft_wrap=True)


if __name__ == "__main__":
    run()
