"""Messages within Discord's limits: what happened, how, and buttons for what is waited for."""

from collections.abc import Iterable, Mapping
from typing import Any

import discord

from estoc_discord.buttons import Press
from estoc_discord.words import word

Json = Mapping[str, Any]
"""Any: an answer of the contract."""

MOST_TEXT, MOST_FIELD, MOST_BUTTONS = 4_000, 1_000, 25
"""Signs of a text (Discord takes 4,096, and 6,000 in all), of a field (1,024), and buttons of a message."""


def plain(text: str, most: int = MOST_TEXT) -> str:
    """The text without markup of its own, cut to so many signs."""
    safe = discord.utils.escape_markdown(text)
    return safe if len(safe) <= most else f"{safe[: most - 2]} …"


def signed(value: int) -> str:
    return f"{value:+}".replace("-", "−")


def of_action(action: Json, names: Mapping[str, str], language: str) -> discord.Embed:
    """What happened in words, and every modifier with its rule."""
    card = discord.Embed(description=plain(action["narration"]["text"]["plain"]) or "…")
    parts = (it for it in action["breakdown"] if isinstance(it["value"], int))
    told = [f"{it['text']} {signed(it['value'])} ({it['rule_id']})" for it in parts]
    if told:
        card.add_field(name=word(language, "how"), value=plain("\n".join(told), MOST_FIELD))
    for awaited in action["awaiting"][:5]:
        who = names.get(awaited["who"], awaited["who"])
        card.add_field(name=plain(f"{who}: {awaited['text']}", 250), value=_asked(awaited), inline=False)
    return card


def _asked(awaited: Json) -> str:
    dice = awaited["dice"]
    return "…" if dice is None else plain(f"{dice['notation']} {signed(awaited['modifier'])}", MOST_FIELD)


def public_buttons(action: Json, language: str, *, is_last: bool) -> discord.ui.View:
    """For the channel: what shows everybody what is asked of them, or takes the action back."""
    view = discord.ui.View(timeout=None)
    if action["status"] == "awaiting":
        view.add_item(Press(f"mine:{action['id']}", word(language, "answer"), discord.ButtonStyle.primary))
    elif is_last and action["status"] == "resolved" and not action["reverted_by"]:
        view.add_item(Press(f"undo:{action['id']}", word(language, "take_back"), discord.ButtonStyle.danger))
    return view


def own_buttons(action: Json, names: Mapping[str, str], language: str) -> discord.ui.View:
    """For one person: the options and dice of each decision that is theirs."""
    view = discord.ui.View(timeout=None)
    items = [item for it in action["awaiting"] for item in _for_decision(action["id"], it, names, language)]
    for item in items[:MOST_BUTTONS]:
        view.add_item(item)
    return view


def _for_decision(action: str, awaited: Json, names: Mapping[str, str], language: str) -> Iterable[Press]:
    rest = f"{action}:{awaited['decision_id']}"
    if awaited["kind"] == "roll":
        yield Press(f"roll:{rest}", word(language, "server_rolls"))
        yield Press(f"dice:{rest}", word(language, "dice_fell"))
    for index, option in enumerate(awaited["options"]):
        label = awaited["option_texts"].get(option) or names.get(option, option)
        style = discord.ButtonStyle.primary if option == awaited["default"] else discord.ButtonStyle.secondary
        yield Press(f"choose:{rest}:{index}", label, style)


def of_fight(encounter: Json, combatants: Iterable[Json], names: Mapping[str, str]) -> discord.Embed:
    """Who is there, how they fare, whose turn it is: as the token sees it that read them."""
    card = discord.Embed(title=plain(encounter["title"] or "…", 250))
    turn = encounter["round"]
    whose = plain(names.get(turn.get("current") or "", "…"), 200) if turn else ""
    lines = [f"**{turn['number']}** · {whose}"] if turn else []
    for one in combatants:
        states = ", ".join(one["states"])
        lines.append(plain(f"{one['name']}: {_health(one)}{f' ({states})' * bool(states)}", 300))
    card.description = "\n".join(lines)[:MOST_TEXT]
    return card


def _health(one: Json) -> str:
    if "sheet" in one:
        kind = "hits" if "hits" in one else "hp"
        return f"{one[kind]} / {one['sheet'].get(kind, '?')}"
    health = one["health"]
    exact = health["left"] is not None and f"{health['left']} / {health['most']}"
    taken = health["taken"] is not None and f"−{health['taken']}"
    return exact or taken or health["fares"] or "…"
