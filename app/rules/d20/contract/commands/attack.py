"""Attacks that can be commanded, and the steps they lead to."""

from dataclasses import field
from typing import Literal, TypeAlias

from app.rules.d20.contract.situation import Situation
from app.rules.d20.contract.steps import Strike
from app.rules.d20.contract.steps_maneuvers import Attempt, BlowManoeuvre
from app.rules.d20.table.arms import Grip
from app.values import value


@value
class Attack:
    """One attack as a standard action, with a weapon of the actor's sheet (D20-ATK-01, D20-ATK-16).

    ``throw`` hurls a weapon of melee that can be thrown. ``defensively`` trades 4 of the attack for 2 of AC
    (D20-FGT-01). ``nonlethal`` strikes to stun with a lethal weapon, or to kill with a nonlethal one; left
    out, as the weapon is. ``power`` are points of the attack that Power Attack trades for damage
    (D20-PWR-1). ``threatened_by`` says, without a map, who stands near enough to strike at somebody
    who shoots (D20-AOO-11).
    """

    actor: str
    target: str
    weapon: str
    throw: bool = False
    defensively: bool = False
    power: int = 0
    nonlethal: bool | None = None
    situation: Situation = field(default_factory=Situation)
    threatened_by: tuple[str, ...] = ()
    type: Literal["attack"] = "attack"


@value
class Blow:
    """One attack of a full attack where it differs from the others; what is left out is as they have it.

    ``manoeuvre`` is what takes its place, with ``item`` the weapon of the target that is meant (D20-MAN-1).
    """

    target: str | None = None
    weapon: str | None = None
    throw: bool | None = None
    situation: Situation | None = None
    manoeuvre: BlowManoeuvre | None = None
    item: str | None = None


@value
class FullAttack:
    """Every attack that the base attack bonus gives, as a full-round action (D20-ATK-15).

    Without ``blows`` all of them are made with ``weapon`` at ``target``; with them each is named, in order.
    ``extra_attack`` is the one more that haste or a weapon of speed gives, ``rapid_shot`` that of the feat;
    both are at the full bonus and come first (D20-ATK-23, D20-ATK-24).
    """

    actor: str
    target: str
    weapon: str
    blows: tuple[Blow, ...] = ()
    extra_attack: bool = False
    rapid_shot: bool = False
    throw: bool = False
    defensively: bool = False
    power: int = 0
    nonlethal: bool | None = None
    situation: Situation = field(default_factory=Situation)
    threatened_by: tuple[str, ...] = ()
    type: Literal["full-attack"] = "full-attack"


@value
class HandBlow:
    """One attack of somebody with two weapons: the hand, and where it differs from the others."""

    hand: Grip
    target: str | None = None
    throw: bool | None = None
    situation: Situation | None = None


@value
class TwoWeaponAttack:
    """A full attack with an extra one of the off hand, and the penalties of that (PF1-TWF-01).

    ``weapon`` is in the main hand. ``off_weapon`` is left out for the other end of a double weapon, and the
    same once more for fists and for thrown weapons carried by the handful. Without ``blows`` the main hand
    strikes first, each hand from high to low; with them their order is the caller's, and there may be fewer
    (PF1-TWF-17). ``extra_attack`` is the one that haste or a weapon of speed gives (PF1-TWF-16), and
    ``rapid_shot`` that of the feat, to whoever throws. ``power`` is as in an attack.
    """

    actor: str
    target: str
    weapon: str
    off_weapon: str | None = None
    blows: tuple[HandBlow, ...] = ()
    extra_attack: bool = False
    rapid_shot: bool = False
    throw: bool = False
    defensively: bool = False
    power: int = 0
    nonlethal: bool | None = None
    situation: Situation = field(default_factory=Situation)
    threatened_by: tuple[str, ...] = ()
    type: Literal["two-weapon-attack"] = "two-weapon-attack"


@value
class Volley:
    """What is left of a full attack; ``standing`` are the targets that were up when it was declared."""

    actor: str
    blows: tuple[Strike | Attempt, ...]
    standing: tuple[str, ...]
    threatened_by: tuple[str, ...] = ()
    type: Literal["volley"] = "volley"


AttackCommand: TypeAlias = Attack | FullAttack | TwoWeaponAttack
AttackStep: TypeAlias = Strike | Volley
