"""What a page about a problem says."""

from typing import NamedTuple


class Page(NamedTuple):
    """What a problem is called, what it means, and what its reader can do."""

    title: str
    meaning: str
    remedy: str


CORRECT_IT = "Correct the member that `errors[].pointer` names and send the request again."
