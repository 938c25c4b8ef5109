"""The rulesets by id, and what a caller of `play` must know of each. A plain dict, no discovery."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from app.rules.harp import commands as harp_commands
from app.rules.harp import events as harp_events
from app.rules.harp import options as harp_options
from app.rules.harp import sheet as harp_sheet
from app.rules.harp import state as harp_state
from app.rules.harp.ruleset import Harp
from app.rules.harp.tables_build import build_tables as build_harp_tables
from app.rules.resolution.steps import Ruleset


@dataclass(frozen=True, slots=True)
class Game:
    """One ruleset as data: its types, for the codec and the published schemas, and how to set it up.

    Any: every game has its own state, command and event types; only the game itself looks into them.
    """

    id: str
    name: str
    table_pack: str
    state: Any
    command: Any
    event: Any
    options: Any
    sheet: Any
    build_tables: Callable[[Mapping[str, object]], Any]
    rules: Callable[[Any], Ruleset[Any, Any, Any]]


HARP_TDM = Game(
    id="harp-tdm",
    name="HARP | Terre du Milieu",
    table_pack="harp-tdm",
    state=harp_state.Encounter,
    command=harp_commands.Command,
    event=harp_events.Event,
    options=harp_options.Options,
    sheet=harp_sheet.Sheet,
    build_tables=build_harp_tables,
    rules=Harp,
)

RULESETS: dict[str, Game] = {HARP_TDM.id: HARP_TDM}
