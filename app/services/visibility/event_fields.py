"""What players are shown of events, by type and field, as the fields of the rules' events declare it
(`app/rules/common/visibility`). A type or a field that is not in `EVENTS` is not shown.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from app.rules.common.visibility import Visibility
from app.rules.registry import RULESETS

COMBATANT = "cmb_"
"""How the id of a combatant begins."""
BOOKKEEPING = frozenset({"action_spent"})
"""Types of events that go without saying beside others."""

OF_SERVICE: Mapping[str, Mapping[str, Visibility]] = {
    "action_suspended": {"action_id": "open"},
    "action_resumed": {"action_id": "open", "by": "open"},
    "action_cancelled": {"action_id": "open", "by": "open"},
    "action_refused": {"action_id": "open"},
    "action_undone": {"action_id": "open", "seq": "open"},
    "action_redone": {"action_id": "open", "seq": "open"},
    "encounter_edited": {},
}
"""Events of the service, which no ruleset has."""


class NotDeclared(Exception):
    """An event's field does not say who may see it, or two games say it differently."""


def declared(form: type) -> tuple[str, dict[str, Visibility]]:
    """The type of a class of events, and who may see each of its fields. Raises NotDeclared."""
    assert is_dataclass(form)
    hints = get_type_hints(form, include_extras=True)
    defaults = {field.name: field.default for field in fields(form)}
    seen: dict[str, Visibility] = {}
    for name in defaults.keys() - {"type"}:
        hint: Any = hints[name]
        said = [one for one in get_args(hint)[1:] if one in get_args(Visibility)]
        if get_origin(hint) is not Annotated or len(said) != 1:
            raise NotDeclared(f"Who may see {form.__name__}.{name}? See app/rules/common/visibility.py.")
        seen[name] = said[0]
    return str(defaults["type"]), seen


def declared_by(forms: Iterable[type]) -> dict[str, dict[str, Visibility]]:
    """The same of several classes; raises NotDeclared."""
    events: dict[str, dict[str, Visibility]] = {}
    for form in forms:
        kind, seen = declared(form)
        known = events.setdefault(kind, {})
        for name, how in seen.items():
            if known.setdefault(name, how) != how:
                raise NotDeclared(f"Who may see {name} of «{kind}» differs from game to game.")
    return events


EVENTS: Mapping[str, Mapping[str, Visibility]] = {
    **OF_SERVICE,
    **declared_by(form for game in RULESETS.values() for form in get_args(game.event)),
}
