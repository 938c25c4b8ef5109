"""Who a combatant is to the callers, apart from any ruleset."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

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
    """The names of a combatant: ``id`` is the service's, ``ref`` a GM's alias, ``name`` what players read."""

    id: str
    name: str
    side: str
    ref: str | None = None
    external_refs: tuple[ExternalRef, ...] = ()

    def answers_to(self, name: str) -> bool:
        """Whether a command that says ``name`` means this combatant."""
        return name in (self.id, self.ref) or any(ref.key == name for ref in self.external_refs)
