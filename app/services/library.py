"""The rule tables in memory: read from PostgreSQL once, and kept for as long as the worker lives."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from app.persistence.codec import GameCodecs, codecs_of
from app.persistence.pack_queries import list_packs, read_pack
from app.persistence.packs import Document, document_hash
from app.persistence.session import Database
from app.rules.common.errors import InvalidDocument
from app.rules.common.grid.board import Grid
from app.rules.registry import RULESETS, Game
from app.rules.resolution.steps import Ruleset
from app.services.refusals import NotFound, UnknownRuleset


@dataclass(frozen=True, slots=True)
class Shelf:
    """One ruleset with one version of its tables, as a document and as look-ups, ready to play.

    Any: state, event and step types are the game's own.
    """

    game: Game
    codecs: GameCodecs
    rules: Ruleset[Any, Any, Any]
    document: Document
    tables: Any
    pack_version: str
    tables_hash: str

    def beginning(self, document: Mapping[str, object], board: Grid | None = None) -> Any:
        """The state that an encounter begins with, on ``board``; raises InvalidDocument for what the game
        refuses of either.
        """
        state = self.game.begin(self.codecs.state.read({**document, "ruleset": self.game.id}))
        state = replace(state, map=board)
        if problems := tuple(self.game.check_beginning(self.tables, state)):
            raise InvalidDocument(problems)
        return state


def shelf_of(game: Game, document: Document) -> Shelf:
    """``game`` with the tables of a pack."""
    tables = game.build_tables(document)
    return Shelf(
        game, codecs_of(game), game.rules(tables), document, tables, tables.version, document_hash(document)
    )


class NoSuchRuleset(NotFound):
    """No ruleset of that id has its tables loaded."""

    code = "unknown_ruleset"


class Library:
    """Every ruleset with the tables that its encounters began with."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._shelves: dict[tuple[str, str], Shelf] = {}
        self._newest: dict[str, Shelf] = {}

    async def open(self) -> None:
        """Read the tables that new encounters begin with; a ruleset without stored tables is not offered."""
        async with self._database.session() as session:
            stored = {pack.id for pack in await list_packs(session)}
        for game in RULESETS.values():
            if game.table_pack in stored:
                self._newest[game.id] = await self._read(game, None)

    @property
    def newest(self) -> Mapping[str, Shelf]:
        """The rulesets on offer by id, with the tables that new encounters begin with."""
        return self._newest

    def ruleset(self, ruleset: str) -> Shelf:
        """A ruleset on offer; raises NoSuchRuleset."""
        shelf = self._newest.get(ruleset)
        if shelf is None:
            raise NoSuchRuleset(f"There is no ruleset «{ruleset}».")
        return shelf

    def beginning(self, ruleset: str) -> Shelf:
        """What a new encounter of ``ruleset`` begins with; raises UnknownRuleset."""
        shelf = self._newest.get(ruleset)
        if shelf is None:
            raise UnknownRuleset(f"There is no ruleset «{ruleset}».", "/ruleset", ruleset=ruleset)
        return shelf

    async def shelf(self, ruleset: str, pack_version: str) -> Shelf:
        """What an encounter goes on with: the tables that it began with."""
        shelf = self._shelves.get((ruleset, pack_version))
        return shelf or await self._read(RULESETS[ruleset], pack_version)

    async def _read(self, game: Game, version: str | None) -> Shelf:
        async with self._database.session() as session:
            document = await read_pack(session, game.table_pack, version)
        shelf = shelf_of(game, document)
        self._shelves[game.id, shelf.pack_version] = shelf
        return shelf
