"""A scenario played by the pure rules: no server, no database."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from pydantic import JsonValue

from app.persistence.codec import codecs_of
from app.rules.common.errors import Illegal, Invalid, InvalidDocument, Problem
from app.rules.common.modifiers import Suppressed, Tally
from app.rules.resolution.answers import Answer, ChoiceAnswer
from app.rules.resolution.given import Given, nobody
from app.rules.resolution.play import Ask, ChoiceEntry, Completed, Entry, RollEntry, Suspended, play
from app.rules.resolution.requests import Choose, Roll, Single
from app.rules.resolution.steps import Ruleset
from app.services.scenarios.document import Scenario, Step
from app.services.scenarios.fair import fair_dice
from app.services.scenarios.stage import DiceAmiss, Outcome, Refused, Resolved, Told, first_facts


class InProcess:
    """An encounter in memory. Any: every ruleset has a state of its own, which only the ruleset reads."""

    def __init__(self, scenario: Scenario, rules: Ruleset[Any, Any, Any]) -> None:
        """Set the encounter up. Raises InvalidDocument where the ruleset does not know or take something."""
        self._game = scenario.game
        self._rules = rules
        self._codecs = codecs_of(scenario.game)
        self._otherwise: Ask = nobody if scenario.seed is None else fair_dice(scenario.seed)
        environment: list[JsonValue] = list(scenario.environment)
        self._state: Any = self._codecs.state.read(
            {"ruleset": scenario.ruleset, "options": scenario.options, "environment": environment}
        )
        problems = tuple(
            problem
            for index, entrant in enumerate(scenario.combatants)
            for problem in self._enter(entrant.command(), f"/combatants/{index}")
        )
        if problems:
            raise InvalidDocument(problems)

    def _enter(self, command: dict[str, JsonValue], at: str) -> Iterator[Problem]:
        try:
            entered = play(self._rules, self._state, self._codecs.command.read(command), nobody)
        except InvalidDocument as invalid:
            for problem in invalid.problems:
                yield Problem(at + problem.pointer, problem.code, problem.message)
        else:
            if isinstance(entered, Completed):
                self._state = entered.state

    def act(self, step: Step) -> Outcome:
        """Play the command from the state reached so far; only what resolves changes it."""
        given = Given(step.dice, step.choices, otherwise=self._default_or_fair)
        try:
            outcome = play(self._rules, self._state, self._codecs.command.read(step.do), given)
        except Illegal as illegal:
            codes = tuple(check.code for check in illegal.checks)
            rules = frozenset(check.rule_id for check in illegal.checks)
            return Refused(codes, illegal.message, rules)
        except Invalid as invalid:
            return Refused(_codes(invalid), invalid.message)
        if isinstance(outcome, Suspended):
            return DiceAmiss(f"no die is given for {_asked(outcome.awaiting[0])}")
        amiss = tuple(_left_over(given))
        if amiss:
            return DiceAmiss("; ".join(amiss))
        self._state = outcome.state
        return _resolved(outcome)

    def combatants(self) -> Mapping[str, Told]:
        """Every combatant now in the encounter, by id."""
        return {combatant.id: asdict(self._game.view(combatant)) for combatant in self._state.combatants}

    def _default_or_fair(self, request: Single) -> Answer | None:
        if isinstance(request, Choose):
            return ChoiceAnswer(request.purpose, request.chooser, request.default, "server")
        return self._otherwise(request)


def _codes(invalid: Invalid) -> tuple[str, ...]:
    if isinstance(invalid, InvalidDocument):
        return tuple(problem.code for problem in invalid.problems)
    return (invalid.code,)


def _asked(request: Single) -> str:
    dice = f" ({request.dice.notation})" if isinstance(request, Roll) else ""
    return f"«{request.purpose}»{dice}"


def _left_over(given: Given) -> Iterator[str]:
    if given.left_over:
        yield f"nothing asks for the dice {', '.join(map(str, given.left_over))}"
    for purpose in given.unused_choices:
        yield f"nobody is asked «{purpose}»"


def _resolved(outcome: Completed[Any, Any]) -> Resolved:
    rolls = tuple(_roll(entry) for entry in outcome.transcript if isinstance(entry, RollEntry))
    choices = tuple(_choice(entry) for entry in outcome.transcript if isinstance(entry, ChoiceEntry))
    return Resolved(
        facts=first_facts(rolls),
        rules=frozenset(_traced(outcome.transcript)),
        events=tuple(asdict(event) for event in outcome.events),
        rolls=rolls,
        choices=choices,
    )


def _roll(entry: RollEntry) -> Told:
    told: dict[str, object] = {
        "purpose": entry.answer.purpose,
        "who": entry.answer.who,
        "dice": entry.dice.notation,
        "faces": entry.answer.faces,
        "total": entry.total,
        "modifiers": _by_label(entry.modifiers),
        "suppressed": {part.modifier.label: part.by for part in _suppressed(entry)},
        "facts": dict(entry.facts),
    }
    return told if entry.against is None else {**told, "against": _by_label(entry.against)}


def _choice(entry: ChoiceEntry) -> Told:
    answer = entry.answer
    return {"purpose": answer.purpose, "who": answer.who, "choice": answer.choice, "options": entry.options}


def _by_label(tally: Tally) -> dict[str, int]:
    """The parts by name; two of one name (two wounds) count together."""
    parts: dict[str, int] = {}
    for part in tally.applied:
        parts[part.label] = parts.get(part.label, 0) + part.value
    return parts


def _tallies(entry: RollEntry) -> tuple[Tally, ...]:
    return (entry.modifiers,) if entry.against is None else (entry.modifiers, entry.against)


def _suppressed(entry: RollEntry) -> Iterator[Suppressed]:
    for tally in _tallies(entry):
        yield from tally.suppressed


def _traced(transcript: Iterable[Entry]) -> Iterator[str]:
    """Every rule id that the transcript names, those of modifiers that did not count included."""
    for entry in transcript:
        yield from entry.rules
        if isinstance(entry, RollEntry):
            for tally in _tallies(entry):
                yield from (part.rule_id for part in tally.applied)
                yield from (part.modifier.rule_id for part in tally.suppressed)
