"""Faults made on purpose, which tests have to find: ``python -m tests.mutations`` makes them one by one.

Each is made in a copy of the tree, and the tests named are run there until the first one fails. Ends with 1
where a fault survives, or where its place in the code is no more: the list below is then out of date.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console

from app.values import value

ROOT = Path(__file__).parents[1]
COPIED = ("app", "tests", "benchmarks", "migrations", "seed_data", "docs", "examples")
RULES = ("tests/scenarios", "tests/rules")


@value
class Mutation:
    """In ``file`` the text ``old`` becomes ``new``; one of the ``tests`` has to fail."""

    file: str
    old: str
    new: str
    tests: tuple[str, ...] = RULES


HARP, D20 = "app/rules/harp", "app/rules/d20"
MUTATIONS = (
    # Hits and hit points
    Mutation(
        f"{HARP}/contract/effects.py",
        "yield HitsTaken(target.id, hits,",
        "yield HitsTaken(target.id, hits // 2,",
    ),
    Mutation(f"{HARP}/contract/effects.py", "target.hits - hits <= 0:", "target.hits - hits < 0:"),
    Mutation(
        f"{HARP}/contract/effects.py", "target.hits - hits <= -abs(limit)", "target.hits - hits < -abs(limit)"
    ),
    Mutation(f"{HARP}/table/state.py", "return self.hits <= 0 or", "return self.hits < 0 or"),
    Mutation(f"{HARP}/bonuses/offence.py", "2 * attacker.hits < attacker", "2 * attacker.hits <= attacker"),
    Mutation(
        f"{D20}/wounds/hit_points.py",
        "current_hp <= death_at(book, after):",
        "current_hp < death_at(book, after):",
    ),
    Mutation(f"{D20}/wounds/hit_points.py", "lethal >= massive_damage(", "lethal > massive_damage("),
    Mutation(f"{D20}/wounds/hit_points.py", "total <= PERCENT_TO_STABILISE", "total < PERCENT_TO_STABILISE"),
    Mutation(f"{D20}/table/state.py", "if self.current_hp > 0:", "if self.current_hp >= 0:"),
    Mutation(
        f"{D20}/table/state.py",
        "0 < combatant.nonlethal > combatant.current_hp",
        "0 < combatant.nonlethal >= combatant.current_hp",
    ),
    # Rolls against a limit
    Mutation(
        f"{HARP}/attack/attack.py",
        "throw.first <= self.armed.fumble_range",
        "throw.first < self.armed.fumble_range",
    ),
    Mutation(f"{HARP}/attack/attack.py", "if result < 1:", "if result < 0:"),
    Mutation(f"{HARP}/attack/critical.py", "bonus.total >= against.total", "bonus.total > against.total"),
    Mutation(
        f"{HARP}/attack/fumble.py", "toughness.total <= WEAPON_BREAKS", "toughness.total < WEAPON_BREAKS"
    ),
    Mutation(f"{HARP}/attack/missile.py", "if distance > reach.maximum:", "if distance >= reach.maximum:"),
    Mutation(f"{HARP}/attack/missile.py", "distance <= reach.point_blank", "distance < reach.point_blank"),
    Mutation(f"{HARP}/attack/parry.py", "elif points >= bonus:", "elif points > bonus:"),
    Mutation(
        f"{D20}/attack/attack.py", "is_in_range = throw.first >= self", "is_in_range = throw.first > self"
    ),
    Mutation(f"{D20}/attack/attack.py", "offence.total >= defence.total", "offence.total > defence.total"),
    Mutation(
        f"{D20}/attack/miss_chance.py",
        "outcome=lambda throw: throw.total > chance",
        "outcome=lambda throw: throw.total >= chance",
    ),
    Mutation(
        f"{D20}/attack/reach_checks.py",
        "increment > armed.most_increments",
        "increment >= armed.most_increments",
    ),
    Mutation(f"{D20}/wounds/saves.py", "bonus.total >= dc", "bonus.total > dc"),
    Mutation(f"{D20}/wounds/reduction.py", "if entry.enhancement >= bonus:", "if entry.enhancement > bonus:"),
    Mutation(
        f"{D20}/ground/heights.py",
        "return rise <= reach_of(book, body)",
        "return rise < reach_of(book, body)",
    ),
    Mutation(f"{D20}/ground/ways.py", "if squares > most:", "if squares >= most:"),
    # Odds
    Mutation(
        "app/rules/resolution/throws.py",
        "counted[endless] = counted.get(endless, 0) + cut",
        "counted[endless] = counted.get(endless, 0)",
    ),
    # Tables: one cell, within the order of its neighbours
    Mutation(
        "seed_data/harp-tdm/attack/bows.json",
        '{"from": 27, "to": 27, "cells": ["3", "2", "2",',
        '{"from": 27, "to": 27, "cells": ["3", "3", "2",',
        ("tests/rules/harp/test_printed_tables.py",),
    ),
    # Keys, secrets
    Mutation(
        "app/persistence/base/key_queries.py",
        "interval '7 days'",
        "interval '7 hours'",
        ("tests/api/test_once_only.py",),
    ),
    Mutation(
        "app/services/visibility/redaction.py",
        "    if secrets.are_in((moved, told)):",
        "    if not secrets:",
        (
            "tests/services/test_redaction.py",
            "tests/services/test_disclosing.py",
            "tests/api/test_nothing_is_told.py",
        ),
    ),
)


def survives(mutation: Mutation) -> str | None:
    """Why the mutation counts as a survivor, None where it was found."""
    with tempfile.TemporaryDirectory(prefix="estoc-mutant-") as folder:
        tree = Path(folder)
        for name in COPIED:
            shutil.copytree(
                ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules")
            )
        for name in ("pyproject.toml", "README.md", "CHANGELOG.md"):
            shutil.copy(ROOT / name, tree / name)
        place = tree / mutation.file
        text = place.read_text("utf-8") if place.exists() else ""
        changed = mutated(text, mutation)
        if changed is None:
            return "its place is no more"
        place.write_text(changed, "utf-8")
        command = (
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "-n",
            "2",
            "-p",
            "no:cacheprovider",
            *mutation.tests,
        )
        ran = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
        # With several processes the first failure interrupts pytest: what it names counts, not how it ends.
        return None if "FAILED " in ran.stdout else f"pytest ended with {ran.returncode}"


def mutated(text: str, mutation: Mutation) -> str | None:
    """The text with the fault, None where there is no single place for it."""
    return text.replace(mutation.old, mutation.new) if text.count(mutation.old) == 1 else None


def main() -> int:
    """Make each of them, or those whose file has one of the arguments in its name."""
    console = Console(highlight=False)
    chosen = [one for one in MUTATIONS if not sys.argv[1:] or any(word in one.file for word in sys.argv[1:])]
    survivors = 0
    for number, mutation in enumerate(chosen, 1):
        why = survives(mutation)
        survivors += why is not None
        told = "found" if why is None else f"SURVIVES ({why})"
        console.print(f"{number}/{len(chosen)} {told}: {mutation.file}: {mutation.old!r} → {mutation.new!r}")
    console.print(f"{len(chosen) - survivors} of {len(chosen)} found")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
