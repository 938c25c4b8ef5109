"""A played scenario as JSON: what was done, thrown and chosen, what came of it, what differs."""

from app.services.scenarios.differences import Difference
from app.services.scenarios.run import ScenarioReport, StepReport
from app.services.scenarios.stage import DiceAmiss, Outcome, Refused, Resolved


def transcript(report: ScenarioReport) -> dict[str, object]:
    """The whole of ``report``; tuples stand for JSON's lists."""
    return {
        "title": report.title,
        "holds": report.holds,
        "steps": [_step(step) for step in report.steps],
        "unplayed": report.unplayed,
        "differences": _differences(report.at_the_end),
    }


def _step(report: StepReport) -> dict[str, object]:
    return {
        "do": report.step.do,
        "dice": report.step.dice,
        "choose": {
            purpose: options[0] if len(options) == 1 else options
            for purpose, options in report.step.choices.items()
        },
        **_outcome(report.outcome),
        "differences": _differences(report.differences),
    }


def _outcome(outcome: Outcome) -> dict[str, object]:
    match outcome:
        case Resolved(facts, rules, events, rolls, choices, narration):
            return {
                "status": "resolved",
                "result": facts,
                "rules": sorted(rules),
                "events": events,
                "rolls": rolls,
                "choices": choices,
                "narration": narration,
            }
        case Refused(codes, message, squares=squares):
            return {"status": "refused", "codes": codes, "message": message, "squares": sorted(squares)}
        case DiceAmiss(message):
            return {"status": "dice_amiss", "message": message}


def _differences(found: tuple[Difference, ...]) -> list[dict[str, str]]:
    return [{"pointer": difference.pointer, "message": difference.message} for difference in found]
