"""Which table pack is meant: everybody's, or one that the campaign has brought."""

from typing import Annotated

from pydantic import Field

from app.persistence.base.session import Driver
from app.persistence.packs import campaign_pack_queries as queries
from app.persistence.packs.pack_queries import UnknownPack
from app.rules.registry import RULESETS
from app.services.base.refusals import NotFound, PackOfAnotherRuleset
from app.services.base.service import Estoc
from app.services.packs.cache import Shelf
from app.values import value

SHIPPED = {game.table_pack: game.id for game in RULESETS.values()}
"""The rulesets of the packs that all share, by the packs' ids."""


@value
class PackChoice:
    """A table pack by its id, everybody's or one of the campaign's own; without a ``version`` the newest."""

    id: Annotated[str, Field(min_length=1, max_length=50)]
    version: Annotated[str, Field(min_length=1, max_length=50)] | None = None


class NoSuchPack(NotFound):
    """Neither everybody's nor the campaign's own: another campaign's is not here either."""

    code = "unknown_pack"


def no_pack(pack_id: str, version: str | None, pointer: str | None = None) -> NoSuchPack:
    wanted = pack_id if version is None else f"{pack_id} {version}"
    return NoSuchPack("This campaign has no table pack «{pack}».", pointer, pack=wanted)


async def find_shelf(
    service: Estoc, campaign_id: str, pack_id: str, version: str | None, pointer: str | None = None
) -> Shelf:
    """The pack with its tables; raises NoSuchPack, at ``pointer`` of the body where one is given."""
    library = service.library
    try:
        if (ruleset := SHIPPED.get(pack_id)) is not None:
            newest = library.newest.get(ruleset)
            if newest is not None and version in (None, newest.pack_version):
                return newest
            if version is None:
                raise no_pack(pack_id, version, pointer)
            return await library.shelf(ruleset, version)
        async with service.database.reading() as driver:
            found = await queries.find_pack(driver, campaign_id, pack_id, version)
        if found is None:
            raise no_pack(pack_id, version, pointer)
        return await library.shelf_of(campaign_id, found.key)
    except UnknownPack:
        raise no_pack(pack_id, version, pointer) from None


async def chosen_shelf(service: Estoc, campaign_id: str, ruleset: str, choice: PackChoice | None) -> Shelf:
    """What an encounter of ``ruleset`` is to be played with: the tables chosen, or else everybody's newest.

    Raises UnknownRuleset, NoSuchPack and PackOfAnotherRuleset.
    """
    newest = service.library.beginning(ruleset)
    if choice is None:
        return newest
    shelf = await find_shelf(service, campaign_id, choice.id, choice.version, "/table_pack")
    if shelf.game.id != ruleset:
        raise PackOfAnotherRuleset(
            "The table pack «{pack}» is for {ruleset}; this is {wanted}.",
            "/table_pack/id",
            pack=choice.id,
            ruleset=shelf.game.id,
            wanted=ruleset,
        )
    return shelf


async def hold_shelf(driver: Driver, campaign_id: str, shelf: Shelf) -> None:
    """Keep the shelf's pack there until the transaction ends; raises NoSuchPack."""
    if not shelf.is_shipped and not await queries.hold_pack(driver, campaign_id, shelf.key):
        raise no_pack(shelf.pack_id, shelf.pack_version)
