"""What must hold of every encounter of every ruleset, whoever fights in it and however the dice fall.

A failure prints the encounter that shows it and, for `reproduce_failure`, how to play it again. Making it
smaller takes minutes, so that has to be asked for: Phase.shrink.
"""

import json
import re
from dataclasses import replace
from functools import reduce
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from app.api.http.problem_pages import PAGES
from app.narration.catalogue import CATALOGUES
from app.persistence.base.codec import ANSWERS
from app.rules.common.errors import FailedCheck, Illegal, Invalid, InvalidDocument, RulesError
from app.rules.d20.ahead import candidates as d20_candidates
from app.rules.harp.ahead import candidates as harp_candidates
from app.rules.registry import RULESETS
from app.rules.resolution.answers import Answer, ChoiceAnswer, RollAnswer, fits
from app.rules.resolution.candidates import consider
from app.rules.resolution.given import nobody
from app.rules.resolution.play import Ask, Completed, Suspended, play
from app.rules.resolution.requests import Choose, Single
from app.services.play.results import render
from app.services.scenarios.in_process import NOWHERE
from app.services.visibility.event_fields import BOOKKEEPING
from tests.rules.conformance.d20 import DND35, PF1
from tests.rules.conformance.harp import HARP
from tests.rules.conformance.playing import OF_THE_PAGES, Playing

GAMES = (HARP, DND35, PF1)
LONGEST_PREFIXES = 8
"""Of an action with many answers only the first prefixes are played."""
REASON = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*")
State = Any
"""Any: every game has states and commands of its own."""


def test_every_ruleset_is_played() -> None:
    assert {game.ruleset for game in GAMES} == set(RULESETS)


@pytest.mark.parametrize("game", GAMES, ids=[game.ruleset for game in GAMES])
@settings(
    max_examples=40,
    deadline=None,
    print_blob=True,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1), in_rounds=st.booleans(), length=st.integers(5, 40))
def test_any_fight_keeps_to_the_contract(
    game: Playing, data: st.DataObject, seed: int, in_rounds: bool, length: int
) -> None:
    keeps_to_the_contract(game, data, seed, in_rounds, length)


def keeps_to_the_contract(
    game: Playing, data: st.DataObject, seed: int, in_rounds: bool, length: int
) -> None:
    """A fight of ``length`` commands drawn at random, each of which is checked in every way."""
    thrown = dice(seed)
    state = data.draw(game.encounters)
    opening = [*data.draw(game.entrances(state)), *([game.start] if in_rounds else [])]
    for command in opening:
        state = played(game, state, command, thrown)
    for _ in range(length):
        state = played(game, state, data.draw(game.commands(state)), thrown)
        judged(game, state, thrown)
        if state.has_ended:
            break


def dice(seed: int) -> Ask:
    """Any face, any option; extremes oftener than fair dice show them."""
    chance = Random(seed)

    def answer(request: Single) -> Answer:
        if isinstance(request, Choose):
            return ChoiceAnswer(request.purpose, request.chooser, chance.choice(request.options), "server")
        faces: tuple[int, ...] = ()
        while (sides := request.dice.next_die(faces)) is not None:
            extreme = chance.choice((1, 2, sides - 1, sides))
            faces = (*faces, extreme if chance.random() < 0.3 else chance.randint(1, sides))
        return RollAnswer(request.purpose, request.roller, faces, "server")

    return answer


def played(game: Playing, state: State, command: Any, thrown: Ask) -> State:
    """The state after ``command``, itself where it is refused, with everything checked on the way."""
    codecs, rules = game.shelf.codecs, game.shelf.rules
    assert codecs.command.load(codecs.command.dump(command)) == command
    before = codecs.state.dump(state)
    try:
        outcome = play(rules, state, command, thrown)
    except RulesError as refusal:
        assert codecs.state.dump(state) == before
        explained(refusal, game.known_rules)
        return state
    assert isinstance(outcome, Completed)
    assert reduce(rules.evolve, outcome.events, state) == outcome.state
    replays(game, state, command, outcome)
    comes_back(game, outcome)
    told(game, state, command, outcome)
    game.holds(state, outcome)
    return outcome.state


def explained(refusal: RulesError, known_rules: frozenset[str] = OF_THE_PAGES) -> None:
    """A refusal has reasons, each with words, a page to look it up, and the statement of a rule."""
    match refusal:
        case Illegal():
            assert refusal.checks
            for check in refusal.checks:
                assert REASON.fullmatch(check.code), check
                assert check.message, check
                assert check.code.lower() in PAGES, check
                assert check.rule_id in known_rules, check
        case InvalidDocument():
            assert refusal.problems
            for problem in refusal.problems:
                assert problem.message, problem
                assert problem.code in PAGES, problem
        case Invalid():
            assert refusal.message
            assert refusal.code in PAGES, refusal.code
        case _:
            raise refusal


def replays(game: Playing, state: State, command: Any, outcome: Completed[Any, Any]) -> None:
    """Recorded answers play to the same end, and each part of them waits for the very next one: for just what
    is asked for when nobody answers any more in the middle of live play.
    """
    rules = game.shelf.rules
    assert play(rules, state, command, nobody, outcome.answers) == outcome
    for count, missing in enumerate(outcome.answers[:LONGEST_PREFIXES]):
        known = outcome.answers[:count]
        waiting, live = play(rules, state, command, nobody, known), play(rules, state, command, only(known))
        assert isinstance(waiting, Suspended)
        assert isinstance(live, Suspended)
        assert waiting.answers == live.answers == known
        assert tuple(map(asked, waiting.awaiting)) == tuple(map(asked, live.awaiting))
        assert (waiting.steps, waiting.entries) == (live.steps, live.entries)
        assert any(fits(request, missing) for request in waiting.awaiting)


def only(known: tuple[Answer, ...]) -> Ask:
    """Somebody who answers as often as there are ``known`` answers, and then no more."""
    left = list(known)

    def answer(request: Single) -> Answer | None:
        return left.pop(0) if left and fits(request, left[0]) else None

    return answer


def asked(request: Single) -> object:
    """All that is told of a request to whoever has to answer it; what the rule makes of it is no data."""
    if isinstance(request, Choose):
        return request
    return (
        request.purpose,
        request.roller,
        request.dice,
        request.modifiers,
        request.against,
        request.rules,
    )


def comes_back(game: Playing, outcome: Completed[Any, Any]) -> None:
    """State, events and answers are the same again after JSON, and the state can be a key."""
    codecs = game.shelf.codecs
    assert codecs.state.load(codecs.state.dump(outcome.state)) == outcome.state
    assert hash(codecs.state.load(codecs.state.dump(outcome.state))) == hash(outcome.state)
    assert ANSWERS.load(ANSWERS.dump(outcome.answers)) == outcome.answers
    for event in outcome.events:
        assert codecs.event.load(codecs.event.dump(event)) == event


def told(game: Playing, state: State, command: Any, outcome: Completed[Any, Any]) -> None:
    """The answer can be written: words for every event and total, and statements that the pages have."""
    answer = json.loads(render(game.shelf, NOWHERE, command, state, outcome, {}).result)
    told_of = [event for event in outcome.events if event.type not in BOOKKEEPING] or outcome.events
    assert len(answer["narration"]["lines"]) == max(1, len(told_of))
    assert set(answer["rules"]) <= game.known_rules
    for part in answer["breakdown"]:
        assert part["rule_id"] in game.known_rules, part
        assert part["of"] in CATALOGUES["en"], part


def judged(game: Playing, state: State, thrown: Ask) -> None:
    """What is allowed is carried out, what is not is refused with reasons; ``state`` is left as it is."""
    for command, is_allowed in game.verdicts(state):
        refusal = refused(game, state, command, thrown)
        assert (refusal is None) == is_allowed, (command, refusal)
        if refusal is not None:
            explained(refusal, game.known_rules)


def refused(game: Playing, state: State, command: Any, thrown: Ask) -> Illegal | None:
    """Why ``command`` is not allowed now, None if it is."""
    try:
        outcome = play(game.shelf.rules, state, command, thrown)
    except Illegal as refusal:
        return refusal
    assert isinstance(outcome, Completed)
    return None


MOST_LISTED = 4
"""Actions of each type that are listed and tried."""


@pytest.mark.parametrize("game", GAMES, ids=[game.ruleset for game in GAMES])
@settings(
    max_examples=8,
    deadline=None,
    print_blob=True,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1), in_rounds=st.booleans(), length=st.integers(0, 12))
def test_every_action_that_is_listed_is_accepted(
    game: Playing, data: st.DataObject, seed: int, in_rounds: bool, length: int
) -> None:
    thrown = dice(seed)
    state = data.draw(game.encounters)
    for command in [*data.draw(game.entrances(state)), *([game.start] if in_rounds else [])]:
        state = played(game, state, command, thrown)
    for _ in range(length):
        state = played(game, state, data.draw(game.commands(state)), thrown)
    for actor in state.combatants:
        can = listed(game, state, actor, thrown)
        for command, is_allowed in game.verdicts(state):
            if getattr(command, "actor", None) == actor.id and is_allowed:
                assert command.type in can, command


def listed(game: Playing, state: State, actor: Any, thrown: Ask) -> set[str]:
    """The types of what is listed for ``actor``, all of which is done once; with reasons for the rest."""
    shelf, can = game.shelf, set[str]()
    for type_, candidates in shelf.game.offers(shelf.tables, state, actor):
        found = consider(shelf.rules, state, type_, candidates, MOST_LISTED)
        assert len(found.possible) <= MOST_LISTED
        for command, _ in found.possible:
            can.add(command.type)
            body = shelf.codecs.command.document(command)
            assert shelf.codecs.command.read(body) == command
            assert isinstance(play(shelf.rules, state, command, thrown), Completed), command
        if found.checks:
            assert not found.possible
            explained(Illegal(found.checks), game.known_rules)
        if found.unclear is not None:
            assert not found.possible
            explained(found.unclear, game.known_rules)
    return can


@pytest.mark.parametrize("game", GAMES, ids=[game.ruleset for game in GAMES])
def test_every_command_of_somebody_is_offered(game: Playing) -> None:
    """A new command takes part by having fields that are known, or forms of its own."""
    kinds = {HARP.ruleset: harp_candidates}.get(game.ruleset, d20_candidates)
    for kind in kinds.OFFERED:
        assert kinds.can_make(kind), f"How is a {kind.__name__} put together? Add it to `FORMS`."


def test_the_contract_notices_what_breaks_it() -> None:
    """A refusal without reasons, a code that no page tells of, a wrong verdict, a replay to another end."""
    with pytest.raises(AssertionError):
        explained(Illegal(()))
    with pytest.raises(AssertionError):
        explained(Illegal((FailedCheck("NEVER_HEARD_OF", "No.", "D20-INI-1"),)))
    state = HARP.shelf.beginning({})
    with pytest.raises(AssertionError):
        judged(replace(HARP, verdicts=lambda _state: iter([(HARP.start, False)])), state, dice(1))
    outcome = play(HARP.shelf.rules, state, HARP.start, nobody)
    assert isinstance(outcome, Completed)
    with pytest.raises(AssertionError):
        replays(HARP, state, HARP.start, replace(outcome, steps=()))
