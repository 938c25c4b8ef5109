"""Who may do what: every operation of the document with the roles that may. What is not here nobody may do.

A role may do no more than is said here; what it does with the combatants and numbers that it may not see is
decided further inside.
"""

from typing import Literal, TypeAlias, get_args

from app.services.refusals import Forbidden

Role: TypeAlias = Literal["admin", "owner", "gm", "assistant", "player", "spectator"]
ROLES: tuple[Role, ...] = get_args(Role)
"""``admin`` opens campaigns; the others are those of a campaign's tokens."""

_ADMIN = frozenset[Role]({"admin"})
_RUNNERS = frozenset[Role]({"owner", "gm"})
_PLAYERS = _RUNNERS | frozenset[Role]({"assistant", "player"})
_TABLE = _PLAYERS | frozenset[Role]({"spectator"})

ANYBODY: frozenset[str] = frozenset(
    {"ping", "isAlive", "isReady", "listProblems", "getProblem", "getVerifier"},
)
"""Operations that need no token."""

MAY: dict[str, frozenset[Role]] = {
    # Campaigns
    "openCampaign": _ADMIN,
    "getCampaign": _RUNNERS,
    "getDiceStatistics": _RUNNERS,
    # Encounters
    "beginEncounter": _RUNNERS,
    "listEncounters": _RUNNERS,
    "getEncounter": _RUNNERS,
    "editEncounter": _RUNNERS,
    "deleteEncounter": _RUNNERS,
    "cloneEncounter": _RUNNERS,
    "resetEncounter": _RUNNERS,
    "exportScenario": _RUNNERS,
    "getReport": _RUNNERS,
    # Combatants
    "addCombatant": _RUNNERS,
    "listCombatants": _RUNNERS,
    "getCombatant": _RUNNERS,
    "editCombatant": _RUNNERS,
    "removeCombatant": _RUNNERS,
    "syncCombatants": _RUNNERS,
    # Play
    "act": _RUNNERS,
    "answerDecisions": _RUNNERS,
    "cancelAction": _RUNNERS,
    "undo": _RUNNERS,
    "redo": _RUNNERS,
    "listLegalActions": _RUNNERS,
    "previewAction": _RUNNERS,
    "listActions": _RUNNERS,
    "getAction": _RUNNERS,
    "drawMap": _RUNNERS,
    "drawPreview": _RUNNERS,
    "resolve": _RUNNERS,
    "runScenario": _RUNNERS,
    # Dice
    "getDiceProof": _TABLE,
    "addSalt": _PLAYERS,
    "rotateDice": _RUNNERS,
    # Events
    "listEvents": _RUNNERS,
    "streamEvents": _RUNNERS,
    "createStreamTicket": _RUNNERS,
    "createWebhook": _RUNNERS,
    "listWebhooks": _RUNNERS,
    "getWebhook": _RUNNERS,
    "deleteWebhook": _RUNNERS,
    "rotateWebhookSecret": _RUNNERS,
    "resumeWebhook": _RUNNERS,
    # What can be played
    "listRulesets": _RUNNERS,
    "getRuleset": _RUNNERS,
    "getRulesetSchema": _RUNNERS,
    "listTablePacks": _RUNNERS,
    "getTablePack": _RUNNERS,
    "getTable": _RUNNERS,
    "getTableEntry": _RUNNERS,
    "lookUp": _RUNNERS,
}


def check_role(role: str, operation: str) -> None:
    """Raises Forbidden unless ``role`` may do ``operation``."""
    if role not in MAY.get(operation, frozenset()):
        raise Forbidden(f"A token of the role «{role}» may not do this.")
