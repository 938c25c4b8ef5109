"""What a combatant has put into its defence: parries, dodges, its shield, a withdrawal."""

from app.values import replace, value


@value
class Share:
    """Points of OB meant for one opponent (H-PAR-1, H-PAR-3)."""

    opponent: str
    points: int


@value
class ParryPoints:
    """Points of OB moved to DB against the melee attacks of one opponent (H-PAR-1).

    ``bonus`` is what a full parry adds and no other parry has; ``holds`` is False once its roll failed.
    """

    opponent: str
    points: int
    weapon: str
    bonus: int = 0
    holds: bool = True

    @property
    def is_full(self) -> bool:
        return self.bonus > 0


@value
class Withdrawal:
    """The first half of a disengagement; ``is_ready`` from the next own turn on (H-DIS-1)."""

    opponent: str
    is_ready: bool = False


@value
class Guard:
    """A combatant's defence in play. Parries and dodges last until its next own turn begins.

    ``ob_spent`` is taken from its own attacks; ``dodge`` and ``instinctive_dodge`` are added to its DB;
    ``struck_with`` are the weapons it has attacked with since its own turn began. ``owes_action``: an
    instinctive dodge has used the action of the next own turn. ``shield_uses`` are the attacks that the
    shield has met in this round, ``planted`` the cover that it gives while it stands on the ground.
    """

    parries: tuple[ParryPoints, ...] = ()
    ob_spent: int = 0
    dodge: int | None = None
    instinctive_dodge: int | None = None
    owes_action: bool = False
    struck_with: tuple[str, ...] = ()
    shield_uses: int = 0
    planted: str | None = None
    withdrawal: Withdrawal | None = None

    @property
    def is_defensive(self) -> bool:
        """Whether a parry is in force: a defensive stance (H-SHD-2)."""
        return any(parry.holds for parry in self.parries)

    def having_struck_with(self, weapon: str) -> "Guard":
        """The same with ``weapon`` among those that attacked."""
        if weapon in self.struck_with:
            return self
        return replace(self, struck_with=(*self.struck_with, weapon))

    def at_turn_start(self, *, in_rounds: bool) -> "Guard":
        """What is left of it when an own turn begins.

        A withdrawal becomes ready, and is off when it was not gone through with in the turn before. Without
        rounds the shield is fresh again (DH-34).
        """
        last = self.withdrawal
        leaving = None if last is None or last.is_ready else replace(last, is_ready=True)
        uses = self.shield_uses if in_rounds else 0
        return Guard(shield_uses=uses, planted=self.planted, withdrawal=leaving)


UNGUARDED = Guard()
"""Nothing put into the defence."""
