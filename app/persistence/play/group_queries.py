"""One statement for actions of many encounters, each of which is written only where nothing has changed.

It is optimistic: the states that the actions were played in were not locked, and may be old. An action is
written where its encounter still stands as it was held, nobody is waited for in it, its row is not locked by
anybody else, and its idempotency key is neither kept nor in use. What is not returned was not written.
"""

from app.persistence.base.key_queries import KEPT_FOR, KeptReply, KeyScope
from app.persistence.base.session import Driver
from app.persistence.base.statements import arrays, columns, statement, unnested
from app.persistence.play.action_queries import LoggedAction, Origin
from app.persistence.play.models import ActionRow, EncounterRow, IdempotencyRow
from app.values import value


@value
class HeldDice:
    """What of an encounter may have changed though its version is the same: new seeds and a salt are nothing
    that the log has a row of.
    """

    dice_epoch: int
    dice_salt: str


@value
class NextRolls:
    """The indices of the open and of the hidden roll to come."""

    dice_open: int
    dice_hidden: int


@value
class GroupedAction:
    """One action of the group: its row of the log, what it was played with, and the reply to be kept."""

    origin: Origin
    action: LoggedAction
    held: HeldDice
    following: NextRolls
    scope: KeyScope
    reply: KeptReply


_GIVEN = {
    **arrays("wanted", ActionRow, Origin, member="origin"),
    **arrays("wanted", ActionRow, LoggedAction, "reverts", member="action"),
    **arrays("wanted", EncounterRow, HeldDice, member="held"),
    **arrays("wanted", EncounterRow, NextRolls, member="following"),
    **arrays("wanted", IdempotencyRow, KeyScope, member="scope"),
    **arrays("wanted", IdempotencyRow, KeptReply, member="reply"),
    "scope_lock": ":wanted[].scope.lock::bigint[]",
}
_KEY_IS = " AND ".join(f"k.{name} = w.scope_{name}" for name in ("campaign_id", "token_id", "route", "key"))
_ROW = columns(LoggedAction, "", "reverts")


# The key is locked before it is looked for, as everywhere: whoever has just kept a reply under it has moved
# the encounter on, too, so an old snapshot, which does not show the reply, does not show this version either.
# A key that has expired but is still there is left to the other way, which replaces it.
@statement(f"""
WITH given AS MATERIALIZED (SELECT * FROM {unnested("wanted", _GIVEN)}),
free AS MATERIALIZED (
    SELECT w.* FROM given w JOIN encounter e
        ON e.campaign_id = w.origin_campaign_id AND e.id = w.origin_encounter_id
    WHERE e.version = w.action_seq - 1 AND e.last_event = w.action_first_event - 1 AND e.pending IS NULL
        AND e.dice_epoch = w.held_dice_epoch AND e.dice_salt = w.held_dice_salt
        AND pg_try_advisory_xact_lock(w.scope_lock)
        AND NOT EXISTS (SELECT FROM idempotency_key k WHERE {_KEY_IS})
    FOR UPDATE OF e SKIP LOCKED
),
moved AS (
    UPDATE encounter e SET version = w.action_seq, last_event = w.action_last_event,
        state = w.action_state_after, updated_at = w.origin_created_at,
        dice_open = w.following_dice_open, dice_hidden = w.following_dice_hidden
    FROM free w WHERE e.campaign_id = w.origin_campaign_id AND e.id = w.origin_encounter_id
),
logged AS (
    INSERT INTO encounter_action ({columns(Origin)}, {_ROW})
    SELECT {columns(Origin, "origin_")}, {columns(LoggedAction, "action_", "reverts")} FROM free
),
kept AS (
    INSERT INTO idempotency_key
        ({columns(KeyScope)}, {columns(KeptReply)}, encounter_id, action_seq, expires_at)
    SELECT {columns(KeyScope, "scope_")}, {columns(KeptReply, "reply_")}, origin_encounter_id, action_seq,
        now() + {KEPT_FOR}
    FROM free
)
SELECT action_id FROM free
""")
async def write_group(driver: Driver, wanted: list[GroupedAction]) -> list[str]:
    """Write what of the group can be written, at once and durably; the ids of those actions.

    No two of the group may be of one encounter.
    """
    ...
