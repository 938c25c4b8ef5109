"""The odds of actions, as tests ask for them."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from app.rules.resolution.chances import Odds, Outlook, Spread
from app.rules.resolution.given import Option
from app.rules.resolution.odds import Effort, Question, Said, odds_of
from app.services.dice.seeded import fair_dice

EXACT = Effort(plays=20_000, samples=1)


def reckon(
    rules: Any,
    outlook: Outlook,
    state: Any,
    *commands: Any,
    effort: Effort = EXACT,
    dice: tuple[int, ...] = (),
    choices: Mapping[str, Option] | None = None,
) -> Odds:
    """Any: rules, states and commands are the game's own."""
    said = Said(dice, tuple((choices or {}).items()))
    return odds_of(rules, Question(state, commands, said, outlook), effort, fair_dice)


def whole(spread: Spread, odds: Odds) -> bool:
    """Whether nothing is missing but what was cut."""
    return spread.whole + odds.cut == 1


def in_twenty(ways: int) -> Fraction:
    return Fraction(ways, 20)
