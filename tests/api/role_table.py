"""Who may do what, written out by hand from what the pages promise, and from nothing that decides it.

A line an operation: a letter for each role that is let in, `.` for each that is not, in the order admin,
owner, gm, assistant, player, spectator. `*` is an operation that needs no token.
"""

_LETTERS = {"A": "admin", "o": "owner", "g": "gm", "a": "assistant", "p": "player", "s": "spectator"}
_TABLE = """
ping                   *
isAlive                *
isReady                *
listProblems           *
getProblem             *
getVerifier            *
askForKey              *
fetchKey               *
getLinkPage            *

openCampaign           A.....
getCampaign            .ogaps
getOwnToken            .ogaps
editCampaign           .og...
issueTokens            .og...
listTokens             .og...
revokeToken            .og...
getKeyRequest          .og...
approveKey             .og...
denyKey                .og...
getDiceStatistics      .oga..

beginEncounter         .oga..
listEncounters         .ogaps
getEncounter           .ogaps
editEncounter          .oga..
deleteEncounter        .og...
cloneEncounter         .oga..
resetEncounter         .oga..
exportScenario         .oga..
getReport              .oga..

addCombatant           .oga..
listCombatants         .ogaps
getCombatant           .ogaps
editCombatant          .oga..
removeCombatant        .oga..
syncCombatants         .oga..

act                    .ogap.
answerDecisions        .ogap.
cancelAction           .ogap.
undo                   .ogap.
redo                   .ogap.
listLegalActions       .ogap.
previewAction          .ogap.
drawPreview            .ogap.
getOdds                .ogap.
compareOdds            .ogap.
drawOdds               .ogap.
resolve                .ogap.
runScenario            .ogap.
listActions            .ogaps
getAction              .ogaps
drawMap                .ogaps

beginSimulation        .oga..
listSimulations        .oga..
getSimulation          .oga..
deleteSimulation       .oga..
streamSimulation       .oga..
getSimulatedRun        .oga..

getDiceProof           .ogaps
addSalt                .ogap.
rotateDice             .oga..

listEvents             .ogaps
streamEvents           .ogaps
createStreamTicket     .ogaps
createWebhook          .og...
listWebhooks           .og...
getWebhook             .og...
deleteWebhook          .og...
rotateWebhookSecret    .og...
resumeWebhook          .og...

listRulesets           .ogaps
getRuleset             .ogaps
getRulesetSchema       .ogaps
getCreatureTemplate    .ogaps
readCreatures          .ogap.
listTablePacks         .ogaps
getTablePack           .ogaps
listTablePackVersions  .ogaps
getTablePackVersion    .ogaps
exportTablePack        .ogaps
compareTablePacks      .ogaps
compareWithTablePack   .oga..
validateTablePack      .oga..
importTablePack        .oga..
deleteTablePack        .og...
getTable               .ogaps
getTableEntry          .ogaps
lookUp                 .ogaps
"""
EVERYBODY = "*"
LET_IN: dict[str, frozenset[str]] = {
    operation: frozenset(_LETTERS.get(letter, letter) for letter in letters if letter != ".")
    for operation, letters in (line.split() for line in _TABLE.splitlines() if line)
}
"""The roles that each operation lets in; `EVERYBODY` stands for those without a token as well."""


def may(role: str, operation: str) -> bool:
    """Whether a token of that role is let in."""
    return not LET_IN[operation].isdisjoint({role, EVERYBODY})
