"""Distances that a caller must state, and how far a combatant gets in a round (H-MOV-1)."""

from fractions import Fraction

from app.rules.common.errors import Invalid
from app.rules.common.measures import Distance
from app.rules.harp.table.state import Combatant


class DistanceMissing(Invalid):
    """The rule needs a distance, and neither a map nor the caller gives it."""

    code = "distance_missing"


class DistanceNegative(Invalid):
    """A distance below 0."""

    code = "distance_negative"


class RateUnknown(Invalid):
    """The sheet does not say how far its combatant moves in a round."""

    code = "base_movement_rate_missing"


def stated(distance: Distance | None, where: str) -> Distance:
    """The distance that the field ``where`` must give; raises DistanceMissing, DistanceNegative."""
    if distance is None:
        raise _at(where, DistanceMissing("Give `{field}`; without a map nobody else knows it.", field=where))
    if distance.value < 0:
        raise _at(where, DistanceNegative("`{field}` is below 0.", field=where))
    return distance


def _at(where: str, error: Invalid) -> Invalid:
    error.pointer = f"/{where.replace('.', '/')}"
    return error


def base_rate(actor: Combatant) -> Fraction:
    """The BMR in metres, half of it when stunned (H-EFF-STUN) or at half rate by DH-27."""
    if actor.sheet.bmr is None:
        name = actor.identity.name
        raise RateUnknown("Give `bmr` (metres a round) on the sheet of {name}.", name=name)
    return Fraction(actor.sheet.bmr, 2 if at_half_rate(actor) else 1)


def at_half_rate(actor: Combatant) -> bool:
    """Stunned, or under must parry and no parry at once."""
    under = actor.conditions
    return under.stunned > 0 or (under.must_parry > 0 and under.no_parry > 0)


def metres(length: Fraction) -> str:
    """A length as players write it: ``12 m``, ``7.5 m``."""
    return f"{float(length):g} m"
