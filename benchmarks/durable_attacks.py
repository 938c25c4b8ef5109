"""B8: durable attacks over HTTP, beside the same statements sent by pgbench."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import TypeAlias

from benchmarks import fights as fighting
from benchmarks import pgbench
from benchmarks.fights import ATTACK, PROOF, Fights
from benchmarks.http_load import Load, run_load
from benchmarks.service import Measured, NotMeasurable
from benchmarks.slices import Slice

SERVICE = "service"
SAME_STATEMENTS = "pgbench, the same statements"
WRITE_ALONE = "pgbench, the write alone"


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured; every subject has ``slices`` of ``seconds`` at each number of clients."""

    encounters: int = 500
    clients: tuple[int, ...] = (1, 8, 64)
    slices: int = 9
    seconds: float = 2.0

    @property
    def steps(self) -> int:
        """Slices altogether, with the one that each subject warms up in."""
        return len(self.clients) * (self.slices + 1) * 3


Measurements: TypeAlias = Mapping[int, Mapping[str, list[Slice]]]
"""Slices by number of clients and by subject."""
Subject: TypeAlias = Callable[[int], Slice]
"""Does one slice with that many clients."""


def measure(plan: Plan, service: Measured, stepped: Callable[[str], None]) -> Measurements:
    """Measure, telling ``stepped`` what each slice is about. Raises NotMeasurable and WrongAnswer."""
    fights = asyncio.run(fighting.prepare(service, plan.encounters))
    same, write_alone = _scripts(fights)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
        subjects: dict[str, Subject] = {
            SERVICE: partial(_attack, apart, fights, plan.seconds),
            SAME_STATEMENTS: partial(_pgbench, fights, same, plan.seconds),
            WRITE_ALONE: partial(_pgbench, fights, write_alone, plan.seconds),
        }
        return {clients: _alternate(plan, fights, subjects, clients, stepped) for clients in plan.clients}


def _scripts(fights: Fights) -> tuple[pgbench.Script, pgbench.Script]:
    """Both scripts, after seeing that they store what the service stores, to the byte."""
    written = asyncio.run(fighting.one_attack(fights))
    expected = asyncio.run(fighting.sizes(fights, fights.ours))
    scripts = [
        pgbench.script(form, fights, written) for form in (pgbench.AS_THE_SERVICE_DOES, pgbench.WRITE_ALONE)
    ]
    for each in scripts:
        asyncio.run(fighting.begin_again(fights))
        pgbench.run_once(fights, each)
        stored = asyncio.run(fighting.sizes(fights, fights.peers))
        if stored != expected:
            differing = {
                name: (stored[name], size) for name, size in expected.items() if stored[name] != size
            }
            raise NotMeasurable(f"pgbench does not store what the service does: {differing}")
    return scripts[0], scripts[1]


def _alternate(
    plan: Plan, fights: Fights, subjects: Mapping[str, Subject], clients: int, stepped: Callable[[str], None]
) -> dict[str, list[Slice]]:
    """One slice of each subject in turn, again and again; the first round only warms up."""
    taken: dict[str, list[Slice]] = {name: [] for name in subjects}
    for turn in range(plan.slices + 1):
        for name, subject in subjects.items():
            asyncio.run(fighting.begin_again(fights))
            measured = subject(clients)
            if turn > 0:
                taken[name].append(measured)
            stepped(f"{clients} clients: {name}")
    return taken


def _attack(apart: ProcessPoolExecutor, fights: Fights, seconds: float, clients: int) -> Slice:
    load = Load(fights.service.port, fights.ours.token, fights.encounters, ATTACK, PROOF, clients, seconds)
    return apart.submit(run_load, load).result()


def _pgbench(fights: Fights, script: pgbench.Script, seconds: float, clients: int) -> Slice:
    return pgbench.run_slice(fights, script, clients, seconds)
