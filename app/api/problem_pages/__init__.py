"""One page a problem code: what it means and what to do. Served under ``/problems/{code}``."""

from app.api.problem_pages import harp, harp_actions, map, service, waiting
from app.api.problem_pages.page import Page

PAGES: dict[str, Page] = {**service.PAGES, **harp.PAGES, **harp_actions.PAGES, **map.PAGES, **waiting.PAGES}
