"""The rulesets by id, and what a caller of `play` must know of each. A plain dict, no discovery."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Any

from app.rules.common.errors import Problem
from app.rules.common.grid.cells import Cell, Footprint
from app.rules.d20.ahead.candidates import offers as d20_offers
from app.rules.d20.ahead.fighting import FIGHTING as D20_FIGHTING
from app.rules.d20.ahead.figures import Figures as D20Figures
from app.rules.d20.ahead.figures import figures_of as d20_figures_of
from app.rules.d20.ahead.foresight import GEOMETRY as D20_GEOMETRY
from app.rules.d20.ahead.foresight import survey_of
from app.rules.d20.ahead.outlook import OUTLOOK as D20_OUTLOOK
from app.rules.d20.ahead.undisclosed import undisclosed as d20_undisclosed
from app.rules.d20.contract.commands import command as d20_commands
from app.rules.d20.contract.events import event as d20_events
from app.rules.d20.ground.positions import space_of as d20_space_of
from app.rules.d20.ground.threat import threatened_cells
from app.rules.d20.initial_checks import check_map
from app.rules.d20.ruleset import D20
from app.rules.d20.table import options as d20_options
from app.rules.d20.table import sheet as d20_sheet
from app.rules.d20.table import state as d20_state
from app.rules.d20.table.book import Book
from app.rules.d20.table.profile import Profile
from app.rules.d20.table.tables import D20Tables
from app.rules.d20.table.tables_build import building as building_d20_tables
from app.rules.dnd35.profile import PROFILE as DND35_PROFILE
from app.rules.harp.ahead.candidates import offers as harp_offers
from app.rules.harp.ahead.fighting import FIGHTING as HARP_FIGHTING
from app.rules.harp.ahead.figures import figures_of as harp_figures_of
from app.rules.harp.ahead.outlook import OUTLOOK as HARP_OUTLOOK
from app.rules.harp.ahead.undisclosed import undisclosed as harp_undisclosed
from app.rules.harp.contract.commands import command as harp_commands
from app.rules.harp.contract.events import event as harp_events
from app.rules.harp.ground.positions import footprint as harp_footprint
from app.rules.harp.ground.positions import threatened as harp_threatened
from app.rules.harp.ground.surroundings import check_environment as check_harp_environment
from app.rules.harp.ruleset import Harp
from app.rules.harp.table import options as harp_options
from app.rules.harp.table import sheet as harp_sheet
from app.rules.harp.table import state as harp_state
from app.rules.harp.table.tables_build import build_tables as build_harp_tables
from app.rules.pathfinder1.profile import PROFILE as PF1_PROFILE
from app.rules.resolution.candidates import Offers
from app.rules.resolution.chances import DOWN, Outlook
from app.rules.resolution.fighting import Fighting
from app.rules.resolution.preview import Surveyed
from app.rules.resolution.steps import Ruleset
from app.values import remembered, replace, value


@value
class NoFigures:
    """What is shown of a combatant whose game works out nothing from tables and state."""


def _is_down(combatant: Any) -> bool:
    """Whether a combatant lies there and hinders nobody. Any: it is the game's own, and has ``states``."""
    return DOWN in combatant.states


@value
class Game:
    """One ruleset as data: its types, for the codec and the published schemas, and how to set it up.

    A game says what is its own; what it does not say has a default that fits a game without a map, tables or
    house rules. Any: every game has its own state, command and event types; only the game itself looks into
    them.
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
    removed: Callable[[str], Any]
    """The event of a combatant's leaving."""
    offers: Callable[[Any, Any, Any], Offers[Any]]
    """The commands that a combatant could think of; of tables, state and combatant."""
    fighting: Fighting
    """What lets a fight go on by itself."""
    outlook: Outlook
    """What of combatants and events is told in odds."""
    check_beginning: Callable[[Any, Any], Iterator[Problem]] = lambda _tables, _state: iter(())
    """What is wrong, by these tables, in the state that an encounter is to begin with."""
    begin: Callable[[Any], Any] = lambda state: state
    """The state that an encounter begins with, made of the one that the caller described."""
    figures: Callable[[Any, Any, Any], Any] = lambda _tables, _state, _combatant: NoFigures()
    """A dataclass of what tables and state make of a combatant's sheet, to be shown with it."""
    space_of: Callable[[Any, Any, Any], Footprint | None] = lambda _tables, _state, _combatant: None
    """The cells that a combatant stands on, None off the map; of tables, state and combatant."""
    threatened: Callable[[Any, Any, Any], tuple[Cell, ...]] = lambda _tables, _state, _combatant: ()
    """The cells that a combatant can strike at; of tables, state and combatant."""
    undisclosed: Callable[[Any, frozenset[str], int], Any] = lambda state, _unknown, _guess: state
    """The state with a guess in every figure of combatants whose figures are not known."""
    is_invisible: Callable[[Any], bool] = lambda _combatant: False
    """Whether nobody can see where a combatant is."""
    survey: Callable[[Any, Any, Any], Surveyed | None] = lambda _tables, _state, _command: None
    """What a preview tells of a command beside its checks; of tables, state and command."""
    geometry: Mapping[str, Any] = field(default_factory=dict[str, Any], hash=False)
    """The types of the figures in surveys, by their names."""
    is_down: Callable[[Any], bool] = _is_down


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
    space_of=lambda _tables, _state, combatant: harp_footprint(combatant),
    threatened=lambda _tables, _state, combatant: harp_threatened(combatant),
    undisclosed=harp_undisclosed,
    removed=harp_events.CombatantRemoved,
    offers=harp_offers,
    fighting=HARP_FIGHTING,
    outlook=HARP_OUTLOOK,
)


def _d20(name: str, profile: Profile) -> Game:
    """One edition of the d20 games."""

    @remembered(16)
    def book(tables: D20Tables) -> Book:
        return Book(tables, profile)

    def figures(tables: D20Tables, state: d20_state.Encounter, combatant: d20_state.Combatant) -> D20Figures:
        return d20_figures_of(book(tables), state, combatant)

    return Game(
        id=profile.edition,
        name=name,
        table_pack=profile.edition,
        state=d20_state.Encounter,
        command=d20_commands.Command,
        event=d20_events.Event,
        options=d20_options.Options,
        sheet=d20_sheet.Sheet,
        build_tables=building_d20_tables(profile.edition),
        rules=lambda tables: D20(book(tables)),
        check_beginning=lambda _tables, state: check_map(state),
        begin=lambda state: replace(state, options=d20_options.filled_in(state.options, profile)),
        figures=figures,
        space_of=lambda tables, state, combatant: d20_space_of(book(tables), state, combatant),
        threatened=lambda tables, state, combatant: threatened_cells(book(tables), state, combatant),
        undisclosed=d20_undisclosed,
        removed=d20_events.CombatantRemoved,
        is_invisible=lambda combatant: combatant.has("invisible"),
        survey=lambda tables, state, command: survey_of(book(tables), state, command),
        offers=lambda tables, state, actor: d20_offers(book(tables), state, actor),
        fighting=D20_FIGHTING,
        outlook=D20_OUTLOOK,
        geometry=D20_GEOMETRY,
    )


DND35 = _d20("D&D 3.5", DND35_PROFILE)
PF1 = _d20("Pathfinder 1e", PF1_PROFILE)

RULESETS: dict[str, Game] = {game.id: game for game in (HARP_TDM, DND35, PF1)}
