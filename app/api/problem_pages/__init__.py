"""One page a problem code: what it means and what to do. Served under ``/problems/{code}``."""

from app.api.problem_pages import dice, events, harp, harp_actions, map, service, waiting
from app.api.problem_pages.page import Page

PAGES: dict[str, Page] = {
    **service.PAGES,
    **dice.PAGES,
    **events.PAGES,
    **harp.PAGES,
    **harp_actions.PAGES,
    **map.PAGES,
    **waiting.PAGES,
}
