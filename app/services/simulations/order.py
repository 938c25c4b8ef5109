"""What a simulation is to play: which fight, how everybody fights, how often and for how long."""

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field as Limited

from app.persistence.base.codec import Codec
from app.persistence.base.json_text import pointer_to
from app.rules.common.errors import InvalidDocument, Problem
from app.rules.resolution.policies import USUAL, Field, Policy
from app.rules.resolution.simulation import parties_standing
from app.services.base.refusals import NothingToSimulate
from app.services.dice.sources import Name, names
from app.services.packs.cache import Shelf
from app.values import value

MOST_RUNS = 1000
MOST_ROUNDS = 100
USUAL_RUNS = 100
USUAL_ROUNDS = 20


@value
class FightingRow:
    """How those fight whom it names: of a ``side``, a ``combatant``, or both; without either, all.

    A combatant is named by its id, its `ref` or an external reference.
    """

    policy: Policy
    side: Name | None = None
    combatant: Name | None = None


@value
class SimulationBody:
    """The fight as it stands now, fought ``runs`` times by itself, each time for ``max_rounds`` at most.

    Of the rows of ``policies`` the first one that names somebody decides how it fights; whom none names
    fights as `nearest` does. The same ``seed`` and the same fight give the same result; one is made where
    none is given.
    """

    encounter_id: Annotated[str, Limited(max_length=100)]
    policies: Annotated[tuple[FightingRow, ...], Limited(max_length=50)] = ()
    runs: Annotated[int, Limited(ge=1, le=MOST_RUNS)] = USUAL_RUNS
    max_rounds: Annotated[int, Limited(ge=1, le=MOST_ROUNDS)] = USUAL_ROUNDS
    seed: Annotated[str, Limited(min_length=1, max_length=200)] | None = None


ORDER = Codec[SimulationBody](SimulationBody)


def field_of(shelf: Shelf) -> Field:
    """What a policy sees of a game with its tables."""
    game, tables = shelf.game, shelf.tables
    return Field(
        shelf.rules,
        game.fighting,
        lambda state, actor: game.offers(tables, state, actor),
        lambda state, one: game.space_of(tables, state, one),
        game.is_down,
    )


def policies_in(body: SimulationBody, state: Any) -> dict[str, Policy]:
    """How each combatant fights, by its id. Any: the state is the game's own."""
    return {one.id: _policy_of(body, one.identity) for one in state.combatants}


def _policy_of(body: SimulationBody, identity: Any) -> Policy:
    for row in body.policies:
        if names(identity, row.side, row.combatant):
            return row.policy
    return USUAL


def check_order(body: SimulationBody, shelf: Shelf, state: Any) -> None:
    """Raises InvalidDocument for rows that name nobody, and NothingToSimulate. Any: as `policies_in`."""
    if problems := tuple(_problems(body, state)):
        raise InvalidDocument(problems)
    if state.has_ended or len(parties_standing(field_of(shelf), state)) < 2:
        raise NothingToSimulate(
            "This fight is over: a simulation needs two sides of which somebody stands.",
            "/encounter_id",
        )


def _problems(body: SimulationBody, state: Any) -> Iterator[Problem]:
    identities = [one.identity for one in state.combatants]
    for index, row in enumerate(body.policies):
        if not any(names(identity, row.side, row.combatant) for identity in identities):
            place = pointer_to("policies", index)
            yield Problem(place, "policy_row_fits_nobody", "Nobody in the fight is of that side or name.")
