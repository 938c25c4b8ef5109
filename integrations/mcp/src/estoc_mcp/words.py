"""Answers short enough for an assistant: what happened, who stands where, and what is waited for."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from estoc_client.errors import Refusal

LONGEST = 2_000
"""Signs of an answer; what is beyond them is left out, and said to be."""

MOST_ODDS = 12
"""Things that may happen, of which an answer tells."""

Json = Mapping[str, Any]
"""Any: an answer of the contract."""


def cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 20]} … (there is more)"


def of_action(action: Json, names: Mapping[str, str]) -> str:
    """What happened, and what it waits for."""
    told = [action["narration"]["text"]["plain"]]
    told += [f"Waiting: {of_awaited(it, names)}" for it in action["awaiting"]]
    if action["awaiting"]:
        told.append("Use the tool `answer`.")
    return cut("\n".join(part for part in told if part) or "Done.")


def of_awaited(awaited: Json, names: Mapping[str, str]) -> str:
    """A die or a choice that is waited for, and whose it is."""
    who = names.get(awaited["who"], awaited["who"])
    told = f"{awaited['text']} ({who}, asked of the {awaited['asked']})"
    if awaited["dice"] is not None:
        told += f", dice {awaited['dice']['notation']}, modifier {awaited['modifier']:+}"
    if awaited["options"]:
        said = (f"{it} ({_option(it, awaited, names)})" for it in awaited["options"])
        told += f", one of: {', '.join(said)}; default {awaited['default']}"
    return f"{told} [decision {awaited['decision_id']}]"


def _option(option: str, awaited: Json, names: Mapping[str, str]) -> str:
    return awaited["option_texts"].get(option) or names.get(option, option)


def of_fight(encounter: Json, combatants: Iterable[Json], names: Mapping[str, str]) -> str:
    """The whole situation, a line a combatant."""
    told = [f"{encounter['title'] or 'A fight'} ({encounter['ruleset']}), {encounter['status']}."]
    turn = encounter["round"]
    if turn:
        current = turn.get("current")
        told.append(f"Round {turn.get('number', '?')}; turn of {names.get(current, current) or 'nobody'}.")
    told += [of_combatant(one) for one in combatants]
    if encounter["pending"]:
        told += [f"Waiting: {of_awaited(it, names)}" for it in encounter["pending"]["awaiting"]]
    return cut("\n".join(told))


def of_combatant(one: Json) -> str:
    """Who it is, how it fares, where it stands."""
    parts = [f"{one['name']} [{called(one)}]", one["side"] or "no side", _health(one)]
    if one.get("at"):
        parts.append(f"at {one['at'][0]},{one['at'][1]}")
    if one["states"]:
        parts.append(", ".join(one["states"]))
    weapons = [f"{it['id']}" for it in one.get("sheet", {}).get("weapons", ())]
    if weapons:
        parts.append(f"weapons: {', '.join(weapons)}")
    return "- " + "; ".join(part for part in parts if part)


def _health(one: Json) -> str:
    if "sheet" in one:
        kind = "hits" if "hits" in one else "hp"
        return f"{one[kind]} of {one['sheet'].get(kind, '?')} {kind}"
    health = one["health"]
    if health["left"] is not None:
        return f"{health['left']} of {health['most']}"
    if health["taken"] is not None:
        return f"has lost {health['taken']}"
    return health["fares"] or ""


def called(one: Json) -> str:
    """What commands call a combatant: the table's own name for it, where the token sees that."""
    return one["ref"] or one["id"]


def of_options(legal: Json, called_by: Mapping[str, str]) -> str:
    """What a combatant can do, a line an action; combatants as commands call them."""
    told = []
    for offer in legal["possible"]:
        command = offer["body"]["command"]
        said = {name: it for name, it in command.items() if it and name not in ("type", "actor")}
        members = ", ".join(f"{name}={_member(it, called_by)}" for name, it in said.items())
        told.append(f"- {offer['label']}: {offer['type']}{f'({members})' * bool(members)}")
    if legal["truncated"]:
        told.append(f"There are more of: {', '.join(legal['truncated'])}.")
    for no in legal["impossible"]:
        reasons = "; ".join(check["message"] for check in no["failed_checks"])
        if reasons:
            told.append(f"- not {no['type']}: {reasons}")
    return cut("\n".join(told) or "Nothing.")


def _member(said: Any, called_by: Mapping[str, str]) -> str:
    return called_by.get(said, said) if isinstance(said, str) else json.dumps(said)


def of_odds(odds: Json, names: Mapping[str, str]) -> str:
    """The likeliest of what may happen, and how likely somebody goes down."""
    if odds["legal"] is False:
        return "; ".join(check["message"] for check in odds["failed_checks"])
    told = ["Exact." if odds["exact"] else f"From {odds['samples']} samples."]
    for one in odds["combatants"]:
        if one["down"] is not None:
            told.append(f"{names.get(one['combatant'], one['combatant'])} is down: {_percent(one['down'])}")
    likely = [it for it in odds["events"] if it["chance"] and it["detail"] is None]
    for it in sorted(likely, key=lambda it: -it["chance"]["value"])[:MOST_ODDS]:
        whom = names.get(it["target"] or it["actor"], "")
        told.append(f"{it['type'].replace('_', ' ')} {f'({whom})' * bool(whom)}: {_percent(it['chance'])}")
    return cut("\n".join(told))


def _percent(chance: Json) -> str:
    return f"{100 * chance['value']:.0f} %"


def of_refusal(refusal: Refusal) -> str:
    """Why not, every reason and place, so that the next attempt can be right."""
    told = [f"{refusal.detail} ({refusal.code})"]
    told += [f"- {check['message']} ({check['rule_id']})" for check in refusal.failed_checks]
    told += [
        f"- {fault.get('pointer', fault.get('parameter', ''))}: {fault['message']}"
        for fault in refusal.errors
    ]
    return cut("\n".join(told))
