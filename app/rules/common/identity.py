"""Who a combatant is to the callers, apart from any ruleset."""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from app.rules.common.disclosure import SEEN_AS_USUAL, Disclosure

ReferenceKind: TypeAlias = Literal["token", "actor", "user", "scene", "combatant", "message"]


@dataclass(frozen=True, slots=True)
class ExternalRef:
    """The name another system has for a combatant; unique per campaign, never a display name."""

    system: str
    kind: ReferenceKind
    id: str

    @property
    def key(self) -> str:
        """How a command may name it: ``foundry:token:abc``."""
        return f"{self.system}:{self.kind}:{self.id}"


@dataclass(frozen=True, slots=True)
class Identity:
    """The names of a combatant: ``id`` is the service's, ``ref`` a GM's alias, ``name`` what players read.

    ``disclosure`` says what players are shown of it.
    """

    id: str
    name: str
    side: str
    ref: str | None = None
    external_refs: tuple[ExternalRef, ...] = ()
    disclosure: Disclosure = SEEN_AS_USUAL

    @property
    def is_hidden(self) -> bool:
        """Whether players do not know that it is there."""
        return self.disclosure.visibility != "visible"

    @property
    def is_awaiting_its_turn(self) -> bool:
        """Whether it comes into sight as its first turn begins."""
        return self.disclosure.visibility == "until_first_turn"

    def revealed(self) -> "Identity":
        """The same combatant in sight."""
        return replace(self, disclosure=self.disclosure.revealed())

    def edited(self, name: str | None, side: str | None, disclosure: Disclosure | None) -> "Identity":
        """With what the GM says of it; None leaves it as it is."""
        return replace(
            self,
            name=self.name if name is None else name,
            side=self.side if side is None else side,
            disclosure=self.disclosure if disclosure is None else disclosure,
        )

    def answers_to(self, name: str) -> bool:
        """Whether a command that says ``name`` means this combatant."""
        return name in (self.id, self.ref) or any(ref.key == name for ref in self.external_refs)
