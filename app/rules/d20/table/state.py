"""The state of a d20 encounter: frozen, hashable, changed by `evolve` alone."""

from dataclasses import field
from typing import Literal, TypeAlias

from app.rules.common.errors import UnknownCombatant
from app.rules.common.grid.board import Grid
from app.rules.common.grid.cells import Cell, Facing
from app.rules.common.identity import Identity
from app.rules.d20.table.options import Options
from app.rules.d20.table.profile import Edition
from app.rules.d20.table.sheet import BonusType, Sheet, SkillId
from app.values import HashedOnce, remembered, replace, value

ConditionId: TypeAlias = Literal[
    "blinded", "cowering", "dazed", "deafened", "entangled", "exhausted", "fascinated", "fatigued",
    "flat-footed", "frightened", "grappled", "helpless", "incorporeal", "invisible", "nauseated", "panicked",
    "paralyzed", "pinned", "prone", "shaken", "sickened", "slowed", "squeezing", "staggered", "stunned",
    "unconscious", "burning",
]  # fmt: skip
Ending: TypeAlias = Literal["start", "end"]
Goal: TypeAlias = (
    Literal["attack", "ac", "denied-dexterity", "damage", "save", "cmb", "cmd", "initiative"] | SkillId
)
"""What an effect counts towards; ``denied-dexterity`` takes the Dexterity bonus to AC, whatever its value."""
Spending: TypeAlias = Literal["attack", "attacked", "attacked-in-melee", "check"]
"""What uses an effect up: an attack, one suffered, one suffered in melee, a check of the effect's skill."""
RideTask: TypeAlias = Literal["control", "knees", "stay", "fight", "other"]
"""What a rider does by a check of Ride; ``other`` is what the table gives a difficulty for."""
RideDeed: TypeAlias = RideTask | Literal["guard"]
"""A check of Ride that was made, in one's own turn or, to turn a hit on the mount aside, in another's."""
SaddleDeed: TypeAlias = Literal["several", "shot", "cast-still", "cast-moved"]
"""What a rider has done: several blows of melee, a shot, a spell before its mount moved, or after."""
Vital: TypeAlias = Literal["well", "disabled", "dying", "stable", "dead"]
State: TypeAlias = ConditionId | Literal["dead", "dying", "stable", "down", "disabled"]
"""What a combatant is in, by its hit points or by a condition; ``down`` is at anybody's mercy."""
LIFELESS = frozenset({"construct", "undead"})
Limit: TypeAlias = Literal["standard", "move"]
"""The one action that is left to somebody: a standard action or a move in its place, or a move alone."""


@value
class Until:
    """When something ends: at the start or end of the ``turns``-th turn of ``whose`` to come."""

    whose: str
    at: Ending = "start"
    turns: int = 1


@value
class Condition:
    """A condition; ``until`` is None for one that stays until it is ended; ``source`` is who caused it."""

    id: ConditionId
    until: Until | None = None
    source: str | None = None


@value
class Effect:
    """A modifier that holds for a while: a charger's −2 AC, a total defence, a help.

    ``against`` is the one opponent it counts against, None for all; ``spent_by`` what uses it up.
    ``label`` is the id of its message.
    """

    label: str
    to: Goal
    value: int
    type: BonusType
    rule_id: str
    until: Until | None = None
    against: str | None = None
    spent_by: Spending | None = None


@value
class Turn:
    """What a combatant has done in its turn; it starts anew with each own turn.

    ``standard``, ``move``, ``swift`` and ``full_round`` name the command that took that action, None while
    it is still to be had. ``limited_to`` is by the GM's word the one action of this turn; what conditions
    and a surprise round leave is asked of `economy.limited_to`. ``walked`` are the squares moved and
    ``diagonals`` how many of its steps were diagonal: they count over the whole turn (D20-GEO-03).
    ``seen`` are those it had in sight when its turn began (S-4), ``forestalled`` those whom a die has
    put out of reach of its charge (D-2). ``trail`` is where somebody ridden came past, each place with the
    squares counted until there (PF1-MNT-19). ``rides`` are the tasks that a rider's checks have made possible
    this turn, and whether it has guarded its mount since it began (PF1-MNT-36), ``from_saddle`` what it has
    done that binds its mount (PF1-MNT-32).
    """

    standard: str | None = None
    move: str | None = None
    swift: str | None = None
    full_round: str | None = None
    limited_to: Limit | None = None
    step: bool = False
    walked: int = 0
    diagonals: int = 0
    seen: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    forestalled: tuple[str, ...] = ()
    trail: tuple[tuple[int, Cell], ...] = ()
    rides: tuple[RideDeed, ...] = ()
    from_saddle: tuple[SaddleDeed, ...] = ()


@value
class Readied:
    """A standard action held for a trigger (D20-RDY).

    ``against_charge`` is a weapon set against a charge (D20-BRC-01); otherwise ``trigger`` is in the GM's
    words and the GM says when it comes. ``action`` is the type of the command that will be used.
    """

    action: str
    weapon: str | None = None
    target: str | None = None
    trigger: str = ""
    against_charge: bool = False


@value
class Opportunities:
    """Attacks of opportunity made since the own last turn; ``against`` whose movement met one (AOO-03)."""

    used: int = 0
    against: tuple[str, ...] = ()


WeaponPlace: TypeAlias = Literal["sheathed", "dropped", "broken", "away"]
"""``broken`` is past use; ``away`` in somebody else's hands, or flung out of reach."""


@value
class WeaponState:
    """A weapon that is not in hand."""

    weapon: str
    place: WeaponPlace


@value
class WeaponWear:
    """How many of its hit points a weapon has lost (D20-SUN-1)."""

    weapon: str
    points: int


FRESH = Turn()


@value
class Combatant(HashedOnce):
    """A combatant in play: who it is, its sheet, and what has happened to it so far.

    ``hp`` may be below 0. ``nonlethal`` damage is counted beside it, ``temporary`` hit points go first.
    ``stable`` is a dying combatant that no longer loses hit points; ``dead`` stays so whatever the figure.
    On a map ``at`` is the south-west of the cells it stands on and ``elevation`` how many cells it is above
    the ground. ``holds`` is whom it has seized in a grapple. A rider names its ``mount`` and stands where
    that stands (D20-GEO-13).
    ``has_acted`` tells whether it had a turn since the encounter was started: until then flat-footed.
    """

    identity: Identity
    sheet: Sheet
    hp: int
    nonlethal: int = 0
    temporary: int = 0
    stable: bool = False
    dead: bool = False
    conditions: tuple[Condition, ...] = ()
    effects: tuple[Effect, ...] = ()
    weapons: tuple[WeaponState, ...] = ()
    wear: tuple[WeaponWear, ...] = ()
    turn: Turn = FRESH
    initiative: int | None = None
    has_acted: bool = False
    readied: Readied | None = None
    opportunities: Opportunities = field(default_factory=Opportunities)
    mount: str | None = None
    holds: str | None = None
    at: Cell | None = None
    facing: Facing | None = None
    elevation: int = 0

    @property
    def id(self) -> str:
        return self.identity.id

    @property
    def current_hp(self) -> int:
        """Hit points left, temporary ones included (D20-TMP-1)."""
        return self.hp + self.temporary

    @property
    def vital(self) -> Vital:
        """How far its hit points let it live (D20-HP-1 …); Diehard stays on its feet (D20-HP-10)."""
        if self.dead:
            return "dead"
        if self.current_hp > 0:
            return "well"
        if self.current_hp == 0 or ("diehard" in self.sheet.feats and not self.has("unconscious")):
            return "disabled"
        return "stable" if self.stable else "dying"

    @property
    def states(self) -> tuple[State, ...]:
        """Everything it is in, whether hit points or a condition bring it, the gravest first."""
        by_rule: tuple[tuple[State, bool], ...] = (
            ("dead", is_dead(self)),
            ("dying", self.vital == "dying"),
            ("stable", self.vital == "stable"),
            ("unconscious", is_unconscious(self) and not is_dead(self)),
            ("helpless", is_helpless(self)),
            ("down", is_helpless(self)),
            ("disabled", is_disabled(self)),
            ("staggered", is_staggered(self)),
        )
        found: dict[State, None] = {state: None for state, is_so in by_rule if is_so}
        found |= dict.fromkeys(condition.id for condition in self.conditions)
        return tuple(found)

    def has(self, *conditions: ConditionId) -> bool:
        """Whether it is under one of the conditions as such; what hit points bring is not asked here."""
        return bool(self.conditions) and any(condition.id in conditions for condition in self.conditions)

    def wear_of(self, weapon: str) -> int:
        """The hit points that weapon of the sheet has lost."""
        return next((worn.points for worn in self.wear if worn.weapon == weapon), 0)

    def weapon_place(self, weapon: str) -> WeaponPlace | None:
        """Where that weapon of the sheet is; None when it is in hand."""
        return next((state.place for state in self.weapons if state.weapon == weapon), None)


def is_dead(combatant: Combatant) -> bool:
    """Whether it is dead or destroyed."""
    return combatant.vital == "dead"


def is_never_alive(combatant: Combatant) -> bool:
    """Whether it is undead or a construct, which hit points keep going and nothing else (D20-HP-9)."""
    return combatant.sheet.creature_type in LIFELESS


def is_unconscious(combatant: Combatant) -> bool:
    """Whether it lies there and knows nothing: below 0, beaten down, asleep or dead (D20-HP-4, D20-NL-3)."""
    return (
        combatant.vital in ("dying", "stable", "dead")
        or combatant.has("unconscious")
        or 0 < combatant.nonlethal > combatant.current_hp
    )


def is_disabled(combatant: Combatant) -> bool:
    """Whether its hit points leave it a single action (D20-HP-3)."""
    return combatant.vital == "disabled" and not is_unconscious(combatant)


def is_staggered(combatant: Combatant) -> bool:
    """Whether it is staggered, as such or because nonlethal damage equals its hit points (D20-NL-2)."""
    return combatant.has("staggered") or 0 < combatant.nonlethal == combatant.current_hp


def is_helpless(combatant: Combatant) -> bool:
    """Whether it is at anybody's mercy; its Dexterity counts as 0 then (D20-CND-07)."""
    return is_unconscious(combatant) or combatant.has("helpless", "paralyzed")


@value
class Place:
    """A combatant's place in the order, with its count: the total it rolled, or that of where it was put.

    ``has_begun`` and ``has_gone`` are whether its turn of this round began and is over. ``delay`` is
    ``waiting`` for one that will choose its moment, ``called`` once it has (D20-RDY-1, D20-RDY-2).
    """

    combatant: str
    initiative: int
    has_begun: bool = False
    has_gone: bool = False
    delay: Literal["waiting", "called"] | None = None

    @property
    def is_due(self) -> bool:
        """Whether its turn of this round is still to come; whoever delays it is passed over."""
        return not self.has_gone and not (self.has_begun and self.delay == "waiting")


@value
class Round:
    """One round of 6 s. The order is rolled once an encounter and kept (D20-INI-1).

    ``number`` is 0 for a surprise round; ``aware`` are those who may act in it. Until initiative is rolled
    there is no ``order``. ``current`` is whose turn it is; ``interrupting`` takes its readied action before
    that turn goes on (D20-RDY-5).
    """

    number: int
    order: tuple[Place, ...] = ()
    current: str | None = None
    aware: tuple[str, ...] = ()
    interrupting: str | None = None

    @property
    def is_surprise(self) -> bool:
        return self.number == 0

    @property
    def is_rolled(self) -> bool:
        """Whether initiative has been rolled."""
        return bool(self.order)

    def next_place(self) -> Place | None:
        """Whose turn comes next, None when the round is over."""
        return next((place for place in self.order if place.is_due), None)

    @property
    def acting(self) -> str | None:
        """Who may act now: whoever interrupts, or else whose turn it is."""
        return self.interrupting or self.current

    def place(self, combatant: str) -> Place | None:
        """The place of a combatant, None when it has none yet."""
        return next((place for place in self.order if place.combatant == combatant), None)


@value
class GlobalModifier:
    """Something that holds for every attack of the encounter, in the GM's words."""

    label: str
    value: int


@value
class Encounter(HashedOnce):
    """An encounter; combatants stand in the order they entered.

    ``round`` is None until the encounter is started: until then anybody may act at any time.
    """

    ruleset: Edition
    options: Options = field(default_factory=Options)
    environment: tuple[GlobalModifier, ...] = ()
    combatants: tuple[Combatant, ...] = ()
    round: Round | None = None
    has_ended: bool = False
    map: Grid | None = None

    def combatant(self, name: str, pointer: str = "") -> Combatant:
        """The combatant with that id, ``ref`` or external reference; raises UnknownCombatant."""
        for combatant in self.combatants:  # nearly always by its id
            if combatant.identity.id == name:
                return combatant
        for combatant in self.combatants:
            if combatant.identity.answers_to(name):
                return combatant
        raise UnknownCombatant("No combatant «{name}» in this encounter.", pointer, name=name)

    def with_combatant(self, changed: Combatant) -> "Encounter":
        """This encounter with ``changed`` in the place of the combatant of the same id."""
        combatants = tuple(changed if old.id == changed.id else old for old in self.combatants)
        return replace(self, combatants=combatants)

    def mount_of(self, rider: Combatant) -> Combatant | None:
        """What the combatant rides."""
        return None if rider.mount is None else self.combatant(rider.mount)

    def rider_of(self, mount: Combatant) -> Combatant | None:
        """Who rides the combatant."""
        return _riders(self.combatants).get(mount.id)


@remembered(64)
def _riders(combatants: tuple[Combatant, ...]) -> dict[str, Combatant]:
    """Who rides somebody, the first one of each mount."""
    return {one.mount: one for one in reversed(combatants) if one.mount is not None}
