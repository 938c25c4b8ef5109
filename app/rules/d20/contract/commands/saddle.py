"""The commands of riders: checks of Ride and spells in the saddle, and the steps that falls are."""

from typing import Literal, TypeAlias

from app.rules.d20.contract.situation import MountPace
from app.rules.d20.table.state import RideTask
from app.values import value


@value
class RideCheck:
    """A check of Ride: to control a mount that is not trained for combat, to guide one with the knees, to
    stay in the saddle, or to fight together with it (PF1-MNT-01, PF1-MNT-07, PF1-MNT-33, PF1-MNT-34).

    For ``other`` tasks the table gives the ``dc``.
    """

    actor: str
    task: RideTask
    dc: int | None = None
    type: Literal["ride-check"] = "ride-check"


@value
class CastMounted:
    """A spell of ``level`` cast in the saddle (PF1-MNT-22 … PF1-MNT-24).

    ``around`` is whether the mount is to move both before and after. ``pace`` is how it moves where nobody
    counts that; ``bonus`` the caster's bonus of concentration where the sheet does not say. ``what`` is told
    as it is; a spell cast in the open ``provokes`` those who threaten, without a map those named in
    ``threatened_by``.
    """

    actor: str
    level: int
    what: str = ""
    kind: Literal["standard", "full-round"] = "standard"
    around: bool = False
    pace: MountPace | None = None
    bonus: int | None = None
    provokes: bool = False
    threatened_by: tuple[str, ...] = ()
    type: Literal["cast-mounted"] = "cast-mounted"


@value
class KeepSaddle:
    """Somebody has lost consciousness in the saddle, and stays there or does not (PF1-MNT-26)."""

    actor: str
    type: Literal["keep-saddle"] = "keep-saddle"


@value
class FallFromSaddle:
    """A rider comes off: with the mount that falls, or without it (PF1-MNT-25)."""

    actor: str
    type: Literal["fall-from-saddle"] = "fall-from-saddle"


SaddleCommand: TypeAlias = CastMounted | RideCheck
SaddleStep: TypeAlias = FallFromSaddle | KeepSaddle
