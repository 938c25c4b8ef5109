"""Table packs that campaigns bring: checked, stored, compared, deleted."""

import asyncio
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import cast

from pydantic_core import to_json

from app.persistence.base.json_text import TABLE_PACK, read_object
from app.persistence.base.key_queries import keep_reply
from app.persistence.base.session import Driver
from app.persistence.packs import campaign_pack_queries as queries
from app.persistence.packs.campaign_pack_queries import CampaignPack
from app.persistence.packs.pack_files import Document, PackKey, document_hash
from app.persistence.packs.pack_queries import PackChanged, list_packs
from app.rules.common.tables import InvalidPack
from app.services.access.tokens import Grant
from app.services.base.idempotency import KeyClaim, Reply, once_kept, replay_or_claim, to_keep
from app.services.base.json_value import Json
from app.services.base.refusals import PackIdTaken, PackInUse, TooManyPacks
from app.services.base.service import Estoc
from app.services.base.timestamps import written
from app.services.packs.choice import SHIPPED, find_shelf, no_pack
from app.services.packs.differences import CellChange, pack_changes
from app.services.packs.lookups import described, pack_view
from app.services.packs.packs import checked_pack
from app.values import value

MOST_PACKS = 50
"""Versions of packs of one campaign."""


@value
class Brought:
    """A pack that somebody has sent: sound, and ready to be stored as ``text``."""

    document: Document
    key: PackKey
    text: str

    @property
    def view(self) -> Json:
        return described(self.document, self.key.hash, is_own=self.key.id not in SHIPPED)


def read_brought(body: bytes) -> Brought:
    """The pack in a body; takes long for a long one. Raises what reading JSON raises, and InvalidPack."""
    pack = read_object(body, TABLE_PACK)
    tables = checked_pack(pack)
    about = cast(Json, pack["pack"])
    key = PackKey(about["ruleset"], tables.pack, tables.version, document_hash(pack))
    return Brought(pack, key, json.dumps(pack, ensure_ascii=False, separators=(",", ":")))


def validation(body: bytes) -> Json:
    """Whether a body is a sound pack, with everything that is wrong with it; takes long for a long one.

    Raises what reading JSON raises.
    """
    try:
        brought = read_brought(body)
    except InvalidPack as invalid:
        return {"valid": False, "problems": list(problem_views(invalid)), "pack": None}
    return {"valid": True, "problems": [], "pack": brought.view}


def problem_views(invalid: InvalidPack) -> Iterator[Json]:
    """Every problem with its JSON pointer, that of the whole being empty."""
    for problem in invalid.problems:
        yield {"pointer": problem.path.rstrip("/"), "code": invalid.code, "message": problem.message}


async def bring_once(
    service: Estoc, grant: Grant, body: bytes, claim: KeyClaim, answer: Callable[[Json, bool], Reply]
) -> Reply:
    """Store the pack in ``body`` once, and reply with what ``answer`` makes of it and of its being new.

    Raises what reading JSON raises, InvalidPack, PackIdTaken, PackChanged, TooManyPacks, RequestInFlight and
    KeyReused.
    """
    brought = await asyncio.to_thread(read_brought, body)
    if brought.key.id in SHIPPED:
        raise PackIdTaken(
            "«{pack}» is everybody's pack; give yours another id, such as my-house-tables.",
            "/pack/id",
            pack=brought.key.id,
        )
    return await once_kept(lambda: _bring_once(service, grant, brought, claim, answer))


async def _bring_once(
    service: Estoc, grant: Grant, brought: Brought, claim: KeyClaim, answer: Callable[[Json, bool], Reply]
) -> Reply:
    async with service.database.transaction(is_long=True) as driver:
        if (earlier := await replay_or_claim(driver, claim)) is not None:
            return earlier
        pack, is_new = await _stored(driver, grant.campaign_id, brought)
        reply = answer(_version_view(pack), is_new)
        await keep_reply(driver, claim.scope, to_keep(claim, reply))
    return reply


async def _stored(driver: Driver, campaign_id: str, brought: Brought) -> tuple[CampaignPack, bool]:
    """The version as it is stored, and whether it was new."""
    key, about = brought.key, cast(Json, brought.document["pack"])
    count = await queries.lock_packs(driver, campaign_id)
    there = await queries.find_pack(driver, campaign_id, key.id, key.version)
    if there is not None and there.hash != key.hash:
        raise PackChanged(
            "The pack {pack} {version} is here with other figures. Raise the version.",
            pack=key.id,
            version=key.version,
        )
    if there is not None:
        return there, False
    if count >= MOST_PACKS:
        raise TooManyPacks("A campaign has {most} versions of table packs at most.", most=MOST_PACKS)
    pack = CampaignPack(
        key.ruleset, key.id, key.version, key.hash, about["title"], about["licence"], datetime.now(UTC)
    )
    await queries.store_pack(driver, campaign_id, pack, brought.text)
    return pack, True


def _pack_view(pack: CampaignPack) -> Json:
    return {
        "id": pack.id,
        "version": pack.version,
        "hash": pack.hash,
        "ruleset": pack.ruleset,
        "title": pack.title,
        "licence": pack.licence,
        "is_own": True,
    }


def _version_view(pack: CampaignPack) -> Json:
    return {**_pack_view(pack), "created_at": written(pack.created_at)}


async def packs(service: Estoc, grant: Grant) -> list[Json]:
    """Everybody's packs and the campaign's own, each in its newest version."""
    async with service.database.reading(is_long=True) as driver:
        own = await queries.list_packs(driver, grant.campaign_id)
    newest = {pack.id: pack for pack in reversed(own)}
    return [*map(pack_view, service.library.newest.values()), *map(_pack_view, newest.values())]


async def versions(service: Estoc, grant: Grant, pack_id: str) -> list[Json]:
    """Every version of a pack; raises NoSuchPack."""
    if pack_id in SHIPPED:
        async with service.database.session(is_long=True) as session:
            rows = [row for row in await list_packs(session) if row.id == pack_id]
        found = [
            CampaignPack(row.ruleset, row.id, row.version, row.hash, row.title, row.licence, row.loaded_at)
            for row in rows
        ]
    else:
        async with service.database.reading(is_long=True) as driver:
            found = list(await queries.list_packs(driver, grant.campaign_id, pack_id))
    if not found:
        raise no_pack(pack_id, None)
    return [{**_version_view(pack), "is_own": pack_id not in SHIPPED} for pack in found]


async def export(service: Estoc, grant: Grant, pack_id: str, version: str | None) -> tuple[bytes, str]:
    """A pack's document, JSON, and its hash; raises NoSuchPack."""
    if pack_id in SHIPPED:
        shelf = await find_shelf(service, grant.campaign_id, pack_id, version)
        return to_json(shelf.document), shelf.tables_hash
    async with service.database.reading(is_long=True) as driver:
        found = await queries.find_pack(driver, grant.campaign_id, pack_id, version)
        text = found and await queries.read_document(driver, grant.campaign_id, found.key)
    if found is None or text is None:
        raise no_pack(pack_id, version)
    return text.encode(), found.hash


async def delete(service: Estoc, grant: Grant, pack_id: str, version: str) -> None:
    """Delete a version that the campaign has brought, now or already; raises NoSuchPack and PackInUse."""
    async with service.database.transaction(is_long=True) as driver:
        is_deleted = await queries.lock_pack(driver, grant.campaign_id, pack_id, version)
        if is_deleted is None:
            raise no_pack(pack_id, version)
        if is_deleted:
            return
        encounter = await queries.encounter_with(driver, grant.campaign_id, pack_id, version)
        if encounter is not None:
            raise PackInUse(
                "An encounter is played with {pack} {version}; delete that first.",
                pack=pack_id,
                version=version,
                encounter_id=encounter,
            )
        simulation = await queries.simulation_with(driver, grant.campaign_id, pack_id, version)
        if simulation is not None:
            raise PackInUse(
                "A simulation is fought with {pack} {version}; delete that first.",
                pack=pack_id,
                version=version,
                simulation_id=simulation,
                way="simulation",
            )
        await queries.delete_pack(driver, grant.campaign_id, pack_id, version)


async def changes(first: Document, second: Document, after: int, limit: int) -> list[Json]:
    """Up to ``limit`` cells by which the second pack differs from the first, after so many of them."""
    differing = await asyncio.to_thread(
        lambda: list(islice(pack_changes(first, second), after, after + limit))
    )
    return [_change_view(change) for change in differing]


def _change_view(change: CellChange) -> Json:
    return {"pointer": change.pointer, "kind": change.kind, "from": change.was, "to": change.now}
