"""R5 in its small form; `make reliability` has the large one."""

from pathlib import Path

import pytest
import typer

from tests.infra.served import free_port, serving
from tests.reliability.cut_streams import Trial, try_streams


async def test_listeners_who_are_cut_off_hear_everything_once_and_in_order(
    furnished_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trial = Trial(events=1_000, cuts=100)
    with serving(furnished_folder, free_port(), ESTOC_WORKERS="2") as served:
        found = await try_streams(served, trial)
    assert found.events >= trial.events
    assert found.cuts >= trial.cuts
    assert found.returns
    with capsys.disabled():
        typer.echo(f"\n{found}")
