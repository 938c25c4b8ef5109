"""Power Attack: less of every attack in melee for more damage (D20-PWR-1, PF1-PWR-1, D35-PWR-1)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck
from app.rules.d20.contract.effects import gains, until_next_turn
from app.rules.d20.contract.events.event import Event
from app.rules.d20.table.book import Book
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.state import Combatant, Effect

POWER = "d20.effect.power-attack"
"""The label of the effect that it is."""
EACH_STEP = 4
"""Points of base attack for each further step of Pathfinder."""


def may_not_power_attack(book: Book, actor: Combatant, points: int) -> Iterator[FailedCheck]:
    """Whether it has the feat, and trades as much as the edition lets it (D20-PWR-1)."""
    if points == 0:
        return
    name, bab = actor.identity.name, actor.sheet.bab or 0
    if not has_feat(actor.sheet, "power-attack"):
        yield FailedCheck("FEAT_MISSING", "{actor} has no Power Attack.", "D20-PWR-1", (("actor", name),))
    fixed = book.profile.has_cmd
    least, most = (1 + bab // EACH_STEP,) * 2 if fixed else (1, bab)
    if not least <= points <= most:
        params = (("actor", name), ("points", most))
        yield (
            FailedCheck(
                "POWER_BEYOND", "{actor} trades {points} points.", "PF1-PWR-1", (("way", "fixed"), *params)
            )
            if fixed
            else FailedCheck("POWER_BEYOND", "{actor} trades from 1 to {points} points.", "D35-PWR-1", params)
        )


def power_attack(actor: Combatant, points: int) -> Iterator[Event]:
    """Until its next turn so many points less on every attack in melee, if it chose so."""
    if points and not any(effect.label == POWER for effect in actor.effects):
        effect = Effect(POWER, "attack", -points, "untyped", "D20-PWR-1", until_next_turn(actor))
        yield from gains(actor, effect)
