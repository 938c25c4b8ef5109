"""One page a problem code: what it means and what to do. Served under ``/problems/{code}``."""

from app.api.problem_pages import (
    d20_attack,
    d20_charge,
    d20_maneuvers,
    d20_saddle,
    d20_splash,
    d20_support,
    d20_turns,
    d20_two_weapons,
    dice,
    events,
    harp,
    harp_actions,
    map,
    service,
    simulations,
    tables,
    tokens,
    waiting,
)
from app.api.problem_pages.page import Page

PAGES: dict[str, Page] = {
    **service.PAGES,
    **dice.PAGES,
    **events.PAGES,
    **tokens.PAGES,
    **map.PAGES,
    **tables.PAGES,
    **waiting.PAGES,
    **simulations.PAGES,
    **harp.PAGES,
    **harp_actions.PAGES,
    **d20_attack.PAGES,
    **d20_charge.PAGES,
    **d20_splash.PAGES,
    **d20_saddle.PAGES,
    **d20_support.PAGES,
    **d20_maneuvers.PAGES,
    **d20_turns.PAGES,
    **d20_two_weapons.PAGES,
}
