"""Follow-up steps that several rules lead to: what attacks, movement and turns have in common."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from app.rules.common.modifiers import Modifier
from app.rules.d20.situation import Situation

Occasion: TypeAlias = Literal["attack", "full-attack", "charge", "opportunity", "set-weapon", "readied"]
"""What a blow is part of: it decides which bonuses and which refusals count."""


@dataclass(frozen=True, slots=True)
class Strike:
    """One attack roll with what follows from it: threat, confirmation, miss chance, damage (D20-ATK-01).

    ``extra`` are modifiers that the occasion brings (the +2 of a charge, an iterative penalty);
    ``doublings`` names every doubling of the damage beside a critical: ``("lance",)``, ``("set-weapon",)``.
    ``throw`` hurls the weapon; ``nonlethal`` is None for the damage that the weapon does by itself. ``rules``
    are the statements that brought the blow about, beyond those of every attack.
    """

    actor: str
    target: str
    weapon: str
    occasion: Occasion = "attack"
    situation: Situation = field(default_factory=Situation)
    extra: tuple[Modifier, ...] = ()
    doublings: tuple[str, ...] = ()
    throw: bool = False
    nonlethal: bool | None = None
    rules: tuple[str, ...] = ()
    type: Literal["strike"] = "strike"


@dataclass(frozen=True, slots=True)
class Hurt:
    """Damage that has been rolled reaches its target: reduction, temporary points, nonlethal, dying."""

    target: str
    points: int
    types: tuple[str, ...] = ()
    nonlethal: bool = False
    by: str | None = None
    weapon: str | None = None
    extra: tuple[tuple[str, int], ...] = ()
    type: Literal["hurt"] = "hurt"
