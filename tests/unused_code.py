"""Code that nothing uses: ``python -m tests.unused_code`` names it, and ends with 1 where there is some.

Variables are left out: most are members of documents, rows and tables, which are read and written as wholes.
"""

import sys

from vulture import Vulture

PLACES = ("app", "tests", "benchmarks", "migrations", "examples", "docs/site/reference.py")
BY_DECORATOR = [
    "@router.*", "@app.*", "@*.get", "@*.post", "@*.command", "@*.callback", "@pytest.fixture*",
    "@field_validator*", "@model_validator*", "@schemathesis.*",
]  # fmt: skip
"""What a framework finds by its decorator."""
BY_NAME = [
    "test_*", "pytest_*",
    "connection_lost", "data_received",  # asyncio calls a protocol
    "log_message",  # http.server
    "handle_request",  # httpx asks a transport
    "ignore_aliases",  # PyYAML
    "disable",  # rich.progress
    "upgrade", "downgrade",  # Alembic
]  # fmt: skip
"""What a framework finds by its name."""
KNOWN = {
    "__pydantic_config__": "pydantic reads it of a dataclass",
    "__reduce__": "pickle calls it",
    "model_parametrized_name": "pydantic calls it for a generic model",
    "DataclassInstance": "a bound in quotation marks",
    "simulate": "the command line imports a command by its name when it is called",
    "create_worker_app": "uvicorn imports it by the name that `estoc serve` gives",
}
"""What is used in ways that cannot be seen, each with its reason."""


def main() -> int:
    """0 where everything is used and everything known is there."""
    search = Vulture(ignore_names=BY_NAME, ignore_decorators=BY_DECORATOR)
    search.scavenge(PLACES, exclude=["*/generated/*", "*/node_modules/*", "*/.venv/*"])
    unused = [
        item
        for item in search.get_unused_code()
        if item.typ != "variable" and not item.name.endswith("Row")  # tables: queries name them in SQL
    ]
    found = [item.get_report() for item in unused if item.name not in KNOWN]
    found += [
        f"{name} is used, or gone: leave it out here" for name in KNOWN.keys() - {it.name for it in unused}
    ]
    sys.stdout.writelines(f"{line}\n" for line in found or ["nothing is unused"])
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
