"""A fight with the installed client over a connection that is cut; says as JSON what came of it.

Takes the address of the server, a token, ways to it that cut actions, edits and streams, and sync or async.
"""

import asyncio
import inspect
import json
import sys

from estoc_client import AsyncEstoc, ConnectionFailed, Estoc, Retry

QUICK = Retry(pause_seconds=0.01)
SHEET = {"hits": 60, "db": 45, "armour_type": 4, "weapons": [{"id": "axe", "model": "axe", "ob": 80}]}


async def settled(result):
    return await result if inspect.isawaitable(result) else result


async def first(items, many):
    """So many items of either kind of iterator."""
    taken = []
    if hasattr(items, "__aiter__"):
        async for item in items:
            taken.append(item)
            if len(taken) == many:
                break
        return taken
    for item in items:
        taken.append(item)
        if len(taken) == many:
            break
    return taken


async def main(url, token, cuts_actions, cuts_edits, cuts_streams, kind):
    client = AsyncEstoc if kind == "async" else Estoc
    direct = client(url, token)
    fight = await settled(direct.encounters.begin(ruleset="harp-tdm"))
    for ref in ("dafur", "orc"):
        await settled(fight.add_combatant(name=ref, ref=ref, side=ref, sheet=SHEET))
    told = {}

    by_cuts = client(cuts_actions, token, retry=QUICK).encounters.of(fight.id)
    blow = await settled(by_cuts.attack("dafur", "orc", "axe", dice=[30]))
    told["blow"] = [blow.id, blow.is_replayed]

    once = client(cuts_edits, token, retry=Retry(attempts=1)).encounters.of(fight.id)
    try:
        await settled(once.undo())
    except ConnectionFailed as failed:
        undone = await settled(fight.undo(key=failed.key))
        told["undo"] = [undone.data["reverts"], undone.is_replayed]
    again = client(cuts_edits, token, retry=QUICK).encounters.of(fight.id)
    try:
        await settled(again.update(title="Cut"))
    except ConnectionFailed as failed:
        told["edit"] = str(failed)

    told["log"] = [action["command"]["type"] for action in await first(fight.log(), 100)]
    known = [event["seq"] for event in await first(fight.events(), 100)]
    streamed = client(cuts_streams, token, retry=QUICK).encounters.of(fight.id)
    told["stream"] = [event["seq"] for event in await first(streamed.stream(), len(known))]
    told["known"] = known
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
