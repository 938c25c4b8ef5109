"""The peer: pgbench, which sends the statements of one attack with the same values, and nothing else."""

import re
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.persistence.base.statements import PARAMETER
from app.persistence.play.action_queries import LOG_AND_KEEP, OPEN_WITH_KEY
from app.services.base.idempotency import SHARED_BY_GMS
from benchmarks.fights import Fights
from benchmarks.service import NotMeasurable
from benchmarks.slices import Slice

SERVER_OPTIONS = "-c jit=off -c timezone=UTC"
"""As the service sets them on its own connections."""

ENCOUNTER = "('enc_' || lpad(:n::text, 26, '0'))"
ROUTE = f"('/v1/encounters/' || {ENCOUNTER} || '/actions')"
KEY = "lpad(:unique::text, 32, '0')"
SCOPE = {
    "scope.campaign_id": ":campaign",
    "scope.token_id": f"'{SHARED_BY_GMS}'",
    "scope.route": ROUTE,
    "scope.key": KEY,
    "scope.lock": ":unique::bigint",
}

DRAW = r"""
\set n 1 + :client_id + :clients * random(0, :encounters / :clients - 1)
\set unique random(1, 9000000000000000000)
"""
AS_THE_SERVICE_DOES = DRAW + "BEGIN;\n{open} \\gset was_\n{write};\nCOMMIT;\n"
WRITE_ALONE = (
    DRAW
    + "\\set was_version random(1, 1000000000000000)\n\\set was_last_event 0\n"
    + "\\set was_dice_open 0\n\\set was_dice_hidden 0\n{write};\n"
)
"""As if every state were in memory: the least that a durable attack could cost the database."""


@dataclass(frozen=True, slots=True)
class Script:
    """One transaction, and the values that stay the same in all of them."""

    text: str
    values: Mapping[str, str]


def script(form: str, fights: Fights, written: Mapping[str, Any]) -> Script:
    """``form`` with the service's statements and the values that one attack of the service wrote.

    Any: SQL values.
    """
    first, last = written["encounter_action.first_event"], written["encounter_action.last_event"]
    open_values = SCOPE | {"encounter_id": ENCOUNTER}
    write_values = SCOPE | {
        "origin.campaign_id": ":campaign",
        "origin.encounter_id": ENCOUNTER,
        "origin.token_id": ":token",
        "origin.idempotency_key": KEY,
        "origin.created_at": ":created_at",
        "action.seq": "(:was_version::bigint + 1)",
        "action.id": "('act_' || lpad(:unique::text, 26, '0'))",
        "action.first_event": "(:was_last_event::bigint + 1)",
        "action.last_event": f"(:was_last_event::bigint + {last - first + 1})",
        "action.reverts": "NULL",
        "action.privacy": "'public'",
        "standing.pending": "NULL",
        "standing.pending_expires_at": "NULL",
        "dice_open": ":was_dice_open",
        "dice_hidden": ":was_dice_hidden",
        "reply.status": ":reply_status",
        "reply.body": "NULL",
    }
    text = form.format(open=_with(open_values, OPEN_WITH_KEY), write=_with(write_values, LOG_AND_KEEP))
    columns = ("kind", "actor", "command", "answers", "events", "result", "state_after", "engine_version")
    values = {name: written[f"encounter_action.{name}"] for name in (*columns, "tables_hash")} | {
        "campaign": fights.peers.id,
        "token": fights.peers.token_id,
        "encounters": str(len(fights.encounters)),
        "created_at": written["encounter_action.created_at"].isoformat(),
        "status": written["encounter.status"],
        "fingerprint": f"\\x{written['idempotency_key.fingerprint'].hex()}",
        "reply_status": str(written["idempotency_key.status"]),
        "headers": written["idempotency_key.headers"],
    }
    return Script(text, values)


def run_once(fights: Fights, wanted: Script) -> None:
    """One transaction on the first encounter."""
    _run(fights, Script(wanted.text, {**wanted.values, "encounters": "1"}), 1, ["-t", "1"])


def run_slice(fights: Fights, wanted: Script, clients: int, seconds: float) -> Slice:
    """Slices shorter than pgbench's shortest are a few transactions for each client."""
    length = ["-T", str(round(seconds))] if seconds >= 1 else ["-t", "10"]
    with tempfile.TemporaryDirectory(prefix="estoc-bench-") as folder:
        logs = ["-l", "--log-prefix", f"{folder}/times"] if clients == 1 else []
        said = _run(fights, wanted, clients, ["-j", str(min(clients, 2)), *length, *logs])
        lines = [line for log in Path(folder).iterdir() for line in log.read_text().splitlines()]
    found = re.search(r"^tps = ([\d.]+) ", said, re.MULTILINE)
    if found is None:
        raise NotMeasurable(f"pgbench gave no rate: {said}")
    return Slice(float(found[1]), tuple(int(line.split()[2]) / 1e6 for line in lines))


def _run(fights: Fights, wanted: Script, clients: int, options: list[str]) -> str:
    """What pgbench said."""
    values = {**wanted.values, "clients": str(clients)}
    with tempfile.NamedTemporaryFile("w", prefix="estoc-bench-", suffix=".sql") as file:
        file.write(wanted.text)
        file.flush()
        ended = subprocess.run(
            [
                fights.service.pgbench,
                "--no-vacuum",
                "--protocol=prepared",
                f"--file={file.name}",
                f"--client={clients}",
                *options,
                *(word for name, value in values.items() for word in ("-D", f"{name}={value}")),
                fights.service.dsn,
            ],
            env={"PGOPTIONS": SERVER_OPTIONS},
            capture_output=True,
            text=True,
            check=False,
        )
    if ended.returncode != 0:
        raise NotMeasurable(f"pgbench failed: {ended.stderr.strip()[-2000:]}")
    return ended.stdout


def _with(values: Mapping[str, str], statement: str) -> str:
    """``statement`` with pgbench's expressions for its parameters: one of ``values``, or the variable that is
    called as the member is.
    """
    return PARAMETER.sub(
        lambda found: values.get(found[1], f":{found[1].rpartition('.')[2]}"), statement
    ).strip()
