"""What can be commanded in HARP | TdM, and the follow-up steps that commands lead to.

Rounds and turns have their commands in `commands_turns`, moving, shooting and gear in `commands_movement` …;
the unions are here.
"""

from dataclasses import field
from typing import Literal, TypeAlias

from app.rules.common.grid.cells import Cell, Facing
from app.rules.common.identity import Identity
from app.rules.common.measures import Distance
from app.rules.common.modifiers import Modifier
from app.rules.harp.contract.commands.care import CareCommand, Edit
from app.rules.harp.contract.commands.defence import DefenceCommand, DefenceStep
from app.rules.harp.contract.commands.movement import MovementCommand
from app.rules.harp.contract.commands.skills import Bandage, SkillCommand
from app.rules.harp.contract.commands.turns import (
    ActNow,
    Declare,
    End,
    EndTurn,
    Reorder,
    RollInitiative,
    Start,
    Surprise,
    Wait,
)
from app.rules.harp.table.sheet import Sheet
from app.rules.harp.table.situation import Bystander, Situation
from app.rules.harp.table.state import Combatant, Interception, Pace
from app.rules.harp.table.tables_combat import Severity
from app.values import value


@value
class Add:
    """A combatant enters; ``hits`` is what it has left, by default its sheet's total, ``at`` its place."""

    identity: Identity
    sheet: Sheet
    hits: int | None = None
    at: Cell | None = None
    facing: Facing | None = None
    elevation: int = 0
    cells: int = 1
    type: Literal["add"] = "add"


@value
class Remove:
    """A combatant leaves the encounter."""

    actor: str
    type: Literal["remove"] = "remove"


@value
class Sync:
    """A whole table at once, all or nothing: who leaves, then what is changed of whom, then who enters."""

    leaving: tuple[str, ...] = ()
    edited: tuple[Edit, ...] = ()
    entering: tuple[Add, ...] = ()
    type: Literal["sync"] = "sync"


@value
class Attack:
    """One attack with a weapon of the actor's sheet (H-ATK-1)."""

    actor: str
    target: str
    weapon: str
    situation: Situation = field(default_factory=Situation)
    type: Literal["attack"] = "attack"


@value
class Intercept:
    """The actor lies in wait for an action of ``whom`` (H-INT-1).

    ``actions`` are command types, any of them when empty. ``moves`` is how far it walks first, at most its
    BMR; on a map along ``path`` (H-MAP-6). ``hides`` rolls its Stealth now (H-INT-3). ``situation`` is what
    is known beforehand of the blow it means to strike: the distance of a shot where no map tells it (DH-48).
    """

    actor: str
    whom: str
    actions: tuple[str, ...] = ()
    weapon: str | None = None
    moves: Distance | None = None
    hides: bool = False
    path: tuple[Cell, ...] = ()
    situation: Situation = field(default_factory=Situation)
    type: Literal["intercept"] = "intercept"


Command: TypeAlias = (
    Add
    | Remove
    | Sync
    | Attack
    | Start
    | End
    | Surprise
    | Declare
    | RollInitiative
    | Reorder
    | Wait
    | ActNow
    | EndTurn
    | MovementCommand
    | DefenceCommand
    | Intercept
    | CareCommand
    | SkillCommand
)


@value
class BeginTurn:
    """The start of a combatant's own turn: its effects are checked (H-RND-1)."""

    actor: str


@value
class CloseTurn:
    """The end of a combatant's own turn: what was counted in turns is one shorter."""

    actor: str


@value
class PassIfHelpless:
    """The turn of somebody who cannot act ends as soon as it has begun (DH-32)."""

    actor: str


@value
class NextTurn:
    """Whoever is next; a new round when nobody is left."""


@value
class CriticalRoll:
    """A critical to roll: who suffers it, on which table, how severe, and whether it is an additional one.

    ``by`` is whose dice it is: the one who struck, or who brought it upon itself (DH-46).
    """

    by: str
    target: str
    table: str
    severity: Severity
    additional: bool = False


@value
class FumbleRoll:
    """A fumble to read for ``actor``, who was attacking ``target`` with ``weapon``."""

    actor: str
    target: str
    weapon: str


@value
class CutIn:
    """``interceptor`` may act before the action of ``actor`` is finished; ``held`` is what is left of it."""

    interceptor: str
    actor: str
    held: tuple["Step", ...]


@value
class GoOn:
    """What is left of an action that was cut into, if it is not given up."""

    actor: str
    held: tuple["Step", ...]


@value
class Finish:
    """An action that was held back, with everything it does but using up the turn (DH-47).

    ``began`` is its combatant before the action was begun. ``as_it_was`` is set where what cuts in falls at
    the same moment: the action is then judged as if its combatant had not been struck. ``asked`` have had
    their chance to cut in.
    """

    step: "Step"
    began: Combatant
    as_it_was: Combatant | None = None
    asked: tuple[str, ...] = ()


@value
class React:
    """What ``interceptor`` lay in wait to do to ``actor``, with one step at most (DH-48)."""

    interceptor: str
    actor: str
    waiting: Interception
    modifiers: tuple[Modifier, ...] = ()
    even_if_down: bool = False
    ahead: tuple[Cell, ...] = ()


@value
class LieInWait:
    """``actor`` is where it wanted to be and lies in wait from now on (H-INT-1)."""

    actor: str
    waiting: Interception


@value
class FlyOn:
    """A missile that missed; it may strike the next of those whom it may stray to (H-MIS-3, DH-51)."""

    shot: "Strike"


@value
class BreakCheck:
    """A weapon that may break (a fumble result)."""

    actor: str
    weapon: str


@value
class Strike:
    """A blow that is about to fall, whatever led to it: an attack, a charge, a counter-blow, a stray shot.

    ``modifiers`` are added to the OB and ``defence`` to the defence score; ``ob_percent`` is the share of
    the whole OB that counts. ``strays`` are those whom a missile may strike when it misses, in that order
    (H-MIS-3), ``bystanders`` what was said of each, ``is_stray`` one that has flown on to this target. The
    blow does not fall when its attacker can no longer act, unless it is simultaneous with the one that brings
    it down (``even_if_down``). ``is_met``: its target has been asked what it does about it. ``rules`` are the
    statements that brought it about, beyond those of every attack; ``ignored`` is what was stated against the
    map.
    """

    actor: str
    target: str
    weapon: str
    situation: Situation = field(default_factory=Situation)
    modifiers: tuple[Modifier, ...] = ()
    defence: tuple[Modifier, ...] = ()
    ob_percent: int = 100
    strays: tuple[str, ...] = ()
    bystanders: tuple[Bystander, ...] = ()
    is_stray: bool = False
    rules: tuple[str, ...] = ()
    is_met: bool = False
    even_if_down: bool = False
    ignored: tuple[str, ...] = ()


@value
class FreeAttack:
    """An attack that costs ``actor`` no action, if it wants it: on a charge, or on one who leaves a melee."""

    actor: str
    target: str
    occasion: Literal["charge", "leaving"]


@value
class Travel:
    """The way of a move, run or charge; whoever was struck down before it stays where it was.

    On a map it ends at the cell ``to`` with that ``facing``, and ``path`` are its cells one by one, from
    where it stands; ``ignored`` is what was stated against the map. ``then`` is what its end is for.
    ``asked`` are those in wait who have had their chance; ``is_left_off``: it goes on from where it was cut
    into.
    """

    actor: str
    pace: Pace
    distance: Distance
    to: Cell | None = None
    facing: Facing | None = None
    ignored: tuple[str, ...] = ()
    path: tuple[Cell, ...] = ()
    then: tuple["Step", ...] = ()
    asked: tuple[str, ...] = ()
    is_left_off: bool = False


@value
class Engage:
    """A blow that was commanded, at the end of a way or at once; it falls only if its attacker still may."""

    blow: Strike


@value
class Shove:
    """A push at a shooter; ``strike`` is the unarmed blow that the same roll is with Brawling (DH-36)."""

    actor: str
    target: str
    strike: Strike | None = None


@value
class ContinueAction:
    """An own turn goes into an action of several rounds (H-RND-2)."""

    actor: str


@value
class WildAttack:
    """A fumbled missile that flies at the nearest ally with ``ob_percent`` of the shooter's OB."""

    actor: str
    weapon: str
    ob_percent: int


@value
class ResistStun:
    """The victim's resistance roll against the stun it is under (H-EFF-STUN)."""

    target: str
    at_turn_start: bool = False


Step: TypeAlias = (
    Command
    | Strike
    | FreeAttack
    | Travel
    | Engage
    | Shove
    | ContinueAction
    | CriticalRoll
    | FumbleRoll
    | BreakCheck
    | WildAttack
    | ResistStun
    | BeginTurn
    | CloseTurn
    | PassIfHelpless
    | NextTurn
    | DefenceStep
    | Bandage
    | CutIn
    | GoOn
    | Finish
    | React
    | LieInWait
    | FlyOn
)
