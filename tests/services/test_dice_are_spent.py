"""R13: no refusal tells of a die that is still to be used, and none depends on one.

The same request is made of encounters that differ in their seeds alone. Where it is refused and nothing is
stored, every one of them must refuse it in the same words. Where the refusal is stored, its dice are spent.
`make test` looks for one in a few encounters of each game, `make reliability` in many.
"""

import os
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from app.persistence.base.codec import ANSWERS
from app.persistence.dice.seed_queries import Epoch
from app.persistence.play.action_queries import OpenedEncounter
from app.persistence.play.undo_queries import REFUSED
from app.rules.common.errors import RulesError
from app.rules.resolution.answers import RollAnswer
from app.rules.resolution.candidates import consider
from app.rules.resolution.play import Ask, ChoiceEntry, Completed, Entry, RollEntry, play
from app.services.access.roles import FOR_PLAYERS
from app.services.access.tokens import Grant
from app.services.base.refusals import Refused
from app.services.dice.draw import Draw
from app.services.dice.policy import BY_THE_SERVER, POLICY, DicePolicy
from app.services.dice.sources import SourceRow
from app.services.play.actions import Action, CommandInput, perform
from app.services.play.change import ChangeRequest
from app.services.play.suspension import Outcome
from app.services.play.transaction import Transaction
from app.services.visibility.refusals import saying_nothing_unknown
from tests.rules.conformance.playing import Playing
from tests.rules.conformance.test_random_play import GAMES, dice

SEEDS = range(6)
PROBES = 15
"""Requests that are tried in each encounter."""
ENCOUNTER = "enc_00000000000000000000000001"
POLICIES = (
    BY_THE_SERVER,
    DicePolicy(choices="players"),
    DicePolicy(rolls="players"),
    DicePolicy(sources=(SourceRow(("manual",), combatant="ada"), SourceRow(("server",)))),
)
State = Any
"""Any: every game has states and commands of its own."""


def opened_with(game: Playing, state: State, seed: int, policy: DicePolicy) -> Transaction:
    """The encounter with that seed, as a transaction has it; nothing of this reaches a database."""
    seeds = [sha256(f"{name} {seed}".encode()).digest() for name in ("open", "hidden")]
    epoch = Epoch(1, seeds[0], seeds[1], "", 3, 5)
    shelf = game.shelf
    encounter = OpenedEncounter(
        game.ruleset,
        7,
        20,
        shelf.codecs.state.dump(state).decode(),
        game.ruleset,
        "1",
        shelf.tables_hash,
        "free",
        POLICY.dump(policy).decode(),
        None,
        None,
        epoch,
    )
    nowhere: Any = None  # a database, which is not asked for anything before the rows are stored
    at = datetime(2024, 5, 1, tzinfo=UTC)
    return Transaction("cmp_0", ENCOUNTER, encounter, shelf, state, at, nowhere, Draw(ENCOUNTER, epoch))


def outcome(wanted: ChangeRequest, action: Action, opened: Transaction) -> Outcome | str:
    """What came of it, or in which words it was refused so that nothing is stored."""
    try:
        with saying_nothing_unknown():
            return perform(wanted, action, opened)
    except (RulesError, Refused) as refusal:
        return f"{type(refusal).__name__} {refusal.code} {refusal} {refusal.params} {vars(refusal)}"


def judged(game: Playing, state: State, action: Action, policy: DicePolicy) -> None:
    """Whether the refusals of ``action`` rest on nothing but what stood before the dice."""
    wanted = ChangeRequest(player_of_all(state), ENCOUNTER)
    told: list[Outcome | str] = []
    for seed in SEEDS:
        opened = opened_with(game, state, seed, policy)
        found = outcome(wanted, action, opened)
        told.append(found)
        if isinstance(found, Outcome) and found.refused is not None:
            assert opened.draw.next_rolls != (3, 5)
            assert [row.kind for row in found.actions if row.kind == REFUSED] == [REFUSED]
            assert found.actions[-1].kind == REFUSED
            every = [answer for row in found.actions for answer in ANSWERS.load(row.answers)]
            thrown = [answer for _, answer in opened.draw.thrown]
            assert [one for one in every if isinstance(one, RollAnswer) and one.source == "server"] == thrown
    refusals = {found for found in told if isinstance(found, str)}
    assert len(refusals) <= 1, refusals
    assert not refusals or all(isinstance(found, str) for found in told), refusals


def player_of_all(state: State) -> Grant:
    """Somebody who plays everybody there is."""
    everybody = frozenset(one.id for one in state.combatants)
    return Grant("cmp_0", "tok_0", "player", controls=everybody)


def after(game: Playing, state: State, command: Any, thrown: Ask) -> tuple[State, tuple[Entry, ...]]:
    """The state after ``command`` where it is allowed, and what was rolled and chosen."""
    try:
        played = play(game.shelf.rules, state, command, thrown)
    except RulesError:
        return state, ()
    assert isinstance(played, Completed)
    return played.state, played.transcript


@pytest.mark.parametrize("game", GAMES, ids=[game.ruleset for game in GAMES])
@settings(
    max_examples=int(os.environ.get("ESTOC_TEST_PROBES", "10")),
    deadline=None,
    print_blob=True,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1), length=st.integers(2, 12))
def test_no_refusal_rests_on_a_die_that_is_still_to_be_used(
    game: Playing, data: st.DataObject, seed: int, length: int
) -> None:
    thrown = dice(seed)
    state = data.draw(game.encounters)
    for command in (*data.draw(game.entrances(state)), game.start):
        state, _ = after(game, state, command, thrown)
    for _ in range(length):
        state, _ = after(game, state, data.draw(game.commands(state)), thrown)
    for _ in range(PROBES):
        probe(game, state, data, thrown)


def likely(game: Playing, state: State) -> st.SearchStrategy[Any]:
    """What somebody can do now, so that the next command is allowed or not as its dice fall."""
    if not state.combatants:
        return game.commands(state)
    shelf = game.shelf

    def offered(actor: Any) -> st.SearchStrategy[Any]:
        offers = {
            kind: list(candidates) for kind, candidates in shelf.game.offers(shelf.tables, state, actor)
        }
        return st.sampled_from(sorted(offers.keys() & FOR_PLAYERS)).flatmap(
            lambda kind: possible(kind, offers[kind])
        )

    def possible(kind: str, candidates: list[Any]) -> st.SearchStrategy[Any]:
        found = [command for command, _ in consider(shelf.rules, state, kind, candidates, 3).possible]
        return st.sampled_from(found) if found else game.commands(state)

    return st.sampled_from(state.combatants).flatmap(offered)


def probe(game: Playing, state: State, data: st.DataObject, thrown: Ask) -> None:
    """Look for a request that is refused for what its dice came to."""
    commands: list[Any] = []
    purposes: set[str] = set()
    later = state
    for _ in range(data.draw(st.integers(2, 8))):
        command = data.draw(
            likely(game, later) if not commands else likely(game, later) | game.commands(later)
        )
        then, entries = after(game, later, command, thrown)
        is_rolled = any(isinstance(entry, RollEntry) for entry in entries)
        if command.type in FOR_PLAYERS and (commands or is_rolled):
            commands.append(command)
            purposes |= {entry.answer.purpose for entry in entries if isinstance(entry, ChoiceEntry)}
            later = then
    option = st.sampled_from(("bogus", "yes", "no", "bogus"))
    action = Action(
        tuple(
            CommandInput(game.shelf.codecs.command.document(command), f"/commands/{number}")
            for number, command in enumerate(commands)
        ),
        dice=data.draw(st.just(()) | st.just(()) | st.lists(st.integers(1, 20), max_size=3).map(tuple)),
        choices={purpose: data.draw(option) for purpose in sorted(purposes)},
        strict=data.draw(st.sampled_from((*([False] * 9), True))),
        privacy=data.draw(st.sampled_from(("public", "self", "gm", "blind"))),
        is_group=True,
    )
    if commands:
        judged(game, state, action, data.draw(st.sampled_from(POLICIES)))
