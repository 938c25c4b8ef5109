"""A scenario played by the pure rules: no server, no database."""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from pydantic import JsonValue

from app.narration.catalogue import FALLBACK
from app.narration.refusals import refusal
from app.rules.common.errors import FailedCheck, Illegal, Invalid, InvalidDocument, Problem, Scalar
from app.rules.resolution.given import Given, deciding_by_default, nobody
from app.rules.resolution.play import Completed, Suspended, play
from app.rules.resolution.requests import Roll, Single
from app.services.base.maps import read_map
from app.services.dice.seeded import fair_dice
from app.services.packs.loaded_pack import Shelf
from app.services.play.results import Place, render
from app.services.scenarios.document import Scenario, Step
from app.services.scenarios.stage import DiceAmiss, Outcome, Refused, Told
from app.services.scenarios.told import resolved
from app.services.visibility.views import combatant_view
from app.values import replace

NOWHERE = Place("enc_scenario", "act_scenario", 1, 1, datetime.fromtimestamp(0, UTC))
"""A scenario's actions are not stored and have no moment."""


class InProcess:
    """An encounter in memory. Any: every ruleset has a state of its own, which only the ruleset reads."""

    def __init__(self, scenario: Scenario, shelf: Shelf, locale: str = FALLBACK) -> None:
        """Set the encounter up, to be told in ``locale``.

        Raises InvalidDocument where the ruleset does not know or take something.
        """
        self._shelf = shelf
        self._locale = locale
        self._unanswered = deciding_by_default(nobody if scenario.seed is None else fair_dice(scenario.seed))
        environment: list[JsonValue] = list(scenario.environment)
        self._state: Any = shelf.beginning(
            {"ruleset": scenario.ruleset, "options": scenario.options, "environment": environment},
            None if scenario.map is None else read_map(scenario.map, "/map"),
        )
        problems = tuple(
            problem
            for index, entrant in enumerate(scenario.combatants)
            for problem in self._enter(entrant.command(), f"/combatants/{index}")
        )
        if problems:
            raise InvalidDocument(problems)

    @property
    def state(self) -> Any:
        """The encounter as it stands. Any: the state is the game's own."""
        return self._state

    def _enter(self, command: dict[str, JsonValue], at: str) -> Iterator[Problem]:
        try:
            entered = play(self._shelf.rules, self._state, self._shelf.codecs.command.read(command), nobody)
        except InvalidDocument as invalid:
            for problem in invalid.problems:
                yield replace(problem, pointer=at + problem.pointer)
        else:
            if isinstance(entered, Completed):
                self._state = entered.state

    def act(self, step: Step) -> Outcome:
        """Play the command from the state reached so far; only what resolves changes it."""
        given = Given(step.dice, step.choices, otherwise=self._unanswered)
        command = self._shelf.codecs.command.read(step.command)
        try:
            outcome = play(self._shelf.rules, self._state, command, given)
        except Illegal as illegal:
            rules = frozenset(rule for check in illegal.checks for rule in check.rules)
            squares = frozenset(square for check in illegal.checks for square in check.squares)
            return Refused(
                tuple(check.code for check in illegal.checks), self._why(*illegal.checks), rules, squares
            )
        except InvalidDocument as invalid:
            return Refused(tuple(problem.code for problem in invalid.problems), self._why(*invalid.problems))
        except Invalid as invalid:
            return Refused((invalid.code,), self._said(invalid.code, invalid.text, invalid.params))
        if isinstance(outcome, Suspended):
            return DiceAmiss(f"no die is given for {_asked(outcome.awaiting[0])}")
        if amiss := "; ".join(_left_over(given)):
            return DiceAmiss(amiss)
        rendered = render(
            self._shelf, replace(NOWHERE, locale=self._locale), command, self._state, outcome, {}
        )
        self._state = outcome.state
        return resolved({**json.loads(rendered.result), "events": json.loads(rendered.events)})

    def _why(self, *reasons: FailedCheck | Problem) -> str:
        return " ".join(self._said(one.code, one.text, dict(one.params)) for one in reasons)

    def _said(self, code: str, text: str, params: Mapping[str, Scalar]) -> str:
        return refusal(code, text, params, self._locale, self._shelf.tables.weapons)

    def combatants(self) -> Mapping[str, Told]:
        """Every combatant now in the encounter, by id."""
        return {one.id: combatant_view(one, self._state, self._shelf) for one in self._state.combatants}


def _asked(request: Single) -> str:
    dice = f" ({request.dice.notation})" if isinstance(request, Roll) else ""
    return f"«{request.purpose}»{dice}"


def _left_over(given: Given) -> Iterator[str]:
    if given.left_over:
        yield f"nothing asks for the dice {', '.join(map(str, given.left_over))}"
    for purpose in given.unused_choices:
        yield f"nobody is asked «{purpose}»"
