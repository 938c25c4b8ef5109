"""``estoc-mcp``: serve one encounter over standard input and output.

`ESTOC_URL`, `ESTOC_TOKEN` and `ESTOC_ENCOUNTER` say what, `ESTOC_LANGUAGE` in which language (`fr`, say).
`ESTOC_COMMANDS` names the commands that become tools, with commas between; all of the game otherwise.
"""

import asyncio
import os
import sys

from estoc_client import AsyncEstoc, EstocError

from estoc_mcp.server import serving


async def serve() -> None:
    given = os.environ
    only = frozenset(filter(None, given.get("ESTOC_COMMANDS", "").split(",")))
    async with AsyncEstoc(
        given["ESTOC_URL"], given["ESTOC_TOKEN"], language=given.get("ESTOC_LANGUAGE")
    ) as estoc:
        server = await serving(estoc, given["ESTOC_ENCOUNTER"], only)
        await server.run_stdio_async()


def main() -> None:
    try:
        asyncio.run(serve())
    except KeyError as missing:
        sys.exit(f"Say it in the environment: {missing.args[0]}")
    except EstocError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
