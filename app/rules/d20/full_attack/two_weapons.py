"""Two weapons at once: an extra attack of the off hand, and what it costs (PF1-TWF-01 … PF1-TWF-20)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck
from app.rules.common.modifiers import Modifier
from app.rules.d20.contract.commands.attack import HandBlow, TwoWeaponAttack
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps import Strike
from app.rules.d20.full_attack.extra_attacks import Extras, extras_of
from app.rules.d20.full_attack.full_attack import EACH_LATER, attacks_of, base_attack, unleash
from app.rules.d20.table.arms import Armed, Grip, wield
from app.rules.d20.table.book import Book
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.sheet import Feat
from app.rules.d20.table.state import Combatant, Encounter
from app.values import value

PENALTIES: dict[tuple[bool, bool], dict[Grip, int]] = {
    (False, False): {"main": -6, "off": -10},
    (True, False): {"main": -4, "off": -8},
    (False, True): {"main": -4, "off": -4},
    (True, True): {"main": -2, "off": -2},
}
"""Of each hand, by whether the off one holds a light weapon and whether the feat is there (PF1-TWF-01)."""
FEAT: Feat = "two-weapon-fighting"
MORE: tuple[Feat, ...] = ("improved-two-weapon-fighting", "greater-two-weapon-fighting")
"""Feats that give the off hand another attack each (PF1-TWF-05)."""
HANDS = 2
HAND_ORDER: tuple[Grip, ...] = ("main", "off")


@value
class Pair:
    """What both hands strike with; ``is_one_weapon`` when they are the two ends of a double weapon."""

    attacker: Combatant
    main: Armed
    off: Armed
    is_one_weapon: bool
    extras: Extras

    @property
    def is_off_light(self) -> bool:
        """Whether the off hand's counts as light: as the table says of what is thrown, by itself else."""
        if self.is_one_weapon or self.off.is_unarmed:
            return True
        model = self.off.model
        if self.off.entry.light is None and model is not None and model.twf_category is not None:
            return model.twf_category == "light"
        return self.off.is_light

    @property
    def penalties(self) -> dict[Grip, int]:
        """What each hand loses on every attack (PF1-TWF-01)."""
        return PENALTIES[self.is_off_light, has_feat(self.attacker.sheet, FEAT)]

    @property
    def why(self) -> str:
        """The statement by which the off hand's weapon is light or not."""
        if self.is_one_weapon:
            return "PF1-TWF-07"
        if self.off.is_unarmed:
            return "PF1-TWF-06"
        if self.off.model is not None and self.off.model.twf_category is not None:
            return "PF1-TWF-12" if self.is_off_light else "PF1-TWF-13"
        return "PF1-TWF-20" if self.main.is_light and not self.is_off_light else "PF1-TWF-01"

    def later(self, grip: Grip) -> tuple[int, ...]:
        """Of each attack of that hand, from high to low: 0, and 5 less for each after the first.

        The extra attacks of haste and Rapid Shot come on top, as the main hand's (PF1-TWF-16).
        """
        if grip == "main":
            return attacks_of(base_attack(self.attacker))
        count = 1 + sum(has_feat(self.attacker.sheet, feat) for feat in MORE)
        return tuple(EACH_LATER * number for number in range(count))


def two_weapon_attack(book: Book, encounter: Encounter, command: TwoWeaponAttack) -> Result:
    """Every attack of both hands, as a full-round action; raises Illegal with every failed check."""
    attacker = encounter.combatant(command.actor, "/actor")
    pair = _pair(book, attacker, command)
    blows = command.blows or _in_order(pair)
    strikes = tuple(_strikes(encounter, command, pair, blows))
    arms = tuple(
        wield(book, attacker.sheet, strike.weapon, throw=strike.throw)
        for strike in strikes
        if strike.grip == "main"
    )
    checks = (
        *_armed_so(pair),
        *_free_hands(pair),
        *_free_in_a_grapple(book, pair),
        *_enough(pair, blows, pair.extras.room(_shots(command, pair, blows))),
        *pair.extras.may_not_shoot_rapidly(attacker, arms),
    )
    return unleash(book, encounter, command, strikes, *checks)


def _pair(book: Book, attacker: Combatant, command: TwoWeaponAttack) -> Pair:
    """Both weapons; raises UnknownSheetWeapon, and NotThrown where all blows are to be thrown."""
    main = wield(book, attacker.sheet, command.weapon, throw=command.throw, grip="main")
    weapon = command.off_weapon or command.weapon
    off = wield(book, attacker.sheet, weapon, throw=command.throw, grip="off")
    is_one_weapon = off.id == main.id and main.is_double
    return Pair(attacker, main, off, is_one_weapon, extras_of(command))


def _in_order(pair: Pair) -> tuple[HandBlow, ...]:
    """All attacks of the main hand, then all of the off hand."""
    extras = (HandBlow("main"),) * pair.extras.count
    return (*extras, *(HandBlow(hand) for hand in HAND_ORDER for _ in pair.later(hand)))


def _strikes(
    encounter: Encounter, command: TwoWeaponAttack, pair: Pair, blows: tuple[HandBlow, ...]
) -> Iterator[Strike]:
    """The blows as commanded, each with the penalty of its hand and of its place within it (PF1-TWF-17)."""
    struck: dict[Grip, int] = {"main": 0, "off": 0}
    on_top = pair.extras.on_top(_shots(command, pair, blows))
    later = {hand: iter(pair.later(hand)) for hand in HAND_ORDER}
    for blow in blows:
        number = struck[blow.hand]
        struck[blow.hand] += 1
        extra = on_top.get(number) if blow.hand == "main" else None
        penalty = 0 if extra else next(later[blow.hand], 0)  # those beyond the last are refused
        target = encounter.combatant(blow.target or command.target, "/target")
        is_thrown = command.throw if blow.throw is None else blow.throw
        yield Strike(
            pair.attacker.id,
            target.id,
            pair.main.id if blow.hand == "main" else pair.off.id,
            "full-attack",
            command.situation if blow.situation is None else blow.situation,
            (*_penalties(pair, blow.hand, penalty), *pair.extras.penalties),
            throw=is_thrown,
            nonlethal=command.nonlethal,
            rules=(*_rules(pair, blow.hand, number, extra), *(("PF1-TWF-14",) if is_thrown else ())),
            grip=blow.hand,
        )


def _penalties(pair: Pair, hand: Grip, later: int) -> Iterator[Modifier]:
    yield Modifier(f"d20.attack.two-weapons.{hand}", pair.penalties[hand], "penalty", "rules", pair.why)
    if later:
        rule_id = "D20-ATK-15" if hand == "main" else "PF1-TWF-05"
        yield Modifier("d20.attack.iterative", later, "penalty", "rules", rule_id)


def _shots(command: TwoWeaponAttack, pair: Pair, blows: tuple[HandBlow, ...]) -> tuple[bool, ...]:
    """Of each blow of the main hand whether it is shot or thrown."""
    thrown = (command.throw if blow.throw is None else blow.throw for blow in blows if blow.hand == "main")
    return tuple(pair.main.is_ranged or is_thrown for is_thrown in thrown)


def _rules(pair: Pair, hand: Grip, number: int, extra: str | None) -> Iterator[str]:
    yield "PF1-TWF-01"
    if pair.why != "PF1-TWF-01":
        yield pair.why
    if hand == "off":
        yield "PF1-TWF-18"
        if number:
            yield "PF1-TWF-05"
    elif extra is not None:
        yield "PF1-TWF-16"
        yield extra


def _armed_so(pair: Pair) -> Iterator[FailedCheck]:
    """Whether there are two weapons of the hand: two ends, two fists, or more than one to throw."""
    name = pair.attacker.identity.name
    for armed in dict.fromkeys((pair.main, pair.off)):
        if armed.is_natural:
            yield FailedCheck(
                "ATTACKS_MIXED",
                "{actor}'s {weapon} is a natural weapon, and no hand holds it.",
                "D20-ATK-19",
                (("way", "natural"), ("actor", name), ("weapon", armed.called)),
            )
    is_many = pair.main.is_unarmed or (pair.main.is_ranged and pair.main.can_be_thrown)
    if pair.main.id == pair.off.id and not (pair.is_one_weapon or is_many):
        yield FailedCheck(
            "NO_SECOND_WEAPON",
            "The {weapon} has one end to strike with: name a second weapon.",
            "PF1-TWF-07",
            (("weapon", pair.main.called),),
        )


def _free_hands(pair: Pair) -> Iterator[FailedCheck]:
    """Whether a hand is left for the second weapon: a two-handed one leaves none (PF1-TWF-19)."""
    if pair.is_one_weapon:
        return
    for armed in dict.fromkeys((pair.main, pair.off)):
        if armed.hands >= HANDS:
            yield FailedCheck(
                "NO_FREE_HAND",
                "{actor} needs both hands for the {weapon}.",
                "PF1-TWF-19",
                (("actor", pair.attacker.identity.name), ("weapon", armed.called)),
            )


def _free_in_a_grapple(book: Book, pair: Pair) -> Iterator[FailedCheck]:
    """Whether a grapple leaves both hands: never by 3.5, in Pathfinder for a kick (PF1-GRP-11, D35-GRP-9)."""
    if not pair.attacker.has("grappled", "pinned"):
        return
    name = pair.attacker.identity.name
    if book.profile.grapple != "penalty":
        yield FailedCheck(
            "NOT_WHILE_GRAPPLING",
            "{actor} is in a grapple and strikes with one weapon.",
            "D35-GRP-9",
            (("way", "two_weapons"), ("actor", name), ("weapon", pair.off.called)),
        )
    elif not (pair.main.is_unarmed or pair.off.is_unarmed):
        yield FailedCheck(
            "NEEDS_TWO_HANDS",
            "{actor} is grappled and has no two hands for two weapons.",
            "PF1-GRP-11",
            (("way", "two_weapons"), ("actor", name), ("weapon", pair.off.called)),
        )


def _enough(pair: Pair, blows: tuple[HandBlow, ...], room: int) -> Iterator[FailedCheck]:
    """Whether each hand has so many attacks; ``room`` is for those on top."""
    hands: tuple[tuple[Grip, str], ...] = (("main", "D20-ATK-15"), ("off", "PF1-TWF-05"))
    for hand, rule_id in hands:
        most = len(pair.later(hand)) + (room if hand == "main" else 0)
        if sum(blow.hand == hand for blow in blows) > most:
            yield FailedCheck(
                "TOO_MANY_ATTACKS",
                "{actor} has {most:# attack|# attacks} with the {hand} hand.",
                rule_id,
                (("actor", pair.attacker.identity.name), ("most", most), ("hand", hand)),
            )


STEPS: Steps = {TwoWeaponAttack: two_weapon_attack}
