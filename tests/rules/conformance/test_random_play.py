"""What must hold of every encounter, whoever fights in it and however the dice fall.

A failure prints the encounter that shows it and, for `reproduce_failure`, how to play it again. Making it
smaller takes minutes, so that has to be asked for: Phase.shrink.
"""

from functools import reduce
from random import Random

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from app.cli.play import shipped_shelf
from app.persistence.codec import ANSWERS
from app.rules.common.errors import RulesError
from app.rules.harp.commands import Command, Start
from app.rules.harp.events import Event
from app.rules.harp.events_care import Healed
from app.rules.harp.state import Combatant, Encounter
from app.rules.resolution.answers import Answer, ChoiceAnswer, RollAnswer, fits
from app.rules.resolution.given import nobody
from app.rules.resolution.play import Ask, Completed, Suspended, play
from app.rules.resolution.requests import Choose, Single
from tests.rules.conformance.encounters import commands, encounters, entrances

SHELF = shipped_shelf("harp-tdm")
RULES, CODECS = SHELF.rules, SHELF.codecs
LONGEST_PREFIXES = 8
"""Of an action with many answers only the first prefixes are played."""


@settings(
    max_examples=60,
    deadline=None,
    print_blob=True,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1), in_rounds=st.booleans(), length=st.integers(5, 40))
def test_any_fight_keeps_to_the_contract(
    data: st.DataObject, seed: int, in_rounds: bool, length: int
) -> None:
    thrown = dice(seed)
    state = data.draw(encounters())
    opening: list[Command] = [*data.draw(entrances()), *([Start()] if in_rounds else [])]
    for command in opening:
        state = played(state, command, thrown)
    for _ in range(length):
        state = played(state, data.draw(commands(state)), thrown)
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


def played(state: Encounter, command: Command, thrown: Ask) -> Encounter:
    """The state after ``command``, itself where it is refused, with everything checked on the way."""
    assert CODECS.command.load(CODECS.command.dump(command)) == command
    before = CODECS.state.dump(state)
    try:
        outcome = play(RULES, state, command, thrown)
    except RulesError:
        assert CODECS.state.dump(state) == before
        return state
    assert isinstance(outcome, Completed)
    assert reduce(RULES.evolve, outcome.events, state) == outcome.state
    replays(state, command, outcome)
    comes_back(outcome)
    holds(state, outcome)
    return outcome.state


def replays(state: Encounter, command: Command, outcome: Completed[Encounter, Event]) -> None:
    """Recorded answers play to the same end, and each part of them waits for the very next one: for just what
    is asked for when nobody answers any more in the middle of live play.
    """
    assert play(RULES, state, command, nobody, outcome.answers) == outcome
    for count, missing in enumerate(outcome.answers[:LONGEST_PREFIXES]):
        known = outcome.answers[:count]
        waiting, live = play(RULES, state, command, nobody, known), play(RULES, state, command, only(known))
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


def comes_back(outcome: Completed[Encounter, Event]) -> None:
    """State, events and answers are the same again after JSON, and the state can be a key."""
    assert CODECS.state.load(CODECS.state.dump(outcome.state)) == outcome.state
    assert hash(CODECS.state.load(CODECS.state.dump(outcome.state))) == hash(outcome.state)
    assert ANSWERS.load(ANSWERS.dump(outcome.answers)) == outcome.answers
    for event in outcome.events:
        assert CODECS.event.load(CODECS.event.dump(event)) == event


def holds(before: Encounter, outcome: Completed[Encounter, Event]) -> None:
    """What is true of every combatant and of the order of turns."""
    after = outcome.state
    for combatant in after.combatants:
        sound(combatant)
    for event in outcome.events:
        if isinstance(event, Healed):
            healed = after.combatant(event.target)
            assert healed.hits <= max(healed.sheet.hits, before.combatant(event.target).hits)
    if after.round is not None:
        order = [place.combatant for place in after.round.order]
        assert len(order) == len(set(order))
        assert {*order} <= {combatant.id for combatant in after.combatants}
        assert after.round.current is None or after.round.current in order


def sound(combatant: Combatant) -> None:
    """Counters are never below 0, penalties never above it."""
    under, guard = combatant.conditions, combatant.guard
    counters = (under.stunned, under.must_parry, under.no_parry, under.lost_turns, combatant.bleeding)
    assert min(*counters, guard.shield_uses, combatant.dying_in or 0) >= 0
    assert combatant.penalty <= 0
    assert all(wound.bleed_per_round >= 0 and wound.penalty <= 0 for wound in combatant.wounds)
    assert all(harassment.penalty <= 0 for harassment in combatant.harassed)
    assert all(parry.points >= 0 for parry in guard.parries)
    assert combatant.busy is None or combatant.busy.rounds_left >= 1
    assert (combatant.wound_level == "mortal") or not combatant.is_struck_dead
