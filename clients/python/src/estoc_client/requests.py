"""A request for each operation of the contract, typed by its answer: ``client.send(request)``.

Written by generate.py from docs/openapi.json; not edited by hand.
"""
# fmt: off
# ruff: noqa

from __future__ import annotations

from typing import Any, Literal

from estoc_client._http import Request, part
from estoc_client.models import ActionBody, ActionRequest, ActionResult, AnswersBody, Campaign, CampaignBody, CampaignEdit, CancelBody, Change, CloneBody, Combatant, CombatantBody, CombatantEdit, ComparedOdds, ComparisonBody, DeviceApprovalBody, DeviceBody, DeviceCode, DeviceRequest, DeviceToken, DeviceTokenBody, DiceRotationBody, DiceStatistics, Edit, Encounter, EncounterBody, Epoch, EventPage, FoundryActor, IssuedTokens, LegalActions, Lookup, Odds, OpenedCampaign, OwnToken, PackDifference, PackValidation, Page_ActionResult_, Page_Combatant_, Page_Encounter_, Page_ProblemPage_, Page_Ruleset_, Page_SimulationSummary_, Page_TablePackVersion_, Page_TablePack_, Page_Token_, Page_Webhook_, Ping, Preview, Proof, ReadCreatures, Ready, Report, ResetBody, ResolveBody, ResumptionBody, Rotation, RotationBody, Ruleset, RulesetSchema, SaltBody, Scenario, ScenarioDocument, Simulation, SimulationBody, Steps, StreamTicket, SyncBody, SyncResult, Table, TableEntry, TablePackContents, TablePackDocument, TablePackDraft, TablePackVersion, TicketBody, Token, TokensBody, Transcript, Webhook, WebhookBody, WebhookWithSecret


def open_campaign(body: CampaignBody) -> Request[OpenedCampaign]:
    """Open a campaign and get its GM's token."""
    return Request('POST', "/v1/campaigns", 'keyed', body=body)
def get_campaign(campaign_id: str) -> Request[Campaign]:
    """Look at the token's campaign."""
    return Request('GET', f"/v1/campaigns/{part(campaign_id)}", 'reads')
def edit_campaign(campaign_id: str, body: CampaignEdit, *, if_match: str) -> Request[Campaign]:
    """Limit what players are shown in the whole campaign."""
    return Request('PATCH', f"/v1/campaigns/{part(campaign_id)}", 'changes', body=body, if_match=if_match)
def begin_encounter(body: EncounterBody) -> Request[Encounter]:
    """Begin an encounter."""
    return Request('POST', "/v1/encounters", 'keyed', body=body)
def list_encounters(*, limit: int | None = None, cursor: str | None = None) -> Request[Page_Encounter_]:
    """List the campaign's encounters, the newest first."""
    return Request('GET', "/v1/encounters", 'reads', query={'limit': limit, 'cursor': cursor})
def get_encounter(encounter_id: str) -> Request[Encounter]:
    """Look at an encounter."""
    return Request('GET', f"/v1/encounters/{part(encounter_id)}", 'reads')
def edit_encounter(encounter_id: str, body: Edit, *, if_match: str) -> Request[Encounter]:
    """Change an encounter's title or dice policy."""
    return Request('PATCH', f"/v1/encounters/{part(encounter_id)}", 'changes', body=body, if_match=if_match)
def delete_encounter(encounter_id: str, *, if_match: str) -> Request[None]:
    """Delete an encounter."""
    return Request('DELETE', f"/v1/encounters/{part(encounter_id)}", 'changes', if_match=if_match)
def clone_encounter(encounter_id: str, body: CloneBody) -> Request[Encounter]:
    """Begin a copy with everybody fresh."""
    return Request('POST', f"/v1/encounters/{part(encounter_id)}/clone", 'keyed', body=body)
def export_scenario(encounter_id: str) -> Request[Scenario]:
    """Write an encounter down as a scenario."""
    return Request('GET', f"/v1/encounters/{part(encounter_id)}/scenario", 'reads')
def add_combatant(encounter_id: str, body: CombatantBody, *, if_match: str | None = None) -> Request[Combatant]:
    """Let a combatant enter."""
    return Request('POST', f"/v1/encounters/{part(encounter_id)}/combatants", 'keyed', body=body, if_match=if_match)
def list_combatants(encounter_id: str, *, limit: int | None = None, cursor: str | None = None) -> Request[Page_Combatant_]:
    """List the combatants in the order they entered."""
    return Request('GET', f"/v1/encounters/{part(encounter_id)}/combatants", 'reads', query={'limit': limit, 'cursor': cursor})
def sync_combatants(encounter_id: str, body: SyncBody, *, if_match: str) -> Request[SyncResult | ActionResult]:
    """Bring a whole table in line."""
    return Request('PUT', f"/v1/encounters/{part(encounter_id)}/combatants:sync", 'changes', body=body, if_match=if_match)
def get_combatant(encounter_id: str, combatant_id: str) -> Request[Combatant]:
    """Look at a combatant."""
    return Request('GET', f"/v1/encounters/{part(encounter_id)}/combatants/{part(combatant_id)}", 'reads')
def edit_combatant(encounter_id: str, combatant_id: str, body: CombatantEdit, *, if_match: str) -> Request[Combatant]:
    """Change a combatant by the GM's word."""
    return Request('PATCH', f"/v1/encounters/{part(encounter_id)}/combatants/{part(combatant_id)}", 'changes', body=body, if_match=if_match)
def remove_combatant(encounter_id: str, combatant_id: str, *, if_match: str) -> Request[ActionResult | None]:
    """Let a combatant leave."""
    return Request('DELETE', f"/v1/encounters/{part(encounter_id)}/combatants/{part(combatant_id)}", 'changes', if_match=if_match)
def act(encounter_id: str, body: ActionRequest, *, if_match: str | None = None) -> Request[ActionResult]:
    """Act: attack, add, remove."""
    return Request('POST', f"/v1/encounters/{part(encounter_id)}/actions", 'keyed', body=body, if_match=if_match)
def list_actions(encounter_id: str, *, limit: int | None = None, cursor: str | None = None, external_ref: str | None = None) -> Request[Page_ActionResult_]:
    """Read the log."""
    return Request('GET', f"/v1/encounters/{part(encounter_id)}/actions", 'reads', query={'limit': limit, 'cursor': cursor, 'external_ref': external_ref})
def answer_decisions(encounter_id: str, action_id: str, body: AnswersBody, *, if_match: str | None = None) -> Request[ActionResult]:
    """Answer what an action waits for."""
    return Request('POST', f"/v1/encounters/{part(encounter_id)}/actions/{part(action_id)}/answers", 'keyed', body=body, if_match=if_match)
def cancel_action(encounter_id: str, action_id: str, body: CancelBody, *, if_match: str | None = None) -> Request[ActionResult]:
    """Give up an action that waits."""
    return Request('POST', f"/v1/encounters/{part(encounter_id)}/actions/{part(action_id)}/cancel", 'keyed', body=body, if_match=if_match)
def get_action(encounter_id: str, action_id: str) -> Request[ActionResult]:
    """Read one action."""
    return Request('GET', f"/v1/encounters/{part(encounter_id)}/actions/{part(action_id)}", 'reads')
def undo(encounter_id: str, body: Steps, *, if_match: str | None = None) -> Request[ActionResult]:
    """Take back the last actions."""
    return Request('POST', f"/v1/encounters/{part(encounter_id)}/undo", 'keyed', body=body, if_match=if_match)
def redo(encounter_id: str, body: Steps, *, if_match: str | None = None) -> Request[ActionResult]:
    """Do again what was taken back."""
    return Request('POST', f"/v1/encounters/{part(encounter_id)}/redo", 'keyed', body=body, if_match=if_match)
def reset_encounter(encounter_id: str, body: ResetBody, *, if_match: str | None = None) -> Request[ActionResult]:
    """Go back to the start."""
    return Request('POST', f"/v1/encounters/{part(encounter_id)}/reset", 'keyed', body=body, if_match=if_match)
def list_legal_actions(encounter_id: str, *, combatant: str, type: str | None = None, limit: int | None = None) -> Request[LegalActions]:
    """See what a combatant can do now."""
    return Request('GET', f"/v1/encounters/{part(encounter_id)}/legal-actions", 'reads', query={'combatant': combatant, 'type': type, 'limit': limit})
def preview_action(encounter_id: str, body: ActionRequest) -> Request[Preview]:
    """Look at a command before it is given."""
    return Request('POST', f"/v1/encounters/{part(encounter_id)}/preview", 'reads', body=body)
def draw_map(encounter_id: str, *, reach: str | None = None) -> Request[str]:
    """See the map."""
    return Request('GET', f"/v1/encounters/{part(encounter_id)}/map.svg", 'reads', query={'reach': reach})
def draw_preview(encounter_id: str, body: ActionBody) -> Request[str]:
    """See a command on the map before it is given."""
    return Request('POST', f"/v1/encounters/{part(encounter_id)}/map.svg", 'reads', body=body)
def get_odds(encounter_id: str, body: ActionRequest) -> Request[Odds]:
    """See what may come of a command."""
    return Request('POST', f"/v1/encounters/{part(encounter_id)}/odds", 'reads', body=body)
def compare_odds(encounter_id: str, body: ComparisonBody) -> Request[ComparedOdds]:
    """Compare what may come of several commands."""
    return Request('POST', f"/v1/encounters/{part(encounter_id)}/odds:compare", 'reads', body=body)
def draw_odds(encounter_id: str, body: ActionRequest) -> Request[str]:
    """See what may come of a command as a picture."""
    return Request('POST', f"/v1/encounters/{part(encounter_id)}/odds.svg", 'reads', body=body)
def get_report(encounter_id: str, *, format: Literal['json', 'markdown', 'html'] | None = None) -> Request[Report | str]:
    """Read what happened in a fight."""
    return Request('GET', f"/v1/encounters/{part(encounter_id)}/report", 'reads', query={'format': format})
def resolve(body: ResolveBody) -> Request[ActionResult]:
    """Resolve a command without an encounter."""
    return Request('POST', "/v1/resolve", 'reads', body=body)
def run_scenario(body: ScenarioDocument) -> Request[Transcript]:
    """Play a scenario."""
    return Request('POST', "/v1/scenarios:run", 'reads', body=body)
def begin_simulation(body: SimulationBody) -> Request[Simulation]:
    """Fight an encounter many times."""
    return Request('POST', "/v1/simulations", 'keyed', body=body)
def list_simulations(*, limit: int | None = None, cursor: str | None = None) -> Request[Page_SimulationSummary_]:
    """List the campaign's simulations, the newest first."""
    return Request('GET', "/v1/simulations", 'reads', query={'limit': limit, 'cursor': cursor})
def get_simulation(simulation_id: str) -> Request[Simulation]:
    """Look at a simulation."""
    return Request('GET', f"/v1/simulations/{part(simulation_id)}", 'reads')
def delete_simulation(simulation_id: str) -> Request[None]:
    """Give a simulation up."""
    return Request('DELETE', f"/v1/simulations/{part(simulation_id)}", 'changes')
def stream_simulation(simulation_id: str) -> Request[str]:
    """Follow a simulation."""
    return Request('GET', f"/v1/simulations/{part(simulation_id)}/stream", 'reads')
def get_simulated_run(simulation_id: str, number: str) -> Request[Scenario]:
    """Read one run as a scenario."""
    return Request('GET', f"/v1/simulations/{part(simulation_id)}/runs/{part(number)}", 'reads')
def list_events(encounter_id: str, *, after: int | None = None, limit: int | None = None, wait: float | None = None) -> Request[EventPage]:
    """Follow the events."""
    return Request('GET', f"/v1/encounters/{part(encounter_id)}/events", 'reads', query={'after': after, 'limit': limit, 'wait': wait})
def stream_events(encounter_id: str, *, after: int | None = None) -> Request[str]:
    """Listen to the events."""
    return Request('GET', f"/v1/encounters/{part(encounter_id)}/stream", 'reads', query={'after': after})
def create_stream_ticket(body: TicketBody) -> Request[StreamTicket]:
    """Get a ticket for a stream."""
    return Request('POST', "/v1/stream-tickets", 'keyed', body=body)
def get_dice_proof(encounter_id: str) -> Request[Proof]:
    """Read the proof of the dice."""
    return Request('GET', f"/v1/encounters/{part(encounter_id)}/dice-proof", 'reads')
def add_salt(encounter_id: str, body: SaltBody) -> Request[Epoch]:
    """Add a salt to the dice to come."""
    return Request('POST', f"/v1/encounters/{part(encounter_id)}/dice-proof/salt", 'keyed', body=body)
def rotate_dice(encounter_id: str, body: DiceRotationBody) -> Request[Rotation]:
    """Reveal the seeds and go on with new ones."""
    return Request('POST', f"/v1/encounters/{part(encounter_id)}/dice-proof/rotate", 'keyed', body=body)
def get_dice_statistics(campaign_id: str) -> Request[DiceStatistics]:
    """See how the campaign's dice fell."""
    return Request('GET', f"/v1/campaigns/{part(campaign_id)}/dice-statistics", 'reads')
def create_webhook(body: WebhookBody) -> Request[WebhookWithSecret]:
    """Have events sent."""
    return Request('POST', "/v1/webhooks", 'keyed', body=body)
def list_webhooks(*, limit: int | None = None, cursor: str | None = None) -> Request[Page_Webhook_]:
    """List the campaign's webhooks."""
    return Request('GET', "/v1/webhooks", 'reads', query={'limit': limit, 'cursor': cursor})
def get_webhook(webhook_id: str) -> Request[Webhook]:
    """Look at a webhook."""
    return Request('GET', f"/v1/webhooks/{part(webhook_id)}", 'reads')
def delete_webhook(webhook_id: str) -> Request[None]:
    """Have nothing sent any more."""
    return Request('DELETE', f"/v1/webhooks/{part(webhook_id)}", 'changes')
def rotate_webhook_secret(webhook_id: str, body: RotationBody) -> Request[WebhookWithSecret]:
    """Get a new secret."""
    return Request('POST', f"/v1/webhooks/{part(webhook_id)}/rotate-secret", 'keyed', body=body)
def resume_webhook(webhook_id: str, body: ResumptionBody) -> Request[Webhook]:
    """Have events sent again."""
    return Request('POST', f"/v1/webhooks/{part(webhook_id)}/resume", 'keyed', body=body)
def issue_tokens(campaign_id: str, body: TokensBody) -> Request[IssuedTokens]:
    """Issue tokens for a whole table."""
    return Request('POST', f"/v1/campaigns/{part(campaign_id)}/tokens", 'keyed', body=body)
def list_tokens(campaign_id: str, *, limit: int | None = None, cursor: str | None = None) -> Request[Page_Token_]:
    """List the campaign's tokens."""
    return Request('GET', f"/v1/campaigns/{part(campaign_id)}/tokens", 'reads', query={'limit': limit, 'cursor': cursor})
def get_own_token() -> Request[OwnToken]:
    """Look at the token that asks."""
    return Request('GET', "/v1/token", 'reads')
def revoke_token(campaign_id: str, tok_id: str) -> Request[None]:
    """Let a token open nothing any more."""
    return Request('DELETE', f"/v1/campaigns/{part(campaign_id)}/tokens/{part(tok_id)}", 'changes')
def ask_for_key(body: DeviceBody) -> Request[DeviceCode]:
    """Ask the GM for a key."""
    return Request('POST', "/v1/device-authorizations", 'changes', body=body)
def get_key_request(user_code: str) -> Request[DeviceRequest]:
    """See who asks for a key."""
    return Request('GET', f"/v1/device-authorizations/{part(user_code)}", 'reads')
def approve_key(user_code: str, body: DeviceApprovalBody) -> Request[Token]:
    """Let the device have a key."""
    return Request('POST', f"/v1/device-authorizations/{part(user_code)}:approve", 'keyed', body=body)
def deny_key(user_code: str, body: ResetBody) -> Request[None]:
    """Let the device have nothing."""
    return Request('POST', f"/v1/device-authorizations/{part(user_code)}:deny", 'keyed', body=body)
def fetch_key(body: DeviceTokenBody) -> Request[DeviceToken]:
    """Fetch the key that the GM has approved."""
    return Request('POST', "/v1/device-tokens", 'changes', body=body)
def list_rulesets(*, limit: int | None = None, cursor: str | None = None) -> Request[Page_Ruleset_]:
    """List the rulesets."""
    return Request('GET', "/v1/rulesets", 'reads', query={'limit': limit, 'cursor': cursor})
def get_ruleset(ruleset: str) -> Request[Ruleset]:
    """Look at a ruleset."""
    return Request('GET', f"/v1/rulesets/{part(ruleset)}", 'reads')
def get_ruleset_schema(ruleset: str) -> Request[RulesetSchema]:
    """Read the JSON Schemas of a ruleset."""
    return Request('GET', f"/v1/rulesets/{part(ruleset)}/schema", 'reads')
def read_creatures(body: bytes | FoundryActor, *, ruleset: str | None = None) -> Request[ReadCreatures]:
    """Read creatures from a file."""
    return Request('POST', "/v1/creatures:read", 'reads', query={'ruleset': ruleset}, body=body)
def get_creature_template(ruleset: str) -> Request[str]:
    """Take a table of creatures to fill in."""
    return Request('GET', f"/v1/rulesets/{part(ruleset)}/creature-template", 'reads')
def list_table_packs(*, limit: int | None = None, cursor: str | None = None) -> Request[Page_TablePack_]:
    """List the table packs."""
    return Request('GET', "/v1/table-packs", 'reads', query={'limit': limit, 'cursor': cursor})
def import_table_pack(body: TablePackDocument) -> Request[TablePackVersion]:
    """Bring a table pack."""
    return Request('POST', "/v1/table-packs", 'keyed', body=body)
def validate_table_pack(body: TablePackDraft) -> Request[PackValidation]:
    """Check a table pack."""
    return Request('POST', "/v1/table-packs:validate", 'reads', body=body)
def get_table_pack(pack: str) -> Request[TablePackContents]:
    """List a pack's tables."""
    return Request('GET', f"/v1/table-packs/{part(pack)}", 'reads')
def list_table_pack_versions(pack: str, *, limit: int | None = None, cursor: str | None = None) -> Request[Page_TablePackVersion_]:
    """List the versions of a pack."""
    return Request('GET', f"/v1/table-packs/{part(pack)}/versions", 'reads', query={'limit': limit, 'cursor': cursor})
def get_table_pack_version(pack: str, version: str) -> Request[TablePackContents]:
    """List the tables of a pack's version."""
    return Request('GET', f"/v1/table-packs/{part(pack)}/versions/{part(version)}", 'reads')
def delete_table_pack(pack: str, version: str) -> Request[None]:
    """Delete a version of a pack that the campaign has brought."""
    return Request('DELETE', f"/v1/table-packs/{part(pack)}/versions/{part(version)}", 'changes')
def export_table_pack(pack: str, *, version: str | None = None) -> Request[TablePackDocument]:
    """Take a whole pack."""
    return Request('GET', f"/v1/table-packs/{part(pack)}/export", 'reads', query={'version': version})
def compare_table_packs(pack: str, *, version: str | None = None, to: str | None = None, to_version: str | None = None, limit: int | None = None, cursor: str | None = None) -> Request[PackDifference]:
    """Compare two packs."""
    return Request('GET', f"/v1/table-packs/{part(pack)}/diff", 'reads', query={'version': version, 'to': to, 'to_version': to_version, 'limit': limit, 'cursor': cursor})
def compare_with_table_pack(pack: str, body: TablePackDocument, *, version: str | None = None, limit: int | None = None, cursor: str | None = None) -> Request[PackDifference]:
    """Compare a document with a pack."""
    return Request('POST', f"/v1/table-packs/{part(pack)}/diff", 'reads', query={'version': version, 'limit': limit, 'cursor': cursor}, body=body)
def get_table(pack: str, table: str, *, version: str | None = None) -> Request[Table]:
    """Read a table."""
    return Request('GET', f"/v1/table-packs/{part(pack)}/tables/{part(table)}", 'reads', query={'version': version})
def look_up(pack: str, table: str, *, roll: int, column: str | None = None, version: str | None = None) -> Request[Lookup]:
    """Look a roll up."""
    return Request('GET', f"/v1/table-packs/{part(pack)}/tables/{part(table)}/lookup", 'reads', query={'roll': roll, 'column': column, 'version': version})
def get_table_entry(pack: str, table: str, entry: str, *, version: str | None = None) -> Request[TableEntry]:
    """Read one row of a list."""
    return Request('GET', f"/v1/table-packs/{part(pack)}/tables/{part(table)}/entries/{part(entry)}", 'reads', query={'version': version})
def ping() -> Request[Ping]:
    """Does this address answer?."""
    return Request('GET', "/v1/ping", 'reads')
def is_ready() -> Request[Ready]:
    """Can it serve?."""
    return Request('GET', "/readyz", 'reads')
def list_problems(*, limit: int | None = None, cursor: str | None = None) -> Request[Page_ProblemPage_]:
    """List the problem codes."""
    return Request('GET', "/problems", 'reads', query={'limit': limit, 'cursor': cursor})
