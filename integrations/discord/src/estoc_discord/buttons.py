"""Buttons whose ids say all that they do, so that they outlive a restart of the bot."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import discord

from estoc_discord.words import word

if TYPE_CHECKING:
    from estoc_discord.bot import Bot

TEMPLATE = r"(choose|roll|dice|mine|undo):act_\w{1,35}(:dec_\w{1,35})?(:\d{1,3})?"
"""Of an id, of which Discord takes 100 signs."""
Interaction: TypeAlias = "discord.Interaction[Bot]"


class Press(discord.ui.DynamicItem[discord.ui.Button[Any]], template=TEMPLATE):
    """Chooses an option by its place, lets the server roll, asks for dice, or takes an action back."""

    def __init__(
        self, id: str, label: str = "…", style: discord.ButtonStyle = discord.ButtonStyle.secondary
    ) -> None:
        super().__init__(discord.ui.Button(label=label[:80], style=style, custom_id=id))

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str], /) -> Self:
        return cls(match[0])

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override] — of our own client
        bot = interaction.client
        match self.custom_id.split(":"):
            case ["choose", action, decision, index]:
                await bot.answer(interaction, action, decision, option=int(index))
            case ["roll", action, decision]:
                await bot.answer(interaction, action, decision)
            case ["dice", action, decision]:
                await interaction.response.send_modal(DiceFell(action, decision, bot.language))
            case ["mine", action]:
                await bot.show_own(interaction, action)
            case ["undo", action]:
                await bot.take_back(interaction, action)


class DiceFell(discord.ui.Modal):
    """A line for the dice."""

    def __init__(self, action: str, decision: str, language: str) -> None:
        super().__init__(
            title=word(language, "dice_fell"), custom_id=f"fell:{action}:{decision}", timeout=840
        )
        self._action, self._decision = action, decision
        self.line: discord.ui.TextInput[Self] = discord.ui.TextInput(
            label=word(language, "dice"), max_length=100
        )
        self.add_item(self.line)

    async def on_submit(self, interaction: Interaction, /) -> None:  # type: ignore[override] — of our own client
        await interaction.client.answer(interaction, self._action, self._decision, dice=self.line.value)
