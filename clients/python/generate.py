"""Write the generated modules of the client again: ``python clients/python/generate.py``.

`models.py`, `requests.py` and `commands.py` follow from docs/openapi.json, `_synchronous.py` from
`_asynchronous.py`. ``--check`` writes nothing and ends with 1 where one of them would change.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from generating.calls import commands, operations  # noqa: E402
from generating.types import Types  # noqa: E402

PACKAGE = HERE / "src" / "estoc_client"
DOCUMENT = HERE.parents[1] / "docs" / "openapi.json"
ALSO = ("Problem", "Fault", "EventsOfAction", "WebhookMessage")
"""Types that no answer of an operation names."""

MODELS = '''"""Bodies and answers of the contract, written by generate.py from docs/openapi.json.

A server may send members that are not here yet: pass over them.
"""
# fmt: off
# ruff: noqa

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union

CONTRACT_VERSION = "{version}"
'''
REQUESTS = '''"""A request for each operation of the contract, typed by its answer: ``client.send(request)``.

Written by generate.py from docs/openapi.json; not edited by hand.
"""
# fmt: off
# ruff: noqa

from __future__ import annotations

from typing import Any, Literal

from estoc_client._http import Request, part
from estoc_client.models import {names}
'''
COMMANDS = '''"""A method for each command of the games, written by generate.py from docs/openapi.json.

``None`` leaves a member out. What a ruleset does not have, it refuses.
"""
# fmt: off
# ruff: noqa

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Literal, TypedDict, TypeVar, Unpack

from estoc_client.models import ActionBody, ExternalRef, {names}

Done = TypeVar("Done")


class Options(TypedDict, total=False):
    """What every action takes beside its command."""

    dice: list[int]
    choices: dict[str, str | list[str]]
    strict: bool
    privacy: Literal["public", "gm", "self", "blind"]
    external_refs: list[ExternalRef]


def _body(kind: str, members: Mapping[str, object], options: Options) -> ActionBody:
    command = {{"type": kind, **{{name: said for name, said in members.items() if said is not None}}}}
    return {{"command": command, **options}}


class Commands(Generic[Done]):
    """What becomes of a command is told by `_do`: an encounter carries it out, `do` gives the body."""

    def _do(self, body: ActionBody) -> Done:
        raise NotImplementedError
'''
END = '''

class Bodies(Commands[ActionBody]):
    """Makes the body of an action, for previews, odds and groups: ``do.attack("ada", "orc", "sword")``."""

    def _do(self, body: ActionBody) -> ActionBody:
        return body


do = Bodies()
'''
PLAIN_WORDS = (
    (r"Awaitable\[(\w+)\]", r"\1"),
    (r"\basync (def|with|for)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\b(Async)(Estoc|Encounter|Encounters|Campaigns|Simulations|Action|Client|Iterator)\b", r"\2"),
    (r"\basyncio\.sleep\b", "time.sleep"),
    (r"\bimport asyncio\b", "import time"),
    (r"\b__a(enter|exit)__", r"__\1__"),
    (r"\baclose\b", "close"),
    (r"\ba(iter_text|read)\b", r"\1"),
    (r"from collections.abc import Awaitable, ", "from collections.abc import "),
    (r"asynchronous", "synchronous"),
)
"""What tells the two halves apart."""


def names_in(text: str, types: Types) -> str:
    """The models that a module uses, for its import."""
    words = set(re.findall(r"\b[A-Z]\w+", text))
    return ", ".join(sorted(words & set(types.names())))


def formatted(text: str) -> str:
    """With sorted imports and, but where a module says otherwise, in the format of the others."""
    ruff = (sys.executable, "-m", "ruff")
    ours = ("--line-length", "110", "--target-version", "py311", "--isolated")
    for command in (("check", "--fix", "--quiet", "--select", "I,F401"), ("format",)):
        done = subprocess.run(  # noqa: S603 — our own ruff
            [*ruff, *command, *ours, "-"], input=text, capture_output=True, text=True, check=True
        )
        text = done.stdout
    return text


def written() -> dict[str, str]:
    """Every generated module by its name."""
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    types = Types(document)
    for name in ALSO:
        types.of({"$ref": f"#/components/schemas/{name}"})
    requests = "\n".join(operations(document, types))
    methods = "\n\n".join(commands(document, types))
    models = (
        MODELS.format(version=document["info"]["version"]) + "\n\n" + "\n".join(types.definitions()) + "\n"
    )
    source = (PACKAGE / "_asynchronous.py").read_text(encoding="utf-8")
    for pattern, plain in PLAIN_WORDS:
        source = re.sub(pattern, plain, source)
    notice = '# ruff: noqa\n"""Written by generate.py from `_asynchronous.py`; not edited by hand.\n\n'
    return {
        "models.py": models,
        "requests.py": formatted(f"{REQUESTS.format(names=names_in(requests, types))}\n\n{requests}\n"),
        "commands.py": formatted(f"{COMMANDS.format(names=names_in(methods, types))}\n{methods}\n{END}"),
        "_synchronous.py": formatted(source.replace('"""', notice, 1)),
    }


def main() -> int:
    """0 where all is written, or stands as it would be."""
    changed = [
        name
        for name, text in written().items()
        if not (PACKAGE / name).exists() or (PACKAGE / name).read_text(encoding="utf-8") != text
    ]
    if "--check" in sys.argv:
        sys.stdout.writelines(f"{name} is not what generate.py writes\n" for name in changed)
        return 1 if changed else 0
    for name in changed:
        (PACKAGE / name).write_text(written()[name], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
