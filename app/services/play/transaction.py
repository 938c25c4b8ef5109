"""An encounter that is being changed: its locked row, its rules, the moment, and the open transaction."""

from datetime import datetime
from typing import Any

from app.narration.catalogue import FALLBACK
from app.persistence.base.session import Driver
from app.persistence.play.action_queries import OpenedEncounter, Origin
from app.rules.resolution.play import Ask
from app.services.base.service import ENGINE_VERSION
from app.services.dice.draw import Draw
from app.services.dice.policy import DicePolicy, Privacy, stored_policy
from app.services.dice.sources import counted
from app.services.packs.cache import Shelf
from app.services.visibility.player_state import hidden_ids
from app.values import value


@value
class Transaction:
    """What changing an encounter needs at hand; ``state`` is that of ``encounter``, read. The ``connection``
    is absent where everything is known already. Any: the state is the game's own.
    """

    campaign_id: str
    encounter_id: str
    encounter: OpenedEncounter
    shelf: Shelf
    state: Any
    at: datetime
    connection: Driver | None
    draw: Draw
    locale: str = FALLBACK

    @property
    def driver(self) -> Driver:
        assert self.connection is not None
        return self.connection

    @property
    def seq(self) -> int:
        """The number of the row of the log to come."""
        return self.encounter.version + 1

    @property
    def first_event(self) -> int:
        """The number of the event to come."""
        return self.encounter.last_event + 1

    @property
    def policy(self) -> DicePolicy:
        return stored_policy(self.encounter.dice_policy)

    def server(self, privacy: Privacy, state: Any) -> Ask:
        """The server's dice for an action of that privacy; those of the hidden are hidden, whatever it is.

        They raise DiceSourceNotAllowed where they do not count. Any: the state is the game's own.
        """
        return counted(self.draw.asking(privacy, hidden_ids(state)), self.policy.sources, state)

    def origin(self, token_id: str, key: str | None) -> Origin:
        """What the rows share that the token's holder asks for under that idempotency key."""
        return Origin(
            self.campaign_id,
            self.encounter_id,
            token_id,
            key,
            ENGINE_VERSION,
            self.shelf.tables_hash,
            self.at,
        )
