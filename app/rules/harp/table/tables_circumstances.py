"""HARP | TdM position, cover, initiative, manoeuvres, durations, and the places of the body."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from app.rules.common.tables import Names, RangeTable
from app.values import value


@value
class PositionalBonus:
    """A position bonus to OB (H-OB-2). Of one `exclusive_group` only one counts (DH-31).

    `applied_by` names the rule that already applies the row, which must not be counted a second time;
    `option` the option that switches it on.
    """

    id: str
    names: Names = field(hash=False)
    modifier: int
    exclusive_group: str | None
    applied_by: str | None
    option: str | None
    status: str
    source: str | None


@value
class Cover:
    """A kind of cover and its bonus to the defence score (H-DB-2)."""

    id: str
    names: Names = field(hash=False)
    hidden_over_percent: int
    melee_bonus: int
    missile_bonus: int
    optional: bool
    status: str
    source: str | None


@value
class Surrounding:
    """Light, footing or weather over a whole fight (H-VIS-1), and what each sort of roll loses by it.

    `missile` and `crossbow` are `None` where such a weapon cannot be used; melee attacks of the tables in
    `spared` lose nothing. `manoeuvre` is for Agility and Quickness. Of one `exclusive_group` only the worst
    counts.
    """

    id: str
    names: Names = field(hash=False)
    melee: int
    missile: int | None
    crossbow: int | None
    manoeuvre: int
    perception: int
    exclusive_group: str | None
    spared: tuple[str, ...]
    status: str
    source: str | None


@value
class InitiativeModifier:
    """A modifier to initiative (H-INI-1).

    `add` adds `modifier`; `first` acts before everyone and has none; `per-ten-of-penalty` adds it once for
    each full ten of wound penalty.
    """

    id: str
    names: Names = field(hash=False)
    rule: Literal["add", "first", "per-ten-of-penalty"]
    modifier: int | None
    option: str | None
    status: str
    source: str | None


@value
class Difficulty:
    """A named difficulty of a manoeuvre."""

    id: str
    names: Names = field(hash=False)
    modifier: int
    status: str


@value
class ManoeuvreResult:
    """One row of the manoeuvre table: its four columns; `utility` is not known for any row yet."""

    first: int | None = field(metadata={"key": "from"})
    last: int | None = field(metadata={"key": "to"})
    percentage: int
    bonus: int
    rr: int
    utility: str | None
    status: str


@value
class ManoeuvreTable:
    """The manoeuvre table, open at both ends."""

    rows: RangeTable[ManoeuvreResult]

    def read(self, total: int) -> ManoeuvreResult:
        """The row of a manoeuvre's total."""
        return self.rows.read(total).entry


@value
class ActionDuration:
    """How many rounds an action takes (H-RND-2); no `rounds_to`: as long as the caster or GM says."""

    id: str
    names: Names = field(hash=False)
    rounds_from: int
    rounds_to: int | None
    during_another_action: bool
    status: str
    source: str | None


@value
class LocationForms:
    """A place of the body with its article in one language: “the hand”, “to the hand”, “of the hand”."""

    location: str
    to_location: str
    of_location: str
    on_location: str


@value
class Location:
    """A place of the body that criticals strike."""

    id: str
    forms: Mapping[str, LocationForms]
    """By language, English at least."""
    status: str


@value
class CriticalPhrase:
    """What a critical of one table and gravity (1 to 5) looks like, with placeholders of `LocationForms`."""

    gravity: int
    text: Names
    status: str
