"""Follow-up steps that several rules lead to: what attacks, movement and turns have in common."""

from dataclasses import field
from typing import Literal, TypeAlias

from app.rules.common.modifiers import Modifier
from app.rules.d20.contract.situation import Situation
from app.rules.d20.table.arms import Grip
from app.values import value

Occasion: TypeAlias = Literal["attack", "full-attack", "charge", "opportunity", "set-weapon", "readied"]
"""What a blow is part of: it decides which bonuses and which refusals count."""


@value
class Strike:
    """One attack roll with what follows from it: threat, confirmation, miss chance, damage (D20-ATK-01).

    ``extra`` are modifiers that the occasion brings (the +2 of a charge, an iterative penalty);
    ``doublings`` names every doubling of the damage beside a critical: ``("lance",)``, ``("set-weapon",)``.
    ``throw`` hurls the weapon; ``nonlethal`` is None for the damage that the weapon does by itself. ``rules``
    are the statements that brought the blow about, beyond those of every attack. ``grip`` is the hand that
    strikes, where the occasion and not the sheet says which.
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
    grip: Grip | None = None
    type: Literal["strike"] = "strike"


@value
class Hurt:
    """Damage that has been rolled reaches its target: reduction, temporary points, nonlethal, dying.

    ``types`` are what the ``points`` are of: bludgeoning, piercing and slashing ones meet damage reduction,
    an energy its resistance (D20-DR-1, D20-DR-5). ``extra`` are further points of the same hit by their
    type, ``("fire", 4)``; those of no energy count with the weapon's own. What overcomes damage reduction is
    read from the ``weapon`` of ``by`` and from ``qualities``: ``magic``, ``silver`` (D20-DR-2).
    """

    target: str
    points: int
    types: tuple[str, ...] = ()
    nonlethal: bool = False
    by: str | None = None
    weapon: str | None = None
    extra: tuple[tuple[str, int], ...] = ()
    qualities: tuple[str, ...] = ()
    type: Literal["hurt"] = "hurt"
