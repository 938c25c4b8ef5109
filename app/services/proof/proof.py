"""The proof of an encounter's dice: read it, add a salt, reveal the seeds and go on with new ones."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated

from pydantic import Field
from pydantic_core import from_json

from app.persistence.base.key_queries import keep_reply
from app.persistence.base.session import Driver
from app.persistence.dice import seed_queries as queries
from app.persistence.dice.seed_queries import StoredRoll
from app.persistence.play.undo_queries import has_acted
from app.services.access.roles import is_gm
from app.services.access.tokens import Grant
from app.services.base.idempotency import KeyClaim, Reply, once_kept, replay_or_claim, to_keep
from app.services.base.refusals import SaltTooLate, SaltTooLong, no_encounter
from app.services.base.service import Estoc
from app.services.base.timestamps import written
from app.services.dice.draw import new_seeds
from app.services.dice.fair_dice import FORMAT, commitment
from app.services.play.encounters import Seen, check_id, look
from app.services.proof.document import Counts, Epoch, Pair, Proof, ProofRoll, Rotation
from app.values import value

UNDISCLOSED = "undisclosed"
LONGEST_SALT = 2_000
"""Characters of all salts of an epoch together."""


@value
class SaltBody:
    """A text of somebody's own that goes into all dice to come."""

    salt: Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+$")]


@value
class DiceRotationBody:
    """Nothing needs to be said."""


async def read_proof(service: Estoc, grant: Grant, encounter_id: str) -> Proof:
    """What can be known of the encounter's dice now; raises NotFound.

    Rolls that not everybody saw stand in it only when the seeds of their epoch are revealed; whoever is still
    hidden then is not named to players.
    """
    check_id(encounter_id)
    async with service.database.transaction(is_long=True) as driver:
        stored = await queries.read_dice(driver, grant.campaign_id, encounter_id)
    if stored is None:
        raise no_encounter()
    found, seen = stored, None if is_gm(grant) else await look(service, grant, encounter_id)
    return await service.slots.compute(grant.token_id, lambda: _proof(encounter_id, found, seen))


def _proof(encounter_id: str, stored: queries.StoredDice, seen: Seen | None) -> Proof:
    """The proof as it is ``seen``; None: with the GM's eyes."""
    rolls = list(_rolls(stored.rolls))
    nameable = None if seen is None else {one["id"] for one in seen.combatants}
    return Proof(
        format=FORMAT,
        encounter=encounter_id,
        epochs=(*map(_revealed, stored.revealed), _in_use(stored.epoch)),
        rolls=tuple(
            _roll(roll, roll.epoch, is_nameable=nameable is None or roll.who in nameable)
            for roll in rolls
            if roll.epoch is not None
            and (_is_open(roll) or roll.epoch < stored.epoch.number)
            and (nameable is None or roll.who in nameable or roll.stream is not None)
        ),
        unproven=sum(roll.epoch is None and roll.source == "server" for roll in rolls),
    )


def _rolls(told: list[StoredRoll]) -> Iterator[StoredRoll]:
    """Every roll once.

    The log may tell of an action several times, as it goes on; what the server threw for it stands where it
    is told of first, even if it does not count in the end, and what was given by hand where it is told of
    last.
    """
    seen: set[tuple[int, str, int]] = set()
    last = {roll.action_id: roll.seq for roll in told}
    for roll in told:
        if roll.place is None:
            if last[roll.action_id] == roll.seq:
                yield roll
        elif roll.place not in seen:
            seen.add(roll.place)
            yield roll


def _is_open(roll: StoredRoll) -> bool:
    """Whether it was everybody's to see when it fell."""
    return roll.privacy == "public" and roll.stream != "hidden"


def _roll(roll: StoredRoll, epoch: int, *, is_nameable: bool) -> ProofRoll:
    """A roll as it is published; whose it was and what for is said where the viewer may know of whom."""
    dice = from_json(roll.dice)
    return ProofRoll(
        epoch=epoch,
        stream=roll.stream,
        index=roll.index,
        seq=roll.seq,
        action_id=roll.action_id,
        purpose=roll.purpose if is_nameable else UNDISCLOSED,
        who=roll.who if is_nameable else UNDISCLOSED,
        source=roll.source,
        notation=roll.notation,
        sides=tuple(die["sides"] for die in dice),
        faces=tuple(die["value"] for die in dice),
    )


def _in_use(epoch: queries.Epoch) -> Epoch:
    commitments = Pair(open=commitment(epoch.open_seed), hidden=commitment(epoch.hidden_seed))
    return Epoch(
        epoch=epoch.number, commitments=commitments, salt=epoch.salt, seeds=None, rolls=None, revealed_at=None
    )


def _revealed(epoch: queries.RevealedEpoch) -> Epoch:
    return Epoch(
        epoch=epoch.number,
        commitments=Pair(open=commitment(epoch.open_seed), hidden=commitment(epoch.hidden_seed)),
        salt=epoch.salt,
        seeds=Pair(open=epoch.open_seed.hex(), hidden=epoch.hidden_seed.hex()),
        rolls=Counts(open=epoch.open_rolls, hidden=epoch.hidden_rolls),
        revealed_at=written(epoch.revealed_at),
    )


async def rotate(service: Estoc, grant: Grant, encounter_id: str, claim: KeyClaim) -> Reply:
    """Reveal the seeds in use and go on with new ones, once.

    Raises NotFound, RequestInFlight, KeyReused, EncounterBusy and DatabaseUnavailable.
    """
    check_id(encounter_id)
    async with service.turn(encounter_id, claim.scope) as until:
        return await once_kept(lambda: _rotate(service, grant, encounter_id, claim, until))


async def _rotate(service: Estoc, grant: Grant, encounter_id: str, claim: KeyClaim, until: float) -> Reply:
    async with service.database.transaction(until) as driver:
        if (earlier := await replay_or_claim(driver, claim)) is not None:
            return earlier
        epoch = await _lock(driver, grant, encounter_id)
        seeds, now = new_seeds(), datetime.now(UTC)
        await queries.reveal_epoch(driver, grant.campaign_id, encounter_id, seeds, now)
        begun = queries.Epoch.begun(epoch.number + 1, seeds)
        rotation = Rotation(revealed=_revealed(epoch.revealed(now)), begun=_in_use(begun))
        location = {"Location": f"/v1/encounters/{encounter_id}/dice-proof"}
        reply = Reply(201, location, rotation.model_dump_json().encode())
        await keep_reply(driver, claim.scope, to_keep(claim, reply))
    return reply


async def add_salt(service: Estoc, grant: Grant, encounter_id: str, body: SaltBody, claim: KeyClaim) -> Reply:
    """Put a salt into all dice of the epoch in use, after the salts of others, once.

    Raises SaltTooLate after the epoch's first roll, for players after its first action, SaltTooLong, and what
    `rotate` raises.
    """
    check_id(encounter_id)
    async with service.turn(encounter_id, claim.scope) as until:
        return await once_kept(lambda: _add_salt(service, grant, encounter_id, body, claim, until))


async def _add_salt(
    service: Estoc, grant: Grant, encounter_id: str, body: SaltBody, claim: KeyClaim, until: float
) -> Reply:
    async with service.database.transaction(until) as driver:
        if (earlier := await replay_or_claim(driver, claim)) is not None:
            return earlier
        epoch = await _lock(driver, grant, encounter_id)
        # Whether a die has fallen is not told to players, since it may have been a hidden one.
        if not is_gm(grant) and await has_acted(driver, grant.campaign_id, encounter_id):
            raise SaltTooLate("A player's salt goes in before the first action of an epoch.", way="acted")
        if epoch.next_open or epoch.next_hidden:
            raise SaltTooLate("Dice have fallen in this epoch; salt goes in before the first roll.")
        salt = f"{epoch.salt}\n{body.salt}" if epoch.salt else body.salt
        if len(salt) > LONGEST_SALT:
            raise SaltTooLong(
                "All salts of an epoch together have {longest_salt} characters.",
                "/salt",
                longest_salt=LONGEST_SALT,
            )
        await queries.write_salt(driver, grant.campaign_id, encounter_id, salt)
        salted = _in_use(epoch).model_copy(update={"salt": salt})
        reply = Reply(201, {}, salted.model_dump_json().encode())
        await keep_reply(driver, claim.scope, to_keep(claim, reply))
    return reply


async def _lock(driver: Driver, grant: Grant, encounter_id: str) -> queries.Epoch:
    epoch = await queries.lock_epoch(driver, grant.campaign_id, encounter_id)
    if epoch is None:
        raise no_encounter()
    return epoch
