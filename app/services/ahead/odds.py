"""The odds of a command before it is given, as far as the asker knows; no die of the encounter is thrown."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from hashlib import sha256
from typing import Any, TypeVar

from pydantic_core import to_json

from app.rules.resolution.chances import Odds
from app.rules.resolution.odds import Effort, Question, Said, odds_of
from app.services.access.roles import is_gm, permit_commands
from app.services.ahead.previews import Look
from app.services.base.service import Estoc
from app.services.dice.seeded import fair_dice
from app.services.play.actions import with_id
from app.services.play.encounters import Seen, look
from app.services.play.run import pointing_into
from app.services.visibility.player_state import GUESSES, known_state, undisclosed_ids
from app.values import replace, value

T = TypeVar("T")
MOST_SAMPLES = 1_000
"""They make a margin of three in a hundred."""
WORK = 128_000
"""What odds may cost: a full attack of four blows in a duel is counted, and nothing takes many seconds."""
A_PLAY = 6
"""What a play costs, and one more for each combatant who might meddle."""


@value
class Reckoned:
    """What may come of commands. ``otherwise`` is what another guess of the figures that the asker does not
    know comes to, the same where all are known; ``unknown`` are the combatants that have such figures.

    Any: commands are the game's own.
    """

    seen: Seen
    commands: tuple[Any, ...]
    pointers: tuple[str, ...]
    odds: Odds
    otherwise: Odds
    unknown: frozenset[str]


async def reckon(service: Estoc, wanted: tuple[Look, ...], tell: Callable[[Reckoned], T]) -> tuple[int, T]:
    """The encounter's version, and what ``tell`` makes of the odds of the commands, in order, in the
    encounter as the asker knows it.

    Raises what is Invalid in them, Forbidden, NotYours, NotFound, ComputingBusy and CallerLeft.
    """
    grant = wanted[0].grant
    seen = await look(service, grant, wanted[0].encounter_id)
    permit_commands(grant, seen.state, [one.asked.document for one in wanted])
    return seen.row.version, await service.slots.compute(grant.token_id, lambda: tell(reckoned(seen, wanted)))


async def compare(
    service: Estoc, variants: tuple[tuple[Look, ...], ...], tell: Callable[[Reckoned], T]
) -> tuple[int, list[T]]:
    """The same of several things that could be done in the same encounter, one answer each."""
    first = variants[0][0]
    seen = await look(service, first.grant, first.encounter_id)
    for wanted in variants:
        permit_commands(first.grant, seen.state, [one.asked.document for one in wanted])
    found = await service.slots.compute(
        first.grant.token_id, lambda: [tell(reckoned(seen, wanted)) for wanted in variants]
    )
    return seen.row.version, found


def reckoned(seen: Seen, wanted: tuple[Look, ...]) -> Reckoned:
    """The same, of an encounter at hand."""
    viewer, shelf = seen.viewer, seen.shelf
    commands: list[Any] = []
    for one in wanted:
        with pointing_into(one.asked.pointer):
            commands.append(shelf.codecs.command.read(with_id(one.asked.document)))
    pointers = tuple(one.asked.pointer for one in wanted)
    first = wanted[0]
    said = Said(first.dice, tuple((first.choices or {}).items()))
    dice_of = _dice_for(seen, wanted)

    def within(number: int) -> AbstractContextManager[None]:
        return pointing_into(pointers[number])

    def of(state: Any) -> Odds:
        question = Question(state, tuple(commands), said, shelf.game.outlook, within)
        return odds_of(shelf.rules, question, effort_among(len(state.combatants)), dice_of)

    if is_gm(viewer):
        odds = of(seen.state)
        return Reckoned(seen, tuple(commands), pointers, odds, odds, frozenset())
    known, guessed = (known_state(shelf, seen.state, viewer, guess) for guess in GUESSES)
    odds = of(known)
    otherwise = odds if known == guessed else of(guessed)
    unknown = undisclosed_ids(known, viewer)
    return Reckoned(replace(seen, state=known), tuple(commands), pointers, odds, otherwise, unknown)


def effort_among(combatants: int) -> Effort:
    """How far odds are pursued among so many."""
    plays = WORK // (A_PLAY + combatants)
    return Effort(plays, MOST_SAMPLES, plays // 2)


def _dice_for(seen: Seen, wanted: tuple[Look, ...]) -> Callable[[int], Any]:
    """Dice for samples: the same question in the same state throws the same. Nothing of the encounter's own
    dice is in them. Any: an `Ask`.
    """
    asked = [(one.asked.document, one.dice, one.choices) for one in wanted]
    content = to_json([seen.row.id, seen.row.version, asked])
    seed = int.from_bytes(sha256(content).digest()[:8], "big")
    return lambda number: fair_dice(seed + number)
