"""The rulesets by id, and what a caller of `play` must know of each. A plain dict, no discovery."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.rules.common.errors import Problem
from app.rules.harp import commands as harp_commands
from app.rules.harp import events as harp_events
from app.rules.harp import options as harp_options
from app.rules.harp import sheet as harp_sheet
from app.rules.harp import state as harp_state
from app.rules.harp.figures import figures_of as harp_figures_of
from app.rules.harp.ruleset import Harp
from app.rules.harp.surroundings import check_environment as check_harp_environment
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
    check_beginning: Callable[[Any, Any], Iterator[Problem]]
    """What is wrong, by these tables, in the state that an encounter is to begin with."""
    figures: Callable[[Any, Any, Any], Any]
    """A dataclass of what tables and state make of a combatant's sheet, to be shown with it."""


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
    check_beginning=check_harp_environment,
    figures=harp_figures_of,
)

RULESETS: dict[str, Game] = {HARP_TDM.id: HARP_TDM}
