"""The bot: it answers Discord at once, then asks the service, and edits its answer."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Literal, TypeAlias

import discord
from discord import app_commands
from estoc_client import AsyncAction, AsyncEncounter, EstocError, NotFound, Refusal

from estoc_discord import cards
from estoc_discord.buttons import Press
from estoc_discord.seats import Seats
from estoc_discord.words import word

Interaction: TypeAlias = "discord.Interaction[Bot]"
Doing: TypeAlias = Callable[[AsyncEncounter], Awaitable[AsyncAction]]
Offers: TypeAlias = list[app_commands.Choice[str]]
Step: TypeAlias = Literal["start", "roll-initiative", "end"]

MOST_OFFERED, MOST_SIGNS = 25, 100
"""Choices that Discord shows while somebody types, and signs of each."""


class NotNow(Exception):
    """What cannot be done, as the bot itself knows; its text is for whoever asked."""


class Bot(discord.Client):
    """One table in the channels of one server of Discord."""

    def __init__(self, seats: Seats, guild: int | None = None) -> None:
        mentions = discord.AllowedMentions.none()
        super().__init__(intents=discord.Intents.none(), allowed_mentions=mentions)
        self.seats = seats
        self.language = seats.language
        self.tree = app_commands.CommandTree(self)
        self._guild = discord.Object(guild) if guild else None

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press)
        for command in (fight, act, rounds, undo, pending):
            self.tree.add_command(command, guild=self._guild)
        await self.tree.sync(guild=self._guild)

    async def close(self) -> None:
        await self.seats.close()
        await super().close()

    def say(self, key: str) -> str:
        return word(self.language, key)

    def seat(self, interaction: Interaction) -> AsyncEncounter:
        """The encounter with the token of whoever asks. Raises NotNow."""
        encounter = self.seats.of(interaction.user.id)
        if encounter is None:
            raise NotNow(self.say("no_seat"))
        return encounter

    async def carry_out(self, interaction: Interaction, doing: Doing, *, alone: bool = False) -> None:
        """Show what came of an action as far as the table may see it, and a refusal to nobody else.

        With ``alone`` the answer is seen by one person, who is shown all that their own token sees.
        """
        try:
            done = await doing(self.seat(interaction))
        except (NotNow, EstocError) as no:
            await self._withdraw(interaction)
            await interaction.followup.send(self._why(no), ephemeral=True)
            return
        seen = await self._as_the_table_sees(done.id)
        if alone:
            await interaction.edit_original_response(**await self._own(interaction, done))
            if seen is not None:
                await interaction.followup.send(**seen)
        elif seen is not None:
            await interaction.edit_original_response(**seen)
        else:  # nothing of it is for the table
            await self._withdraw(interaction)
            own = await self._own(interaction, done)
            await interaction.followup.send(self.say("for_you"), **own, ephemeral=True)

    async def show_own(self, interaction: Interaction, action: str | None = None) -> None:
        """Tell somebody alone what is asked of them, of an action or of the one that waits."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            encounter = self.seat(interaction)
            waits = (await encounter.refresh())["pending"]
            if waits is None or not waits["awaiting"] or action not in (None, waits["action_id"]):
                raise NotNow(self.say("nothing_waits"))
            waiting = await encounter.action(waits["action_id"])
        except (NotNow, EstocError) as no:
            await interaction.edit_original_response(content=self._why(no))
            return
        await interaction.edit_original_response(**await self._own(interaction, waiting))

    async def answer(
        self,
        interaction: Interaction,
        id: str,
        decision: str,
        *,
        option: int | None = None,
        dice: str | None = None,
    ) -> None:
        """Answer a decision with the token of whoever pressed."""
        await interaction.response.defer()

        async def answered(encounter: AsyncEncounter) -> AsyncAction:
            action = await encounter.action(id)
            awaited = next((it for it in action.awaiting if it["decision_id"] == decision), None)
            if awaited is None:
                raise NotNow(self.say("not_now"))
            given: Any = {"decision_id": decision}
            if dice is not None:
                given["dice"] = self.dice_in(dice)
            if option is not None:
                given["choice"] = awaited["options"][option]
            return await action.answer(given, key=f"discord-{interaction.id}")

        await self.carry_out(interaction, answered, alone=True)

    async def take_back(self, interaction: Interaction, id: str) -> None:
        """Undo an action, unless something has happened since."""
        await interaction.response.defer()

        async def taken_back(encounter: AsyncEncounter) -> AsyncAction:
            if not await self._is_last(encounter, (await encounter.action(id)).data):
                raise NotNow(self.say("not_last"))
            return await encounter.undo(key=f"discord-undo-{id}")

        await self.carry_out(interaction, taken_back)

    async def _is_last(self, encounter: AsyncEncounter, action: Any) -> bool:
        return (await encounter.refresh())["version"] == action["seq"]

    def dice_in(self, line: str) -> list[int]:
        """The dice of a line. Raises NotNow for what is none."""
        try:
            return [int(part) for part in line.replace(",", " ").split()]
        except ValueError:
            raise NotNow(self.say("no_dice")) from None

    async def _as_the_table_sees(self, id: str) -> dict[str, Any] | None:
        """The action for the channel; None where nothing of it is for the table's eyes."""
        try:
            seen = (await self.seats.table.action(id)).data
        except NotFound:
            return None
        if seen["events"] and all(event["type"] == "skip" for event in seen["events"]):
            return None
        names, is_last = await names_in(self.seats.table), await self._is_last(self.seats.table, seen)
        view = cards.public_buttons(seen, self.language, is_last=is_last)
        return {"embed": cards.of_action(seen, names, self.language), "view": view}

    async def _own(self, interaction: Interaction, action: AsyncAction) -> dict[str, Any]:
        """The action for whoever asks alone, with buttons for what is asked of them."""
        names = await names_in(self.seat(interaction))
        view = cards.own_buttons(action.data, names, self.language)
        return {"embed": cards.of_action(action.data, names, self.language), "view": view}

    def _why(self, no: Exception) -> str:
        return cards.plain(no.detail if isinstance(no, Refusal) else str(no), 1_900)

    async def _withdraw(self, interaction: Interaction) -> None:
        """Take the answer to a slash command away; the message of a button stays as it is."""
        if interaction.type is discord.InteractionType.application_command:
            await interaction.delete_original_response()


async def names_in(encounter: AsyncEncounter) -> dict[str, str]:
    return {one["id"]: one["name"] async for one in encounter.combatants()}


def offered_as(offer: Any) -> str:
    """What tells an action from the others that are offered, within Discord's limit."""
    command = offer["body"]["command"]
    told = (str(said) for name, said in command.items() if name not in ("type", "actor") and said)
    return "|".join([offer["type"], *told])[:MOST_SIGNS]


@app_commands.command(description="Who is in the fight, as the table sees it")
async def fight(interaction: Interaction) -> None:
    await interaction.response.defer()
    table = interaction.client.seats.table
    combatants = [one async for one in table.combatants()]
    names = {one["id"]: one["name"] for one in combatants}
    await interaction.edit_original_response(embed=cards.of_fight(await table.refresh(), combatants, names))


@app_commands.command(description="Act with a combatant")
@app_commands.describe(actor="Who acts", action="What is done", dice="Dice that fell", alone="Show me alone")
async def act(interaction: Interaction, actor: str, action: str, dice: str = "", alone: bool = False) -> None:
    await interaction.response.defer(ephemeral=alone)
    bot = interaction.client

    async def acted(encounter: AsyncEncounter) -> AsyncAction:
        legal = await encounter.legal_actions(actor, type=action.partition("|")[0], limit=100)
        for offer in legal["possible"]:
            if offered_as(offer) == action:
                body = {**offer["body"], "dice": bot.dice_in(dice)}
                return await encounter.act(body, key=f"discord-{interaction.id}")
        raise NotNow(bot.say("not_now"))

    await bot.carry_out(interaction, acted, alone=alone)


@act.autocomplete("actor")
async def actors(interaction: Interaction, typed: str) -> Offers:
    encounter = interaction.client.seats.of(interaction.user.id)
    names = {} if encounter is None else await names_in(encounter)
    return _offers(((name, id) for id, name in names.items()), typed)


@act.autocomplete("action")
async def actions(interaction: Interaction, typed: str) -> Offers:
    encounter = interaction.client.seats.of(interaction.user.id)
    actor = interaction.namespace.actor
    if encounter is None or not actor:
        return []
    try:
        legal = await encounter.legal_actions(actor, limit=10)
    except EstocError:  # an action waits, or there is nobody of that name
        return []
    return _offers(((it["label"], offered_as(it)) for it in legal["possible"]), typed)


def _offers(pairs: Iterable[tuple[str, str]], typed: str) -> Offers:
    """The labels that have in them what was typed, each value once."""
    unique = {value: label for label, value in pairs if typed.lower() in label.lower()}
    several = list(unique.items())[:MOST_OFFERED]
    return [app_commands.Choice(name=label[:MOST_SIGNS], value=value) for value, label in several]


@app_commands.command(description="Begin a round by round fight, roll initiative, end the fight")
@app_commands.describe(step="What is done", dice="Dice that fell on the table")
async def rounds(interaction: Interaction, step: Step, dice: str = "") -> None:
    await interaction.response.defer()
    bot, key = interaction.client, f"discord-{interaction.id}"

    command = {"type": step}
    await bot.carry_out(
        interaction, lambda it: it.act({"command": command, "dice": bot.dice_in(dice)}, key=key)
    )


@app_commands.command(description="Take the last action back")
async def undo(interaction: Interaction) -> None:
    await interaction.response.defer()
    await interaction.client.carry_out(interaction, lambda it: it.undo(key=f"discord-{interaction.id}"))


@app_commands.command(description="What is asked of you")
async def pending(interaction: Interaction) -> None:
    await interaction.client.show_own(interaction)
