"""An action's answer, as the API gives it, read into what scenarios compare."""

from collections.abc import Mapping
from typing import Any

from app.services.scenarios.stage import Resolved, Told

Json = Mapping[str, Any]
"""Any: JSON."""


def resolved(action: Json) -> Resolved:
    """The answer of one action. A roll names the parts of each of its totals under the total's own name.

    Facts are the action's figures.
    """
    rolls = tuple(_roll(roll, number, action["breakdown"]) for number, roll in enumerate(action["rolls"]))
    return Resolved(
        facts=action["result"],
        rules=frozenset((*action["rules"], *(part["rule_id"] for part in action["breakdown"]))),
        events=tuple(event["payload"] for event in action["events"]),
        rolls=rolls,
        choices=tuple(action["choices"]),
        narration=action["narration"]["text"]["plain"],
    )


def _roll(roll: Json, number: int, breakdown: list[Json]) -> Told:
    parts: dict[str, dict[str, int]] = {}
    suppressed: dict[str, str] = {}
    for part in breakdown:
        if part["roll"] != number:
            continue
        if part["applied"]:
            total = parts.setdefault(part["of"], {})
            total[part["label"]] = total.get(part["label"], 0) + part["value"]
        else:
            suppressed[part["label"]] = part["suppressed_by"]
    return {
        "purpose": roll["purpose"],
        "who": roll["who"],
        "faces": [die["value"] for die in roll["dice"]],
        "total": roll["total"],
        "source": roll["source"],
        **parts,
        "suppressed": suppressed,
        "facts": roll["facts"],
    }
