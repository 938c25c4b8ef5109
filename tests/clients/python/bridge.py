"""Calls of the API carried out with the installed client, in the process of the environment that has it.

Reads a line of JSON for each call and writes one for its answer. ``python bridge.py URL TOKEN sync|async``.
"""

import asyncio
import inspect
import json
import sys

import estoc_client
from estoc_client import AsyncEstoc, Estoc, Refusal, do
from estoc_client.commands import Options

LISTS = {"combatants": "combatants", "actions": "log", "events": "events"}


async def settled(result):
    """The result of a call to either client."""
    return await result if inspect.isawaitable(result) else result


async def listed(items):
    if hasattr(items, "__aiter__"):
        return [item async for item in items]
    return list(items)


def helper_of(fight, command):
    """The method for a command, or None where it does not take what the scenario says wrongly on purpose."""
    members = dict(command)
    name = str(members.pop("type", "")).replace("-", "_")
    given = {f"new_{it}" if it in Options.__annotations__ else it: said for it, said in members.items()}
    method = getattr(fight, name, None)
    if method is None or not hasattr(type(do), name):
        return None
    try:
        inspect.signature(getattr(do, name)).bind(**given)
    except TypeError:
        return None
    return method, given


async def act(fight, body, helped):
    """By the command's own method where it has one; a member that is null has to be said as JSON."""
    command = body.pop("command")
    options = {name: said for name, said in body.items() if said}
    helper = helper_of(fight, command)
    if helper is None or None in command.values():
        return await settled(fight.act({"command": command, **options}))
    helped.append(command["type"])
    method, members = helper
    return await settled(method(**members, **options))


class Bridge:
    def __init__(self, estoc):
        self.estoc = estoc
        self.helped = []
        self.actions = {}

    async def answer(self, method, path, body):
        parts = path.split("/")[2:]
        if parts == ["encounters"]:
            fight = await settled(self.estoc.encounters.begin(**body))
            return 201, fight.view
        fight = self.estoc.encounters.of(parts[1])
        match method, parts[2:]:
            case "PATCH", []:
                return 200, await settled(fight.update(**body))
            case "POST", ["combatants"]:
                return 201, await settled(fight.add_combatant(**body))
            case "GET", [several] if several in LISTS:
                return 200, {"items": await listed(getattr(fight, LISTS[several])()), "next": None}
            case "GET", ["scenario"]:
                return 200, await settled(fight.scenario())
            case "POST", ["actions"]:
                return self.told(await act(fight, body, self.helped), 201)
            case "POST", ["actions", known, "answers"]:
                return self.told(await settled(self.actions[known].answer(*body["answers"])), 200)
            case "POST", ["actions", known, "cancel"]:
                return self.told(await settled(self.actions[known].cancel()), 200)
            case "POST", [("undo" | "redo") as way]:
                return self.told(await settled(getattr(fight, way)()), 201)
        raise NotImplementedError(f"{method} {path}")

    def told(self, action, status):
        self.actions[action.id] = action
        return 202 if action.awaiting else status, action.data

    async def answered(self, call):
        if call["path"] == "/helped":
            return 200, {"helped": self.helped, "from": estoc_client.__file__}
        try:
            return await self.answer(call["method"], call["path"], call["body"])
        except Refusal as refusal:
            return refusal.status, refusal.document


async def main(url, token, kind):
    bridge = Bridge((AsyncEstoc if kind == "async" else Estoc)(url, token, timeout=120))
    for line in iter(sys.stdin.readline, ""):
        status, body = await bridge.answered(json.loads(line))
        sys.stdout.write(json.dumps({"status": status, "body": body}) + "\n")
        sys.stdout.flush()
    await settled(getattr(bridge.estoc, "aclose" if kind == "async" else "close")())


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
