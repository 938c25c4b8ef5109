"""A fight as an assistant has it for a GM, and what one for a player is told meanwhile, as JSON.

Run in the environment of the integration: ``python assistant.py URL GM_TOKEN PLAYER_TOKEN ENCOUNTER``.
"""

import asyncio
import json
import sys

from estoc_client import AsyncEstoc
from estoc_mcp.server import serving
from mcp import Client, StdioServerParameters

PLAY = [
    ("fight", {}),
    ("start", {}),
    ("roll-initiative", {"dice": [9, 5, 2, 1]}),
    ("options", {"combatant": "khardak", "type": "attack"}),
    ("intercept", {"actor": "khardak", "whom": "orc", "actions": ["attack"], "weapon": "axe"}),
    ("end-turn", {"actor": "khardak"}),
    ("attack", {"actor": "orc", "target": "dafur", "weapon": "sabre", "dice": [30, 20]}),
    ("answer", {"choice": "perhaps"}),
    ("undo", {}),
    ("fight", {}),
    ("answer", {"choice": "yes"}),
    ("answer", {"decision": "dec_of_nobody"}),
    *[("answer", {})] * 9,
    ("undo", {}),
    ("redo", {}),
    ("attack", {"actor": "khardak", "target": "orc", "weapon": "spoon"}),
    ("attack", {"actor": "dafur"}),
    ("odds", {"command": {"type": "attack", "actor": "dafur", "target": "orc", "weapon": "axe"}}),
    ("end-turn", {"actor": "orc"}),
    ("odds", {"command": {"type": "attack", "actor": "dafur", "target": "orc", "weapon": "axe"}}),
    ("attack", {"actor": "dafur", "target": "orc", "weapon": "axe", "dice": [95, 95]}),
    *[("answer", {})] * 9,
    ("end-turn", {"actor": "dafur"}),
    ("damage", {"target": "dafur", "hits": 5, "cause": "a dart out of the dark"}),
    ("end-turn", {"actor": "shade"}),
    ("end", {}),
    ("fight", {}),
    ("log", {"last": 50}),
]
LOOKS = [("fight", {}), ("log", {"last": 50}), ("options", {"combatant": "shade"})]


async def told(client, name, arguments):
    answer = await client.call_tool(name, arguments)
    (content,) = answer.content
    return {"tool": name, "text": content.text, "is_error": bool(answer.is_error)}


async def main(url, gm_token, player_token, encounter):
    told_gm, told_player, waits = [], [], False
    async with AsyncEstoc(url, gm_token) as gm, AsyncEstoc(url, player_token) as player:
        gm_server, player_server = await serving(gm, encounter), await serving(player, encounter)
        only = await serving(gm, encounter, frozenset({"attack"}))
        async with (
            Client(gm_server) as gm_client,
            Client(player_server) as player_client,
            Client(only) as small,
        ):
            tools = (await gm_client.list_tools()).tools
            few = [tool.name for tool in (await small.list_tools()).tools]
            for name, arguments in PLAY:
                if name == "answer" and not arguments and not waits:
                    continue
                told_gm.append(await told(gm_client, name, arguments))
                waits = "decision dec_" in told_gm[-1]["text"] if not told_gm[-1]["is_error"] else waits
                told_player += [await told(player_client, *look) for look in LOOKS]
    given = {
        "ESTOC_URL": url,
        "ESTOC_TOKEN": gm_token,
        "ESTOC_ENCOUNTER": encounter,
        "ESTOC_COMMANDS": "attack",
    }
    command = StdioServerParameters(command=sys.executable, args=["-m", "estoc_mcp"], env=given)
    async with Client(command) as over_pipes:
        piped = await told(over_pipes, "fight", {})
    schemas = {tool.name: tool.input_schema for tool in tools}
    hints = {tool.name: tool.annotations.read_only_hint for tool in tools}
    sys.stdout.write(
        json.dumps(
            {
                "gm": told_gm,
                "player": told_player,
                "tools": schemas,
                "hints": hints,
                "few": few,
                "piped": piped,
            }
        )
    )


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
