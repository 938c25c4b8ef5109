"""The rule tables in PostgreSQL. Every key leads with the pack and its version.

`position` keeps the printed order of a list, so that a pack read back is the document that was stored.
"""

from datetime import datetime
from typing import TypeAlias

from sqlalchemy import JSON, CheckConstraint, DateTime, ForeignKeyConstraint, Text, func
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base.orm import Base

Named: TypeAlias = dict[str, str]
"""A name by language: `en`, `fr`, `it`."""
Effects: TypeAlias = dict[str, int | bool | str]


class PackRow(Base):
    """One version of a table pack; `hash` is that of its whole document."""

    __tablename__ = "pack"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    version: Mapped[str] = mapped_column(Text, primary_key=True)
    hash: Mapped[str] = mapped_column(Text)
    ruleset: Mapped[str] = mapped_column(Text)
    title: Mapped[str] = mapped_column(Text)
    licence: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(Text)
    statuses: Mapped[Named] = mapped_column(JSON)
    loaded_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())


class OfPack:
    """The part of the key that every table of a pack leads with."""

    __tablename__: str

    # columns of a mixin come last unless they say otherwise, and the key follows the columns
    pack_id: Mapped[str] = mapped_column(Text, primary_key=True, sort_order=-2)
    pack_version: Mapped[str] = mapped_column(Text, primary_key=True, sort_order=-1)


def _foreign(table: str, *columns: str, own: tuple[str, ...] = ()) -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["pack_id", "pack_version", *own], [f"{table}.{column}" for column in columns], ondelete="CASCADE"
    )


def _of_pack() -> ForeignKeyConstraint:
    return _foreign("pack", "id", "version")


def _part_of(table: str, column: str) -> ForeignKeyConstraint:
    """Belonging to one of the pack's tables, which `column` names."""
    return _foreign(table, "pack_id", "pack_version", "id", own=(column,))


class AttackTableRow(OfPack, Base):
    """An attack table and its caps by attack size."""

    __tablename__ = "attack_table"
    __table_args__ = (_of_pack(),)

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    names: Mapped[Named] = mapped_column(JSON)
    status: Mapped[str] = mapped_column(Text)
    default_critical: Mapped[str] = mapped_column(Text)
    cap_tiny: Mapped[int]
    cap_small: Mapped[int]
    cap_medium: Mapped[int]
    cap_large: Mapped[int]
    cap_huge: Mapped[int]


class AttackCellRow(OfPack, Base):
    """One cell: hits, and a critical's severity, of totals `row_from` to `row_to` and one armour type."""

    __tablename__ = "attack_cell"
    __table_args__ = (
        _part_of("attack_table", "table_id"),
        CheckConstraint("row_from <= row_to", name="row_in_order"),
        CheckConstraint("armour_type BETWEEN 1 AND 10", name="armour_type"),
        CheckConstraint("hits >= 1", name="hits"),
        CheckConstraint("severity IN ('A', 'B', 'C', 'D', 'E')", name="severity"),
    )

    table_id: Mapped[str] = mapped_column(Text, primary_key=True)
    row_from: Mapped[int] = mapped_column(primary_key=True)
    armour_type: Mapped[int] = mapped_column(primary_key=True)
    row_to: Mapped[int]
    hits: Mapped[int]
    severity: Mapped[str | None] = mapped_column(Text)


class CriticalTableRow(OfPack, Base):
    """A critical table."""

    __tablename__ = "critical_table"
    __table_args__ = (_of_pack(),)

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    names: Mapped[Named] = mapped_column(JSON)
    status: Mapped[str] = mapped_column(Text)


class CriticalEntryRow(OfPack, Base):
    """One cell of a critical table, with what it does instead under other gear."""

    __tablename__ = "critical_entry"
    __table_args__ = (
        _part_of("critical_table", "table_id"),
        CheckConstraint("row_from <= row_to", name="row_in_order"),
        CheckConstraint("severity IN ('A', 'B', 'C', 'D', 'E')", name="severity"),
    )

    table_id: Mapped[str] = mapped_column(Text, primary_key=True)
    row_from: Mapped[int] = mapped_column(primary_key=True)
    severity: Mapped[str] = mapped_column(Text, primary_key=True)
    row_to: Mapped[int]
    location: Mapped[str] = mapped_column(Text)
    gravity: Mapped[int]
    effects: Mapped[Effects] = mapped_column(JSON)
    gear: Mapped[list[dict[str, object]]] = mapped_column(JSON)


class FumbleColumnRow(OfPack, Base):
    """A column of the fumble table."""

    __tablename__ = "fumble_column"
    __table_args__ = (_of_pack(),)

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    position: Mapped[int]
    names: Mapped[Named] = mapped_column(JSON)
    status: Mapped[str] = mapped_column(Text)


class FumbleEntryRow(OfPack, Base):
    """What fumble rolls `row_from` to `row_to` do in one column."""

    __tablename__ = "fumble_entry"
    __table_args__ = (
        _part_of("fumble_column", "column_id"),
        CheckConstraint("row_from <= row_to", name="row_in_order"),
    )

    column_id: Mapped[str] = mapped_column(Text, primary_key=True)
    row_from: Mapped[int] = mapped_column(primary_key=True)
    row_to: Mapped[int]
    effects: Mapped[Effects] = mapped_column(JSON)


class FumbleUseRow(OfPack, Base):
    """Which column a weapon fumbles on, by its group, its attack table or the hands it takes.

    `member` is the mapping's name in the document (`column_of_group`), `key` what it maps.
    """

    __tablename__ = "fumble_use"
    __table_args__ = (_part_of("fumble_column", "column_id"),)

    member: Mapped[str] = mapped_column(Text, primary_key=True)
    key: Mapped[str] = mapped_column(Text, primary_key=True)
    column_id: Mapped[str] = mapped_column(Text)


class WeaponGroupRow(OfPack, Base):
    """A weapon group."""

    __tablename__ = "weapon_group"
    __table_args__ = (_of_pack(),)

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    position: Mapped[int]
    kind: Mapped[str] = mapped_column(Text)
    names: Mapped[Named] = mapped_column(JSON)
    status: Mapped[str] = mapped_column(Text)


class WeaponRow(OfPack, Base):
    """A weapon model; weights are grams, prices gold pieces, the range's lengths metres."""

    __tablename__ = "weapon"
    __table_args__ = (
        _part_of("attack_table", "attack_table"),
        _part_of("weapon_group", "group"),
        _of_pack(),
    )

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    position: Mapped[int]
    names: Mapped[Named] = mapped_column(JSON)
    group: Mapped[str] = mapped_column(Text)
    attack_table: Mapped[str] = mapped_column(Text)
    size: Mapped[str] = mapped_column(Text)
    hands: Mapped[int]
    reach_class: Mapped[str] = mapped_column(Text)
    ob_modifier: Mapped[int]
    fumble_range: Mapped[int]
    weight_grams_from: Mapped[int | None]
    weight_grams_to: Mapped[int | None]
    price_gold_from: Mapped[int | None]
    price_gold_to: Mapped[int | None]
    rare: Mapped[bool]
    range: Mapped[dict[str, int | str] | None] = mapped_column(JSON(none_as_null=True))
    status: Mapped[str] = mapped_column(Text)
    source: Mapped[str | None] = mapped_column(Text)


class UnclassifiedWeaponRow(OfPack, Base):
    """A weapon of which only weight and price are known."""

    __tablename__ = "weapon_unclassified"
    __table_args__ = (_of_pack(),)

    position: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    weight_grams: Mapped[int]
    price_gold: Mapped[int]
    rare: Mapped[bool]
    status: Mapped[str] = mapped_column(Text)
    source: Mapped[str | None] = mapped_column(Text)


class ArmourRow(OfPack, Base):
    """An armour type."""

    __tablename__ = "armour"
    __table_args__ = (_of_pack(),)

    armour_type: Mapped[int] = mapped_column(primary_key=True)
    position: Mapped[int]
    names: Mapped[Named] = mapped_column(JSON)
    defensive_bonus: Mapped[int]
    manoeuvre_penalty_min: Mapped[int]
    manoeuvre_penalty_max: Mapped[int]
    casting_penalty: Mapped[int]
    fitting_half_days: Mapped[int]
    fitting_difficulty: Mapped[int]
    status: Mapped[str] = mapped_column(Text)
    source: Mapped[str | None] = mapped_column(Text)


class ShieldRow(OfPack, Base):
    """A shield or a parrying weapon."""

    __tablename__ = "shield"
    __table_args__ = (_of_pack(),)

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    position: Mapped[int]
    names: Mapped[Named] = mapped_column(JSON)
    bonus_untrained: Mapped[int]
    bonus_trained: Mapped[int]
    attacks_covered: Mapped[int]
    covers_front: Mapped[bool]
    covers_flank: Mapped[bool]
    hand_holds: Mapped[str] = mapped_column(Text)
    parrying_weapon: Mapped[bool]
    plantable: Mapped[bool]
    status: Mapped[str] = mapped_column(Text)
    source: Mapped[str | None] = mapped_column(Text)


class ModifierRow(OfPack, Base):
    """A row of one of the short lists of modifiers: `kind` is the list, `terms` the list's own members."""

    __tablename__ = "modifier"
    __table_args__ = (_of_pack(),)

    kind: Mapped[str] = mapped_column(Text, primary_key=True)
    id: Mapped[str] = mapped_column(Text, primary_key=True)
    position: Mapped[int]
    status: Mapped[str] = mapped_column(Text)
    terms: Mapped[dict[str, object]] = mapped_column(JSON)


class ActionDurationRow(OfPack, Base):
    """How many rounds an action takes; no `rounds_to`: as long as it is kept up."""

    __tablename__ = "action_duration"
    __table_args__ = (_of_pack(),)

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    position: Mapped[int]
    names: Mapped[Named] = mapped_column(JSON)
    rounds_from: Mapped[int]
    rounds_to: Mapped[int | None]
    during_another_action: Mapped[bool]
    status: Mapped[str] = mapped_column(Text)
    source: Mapped[str | None] = mapped_column(Text)


class ManoeuvreRow(OfPack, Base):
    """A row of the manoeuvre table; an end without a bound is open."""

    __tablename__ = "manoeuvre_row"
    __table_args__ = (_of_pack(),)

    position: Mapped[int] = mapped_column(primary_key=True)
    row_from: Mapped[int | None]
    row_to: Mapped[int | None]
    percentage: Mapped[int]
    bonus: Mapped[int]
    rr: Mapped[int]
    utility: Mapped[str | None] = mapped_column(Text)
    status: Mapped[str] = mapped_column(Text)


class LocationRow(OfPack, Base):
    """A place of the body, with its article, by language."""

    __tablename__ = "location"
    __table_args__ = (_of_pack(),)

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    position: Mapped[int]
    forms: Mapped[dict[str, dict[str, str]]] = mapped_column(JSON)
    status: Mapped[str] = mapped_column(Text)


class PackTextRow(OfPack, Base):
    """How the criticals of one table and gravity are told."""

    __tablename__ = "pack_text"
    __table_args__ = (_part_of("critical_table", "table_id"),)

    table_id: Mapped[str] = mapped_column(Text, primary_key=True)
    gravity: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[Named] = mapped_column(JSON)
    status: Mapped[str] = mapped_column(Text)
