"""Few scenarios that show everything: ``python -m tests.scenarios.cover [--anew]`` writes their lists.

`make test` plays these through the API, and `make reliability` plays all. Whatever some scenario shows of a
game (each command, event, refusal and choice; each thing that people are asked for), one in the list shows.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.cli.play import open_stage
from app.services.scenarios.run import StepReport, play_scenario
from app.services.scenarios.stage import Refused, Resolved
from tests.scenarios.files import SCENARIOS, Case

HERE = Path(__file__).parent
LISTS = {"shows": HERE / "over-http.txt", "asks": HERE / "by-people.txt"}
"""The file of each list; a line is ``game/scenario``."""


def listed(kind: str) -> frozenset[str]:
    """The scenarios of a list."""
    return frozenset(LISTS[kind].read_text("utf-8").split())


SET_UP = 4
"""What an encounter costs before its first step, in steps."""


@dataclass(frozen=True, slots=True)
class Part:
    """What a scenario adds to a list, and its steps, which are what it costs."""

    adds: frozenset[str]
    steps: int = 1


def found_by(cases: Iterable[Case]) -> dict[str, dict[str, Part]]:
    """For each list, what each scenario adds to it."""
    found: dict[str, dict[str, Part]] = {kind: {} for kind in LISTS}
    for case in cases:
        file = case.read()
        steps = play_scenario(file.scenario, open_stage(file)).steps
        game, name = case.ruleset, case.name
        for kind, of_step in (("shows", _shown), ("asks", _asked)):
            adds = frozenset(f"{game}: {what}" for step in steps for what in of_step(step))
            found[kind][name] = Part(adds, len(steps))
    return found


def all_of(parts: Iterable[Part]) -> frozenset[str]:
    """What they add together."""
    return frozenset[str]().union(*(part.adds for part in parts))


def _shown(step: StepReport) -> Iterator[str]:
    yield f"command {step.step.do['type']}"
    match step.outcome:
        case Resolved() as resolved:
            yield from (f"event {event['type']}" for event in resolved.events)
            yield from (f"choice {choice['purpose']}" for choice in resolved.choices)
        case Refused() as refused:
            yield from (f"refusal {code}" for code in refused.codes)
        case _:
            pass


def _asked(step: StepReport) -> Iterator[str]:
    if isinstance(step.outcome, Resolved):
        yield from (f"roll {roll['purpose']}" for roll in step.outcome.rolls)
        yield from (f"choice {choice['purpose']}" for choice in step.outcome.choices)


def cover(parts: Mapping[str, Part], begin: Iterable[str] = ()) -> list[str]:
    """The names of few and short scenarios, ``begin`` among them, that add whatever any adds."""
    chosen = {name for name in begin if name in parts}
    missing = all_of(parts.values()) - all_of(parts[name] for name in chosen)
    while missing:
        best = max(
            sorted(parts), key=lambda name: len(parts[name].adds & missing) / (SET_UP + parts[name].steps)
        )
        chosen.add(best)
        missing -= parts[best].adds
    return sorted(chosen)


def main() -> None:
    anew = "--anew" in sys.argv
    found = found_by(SCENARIOS)
    for kind, path in LISTS.items():
        names = cover(found[kind], () if anew or not path.exists() else listed(kind))
        path.write_text("".join(f"{name}\n" for name in names), "utf-8")
        sys.stdout.write(f"{path.name}: {len(names)} of {len(found[kind])} scenarios\n")


if __name__ == "__main__":
    main()
