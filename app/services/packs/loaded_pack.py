"""A ruleset with its tables, ready to play: all that the rules need, and nothing of where it is kept."""

from collections.abc import Mapping
from typing import Any

from app.persistence.base.codec import GameCodecs, codecs_of
from app.persistence.packs.pack_files import Document, PackKey, document_hash
from app.rules.common.errors import InvalidDocument
from app.rules.common.grid.board import Grid
from app.rules.registry import Game
from app.rules.resolution.steps import Ruleset
from app.values import replace, value


@value
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

    @property
    def pack_id(self) -> str:
        return self.tables.pack

    @property
    def is_shipped(self) -> bool:
        """Whether its tables are everybody's, and not a campaign's own."""
        return self.pack_id == self.game.table_pack

    @property
    def key(self) -> PackKey:
        return PackKey(self.game.id, self.pack_id, self.pack_version, self.tables_hash)

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


def shelf_with(game: Game, document: Document, tables_hash: str) -> Shelf:
    """The game with the tables of ``document``, which has that hash; raises InvalidPack."""
    tables = game.build_tables(document)
    return Shelf(game, codecs_of(game), game.rules(tables), document, tables, tables.version, tables_hash)
