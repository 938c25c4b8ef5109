"""Attacks on top of those of base attack: haste and weapons of speed, Rapid Shot (D20-ATK-23, D20-ATK-24)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from app.rules.common.errors import FailedCheck
from app.rules.common.modifiers import Modifier
from app.rules.d20.contract.commands.attack import FullAttack, TwoWeaponAttack
from app.rules.d20.table.arms import Armed
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.state import Combatant
from app.values import value

RAPID = -2
"""What Rapid Shot takes from every attack of the round."""
RAPID_SHOT = Modifier("d20.feat.rapid-shot", RAPID, "penalty", "sheet: feats", "D20-ATK-24")


@value
class Extras:
    """``by_haste`` is the one attack that haste, a weapon of speed and their like give between them: two of
    these give no second one. ``by_rapid_shot`` comes on top of it.
    """

    by_haste: bool
    by_rapid_shot: bool

    @property
    def count(self) -> int:
        """The attacks more, each at the full bonus."""
        return int(self.by_haste) + int(self.by_rapid_shot)

    def room(self, ranged: Sequence[bool]) -> int:
        """How many of these attacks there may be on top; with nothing to shoot that alone is to blame."""
        return len(self.on_top(ranged)) if any(ranged) else self.count

    @property
    def penalties(self) -> tuple[Modifier, ...]:
        """What every attack of the round pays for them."""
        return (RAPID_SHOT,) if self.by_rapid_shot else ()

    def on_top(self, ranged: Sequence[bool]) -> Mapping[int, str]:
        """Which of these attacks are on top of those of base attack, by place, each with its statement.

        That of haste is the first one, that of Rapid Shot the next one that is shot or thrown; the first
        one is left to it where no other is.
        """
        found: dict[int, str] = {}
        shots = [place for place, is_ranged in enumerate(ranged) if is_ranged]
        if self.by_haste and ranged:
            is_the_only_shot = self.by_rapid_shot and shots == [0] and len(ranged) > 1
            found[1 if is_the_only_shot else 0] = "D20-ATK-23"
        shot = next((place for place in shots if place not in found), None)
        if self.by_rapid_shot and shot is not None:
            found[shot] = "D20-ATK-24"
        return found

    def may_not_shoot_rapidly(self, attacker: Combatant, arms: Iterable[Armed]) -> Iterator[FailedCheck]:
        """Whether the attacker has Rapid Shot, and something among its attacks that it shoots or throws."""
        if not self.by_rapid_shot:
            return
        about = (("actor", attacker.identity.name),)
        if not has_feat(attacker.sheet, "rapid-shot"):
            yield FailedCheck(
                "FEAT_MISSING", "{actor} has no Rapid Shot.", "D20-ATK-24", (("way", "rapid_shot"), *about)
            )
        if not any(armed.is_ranged for armed in arms):
            yield FailedCheck(
                "NOTHING_TO_SHOOT", "{actor} neither shoots nor throws anything.", "D20-ATK-24", about
            )


def extras_of(command: FullAttack | TwoWeaponAttack) -> Extras:
    """The attacks on top that the command claims."""
    return Extras(command.extra_attack, command.rapid_shot)
