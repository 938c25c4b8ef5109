"""The table packs that campaigns have brought, one row a version."""

from collections.abc import Sequence
from datetime import datetime

from app.persistence.base.session import Driver
from app.persistence.packs.pack_files import PackKey
from app.values import value

# ruff: noqa: S608 — the statements below are put together from each other's texts, never from a value.
_COLUMNS = "ruleset, id, version, hash, title, licence, created_at"
_THERE = "campaign_id = $1 AND deleted_at IS NULL"
_OURS = "campaign_id = $1 AND id = $2 AND version = $3"

_LOCK_CAMPAIGN = "SELECT FROM campaign WHERE id = $1 FOR NO KEY UPDATE"

_COUNT = f"SELECT count(*) FROM campaign_pack WHERE {_THERE}"

_STORE = """
INSERT INTO campaign_pack
    (campaign_id, ruleset, id, version, hash, title, licence, created_at, document)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (campaign_id, id, version) DO UPDATE SET
    ruleset = excluded.ruleset, hash = excluded.hash, title = excluded.title, licence = excluded.licence,
    created_at = excluded.created_at, document = excluded.document, deleted_at = NULL
"""

_FIND = f"""
SELECT {_COLUMNS} FROM campaign_pack
WHERE {_THERE} AND id = $2 AND ($3::text IS NULL OR version = $3)
ORDER BY created_at DESC, version DESC LIMIT 1
"""

_LIST = f"""
SELECT {_COLUMNS} FROM campaign_pack WHERE {_THERE} AND ($2::text IS NULL OR id = $2)
ORDER BY id, created_at DESC, version DESC
"""

_DOCUMENT = f"SELECT document FROM campaign_pack WHERE {_OURS} AND hash = $4 AND deleted_at IS NULL"

_HOLD = f"SELECT true FROM campaign_pack WHERE {_OURS} AND hash = $4 AND deleted_at IS NULL FOR KEY SHARE"

_LOCK = f"SELECT deleted_at IS NOT NULL FROM campaign_pack WHERE {_OURS} FOR UPDATE"

_IS_USED = """
SELECT id FROM encounter
WHERE campaign_id = $1 AND table_pack = $2 AND table_pack_version = $3 ORDER BY id DESC LIMIT 1
"""

_IS_SIMULATED = """
SELECT id FROM simulation
WHERE campaign_id = $1 AND table_pack = $2 AND table_pack_version = $3 AND status <> 'deleted'
ORDER BY id DESC LIMIT 1
"""

_DELETE = f"UPDATE campaign_pack SET deleted_at = now(), document = NULL WHERE {_OURS}"


@value
class CampaignPack:
    """A version of a campaign's pack without its tables."""

    ruleset: str
    id: str
    version: str
    hash: str
    title: str
    licence: str
    created_at: datetime

    @property
    def key(self) -> PackKey:
        return PackKey(self.ruleset, self.id, self.version, self.hash)


async def lock_packs(driver: Driver, campaign_id: str) -> int:
    """Let nobody else add to the campaign's packs until the transaction ends; how many versions it has."""
    await driver.execute(_LOCK_CAMPAIGN, campaign_id)
    count = await driver.fetchval(_COUNT, campaign_id)
    return int(count or 0)


async def store_pack(driver: Driver, campaign_id: str, pack: CampaignPack, document: str) -> None:
    """Write a version that is not there, or not any more; ``document`` is JSON."""
    await driver.execute(
        _STORE,
        campaign_id,
        pack.ruleset,
        pack.id,
        pack.version,
        pack.hash,
        pack.title,
        pack.licence,
        pack.created_at,
        document,
    )


async def find_pack(
    driver: Driver, campaign_id: str, pack_id: str, version: str | None
) -> CampaignPack | None:
    """That version of the pack, or the one brought last."""
    row = await driver.fetchrow(_FIND, campaign_id, pack_id, version)
    return None if row is None else CampaignPack(*row)


async def list_packs(driver: Driver, campaign_id: str, pack_id: str | None = None) -> Sequence[CampaignPack]:
    """Every version of every pack, or of one; by id, the one brought last first."""
    return [CampaignPack(*row) for row in await driver.fetch(_LIST, campaign_id, pack_id)]


async def read_document(driver: Driver, campaign_id: str, key: PackKey) -> str | None:
    """The document, JSON; None where the campaign has none with that hash."""
    return await driver.fetchval(_DOCUMENT, campaign_id, key.id, key.version, key.hash)


async def hold_pack(driver: Driver, campaign_id: str, key: PackKey) -> bool:
    """Keep the version from being deleted until the transaction ends; False where it is gone already."""
    return bool(await driver.fetchval(_HOLD, campaign_id, key.id, key.version, key.hash))


async def lock_pack(driver: Driver, campaign_id: str, pack_id: str, version: str) -> bool | None:
    """Lock one version; whether it is deleted, None where there never was one."""
    return await driver.fetchval(_LOCK, campaign_id, pack_id, version)


async def encounter_with(driver: Driver, campaign_id: str, pack_id: str, version: str) -> str | None:
    """An encounter that is played with that version, the newest; asked while the version is locked."""
    return await driver.fetchval(_IS_USED, campaign_id, pack_id, version)


async def simulation_with(driver: Driver, campaign_id: str, pack_id: str, version: str) -> str | None:
    """The same of simulations, whose runs can be written down for as long as they are kept."""
    return await driver.fetchval(_IS_SIMULATED, campaign_id, pack_id, version)


async def delete_pack(driver: Driver, campaign_id: str, pack_id: str, version: str) -> None:
    """Keep of a locked version no more than that it was there."""
    await driver.execute(_DELETE, campaign_id, pack_id, version)
