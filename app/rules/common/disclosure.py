"""What players are shown of a combatant. The rules only carry it, and say when it changes."""

from typing import Literal, TypeAlias

from app.rules.common.visibility import Who
from app.values import replace, value

Visibility: TypeAlias = Literal["visible", "hidden", "until_first_turn"]
"""``until_first_turn`` is hidden until its first own turn begins."""
HpDisclosure: TypeAlias = Literal["exact", "band", "damage_taken", "none"]
Known: TypeAlias = Literal["exact", "none"]


@value
class Disclosure:
    """What those who do not control a combatant learn of it; None is what its side has by default.

    ``name_mask`` stands in the place of its name. ``hp``: the figures; a word for how it fares (``band``);
    what it has lost and not what it has left; nothing. ``defence`` and ``initiative`` are their figures.
    """

    visibility: Visibility = "visible"
    name_mask: str | None = None
    hp: HpDisclosure | None = None
    defence: Known | None = None
    initiative: Known | None = None

    def revealed(self) -> "Disclosure":
        """The same, in everybody's sight."""
        return replace(self, visibility="visible")

    def is_revealed_by(self, later: "Disclosure") -> bool:
        """Whether somebody unseen can be seen by what is said ``later``."""
        return self.visibility != "visible" and later.visibility == "visible"


SEEN_AS_USUAL = Disclosure()


@value
class CombatantRevealed:
    """Whoever was hidden is in sight from now on."""

    target: Who[str]
    type: Literal["combatant_revealed"] = "combatant_revealed"
