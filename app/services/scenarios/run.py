"""Playing a scenario from its first step to its last, and telling where it came out otherwise."""

from collections.abc import Iterator
from typing import assert_never

from pydantic import JsonValue

from app.services.scenarios.differences import Difference, differences, missing_in_order
from app.services.scenarios.document import Pieces, Scenario, Step
from app.services.scenarios.stage import DiceAmiss, Outcome, Refused, Resolved, Stage
from app.values import value


@value
class StepReport:
    """One step as it went; ``did`` is the command in words."""

    did: str
    step: Step
    outcome: Outcome
    differences: tuple[Difference, ...]


@value
class ScenarioReport:
    """A scenario as it went; ``unplayed`` counts the steps after one that could not be carried out."""

    title: str
    steps: tuple[StepReport, ...]
    unplayed: int
    at_the_end: tuple[Difference, ...]

    @property
    def holds(self) -> bool:
        """Whether everything came out as written."""
        return not self.at_the_end and not any(step.differences for step in self.steps)


def play_scenario(scenario: Scenario, stage: Stage) -> ScenarioReport:
    """Play every step; one that cannot be carried out ends the scenario, since the rest builds on it."""
    reports: list[StepReport] = []
    for index, step in enumerate(scenario.play):
        outcome = stage.act(step)
        found = tuple(_of_step(step, outcome, stage, f"/play/{index}"))
        reports.append(StepReport(_in_words(step.do), step, outcome, found))
        if found and not isinstance(outcome, Resolved):
            return ScenarioReport(scenario.title, tuple(reports), len(scenario.play) - len(reports), ())
    end = tuple(_of_combatants(scenario.expect.combatants, stage, "/expect/combatants"))
    return ScenarioReport(scenario.title, tuple(reports), 0, end)


def _of_step(step: Step, outcome: Outcome, stage: Stage, at: str) -> Iterator[Difference]:
    expected = step.expect
    match outcome:
        case DiceAmiss(message):
            yield Difference(f"{at}/dice", message)
            return
        case Refused(codes, message) if expected.refused is None:
            yield Difference(f"{at}/do", f"refused with {', '.join(codes)}: {message}")
            return
        case Refused(codes, squares=squares):
            if expected.squares is not None and frozenset(expected.squares) != squares:
                found = ", ".join(f"[{x}, {y}]" for x, y in sorted(squares)) or "none"
                yield Difference(f"{at}/expect/squares", f"other squares are to blame: {found}")
            if expected.refused not in codes:
                yield Difference(
                    f"{at}/expect/refused",
                    f"expected {expected.refused}, but the reasons are {', '.join(codes)}",
                )
        case Resolved():
            yield from _of_resolved(step, outcome, at)
        case _:
            assert_never(outcome)
    for index, rule in enumerate(expected.rules):
        if rule not in outcome.rules:
            traced = ", ".join(sorted(outcome.rules)) or "no rule"
            yield Difference(
                f"{at}/expect/rules/{index}", f"{rule} is not in the trace, which names {traced}"
            )
    yield from _of_combatants(expected.combatants or {}, stage, f"{at}/expect/combatants")


def _of_resolved(step: Step, outcome: Resolved, at: str) -> Iterator[Difference]:
    expected = step.expect
    if expected.refused is not None:
        yield Difference(f"{at}/expect/refused", f"expected {expected.refused}, but it was carried out")
    yield from differences(expected.result or {}, outcome.facts, f"{at}/expect/result")
    if expected.events is not None:
        yield from missing_in_order(expected.events, outcome.events, f"{at}/expect/events")
    if expected.rolls is not None:
        yield from missing_in_order(expected.rolls, outcome.rolls, f"{at}/expect/rolls")


def _of_combatants(expected: dict[str, Pieces | None], stage: Stage, at: str) -> Iterator[Difference]:
    if expected:
        yield from differences(dict(expected), stage.combatants(), at)


def _in_words(do: Pieces) -> str:
    """``dafur: attack orc axe (flank)``."""
    named = [str(value) for name, value in do.items() if name not in ("actor", "type") and _is_word(value)]
    situation = do.get("situation")
    stated = (
        ", ".join(_stated(name, value) for name, value in situation.items())
        if isinstance(situation, dict)
        else ""
    )
    words = " ".join([str(do.get("type")), *named, *([f"({stated})"] if stated else [])])
    return f"{do['actor']}: {words}" if "actor" in do else words


def _is_word(value: JsonValue) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _stated(name: str, value: JsonValue) -> str:
    return (
        name.replace("_", " ")
        if value is True or not _is_word(value)
        else f"{name.replace('_', ' ')} {value}"
    )
