"""One page a problem code: what it means and what to do. Served under ``/problems/{code}``."""

from typing import NamedTuple

from app.narration.texts import FALLBACK, texts

CORRECT_IT = "Correct the member that `errors[].pointer` names and send the request again."


class Page(NamedTuple):
    """What a problem is called, what it means, and what its reader can do."""

    title: str
    meaning: str
    remedy: str = CORRECT_IT


PAGES: dict[str, Page] = {code: Page(**page) for code, page in texts(FALLBACK, "problems").items()}
"""By code, as ``locales/en/problems.toml`` has them."""
