"""The touch in melee with which trips and grapples of 3.5 begin (D35-TRP-1, D35-GRP-1)."""

from typing import Protocol

from app.rules.common.dice import D20
from app.rules.common.modifiers import Modifier
from app.rules.d20.attack.attack import Blow
from app.rules.d20.attack.circumstances import circumstances
from app.rules.d20.attack.defence import armor_class
from app.rules.d20.attack.miss_chance import finds_its_target
from app.rules.d20.attack.offence import attack_bonus
from app.rules.d20.contract.situation import Situation
from app.rules.d20.contract.steps import Occasion, Strike
from app.rules.d20.table.arms import Armed
from app.rules.d20.table.book import Book
from app.rules.d20.table.state import Encounter
from app.rules.resolution.requests import Resolution, Roll
from app.values import replace


class Touching(Protocol):
    """A step that begins with a touch."""

    @property
    def actor(self) -> str: ...
    @property
    def target(self) -> str: ...
    @property
    def occasion(self) -> Occasion: ...
    @property
    def situation(self) -> Situation: ...
    @property
    def extra(self) -> tuple[Modifier, ...]: ...


def touches(book: Book, encounter: Encounter, step: Touching, armed: Armed) -> Resolution[bool]:
    """Whether a touch attack in melee finds the target; a critical means nothing to it."""
    actor, target = encounter.combatant(step.actor), encounter.combatant(step.target)
    touching = replace(armed, entry=replace(armed.entry, touch=True))
    known = circumstances(book, encounter, actor, target, touching, step.situation)
    strike = Strike(actor.id, target.id, armed.id, step.occasion, step.situation, step.extra)
    blow = Blow(
        actor,
        target,
        touching,
        known,
        attack_bonus(book, encounter, actor, target, touching, strike, known),
        armor_class(book, encounter, actor, target, touching, known),
    )
    hits = yield from Roll(
        purpose="touch",
        roller=actor.id,
        dice=D20,
        modifiers=blow.offence,
        against=blow.defence,
        outcome=blow.confirms,
        explain=blow.explain,
        rules=("D20-ATK-01", "D20-AC-02"),
    )
    return hits and (yield from finds_its_target(actor, known.miss_chance, in_melee=True))
