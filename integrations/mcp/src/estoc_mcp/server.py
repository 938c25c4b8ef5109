"""The server: tools to look, to act, to answer what is waited for, and to take back."""

import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Any, TypeAlias

from estoc_client import AsyncAction, AsyncEncounter, AsyncEstoc, EstocError, Refusal, requests
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

from estoc_mcp import words
from estoc_mcp.tools import command_tools

Tool: TypeAlias = Callable[..., Awaitable[str]]
INSTRUCTIONS = """\
You help to run one fight of a tabletop game. `fight` shows who is there; name a combatant by what
stands in brackets behind it. `options` lists what a combatant can do now; each command of the game
is a tool. The server rolls unless you give `dice` that the people at the table threw: never invent
dice. Where a tool says that something is waited for, ask the person concerned and send it with
`answer`. `undo` takes back. You see what your token may see and nothing else; do not guess at what
is hidden."""
LOOKS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
CHANGES = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False)
TAKES_BACK = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=False)


class Table:
    """An encounter as an assistant plays it: every method is a tool, and answers in a few lines."""

    def __init__(self, estoc: AsyncEstoc, encounter: AsyncEncounter) -> None:
        self._estoc = estoc
        self._encounter = encounter
        self._names: dict[str, str] = {}
        self._called: dict[str, str] = {}

    async def fight(self) -> str:
        """Who is in the fight, how they fare, whose turn it is and what is waited for."""
        combatants = [one async for one in self._encounter.combatants()]
        self._learn(combatants)
        return words.of_fight(await self._encounter.refresh(), combatants, self._names)

    async def options(
        self,
        combatant: Annotated[str, Field(description="As `fight` names it in brackets.")],
        type: Annotated[str | None, Field(description="Only commands of this type.")] = None,
    ) -> str:
        """What a combatant can do now, and why not the rest."""
        await self._know()
        legal = await self._encounter.legal_actions(combatant, type=type, limit=5)
        return words.of_options(legal, self._called)

    async def odds(
        self, command: Annotated[dict[str, Any], Field(description="A command with its `type` and members.")]
    ) -> str:
        """How likely is what may come of a command; nothing is rolled."""
        await self._know()
        return words.of_odds(await self._encounter.odds(command), self._names)

    async def answer(
        self,
        decision: Annotated[str | None, Field(description="The decision; the first where left out.")] = None,
        dice: Annotated[list[int] | None, Field(description="Every die in order, as it fell.")] = None,
        choice: Annotated[str | None, Field(description="One of the options.")] = None,
    ) -> str:
        """Answer a die or choice that is waited for; with neither, the server rolls or the default holds."""
        pending = (await self._encounter.refresh())["pending"]
        if pending is None:
            raise ToolError("Nothing is waited for.")
        asked = [it for it in pending["awaiting"] if decision in (None, it["decision_id"])]
        if not asked:
            raise ToolError("That is not waited for (any more): look at `fight`.")
        given: Any = {"decision_id": asked[0]["decision_id"]}
        given |= {name: said for name, said in (("dice", dice), ("choice", choice)) if said is not None}
        action = await self._encounter.action(pending["action_id"])
        return await self._told(await action.answer(given))

    async def cancel(self) -> str:
        """Give up the action that waits."""
        pending = (await self._encounter.refresh())["pending"]
        if pending is None:
            raise ToolError("Nothing is waited for.")
        return await self._told(await (await self._encounter.action(pending["action_id"])).cancel())

    async def undo(self, steps: Annotated[int, Field(ge=1, description="How many actions.")] = 1) -> str:
        """Take back the last actions."""
        return await self._told(await self._encounter.undo(steps))

    async def redo(self, steps: Annotated[int, Field(ge=1, description="How many actions.")] = 1) -> str:
        """Do again what was taken back."""
        return await self._told(await self._encounter.redo(steps))

    async def log(self, last: Annotated[int, Field(ge=1, le=50, description="How many actions.")] = 5) -> str:
        """What happened last."""
        actions = [action async for action in self._encounter.log()][-last:]
        told = (
            f"{it['seq']}. {it['narration']['text']['plain']}" + " (taken back)" * bool(it["reverted_by"])
            for it in actions
        )
        return words.cut("\n".join(told) or "Nothing yet.")

    async def act(self, body: Mapping[str, Any]) -> str:
        """Carry out a command."""
        return await self._told(await self._encounter.act(body))

    async def _told(self, action: AsyncAction) -> str:
        await self._know()
        return words.of_action(action.data, self._names)

    async def _know(self) -> None:
        self._learn([one async for one in self._encounter.combatants()])

    def _learn(self, combatants: list[Any]) -> None:
        self._names = {one["id"]: one["name"] for one in combatants}
        self._called = {one["id"]: words.called(one) for one in combatants}


def readable(tool: Tool) -> Tool:
    """The same, with refusals as a text that the assistant reads."""

    async def run(*given: Any, **named: Any) -> str:
        try:
            return await tool(*given, **named)
        except Refusal as refusal:
            raise ToolError(words.of_refusal(refusal)) from refusal
        except EstocError as error:
            raise ToolError(str(error)) from error

    run.__name__, run.__doc__ = tool.__name__, tool.__doc__
    run.__signature__ = inspect.signature(tool)  # type: ignore[attr-defined] — what the tool takes
    return run


async def serving(estoc: AsyncEstoc, encounter_id: str, only: frozenset[str] = frozenset()) -> MCPServer:
    """The server for an encounter, with the tools of its game or those of ``only`` these commands."""
    encounter = await estoc.encounters.get(encounter_id)
    assert encounter.view is not None
    schema = (await estoc.send(requests.get_ruleset_schema(encounter.view["ruleset"])))["command"]
    table = Table(estoc, encounter)
    tools = list(command_tools(schema, readable(table.act), only))
    server = MCPServer("estoc", instructions=INSTRUCTIONS, tools=tools)
    for look in (table.fight, table.options, table.odds, table.log):
        server.add_tool(readable(look), annotations=LOOKS, structured_output=False)
    for change in (table.answer, table.redo):
        server.add_tool(readable(change), annotations=CHANGES, structured_output=False)
    for back in (table.undo, table.cancel):
        server.add_tool(readable(back), annotations=TAKES_BACK, structured_output=False)
    return server
