"""Who may do what: every operation of the document with the roles that may. What is not here nobody may do.

A role may do no more than is said here; what it does with the combatants and numbers that it may not see is
decided further inside.
"""

from app.services.access.roles import ADMIN, GMS, PLAYERS, ROLES, RUNNERS, TABLE, Role
from app.services.access.tokens import Grant
from app.services.base.refusals import Forbidden

__all__ = ["ANYBODY", "MAY", "PLAY", "READ", "ROLES", "check_grant", "check_role"]

ANYBODY: frozenset[str] = frozenset(
    {
        "ping", "isAlive", "isReady", "listProblems", "getProblem", "getVerifier",
        "askForKey", "fetchKey", "getLinkPage",
    }
)  # fmt: skip
"""Operations that need no token."""

MAY: dict[str, frozenset[Role]] = {
    # Campaigns
    "openCampaign": ADMIN,
    "getCampaign": TABLE,
    "getOwnToken": TABLE,
    "editCampaign": RUNNERS,
    "issueTokens": RUNNERS,
    "listTokens": RUNNERS,
    "revokeToken": RUNNERS,
    "getKeyRequest": RUNNERS,
    "approveKey": RUNNERS,
    "denyKey": RUNNERS,
    "getDiceStatistics": GMS,
    # Encounters
    "beginEncounter": GMS,
    "listEncounters": TABLE,
    "getEncounter": TABLE,
    "editEncounter": GMS,
    "deleteEncounter": RUNNERS,
    "cloneEncounter": GMS,
    "resetEncounter": GMS,
    "exportScenario": GMS,
    "getReport": GMS,
    # Combatants
    "addCombatant": GMS,
    "listCombatants": TABLE,
    "getCombatant": TABLE,
    "editCombatant": GMS,
    "removeCombatant": GMS,
    "syncCombatants": GMS,
    # Play
    "act": PLAYERS,
    "answerDecisions": PLAYERS,
    "cancelAction": PLAYERS,
    "undo": PLAYERS,
    "redo": PLAYERS,
    "listLegalActions": PLAYERS,
    "previewAction": PLAYERS,
    "getOdds": PLAYERS,
    "compareOdds": PLAYERS,
    "drawOdds": PLAYERS,
    "listActions": TABLE,
    "getAction": TABLE,
    "drawMap": TABLE,
    "drawPreview": PLAYERS,
    "resolve": PLAYERS,
    "runScenario": PLAYERS,
    # Simulations
    "beginSimulation": GMS,
    "listSimulations": GMS,
    "getSimulation": GMS,
    "deleteSimulation": GMS,
    "streamSimulation": GMS,
    "getSimulatedRun": GMS,
    # Dice
    "getDiceProof": TABLE,
    "addSalt": PLAYERS,
    "rotateDice": GMS,
    # Events
    "listEvents": TABLE,
    "streamEvents": TABLE,
    "createStreamTicket": TABLE,
    "createWebhook": RUNNERS,
    "listWebhooks": RUNNERS,
    "getWebhook": RUNNERS,
    "deleteWebhook": RUNNERS,
    "rotateWebhookSecret": RUNNERS,
    "resumeWebhook": RUNNERS,
    # What can be played
    "listRulesets": TABLE,
    "getRuleset": TABLE,
    "getRulesetSchema": TABLE,
    "getCreatureTemplate": TABLE,
    "readCreatures": PLAYERS,
    "listTablePacks": TABLE,
    "getTablePack": TABLE,
    "listTablePackVersions": TABLE,
    "getTablePackVersion": TABLE,
    "exportTablePack": TABLE,
    "compareTablePacks": TABLE,
    "compareWithTablePack": GMS,
    "validateTablePack": GMS,
    "importTablePack": GMS,
    "deleteTablePack": RUNNERS,
    "getTable": TABLE,
    "getTableEntry": TABLE,
    "lookUp": TABLE,
}

READ = frozenset(
    {
        "getCampaign", "getOwnToken", "getDiceStatistics", "listEncounters", "getEncounter", "exportScenario",
        "listCombatants", "getCombatant", "previewAction", "listActions", "getAction", "drawMap",
        "drawPreview", "getDiceProof", "listEvents", "streamEvents", "createStreamTicket", "listRulesets",
        "getRuleset", "getRulesetSchema", "getCreatureTemplate", "readCreatures", "listTablePacks",
        "getTablePack", "getTable", "getTableEntry",
        "lookUp", "listTablePackVersions", "getTablePackVersion", "exportTablePack", "compareTablePacks",
        "compareWithTablePack", "validateTablePack", "listLegalActions", "getReport", "getOdds",
        "compareOdds", "drawOdds",
        "resolve", "runScenario",
        "listSimulations", "getSimulation", "streamSimulation", "getSimulatedRun",
    }
)  # fmt: skip
"""What a token of the scope ``read`` may, if its role does."""
PLAY = frozenset({"act", "answerDecisions", "cancelAction", "undo", "redo", "addSalt"})
"""What the scope ``play`` is for; everything else is that of ``prepare``."""


def check_role(role: str, operation: str) -> None:
    """Raises Forbidden unless ``role`` may do ``operation``."""
    if role not in MAY.get(operation, frozenset()):
        raise Forbidden("A token of the role «{role}» may not do this.", way="role", role=role)


def check_grant(grant: Grant, operation: str) -> None:
    """The same, and its scopes may do it too."""
    check_role(grant.role, operation)
    if grant.scopes is None:
        return
    scope = "read" if operation in READ else "play" if operation in PLAY else "prepare"
    if scope not in grant.scopes:
        raise Forbidden("This token is narrowed to other scopes than «{scope}».", way="scope", scope=scope)
