"""What would be published: its contents, its types, how it behaves by itself and over cut connections."""

import asyncio
import json
import shutil
import tarfile
from pathlib import Path

from tests.clients.typescript.installed import CLIENT, NODE, ROOT, TSC, run
from tests.docs.conftest import Demo
from tests.docs.samples import Running
from tests.docs.test_first_steps import lossy
from tests.docs.test_integrate import cable_to

HERE = Path(__file__).parent


def test_what_is_published_has_the_contracts_version_and_needs_nothing(package: Path) -> None:
    contract = json.loads((ROOT / "docs" / "openapi.json").read_text("utf-8"))["info"]["version"]
    with tarfile.open(package) as archive:
        names = {name.removeprefix("package/") for name in archive.getnames()}
        described = archive.extractfile("package/package.json")
        assert described is not None
        manifest = json.loads(described.read())
    assert package.name == f"estoc-client-{contract}.tgz"
    assert f"## [{contract}]" in (CLIENT / "CHANGELOG.md").read_text("utf-8")
    assert "dependencies" not in manifest
    assert {"README.md", "CHANGELOG.md", manifest["types"].removeprefix("./")} <= names
    assert {name.partition("/")[0] for name in names} == {"CHANGELOG.md", "README.md", "dist", "package.json"}


def test_the_core_is_small() -> None:
    lines = [line for path in (CLIENT / "src").glob("*.ts") for line in path.read_text("utf-8").splitlines()]
    assert len([line for line in lines if line.strip()]) <= 700


def test_a_sample_compiles_under_strict_types_and_mistakes_do_not(folder: Path) -> None:
    sample = shutil.copy(HERE / "sample.ts", folder)
    options = (
        "--strict",
        "--noEmit",
        "--target",
        "es2022",
        "--module",
        "nodenext",
        "--exactOptionalPropertyTypes",
    )
    run(NODE, TSC, *options, sample, cwd=folder)


def test_the_client_by_itself(folder: Path) -> None:
    script = shutil.copy(HERE / "by_itself.test.mjs", folder)
    assert "\n# fail 0\n" in run(NODE, "--test", "--test-reporter=tap", script, cwd=folder)


async def blows(runs: Running, many: int) -> list[str]:
    """The lines up to the event of so many blows."""
    return await runs.until(lambda lines: sum('"attack_' in line for line in lines) >= many)


async def test_a_blow_whose_answer_is_lost_falls_once_and_a_cut_stream_goes_on(
    folder: Path, server: str, token: str
) -> None:
    script = shutil.copy(HERE / "fight.mjs", folder)
    demo = Demo(server, token, "", "", "", folder)
    async with lossy(int(server.rpartition(":")[2])) as way, cable_to(demo) as cable:
        process = await asyncio.create_subprocess_exec(
            NODE, script, server, token, way,
            env={"CABLE": cable.url}, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        runs = Running(process)
        assert process.stdin is not None
        first = json.loads((await blows(runs, 1))[0])
        assert first["isReplayed"] is True, "the second attempt is answered with what the first has done"
        for number in (2, 3):
            cable.cut()
            process.stdin.write(b"\n")
            await blows(runs, number)
        process.stdin.close()
        await runs.until(lambda lines: lines[-1] == '"over"')
        assert await process.wait() == 0
    events = [json.loads(line) for line in runs.lines[1:-1]]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert sum(event["type"].startswith("attack_") for event in events) == 3
