"""The GM's edits of a combatant, as far as they are alike in every game: its names, and how they are told."""

from collections.abc import Callable, Iterable
from dataclasses import Field
from typing import Any, ClassVar, Protocol, TypeVar

from app.rules.common.disclosure import CombatantRevealed, Disclosure
from app.rules.common.identity import ExternalRef, Identity, check_names
from app.values import replace


class Renaming(Protocol):
    """A command that may put other names, another side and disclosure in the place of a combatant's."""

    @property
    def name(self) -> str | None: ...
    @property
    def side(self) -> str | None: ...
    @property
    def ref(self) -> str | None: ...
    @property
    def external_refs(self) -> tuple[ExternalRef, ...] | None: ...
    @property
    def disclosure(self) -> Disclosure | None: ...


class Edited(Protocol):
    """A combatant. Any: fields are of every type."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def id(self) -> str: ...
    @property
    def identity(self) -> Identity: ...


C = TypeVar("C", bound=Edited)
E = TypeVar("E")


def renamed(command: Renaming, target: Edited, all_of_them: Iterable[Edited]) -> Identity:
    """Who ``target`` is after the edit; raises NameTaken where another one is called so."""
    identity = target.identity.edited(
        command.name, command.side, command.ref, command.external_refs, command.disclosure
    )
    check_names(identity, (other.identity for other in all_of_them if other.id != target.id))
    return identity


def as_told(target: C, edited: C, changed: Callable[[C], E]) -> tuple[E | CombatantRevealed, ...]:
    """The event that ``changed`` makes of the edit; whoever comes into sight by it does so in its own."""
    disclosure = target.identity.disclosure
    if not disclosure.is_revealed_by(edited.identity.disclosure):
        return (changed(edited),)
    still_hidden = replace(edited.identity.disclosure, visibility=disclosure.visibility)
    unseen = replace(edited, identity=replace(edited.identity, disclosure=still_hidden))
    revealed = CombatantRevealed(target.id)
    return (revealed,) if unseen == target else (changed(unseen), revealed)
