"""Explore the running service by its document: examples, limits, fuzzing, and sequences along its links."""

import os
import subprocess
import sys
from pathlib import Path

from tests.infra.served import free_port, place_for_data, serving

CONFIGURED = Path(__file__).with_name("schemathesis.toml")
ADMIN_TOKEN = "the-explorer's-admin-token"


def main() -> int:
    """The exit code of schemathesis."""
    schemathesis = Path(sys.executable).with_name("schemathesis")
    settings = {
        "ESTOC_ADMIN_TOKEN": ADMIN_TOKEN,
        "ESTOC_RATE_LIMIT": "0",
        "ESTOC_RATE_LIMIT_STRANGERS": "0",
    }
    with place_for_data() as folder, serving(folder, free_port(), **settings) as served:
        campaign = served.token.removeprefix("estoc_")[: len("cmp_") + 26]
        tokens = {
            "ESTOC_GM_TOKEN": served.token,
            "ESTOC_ADMIN_TOKEN": ADMIN_TOKEN,
            "ESTOC_CAMPAIGN": campaign,
        }
        command = (
            schemathesis,
            "--config-file",
            CONFIGURED,
            "run",
            f"{served.url}/openapi.json",
            *sys.argv[1:],
        )
        return subprocess.run(command, env=os.environ | tokens, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
