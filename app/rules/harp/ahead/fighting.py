"""A HARP | TdM fight that goes on by itself: what opens a turn, who is out of it, what a blow came to."""

from typing import Any

from app.rules.harp.contract.commands.command import EndTurn, RollInitiative, Start
from app.rules.harp.contract.events.event import AttackFumbled, AttackHit, AttackMissed, HitsTaken
from app.rules.harp.table.state import Combatant, Encounter
from app.rules.resolution.fighting import Blow, Fighting, Loss, Told

ATTACKS = ("attack", "shoot")
APPROACHES = ("charge", "move-and-attack", "run", "move")
ARMS = ("draw", "reload")
DEFENCES = ("full-parry", "parry")
"""Each of all these is the one action of a round."""
OF_A_BLOW = frozenset({"attack", "critical"})
"""Causes of hits taken that are a blow's."""


def _before_turns(encounter: Encounter) -> Start | RollInitiative | None:
    """Nobody declares anything: initiative is rolled by what is in hand (H-RND-1)."""
    now = encounter.round
    if now is None:
        return Start()
    return RollInitiative() if now.is_declaring else None


def _unready(combatant: Combatant) -> frozenset[str]:
    """What was dropped, and what has no arrow or no string on it."""
    return frozenset(state.weapon for state in combatant.weapons if state.condition != "broken")


def _told(event: Any) -> Told:
    """Any: most kinds of events tell nothing of blows."""
    match event:
        case AttackHit(actor, target):
            return Blow(actor, target, has_hit=True)
        case AttackMissed(actor, target) | AttackFumbled(actor, target):
            return Blow(actor, target, has_hit=False)
        case HitsTaken(target, hits, cause):
            return Loss(target, hits, cause in OF_A_BLOW)
        case _:
            return None


FIGHTING = Fighting(
    before_turns=_before_turns,
    whose_turn=lambda encounter: encounter.round and encounter.round.current,
    round_of=lambda encounter: 0 if encounter.round is None else encounter.round.number,
    end_turn=EndTurn,
    is_out=lambda combatant: combatant.is_unconscious,
    is_dead=lambda combatant: combatant.is_struck_dead,
    points_left=lambda combatant: combatant.hits,
    points=lambda combatant: combatant.sheet.hits,
    rises=("stand",),
    attacks=ATTACKS,
    approaches=APPROACHES,
    arms=ARMS,
    unready=_unready,
    defences=DEFENCES,
    last_deeds=frozenset((*ATTACKS, *APPROACHES, *ARMS, *DEFENCES)),
    told=_told,
)
