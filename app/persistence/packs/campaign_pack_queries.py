"""The table packs that campaigns have brought, one row a version."""

from collections.abc import Sequence
from datetime import datetime

from app.persistence.base.locks import lock_campaign
from app.persistence.base.session import Driver
from app.persistence.base.statements import columns, statement
from app.persistence.packs.pack_files import PackKey
from app.values import value


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


_OURS = "campaign_id = :campaign_id AND id = :pack_id AND version = :version"
_THERE = "campaign_id = :campaign_id AND deleted_at IS NULL"
_SAME = f"{_THERE} AND id = :key.id AND version = :key.version AND hash = :key.hash"
_NEWER = ", ".join(
    f"{name} = excluded.{name}" for name in ("ruleset", "hash", "title", "licence", "created_at", "document")
)


async def lock_packs(driver: Driver, campaign_id: str) -> int:
    """Let nobody else add to the campaign's packs until the transaction ends; how many versions it has."""
    await lock_campaign(driver, campaign_id)
    return await _count(driver, campaign_id)


@statement(f"SELECT count(*) FROM campaign_pack WHERE {_THERE}")
async def _count(driver: Driver, campaign_id: str) -> int: ...


@statement(f"""
INSERT INTO campaign_pack (campaign_id, document, {columns(CampaignPack)})
VALUES (:campaign_id, :document, {columns(CampaignPack, ":pack")})
ON CONFLICT (campaign_id, id, version) DO UPDATE SET {_NEWER}, deleted_at = NULL
""")
async def store_pack(driver: Driver, campaign_id: str, pack: CampaignPack, document: str) -> None:
    """Write a version that is not there, or not any more; ``document`` is JSON."""
    ...


@statement(f"""
SELECT {columns(CampaignPack)} FROM campaign_pack
WHERE {_THERE} AND id = :pack_id AND (:version::text IS NULL OR version = :version)
ORDER BY created_at DESC, version DESC LIMIT 1
""")
async def find_pack(
    driver: Driver, campaign_id: str, pack_id: str, version: str | None
) -> CampaignPack | None:
    """That version of the pack, or the one brought last."""
    ...


@statement(f"""
SELECT {columns(CampaignPack)} FROM campaign_pack WHERE {_THERE} AND (:pack_id::text IS NULL OR id = :pack_id)
ORDER BY id, created_at DESC, version DESC
""")
async def list_packs(driver: Driver, campaign_id: str, pack_id: str | None = None) -> Sequence[CampaignPack]:
    """Every version of every pack, or of one; by id, the one brought last first."""
    ...


@statement(f"SELECT document FROM campaign_pack WHERE {_SAME}")
async def read_document(driver: Driver, campaign_id: str, key: PackKey) -> str | None:
    """The document, JSON; None where the campaign has none with that hash."""
    ...


@statement(f"SELECT true FROM campaign_pack WHERE {_SAME} FOR KEY SHARE")
async def hold_pack(driver: Driver, campaign_id: str, key: PackKey) -> bool:
    """Keep the version from being deleted until the transaction ends; False where it is gone already."""
    ...


@statement(f"SELECT deleted_at IS NOT NULL FROM campaign_pack WHERE {_OURS} FOR UPDATE")
async def lock_pack(driver: Driver, campaign_id: str, pack_id: str, version: str) -> bool | None:
    """Lock one version; whether it is deleted, None where there never was one."""
    ...


@statement("""
SELECT id FROM encounter
WHERE campaign_id = :campaign_id AND table_pack = :pack_id AND table_pack_version = :version
ORDER BY id DESC LIMIT 1
""")
async def encounter_with(driver: Driver, campaign_id: str, pack_id: str, version: str) -> str | None:
    """An encounter that is played with that version, the newest; asked while the version is locked."""
    ...


@statement("""
SELECT id FROM simulation
WHERE campaign_id = :campaign_id AND table_pack = :pack_id AND table_pack_version = :version
    AND status <> 'deleted'
ORDER BY id DESC LIMIT 1
""")
async def simulation_with(driver: Driver, campaign_id: str, pack_id: str, version: str) -> str | None:
    """The same of simulations, whose runs can be written down for as long as they are kept."""
    ...


@statement(f"UPDATE campaign_pack SET deleted_at = now(), document = NULL WHERE {_OURS}")
async def delete_pack(driver: Driver, campaign_id: str, pack_id: str, version: str) -> None:
    """Keep of a locked version no more than that it was there."""
    ...
