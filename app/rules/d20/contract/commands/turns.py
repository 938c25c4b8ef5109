"""The commands of rounds and turns, and the steps that they lead to."""

from typing import Literal, TypeAlias

from app.rules.d20.contract.events.turns import ActionKind
from app.values import value


@value
class Start:
    """The encounter begins: from now on turns are taken in order of initiative (D20-RND-1)."""

    type: Literal["start"] = "start"


@value
class End:
    """The encounter is over; nobody acts in it any more."""

    type: Literal["end"] = "end"


@value
class Surprise:
    """Who is aware of its foes when the fight begins (D20-INI-4): combatants, and whole ``sides``."""

    aware: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    type: Literal["surprise"] = "surprise"


@value
class RollInitiative:
    """Everyone without a place in the order rolls for one; then the first turn begins (D20-INI-1)."""

    type: Literal["roll-initiative"] = "roll-initiative"


@value
class Reorder:
    """The GM's order for those whose turn of this round is still to come, first to last (D20-INI-7)."""

    order: tuple[str, ...]
    type: Literal["reorder"] = "reorder"


@value
class Delay:
    """The actor puts its turn off and says later, with ``act-now``, when it acts (D20-RDY-1)."""

    actor: str
    type: Literal["delay"] = "delay"


@value
class Ready:
    """The actor holds an action ready for a trigger (D20-RDY-3).

    ``action`` is the type of the command that it will be, or ``other``; ``trigger`` is in the table's own
    words, and the GM says with ``act-now`` when it comes. With ``against_charge`` the ``weapon`` is set
    against a charge and meets it by itself (D20-BRC-01).
    """

    actor: str
    action: str = "attack"
    trigger: str = ""
    weapon: str | None = None
    target: str | None = None
    against_charge: bool = False
    type: Literal["ready"] = "ready"


@value
class ActNow:
    """A delayed turn comes after the one under way, a readied action cuts into it (D20-RDY-2, D20-RDY-5)."""

    actor: str
    type: Literal["act-now"] = "act-now"


@value
class EndTurn:
    """The actor's turn, or its readied action, is over; without rounds one own turn of it goes by."""

    actor: str
    type: Literal["end-turn"] = "end-turn"


@value
class TotalDefense:
    """The actor does nothing but defend itself (D20-ACT-7)."""

    actor: str
    type: Literal["total-defense"] = "total-defense"


@value
class UseAction:
    """An action for what the rules leave to the table: a spell, a potion, a lever (D20-ACT-6).

    ``what`` is told as it is. A standard or full-round action is strenuous unless the GM says otherwise.
    One that ``provokes`` gives an attack of opportunity to everyone who threatens the actor; without a map
    those are named in ``threatened_by``.
    """

    actor: str
    kind: ActionKind = "standard"
    what: str = ""
    strenuous: bool | None = None
    provokes: bool = False
    threatened_by: tuple[str, ...] = ()
    type: Literal["use-action"] = "use-action"


TurnCommand: TypeAlias = (
    ActNow
    | Delay
    | End
    | EndTurn
    | Ready
    | Reorder
    | RollInitiative
    | Start
    | Surprise
    | TotalDefense
    | UseAction
)


@value
class BeginTurn:
    """The start of an own turn: what lasted until now ends, and the dying come nearer to death."""

    actor: str


@value
class CloseTurn:
    """The end of an own turn."""

    actor: str


@value
class EndInterruption:
    """A readied action has been taken: the turn that it cut into goes on."""

    actor: str


@value
class NextTurn:
    """Whoever is next; a new round when nobody is left."""


@value
class Perform:
    """What the actor has spent its action on, if nobody has kept it from that."""

    actor: str
    what: str


@value
class PassIfHelpless:
    """The turn of somebody unconscious ends as soon as it has begun (D20-RND-2)."""

    actor: str


@value
class Strain:
    """A strenuous action of somebody disabled is done, and costs it a hit point (D20-HP-3)."""

    actor: str


TurnStep: TypeAlias = BeginTurn | CloseTurn | EndInterruption | NextTurn | PassIfHelpless | Perform | Strain
