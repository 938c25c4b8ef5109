"""The rule tables in memory, read from PostgreSQL once.

Those that all share are kept for as long as the worker lives, of those of campaigns the ones used last.
"""

import asyncio
import json
from collections import ChainMap, OrderedDict
from collections.abc import Mapping
from weakref import WeakValueDictionary

from app.narration.catalogue import Weapons
from app.persistence.base.session import Database
from app.persistence.packs.campaign_pack_queries import read_document
from app.persistence.packs.pack_files import PackKey, document_hash
from app.persistence.packs.pack_queries import UnknownPack, list_packs, read_pack
from app.rules.registry import RULESETS, Game
from app.services.base.refusals import NotFound, UnknownRuleset
from app.services.packs.loaded_pack import Shelf, shelf_with

MOST_SHELVES = 16
MOST_CHARACTERS = 40_000_000
"""Of the documents on the shelves of campaigns; the one used last is kept however long it is."""
AT_ONCE = 2
"""Documents of campaigns that are being made into tables: each takes a while, and many times its length."""


class NoSuchRuleset(NotFound):
    """No ruleset of that id has its tables loaded."""

    code = "unknown_ruleset"


class Library:
    """Every ruleset with the tables that its encounters began with."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._shelves: dict[tuple[str, str], Shelf] = {}
        self._newest: dict[str, Shelf] = {}
        self._of_campaigns = _Kept()
        self._reading: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
        self._building = asyncio.Semaphore(AT_ONCE)

    async def open(self) -> None:
        """Read the tables that new encounters begin with; a ruleset without stored tables is not offered."""
        async with self._database.session(is_long=True) as session:
            stored = {pack.id for pack in await list_packs(session)}
        for game in RULESETS.values():
            if game.table_pack in stored:
                self._newest[game.id] = await self._read(game, None)

    @property
    def newest(self) -> Mapping[str, Shelf]:
        """The rulesets on offer by id, with the tables that new encounters begin with."""
        return self._newest

    @property
    def weapons(self) -> Weapons:
        """The weapons of all rulesets on offer, for who knows no more than the id of one."""
        return ChainMap(*(shelf.tables.weapons for shelf in self._newest.values()))

    def ruleset(self, ruleset: str) -> Shelf:
        """A ruleset on offer; raises NoSuchRuleset."""
        shelf = self._newest.get(ruleset)
        if shelf is None:
            raise NoSuchRuleset("There is no ruleset «{ruleset}».", ruleset=ruleset)
        return shelf

    def beginning(self, ruleset: str) -> Shelf:
        """What a new encounter of ``ruleset`` begins with; raises UnknownRuleset."""
        shelf = self._newest.get(ruleset)
        if shelf is None:
            raise UnknownRuleset("There is no ruleset «{ruleset}».", "/ruleset", ruleset=ruleset)
        return shelf

    async def shelf(self, ruleset: str, pack_version: str) -> Shelf:
        """The tables that all share, in that version; raises UnknownPack."""
        shelf = self._shelves.get((ruleset, pack_version))
        return shelf or await self._read(RULESETS[ruleset], pack_version)

    async def shelf_of(self, campaign_id: str, tables: PackKey) -> Shelf:
        """What an encounter of the campaign goes on with: the tables that it began with."""
        return self.at_hand(campaign_id, tables) or await self.fetch(campaign_id, tables)

    def at_hand(self, campaign_id: str, tables: PackKey) -> Shelf | None:
        """The same, without reading anything."""
        if tables.id == RULESETS[tables.ruleset].table_pack:
            return self._shelves.get((tables.ruleset, tables.version))
        return self._of_campaigns.get((campaign_id, tables.hash))

    async def fetch(self, campaign_id: str, tables: PackKey) -> Shelf:
        """The same, which are not at hand; raises UnknownPack."""
        game = RULESETS[tables.ruleset]
        if tables.id == game.table_pack:
            return await self._read(game, tables.version)
        place = (campaign_id, tables.hash)
        reading = self._reading.setdefault(place, asyncio.Lock())
        async with reading, self._building:
            if (shelf := self._of_campaigns.get(place)) is not None:
                return shelf  # somebody before us has read it
            async with self._database.reading(is_long=True) as driver:
                text = await read_document(driver, campaign_id, tables)
            if text is None:
                raise UnknownPack(f"No table pack {tables.id} {tables.version} is stored.", pack=tables.id)
            shelf = await asyncio.to_thread(_made_of, game, text, tables.hash)
            self._of_campaigns.keep(place, shelf, len(text))
        return shelf

    async def _read(self, game: Game, version: str | None) -> Shelf:
        async with self._database.session(is_long=True) as session:
            document = await read_pack(session, game.table_pack, version)
        shelf = shelf_with(game, document, document_hash(document))
        self._shelves[game.id, shelf.pack_version] = shelf
        return shelf


class _Kept:
    """The shelves of campaigns that were used last, by campaign and hash."""

    def __init__(self) -> None:
        self._shelves: OrderedDict[tuple[str, str], tuple[Shelf, int]] = OrderedDict()

    def get(self, place: tuple[str, str]) -> Shelf | None:
        found = self._shelves.get(place)
        if found is None:
            return None
        self._shelves.move_to_end(place)
        return found[0]

    def keep(self, place: tuple[str, str], shelf: Shelf, characters: int) -> None:
        self._shelves[place] = (shelf, characters)
        while len(self._shelves) > 1 and self._are_too_many:
            self._shelves.popitem(last=False)

    @property
    def _are_too_many(self) -> bool:
        characters = sum(each for _, each in self._shelves.values())
        return len(self._shelves) > MOST_SHELVES or characters > MOST_CHARACTERS


def _made_of(game: Game, text: str, tables_hash: str) -> Shelf:
    return shelf_with(game, json.loads(text), tables_hash)
