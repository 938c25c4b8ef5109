"""Who a combatant is to the callers, apart from any ruleset."""

import re
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from app.rules.common.disclosure import SEEN_AS_USUAL, Disclosure
from app.rules.common.errors import Invalid
from app.values import HashedOnce, replace, value

ReferenceKind: TypeAlias = Literal["token", "actor", "user", "scene", "combatant", "message"]
_SYSTEM = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_ID = re.compile(r"[!-~]{1,200}")


class NameTaken(Invalid):
    """Another combatant of the encounter already answers to one of the names."""

    code = "combatant_name_taken"


@value
class ExternalRef:
    """The name another system has for a combatant; unique per campaign, never a display name.

    A ``system`` is a short name without colons, an ``id`` has no blanks: the two can be told apart in `key`.
    """

    system: str
    kind: ReferenceKind
    id: str

    def __post_init__(self) -> None:
        if _SYSTEM.fullmatch(self.system) is None:
            raise ValueError("A system has 1 to 64 letters, digits, dots, hyphens or underscores")
        if _ID.fullmatch(self.id) is None:
            raise ValueError("An id of another system has 1 to 200 characters of ASCII and no blanks")

    @property
    def key(self) -> str:
        """How a command may name it: ``foundry:token:abc``."""
        return f"{self.system}:{self.kind}:{self.id}"


@value
class Identity(HashedOnce):
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

    @property
    def names(self) -> Iterator[str]:
        """Everything that a command may call it."""
        yield self.id
        if self.ref is not None:
            yield self.ref
        for external in self.external_refs:
            yield external.key

    def answers_to(self, name: str) -> bool:
        """Whether a command that says ``name`` means this combatant."""
        return name in (self.id, self.ref) or any(ref.key == name for ref in self.external_refs)

    def edited(
        self,
        name: str | None,
        side: str | None,
        ref: str | None,
        external_refs: tuple[ExternalRef, ...] | None,
        disclosure: Disclosure | None,
    ) -> "Identity":
        """This identity with what is given in the place of what was."""
        return replace(
            self,
            name=self.name if name is None else name,
            side=self.side if side is None else side,
            ref=self.ref if ref is None else ref,
            external_refs=self.external_refs if external_refs is None else external_refs,
            disclosure=self.disclosure if disclosure is None else disclosure,
        )


def check_names(identity: Identity, others: Iterable[Identity]) -> None:
    """Raises NameTaken for the first name by which one of the ``others`` is known too."""
    mine = set(identity.names)
    for other in others:
        for name in other.names:
            if name in mine:
                raise NameTaken("«{name}» is already a combatant of this encounter.", name=name)
