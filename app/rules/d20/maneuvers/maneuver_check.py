"""The one check of every manoeuvre of Pathfinder: CMB against CMD (PF1-CM-01 … PF1-CM-09)."""

from collections.abc import Callable, Iterator
from dataclasses import field
from operator import itemgetter
from typing import TypeVar

from app.rules.common.dice import D20, Throw
from app.rules.common.modifiers import Modifier, Tally
from app.rules.d20.attack.circumstances import Circumstances, circumstances
from app.rules.d20.attack.miss_chance import finds_its_target
from app.rules.d20.attack.offence import NONPROFICIENT, position
from app.rules.d20.contract.situation import Situation
from app.rules.d20.contract.steps_maneuvers import Manoeuvre
from app.rules.d20.ground.maneuver_limits import hits_of
from app.rules.d20.maneuvers.combat_maneuver import cmb, cmd
from app.rules.d20.table.arms import Armed, bare_hands
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import is_helpless
from app.rules.d20.table.feats import has_feat, has_weapon_feat
from app.rules.d20.table.sheet import Feat
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.requests import Facts, Resolution, Roll
from app.values import value

T = TypeVar("T")
NATURAL_1, NATURAL_20 = 1, 20
TRAINED = 2
"""What Improved and Greater feats add, each (PF1-CM-09)."""
FIRM = 4
FEATS: dict[Manoeuvre, tuple[Feat, Feat]] = {
    "bull-rush": ("improved-bull-rush", "greater-bull-rush"),
    "disarm": ("improved-disarm", "greater-disarm"),
    "grapple": ("improved-grapple", "greater-grapple"),
    "overrun": ("improved-overrun", "greater-overrun"),
    "sunder": ("improved-sunder", "greater-sunder"),
    "trip": ("improved-trip", "greater-trip"),
}
"""The Improved and the Greater feat of each manoeuvre."""
USUAL_LEGS = 2
BARE_HANDED = Modifier("d20.disarm.bare-handed", -4, "penalty", "rule", "PF1-DIS-4")


@value
class Manoeuvring:
    """A manoeuvre about to be rolled: who, on whom, with what, and what the occasion adds to either side."""

    manoeuvre: Manoeuvre
    actor: Combatant
    target: Combatant
    armed: Armed | None = None
    situation: Situation = field(default_factory=Situation)
    extra: tuple[Modifier, ...] = ()
    defence: tuple[Modifier, ...] = ()


def manoeuvre_check(
    book: Book,
    encounter: Encounter,
    it: Manoeuvring,
    grade: Callable[[int], T],
    rules: tuple[str, ...],
    tells: Callable[[T], Facts] = lambda _: (),
) -> Resolution[T]:
    """What ``grade`` makes of the points by which the total beats the CMD, below 0 where it fails.

    A natural 20 never fails and a natural 1 always does (PF1-CM-07). The helpless are no match, so that
    nothing is rolled (PF1-CM-08). Raises ManoeuvreUnclear.
    """
    known = _known(book, encounter, it)
    if is_helpless(it.target):
        return grade(0)
    bonus, defence = _totals(book, encounter, it, known)

    def margin(throw: Throw) -> int:
        points = throw.total + bonus.total - defence.total
        if throw.first == NATURAL_1:
            return min(points, -1)
        return max(points, 0) if throw.first == NATURAL_20 else points

    succeeds, outcome = yield from Roll(
        purpose=it.manoeuvre.replace("-", " "),
        roller=it.actor.id,
        dice=D20,
        outcome=lambda throw: (margin(throw) >= 0, grade(margin(throw))),
        modifiers=bonus,
        against=defence,
        explain=lambda throw: (
            ("manoeuvre_total", throw.total + bonus.total),
            ("cmd", defence.total),
            *tells(grade(margin(throw))),
        ),
        rules=("PF1-CM-07", *rules),
        succeeds=itemgetter(0),
    )
    is_found = not succeeds or (yield from finds_its_target(it.actor, known.miss_chance, in_melee=True))
    return outcome if is_found else grade(-1)


def check_manoeuvre(book: Book, encounter: Encounter, it: Manoeuvring) -> None:
    """Refuse sheets that lack what the check needs; raises ManoeuvreUnclear."""
    _ = _totals(book, encounter, it, _known(book, encounter, it))


def struck(actor: Combatant, hits_before: int) -> Iterator[Modifier]:
    """The damage of the target's attack of opportunity (PF1-CM-13)."""
    if (lost := hits_before - hits_of(actor)) > 0:
        yield Modifier("d20.cmb.struck", -lost, "penalty", "state", "PF1-CM-13")


def _known(book: Book, encounter: Encounter, it: Manoeuvring) -> Circumstances:
    armed = it.armed or bare_hands(book, it.actor.sheet)
    return circumstances(book, encounter, it.actor, it.target, armed, it.situation)


def _totals(book: Book, encounter: Encounter, it: Manoeuvring, known: Circumstances) -> tuple[Tally, Tally]:
    armed = it.armed or bare_hands(book, it.actor.sheet)
    is_grapple = it.manoeuvre == "grapple"
    stated = (
        Modifier(part.label, part.value, part.type, "situation", "D20-SIT-01") for part in it.situation.others
    )
    helps = (
        *position(encounter, it.actor, armed, known),
        *_trained(it),
        *_weapon(it),
        *it.extra,
        *stated,
    )
    defence = (*_braced(it), *_legs(it), *it.defence)
    return (
        cmb(book, encounter, it.actor, it.target, helps, is_grapple=is_grapple),
        cmd(book, encounter, it.target, it.actor, defence, known),
    )


def _trained(it: Manoeuvring) -> Iterator[Modifier]:
    for feat in FEATS[it.manoeuvre]:
        if has_feat(it.actor.sheet, feat):
            yield Modifier(f"d20.feat.{feat}", TRAINED, "feat", "sheet: feats", "PF1-CM-09")


def _braced(it: Manoeuvring) -> Iterator[Modifier]:
    """+2 to the CMD of those who are trained in it themselves (PF1-CM-09)."""
    improved, _ = FEATS[it.manoeuvre]
    if has_feat(it.target.sheet, improved):
        yield Modifier(f"d20.feat.{improved}", TRAINED, "feat", "sheet: feats", "PF1-CM-09")


def _legs(it: Manoeuvring) -> Iterator[Modifier]:
    """+4 against bull rushes for whoever stands firm, +2 against overruns and trips for each further leg
    (PF1-BR-07, PF1-CM-10).
    """
    sheet, further = it.target.sheet, max(0, it.target.sheet.legs - USUAL_LEGS)
    if it.manoeuvre == "bull-rush" and (sheet.stable or further):
        yield Modifier("d20.cmd.stable", FIRM, "racial", "sheet: legs", "PF1-BR-07")
    if it.manoeuvre in ("overrun", "trip") and further:
        yield Modifier("d20.cmd.legs", TRAINED * further, "racial", "sheet: legs", "PF1-CM-10")
    if it.manoeuvre == "trip" and sheet.stable:
        yield Modifier("d20.cmd.stable", FIRM, "racial", "sheet: stable", "PF1-CM-10")


def _weapon(it: Manoeuvring) -> Iterator[Modifier]:
    """What the weapon brings that the manoeuvre is done with (PF1-CM-11)."""
    armed = it.armed
    if armed is None:
        return
    entry, source = armed.entry, f"sheet: {armed.id}"
    enhancement = max(entry.enhancement, int(entry.masterwork))
    yield Modifier("d20.weapon.enhancement", enhancement, "enhancement", source, "PF1-CM-11")
    if has_weapon_feat(it.actor.sheet, "weapon-focus", entry):
        yield Modifier("d20.feat.weapon-focus", 1, "feat", "sheet: weapon_feats", "PF1-CM-11")
    if entry.nonproficient:
        yield Modifier("d20.attack.nonproficient", NONPROFICIENT, "penalty", source, "PF1-CM-11")
    if it.manoeuvre == "disarm":
        yield Modifier("d20.weapon.disarm", armed.disarm_bonus, "weapon", "table: weapons", "PF1-DIS-1")
        if armed.is_unarmed:
            yield BARE_HANDED
