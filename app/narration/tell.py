"""What each ruleset tells of its events. A plain dict, as the rulesets themselves."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from app.narration import harp
from app.narration.catalogue import Message

Teller: TypeAlias = Callable[[Any, Mapping[str, str]], Message]
"""Any: every ruleset has events of its own."""

TELLERS: dict[str, Teller] = {"harp-tdm": harp.message_of}
