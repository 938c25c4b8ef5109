"""What holds for one blow at the moment it falls: from the map, unless the caller states it.

Without a map, or where somebody is not on it, nothing holds that is not stated; a distance that nobody
states lies in the first range increment, and farther than close range.
"""

from app.rules.common.grid.cells import gap
from app.rules.common.grid.cover import NO_COVER, Cover
from app.rules.common.grid.lengths import in_space, one_two_one
from app.rules.d20.attack.concealment import NO_CHANCE, TOTAL, MissChance, concealment
from app.rules.d20.contract.situation import MountPace, Situation
from app.rules.d20.ground.cover import aimed_space, cover_of
from app.rules.d20.ground.flanking import flanking_partner
from app.rules.d20.ground.heights import Height, apart, height_over
from app.rules.d20.ground.in_melee import into_melee_penalty
from app.rules.d20.ground.positions import space_of
from app.rules.d20.saddle.saddle import pace_of
from app.rules.d20.table.arms import Armed
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import Cause, is_helpless, why_without_dexterity
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.measures import FEET_PER_SQUARE, feet_of
from app.rules.d20.table.state import Combatant, Encounter
from app.values import value

STATED = Cause("d20.ac.stated-denied", "D20-SIT-01")
UNSEEN = Cause("d20.attack.unseen", "D20-CND-13")
CLOSE = 30
"""Feet within which point-blank shots and precision damage from afar are possible."""


@value
class Circumstances:
    """One blow's. ``feet`` is None when nobody knows; ``partner`` is whom the attacker flanks with.

    ``denied`` is what keeps the target's Dexterity bonus from counting against this blow, None when nothing
    does; ``is_unseen`` is whether the target does not see the attacker. ``into_melee`` is the penalty, 0 or
    less. ``pace`` is how the attacker's mount moves. ``is_undeterred`` is whether Improved Precise
    Shot has let it ignore cover or concealment.
    """

    feet: int | None = None
    cover: Cover = NO_COVER
    miss_chance: MissChance = NO_CHANCE
    is_flanking: bool = False
    partner: str | None = None
    height: Height = "level"
    into_melee: int = 0
    is_unseen: bool = False
    denied: Cause | None = None
    is_helpless: bool = False
    pace: MountPace = "still"
    is_undeterred: bool = False

    @property
    def is_denied(self) -> bool:
        return self.denied is not None

    @property
    def is_close(self) -> bool:
        return self.feet is not None and self.feet <= CLOSE


def circumstances(
    book: Book,
    encounter: Encounter,
    attacker: Combatant,
    target: Combatant,
    armed: Armed,
    stated: Situation,
) -> Circumstances:
    """What holds for a blow with that weapon (D20-SIT-01)."""
    feet = distance(book, encounter, attacker, target, stated)
    partner = None if armed.is_ranged else flanking_partner(book, encounter, attacker, target)
    is_flanking = partner is not None if stated.flanking is None else stated.flanking
    unseen = is_unseen(attacker, target, armed)
    cover = cover_of(book, encounter, attacker, target, armed, stated)
    chance = concealment(attacker, target, stated)
    is_undeterred = _is_undeterred(attacker, armed, cover, chance)
    return Circumstances(
        feet,
        NO_COVER if is_undeterred and cover.kind != "total" else cover,
        NO_CHANCE if is_undeterred and not chance.is_total else chance,
        is_flanking and not armed.is_ranged,
        partner if is_flanking else None,
        height_over(book, encounter, attacker, target, stated),
        into_melee_penalty(book, encounter, attacker, target, stated) if armed.is_ranged else 0,
        unseen,
        _denied(book, encounter, attacker, target, stated, unseen=unseen, in_melee=not armed.is_ranged),
        is_helpless(target),
        pace_of(encounter, attacker, stated.mount_moves),
        is_undeterred,
    )


def _is_undeterred(attacker: Combatant, armed: Armed, cover: Cover, chance: MissChance) -> bool:
    """Whether Improved Precise Shot ignores cover or concealment that the target has (D20-ATK-25)."""
    if not armed.is_ranged or not has_feat(attacker.sheet, "improved-precise-shot"):
        return False
    return cover.kind not in ("none", "total") or 0 < chance.percent < TOTAL


def _denied(
    book: Book,
    encounter: Encounter,
    attacker: Combatant,
    target: Combatant,
    stated: Situation,
    *,
    unseen: bool,
    in_melee: bool,
) -> Cause | None:
    """What takes the target's Dexterity bonus away, unless it is stated whether it has it."""
    if stated.denied_dexterity is not None:
        return STATED if stated.denied_dexterity else None
    if unseen and not target.sheet.uncanny_dodge:
        return UNSEEN
    return why_without_dexterity(book, encounter, target, attacker.id, in_melee=in_melee)


def distance(
    book: Book, encounter: Encounter, attacker: Combatant, target: Combatant, stated: Situation
) -> int | None:
    """Feet between both, by the nearest squares and in space (D20-HGT-3); to the square aimed at where one is
    named.
    """
    if stated.distance is not None:
        return feet_of(stated.distance)
    body, other = space_of(book, encounter, attacker), space_of(book, encounter, target)
    if encounter.map is None or body is None or other is None:
        return None
    across = one_two_one(*gap(body, aimed_space(other, stated)))
    return in_space(across, apart(book, encounter, attacker, target)) * FEET_PER_SQUARE


def is_unseen(attacker: Combatant, target: Combatant, armed: Armed) -> bool:
    """Whether the target cannot see an invisible attacker (D20-CND-13); Blind-Fight feels it in melee."""
    is_felt = has_feat(target.sheet, "blind-fight") and not armed.is_ranged
    return attacker.has("invisible") and not is_felt
