"""The state of a HARP | TdM encounter: frozen, hashable, changed by `evolve` alone."""

from typing import Literal, TypeAlias

from app.rules.common.errors import UnknownCombatant
from app.rules.common.grid.board import Grid
from app.rules.common.grid.cells import Cell, Facing
from app.rules.common.identity import Identity
from app.rules.harp.table.guard import UNGUARDED, Guard, Share
from app.rules.harp.table.options import CHAPTER, Options
from app.rules.harp.table.sheet import Part, Sheet, check_figure
from app.rules.harp.table.situation import UNSTATED, Situation
from app.rules.harp.table.wounds import WoundLevel, level_of
from app.values import HashedOnce, replace, value

WeaponCondition: TypeAlias = Literal["dropped", "broken", "unstrung", "unloaded"]
Means: TypeAlias = Literal["weapon", "hands"]
State: TypeAlias = Literal[
    "dead",
    "dying",
    "unconscious",
    "down",
    "stunned",
    "must-parry",
    "no-parry",
    "lost-turns",
    "shaken",
    "prone",
]
"""What a combatant is in; ``down`` cannot act, ``prone`` lies on the ground. After a death result it is
``dying`` while it has rounds to live and ``dead`` when they are over: as in the other games, never both.
"""
Pace: TypeAlias = Literal["still", "walk", "run", "charge"]


@value
class Wound:
    """One critical's lasting marks: hits lost each round, and a penalty (0 or less); wounds add up."""

    bleed_per_round: int = 0
    penalty: int = 0


@value
class Conditions:
    """What a combatant is under: own turns left (H-EFF-…), and ``initiative`` for the next roll.

    ``prone`` is lying on the ground, until it stands up.
    """

    stunned: int = 0
    must_parry: int = 0
    no_parry: int = 0
    shaken: bool = False
    lost_turns: int = 0
    initiative: int = 0
    prone: bool = False


@value
class Activity:
    """What a combatant has done since its own turn began; it starts anew with each own turn.

    ``action`` is the command that used the action of the round, None while it is still to be used. ``pace``
    is how it moved, ``drawn`` the weapons it drew, ``aimed`` the missile weapon it keeps aimed.
    ``began_under`` are the conditions this turn began with: only those count it as one of their turns.
    """

    action: str | None = None
    began_under: Conditions = Conditions()
    pace: Pace = "still"
    drawn: tuple[str, ...] = ()
    aimed: str | None = None


@value
class Care:
    """Whom first aid is given to, and what is to be rolled at its end (H-EFF-WOUND).

    ``difficulty`` is a row of the table of difficulties; ``is_spoilt`` once giver or patient was hit, stunned
    or moved.
    """

    patient: str
    difficulty: str
    modifiers: tuple[Part, ...] = ()
    is_spoilt: bool = False


@value
class Busy:
    """An action of several rounds that is under way (H-RND-2).

    ``action`` is the command's type and ``rounds_left`` how many own turns it still takes; at its end
    ``weapon`` is no longer in ``condition``, or the manoeuvre of ``care`` is rolled.
    """

    action: str
    rounds_left: int
    weapon: str | None = None
    condition: WeaponCondition | None = None
    care: Care | None = None


@value
class Harassment:
    """What an opponent in contact takes from this combatant's next shot: ``penalty``, 0 or less (H-MIS-2)."""

    by: str
    penalty: int
    means: Means


@value
class Interception:
    """What a combatant lies in wait for (H-INT-1): an action of ``whom``, any of theirs when none is named.

    ``weapon`` is what it means to strike with, None when it only wants to be in the way; ``stealth`` is
    the total it rolled when it hid (H-INT-3); ``situation`` is what was said of the blow beforehand.
    ``came``: such an action has come since, so that the wait was not in vain (DH-49).
    """

    whom: str
    actions: tuple[str, ...] = ()
    weapon: str | None = None
    stealth: int | None = None
    situation: Situation = UNSTATED
    came: bool = False

    def awaits(self, actor: str, action: str) -> bool:
        """Whether that action of that combatant is what it lies in wait for."""
        return self.whom == actor and (not self.actions or action in self.actions)


@value
class WeaponState:
    """A weapon that is not at hand; ``rounds`` is how long it takes to have it back."""

    weapon: str
    condition: WeaponCondition
    rounds: int = 0


@value
class Combatant(HashedOnce):
    """A combatant in play: who it is, its sheet, and what has happened to it so far.

    ``dying_in`` is None for the living; after a death result it counts the rounds until the state
    becomes "dying", which it is at 0 (H-EFF-DEATH). ``initiative`` is the last one rolled.

    On a map ``at`` is the south-west of the cells it stands on, ``cells`` to a side, and ``elevation`` how
    many cells it is above the ground. None: not on the map, or facing every attack.
    """

    identity: Identity
    sheet: Sheet
    hits: int
    wounds: tuple[Wound, ...] = ()
    conditions: Conditions = Conditions()
    dying_in: int | None = None
    weapons: tuple[WeaponState, ...] = ()
    activity: Activity = Activity()
    initiative: int | None = None
    guard: Guard = UNGUARDED
    interception: Interception | None = None
    busy: Busy | None = None
    harassed: tuple[Harassment, ...] = ()
    at: Cell | None = None
    facing: Facing | None = None
    elevation: int = 0
    cells: int = 1

    @property
    def id(self) -> str:
        return self.identity.id

    @property
    def is_struck_dead(self) -> bool:
        """Down from a death result, whether or not the rounds until "dying" have run out."""
        return self.dying_in is not None

    @property
    def is_unconscious(self) -> bool:
        """At 0 hits or less (H-DMG-1, DH-10), or struck dead."""
        return self.hits <= 0 or self.is_struck_dead

    @property
    def states(self) -> tuple[State, ...]:
        """Everything it is in, the gravest first (H-DMG-1, H-EFF-…)."""
        under = self.conditions
        those: tuple[tuple[State, bool], ...] = (
            ("dead", self.dying_in == 0),
            ("dying", self.is_struck_dead and self.dying_in != 0),
            ("unconscious", self.is_unconscious),
            ("down", self.is_unconscious),
            ("stunned", under.stunned > 0),
            ("must-parry", under.must_parry > 0),
            ("no-parry", under.no_parry > 0),
            ("lost-turns", under.lost_turns > 0),
            ("shaken", under.shaken),
            ("prone", under.prone),
        )
        return tuple(state for state, is_so in those if is_so)

    def weapon_states(self, weapon: str) -> tuple[WeaponState, ...]:
        """Everything that keeps that weapon of the sheet from being used; empty when it is ready."""
        return tuple(state for state in self.weapons if state.weapon == weapon)

    @property
    def bleeding(self) -> int:
        """Hits lost at the start of each own turn, all wounds together (H-EFF-BLEED)."""
        return sum(wound.bleed_per_round for wound in self.wounds)

    @property
    def penalty(self) -> int:
        """The penalty of all wounds together, 0 or less (H-EFF-PEN)."""
        return sum(wound.penalty for wound in self.wounds)

    @property
    def wound_level(self) -> WoundLevel:
        """How badly it is wounded, all in all; the struck dead are mortally so (H-EFF-WOUND)."""
        return "mortal" if self.is_struck_dead else level_of(self.bleeding, self.penalty)


@value
class GlobalModifier:
    """Fog, bad ground, light over the whole encounter (H-OB-3).

    Either the GM's own ``label`` and ``value``, for every attack, or the ``id`` of a row of the table of
    surroundings, which has a figure for each sort of roll (H-VIS-1).
    """

    label: str | None = None
    value: int | None = None
    id: str | None = None

    def __post_init__(self) -> None:
        check_figure(self.value or 0)


@value
class Declaration:
    """What a combatant said it would do this round (H-RND-1), as far as initiative depends on it.

    ``action`` is a command type, ``weapon`` one of the sheet's, ``modifiers`` rows of the initiative
    table that only the caller knows (encumbered, prone …); ``stance`` is the parry that goes with it.
    """

    combatant: str
    action: str
    weapon: str | None = None
    modifiers: tuple[str, ...] = ()
    stance: tuple[Share, ...] = ()


@value
class Place:
    """A combatant's place in the order of one round; ``first`` is an automatic initiative (DH-21)."""

    combatant: str
    initiative: int
    first: bool = False
    has_begun: bool = False
    is_waiting: bool = False
    has_ended: bool = False

    def comes_before(self, other: "Place") -> bool:
        """Whether its turn comes before that of ``other`` where nobody is first by right (H-INI-1)."""
        return self.initiative > other.initiative


@value
class Round:
    """One round of 6 s: declarations, then turns in ``order``; ``current`` is whose turn it is."""

    number: int
    declarations: tuple[Declaration, ...] = ()
    order: tuple[Place, ...] = ()
    current: str | None = None

    @property
    def is_declaring(self) -> bool:
        """Whether initiative has still to be rolled."""
        return not self.order

    def place(self, combatant: str) -> Place | None:
        """The place of a combatant, None when it entered after initiative was rolled."""
        return next((place for place in self.order if place.combatant == combatant), None)

    def declaration(self, combatant: str) -> Declaration | None:
        """What the combatant declared, if anything."""
        return next((said for said in self.declarations if said.combatant == combatant), None)

    def next_place(self) -> Place | None:
        """The place whose turn comes now; None when the round is over."""
        return next((place for place in self.order if not place.has_ended), None)


@value
class Encounter(HashedOnce):
    """An encounter; combatants stand in the order they entered.

    ``round`` is None until the encounter is started: until then anybody may act at any time.
    ``surprised`` are the sides that have the penalty of surprise in the first round.
    """

    options: Options = CHAPTER
    environment: tuple[GlobalModifier, ...] = ()
    combatants: tuple[Combatant, ...] = ()
    round: Round | None = None
    surprised: tuple[str, ...] = ()
    has_ended: bool = False
    map: Grid | None = None
    ruleset: Literal["harp-tdm"] = "harp-tdm"

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
