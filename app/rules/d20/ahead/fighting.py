"""A d20 fight that goes on by itself: what opens a turn, who is out of it, what a blow came to."""

from typing import Any

from app.rules.d20.contract.commands.turns import EndTurn, RollInitiative, Start
from app.rules.d20.contract.events.attack import AttackHit, AttackMissed
from app.rules.d20.contract.events.care import HitPointsLost, NonlethalTaken
from app.rules.d20.table.conditions import is_dead, is_unconscious
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.d20.turns.initiative import entrants
from app.rules.resolution.fighting import Blow, Fighting, Loss, Told


def _before_turns(encounter: Encounter) -> Start | RollInitiative | None:
    """Whoever has come late rolls for a place too (D20-INI-6)."""
    now = encounter.round
    if now is None:
        return Start()
    is_placed = all(now.place(one.id) is not None for one in entrants(encounter))
    return None if is_placed and now.is_rolled else RollInitiative()


def _unready(combatant: Combatant) -> frozenset[str]:
    """What is in its sheath or lies on the ground."""
    return frozenset(state.weapon for state in combatant.weapons if state.place in ("sheathed", "dropped"))


def _told(event: Any) -> Told:
    """Any: most kinds of events tell nothing of blows."""
    match event:
        case AttackHit(actor, target):
            return Blow(actor, target, has_hit=True)
        case AttackMissed(actor, target):
            return Blow(actor, target, has_hit=False)
        case HitPointsLost(target, points, cause=cause):
            return Loss(target, points, cause == "damage")
        case NonlethalTaken(target, points):
            return Loss(target, points, is_of_blow=True)
        case _:
            return None


FIGHTING = Fighting(
    before_turns=_before_turns,
    whose_turn=lambda encounter: encounter.round and encounter.round.acting,
    round_of=lambda encounter: 0 if encounter.round is None else encounter.round.number,
    end_turn=EndTurn,
    is_out=is_unconscious,
    is_dead=is_dead,
    points_left=lambda combatant: combatant.current_hp,
    points=lambda combatant: combatant.sheet.hp,
    rises=("stand",),
    attacks=("full-attack", "attack", "throw-splash"),
    approaches=("charge", "move"),
    arms=("draw",),
    unready=_unready,
    defences=("total-defense",),
    last_deeds=frozenset({"full-attack", "attack", "throw-splash", "charge", "total-defense"}),
    told=_told,
)
