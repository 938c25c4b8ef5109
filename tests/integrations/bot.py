"""A fight in a channel of Discord's stub, with the bot of the integration; tells as JSON what was seen.

Takes the server's address, the tokens of the GM, of a player and of the table, and the encounter.
"""

import asyncio
import json
import sys
from contextlib import asynccontextmanager

import discord
import yarl
from aiohttp import web
from discord.http import Route
from discord_stub import EPHEMERAL, GUILD, Discord
from estoc_client import AsyncEstoc
from estoc_discord.bot import Bot
from estoc_discord.seats import Seats, Settings

GM, ADA, STRANGER = 11, 22, 33


class Table:
    """People at the stub: they type, press and fill in."""

    def __init__(self, stub):
        self.stub = stub

    async def command(self, user, name, **options):
        given = [
            {"name": it, "type": 5 if isinstance(said, bool) else 3, "value": said}
            for it, said in options.items()
        ]
        data = {"id": "1", "name": name, "type": 1, "options": given, "guild_id": str(GUILD)}
        asked = await self.stub.ask(user, 2, data)
        return await self.settled(asked, {"flags": EPHEMERAL} if options.get("alone") else None)

    async def typing(self, user, name, focused, **options):
        given = [
            {"name": it, "type": 3, "value": said, "focused": it == focused} for it, said in options.items()
        ]
        data = {"id": "1", "name": name, "type": 1, "options": given, "guild_id": str(GUILD)}
        asked = await self.stub.ask(user, 4, data)
        await self.stub.until(lambda: asked.first is not None)
        return {it["name"]: it["value"] for it in asked.first["data"]["choices"]}

    async def press(self, user, message, label):
        data = {"component_type": 2, "custom_id": buttons(message)[label]}
        asked = await self.stub.ask(user, 3, data, self.stub.shown(message))
        return await self.settled(asked, message)

    async def fill_in(self, user, message, form, line):
        row = form["components"][0]["components"][0]
        parts = [{"type": 1, "components": [{"type": 4, "custom_id": row["custom_id"], "value": line}]}]
        data = {"custom_id": form["custom_id"], "components": parts}
        asked = await self.stub.ask(user, 5, data, self.stub.shown(message))
        return await self.settled(asked, message)

    async def settled(self, asked, message=None):
        def is_settled():
            shows_form = asked.first and asked.first["type"] == 9
            # Whoever answers alone is shown their own message first, the channel the rest.
            is_private = (message or {}).get("flags") == EPHEMERAL
            is_told = asked.followups if is_private else asked.edits or asked.followups
            return bool(shows_form or is_told or self.stub.faults)

        await self.stub.until(is_settled)
        assert not self.stub.faults, self.stub.faults
        return asked


def buttons(message):
    rows = message.get("components") or []
    return {it["label"]: it["custom_id"] for row in rows for it in row["components"]}


def text(message):
    return "\n".join(embed.get("description") or "" for embed in message["embeds"])


@asynccontextmanager
async def running(stub, settings):
    """The bot, connected; a second start is a restart."""
    stub.is_ready.clear()
    bot = Bot(Seats(settings), GUILD)
    runs = asyncio.create_task(bot.start("token"))
    waits = asyncio.create_task(stub.is_ready.wait())
    await asyncio.wait([runs, waits], timeout=60, return_when=asyncio.FIRST_COMPLETED)
    assert stub.is_ready.is_set(), runs
    try:
        yield
    finally:
        await bot.close()
        await asyncio.gather(runs, return_exceptions=True)


async def main(url, gm_token, player_token, table_token, encounter):
    stub = Discord()
    runner = web.AppRunner(stub.application())
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    address = f"127.0.0.1:{runner.addresses[0][1]}"
    Route.BASE = f"http://{address}"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{address}/gateway")

    asks = AsyncEstoc.ask

    async def after_discord_was_answered(self, request, **more):
        async with asyncio.timeout(60):
            await stub.may_ask.wait()
        return await asks(self, request, **more)

    AsyncEstoc.ask = after_discord_was_answered
    settings = Settings(url, encounter, table_token, {GM: gm_token, ADA: player_token})
    told = await fight(stub, settings)
    await runner.cleanup()
    sys.stdout.write(
        json.dumps({**told, "public": stub.public, "commands": stub.commands, "faults": stub.faults})
    )


async def fight(stub, settings):
    table, told = Table(stub), {}
    gm = AsyncEstoc(settings.url, settings.seats[GM])
    async with running(stub, settings):
        told["players may not"] = (await table.command(ADA, "rounds", step="start")).refusal
        started = (await table.command(GM, "rounds", step="start")).edits[-1]
        rolled = (await table.command(GM, "rounds", step="roll-initiative", dice="2 9 5 1")).edits[-1]
        told["round"] = [text(started), text(rolled)]
        told["before"] = text((await table.command(ADA, "fight")).edits[-1])
        told["stranger"] = (await table.command(STRANGER, "act", actor="dafur", action="attack")).refusal
        told["gm sees"] = await table.typing(GM, "act", "actor", actor="")
        told["player sees"] = await table.typing(ADA, "act", "actor", actor="")
        told["stranger sees"] = await table.typing(STRANGER, "act", "actor", actor="")
        offers = await table.typing(GM, "act", "action", actor="orc", action="attack · orc scimitar · d")
        told["typed"] = list(offers)

        blow = offers["Attack · orc scimitar · Dafur"]
        asked = (await table.command(GM, "act", actor="orc", action=blow, dice="30")).edits[-1]
        told["asked"] = asked
        told["theirs"] = (await table.press(STRANGER, asked, "Answer")).edits[-1]["content"]
    async with running(stub, settings):  # the buttons outlive a restart
        told["nobody else"] = (await table.command(STRANGER, "pending")).edits[-1]["content"]
        own = (await table.press(ADA, asked, "Answer")).edits[-1]
        told["own"] = own
        dodged = await table.press(ADA, own, "no")
        hit = dodged.followups[-1]
        told["hit"] = hit
        told["late"] = (await table.press(ADA, own, "no")).refusal
        told["no more"] = (await table.press(ADA, asked, "Answer")).edits[-1]["content"]
        told["not hers"] = (await table.press(ADA, hit, "Take back")).refusal
        told["undone"] = text((await table.press(GM, hit, "Take back")).edits[-1])
        told["undone once"] = (await table.press(GM, hit, "Take back")).refusal
        again = (await table.command(GM, "act", actor="orc", action=blow, dice="30")).edits[-1]
        own = (await table.press(GM, again, "Answer")).edits[-1]
        told["again"] = text((await table.press(GM, own, "no")).followups[-1])
        told["orc's end"] = text((await table.command(GM, "act", actor="orc", action="end-turn")).edits[-1])

        stub.may_ask.set()
        policy = {"rows": [{"combatant": "dafur", "rolls": "players"}]}
        await gm.encounters.of(settings.encounter).update(dice_policy=policy)
        blow = (await table.typing(ADA, "act", "action", actor="dafur", action="attack"))[
            "Attack · axe · Orc"
        ]
        told["no dice"] = (await table.command(ADA, "act", actor="dafur", action=blow, dice="much")).refusal
        asked = (await table.command(ADA, "act", actor="dafur", action=blow)).edits[-1]
        own = (await table.press(ADA, asked, "Answer")).edits[-1]
        told["roll"] = own
        form = (await table.press(ADA, own, "The dice have fallen")).first["data"]
        told["words"] = (await table.fill_in(ADA, own, form, "ninety-five")).refusal
        form = (await table.press(ADA, own, "The dice have fallen")).first["data"]
        next_one = await table.fill_in(ADA, own, form, "95")
        told["critical asked"] = next_one.edits[-1]
        crit = await table.press(ADA, next_one.edits[-1], "Let the server roll")
        told["crit"] = crit.followups[-1]

        for who in ("dafur", "khardak"):
            await table.command(ADA, "act", actor=who, action="end-turn")
        stub.may_ask.set()
        await gm.encounters.of(settings.encounter).update(dice_policy={"rolls": "server"})
        public = len(stub.public)
        stab = "|".join(("attack", told["gm sees"]["Khardak"], "dagger"))
        stabbed = await table.command(GM, "act", actor="shade", action=stab, dice="40", alone=True)
        told["alone"] = [text(stabbed.edits[0]), stabbed.edits[0]["flags"], text(stabbed.followups[0])]
        told["stab undone"] = text((await table.command(GM, "undo")).edits[-1])
        hidden = await table.command(GM, "act", actor="shade", action="manoeuvre|stealth", dice="50")
        told["hidden"] = [hidden.is_deleted, text(hidden.followups[0]), hidden.followups[0]["flags"]]
        told["seen of it"] = stub.public[public:]
        told["after"] = text((await table.command(ADA, "fight")).edits[-1])
        told["end"] = text((await table.command(GM, "rounds", step="end")).edits[-1])
        told["back"] = text((await table.command(GM, "undo")).edits[-1])
    told["deleted"] = [asked.is_deleted for asked in stub.asked.values()].count(True)
    return told


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
