"""What schemathesis must know of the service that the document cannot tell it."""

import re
from typing import Any
from uuid import uuid4

import schemathesis
from schemathesis.openapi.checks import RejectedPositiveData

OF_THE_SCHEMA = frozenset(
    {
        "invalid_query",
        "malformed_json",
        "missing",
        "missing_type",
        "number_out_of_range",
        "unknown_field",
        "unknown_type",
        "unknown_value",
        "wrong_value",
    }
)
"""Codes of faults that the schemas tell: what a schema takes is never refused with one of them. With others
it may be: the rules know more than a schema can say."""
THE_GAMES_OWN = ("/command", "/sheet", "/options", "/environment")
"""Parts of bodies that each game reads in its own way."""
OF_SOME_GAMES = (
    "/cells", "/dead", "/facing", "/hits", "/hp", "/limited_to", "/mount", "/nonlethal", "/sheathed",
    "/stable", "/temporary", "/weapons_at_hand",
)  # fmt: skip
"""Members of combatants that not every game has: whose game it is only the encounter says."""
OF_THE_REST = re.compile(
    r"/combatants/\d+/(sheet|cells|facing|hits|hp|mount|sheathed|weapons_at_hand)(/.*)?"
    r"|/play/\d+/expect"
)
"""Places about which the rest decides: whose game it is, who is new to the encounter and needs a sheet, and
which step is refused and so has no figures."""
_USABLE = re.compile(r"[\x21-\x7e][\x20-\x7e]{0,199}")


@schemathesis.hook
def before_call(_context: Any, case: Any, **_kwargs: Any) -> None:
    """Headers that lead somewhere: a fresh key, any version, and bodies for the links to follow.

    Keys that are not usable stay as they are. Any: schemathesis's own types.
    """
    headers = case.headers or {}
    key = headers.get("Idempotency-Key")
    if isinstance(key, str) and _USABLE.fullmatch(key):
        headers["Idempotency-Key"] = str(uuid4())
    if "If-Match" in headers:
        headers["If-Match"] = "*"
    if "minimal" in str(headers.get("Prefer", "")).lower():
        del headers["Prefer"]


@schemathesis.hook
def filter_failure(context: Any, failure: Any, case: Any, response: Any) -> bool:
    """What the schema allows and the rules refuse is no failure. Any: schemathesis's own types."""
    del context
    if not isinstance(failure, RejectedPositiveData):
        return True
    if "/table-packs" in case.path:
        return False  # what is in the tables each game says, in its own words
    problem = response.json()
    # Whose game a part of the body is for the address does not say, only the encounter.
    places = [fault.get("pointer", "") for fault in problem.get("errors", [])]
    is_the_games_own = any(
        place.startswith((*THE_GAMES_OWN, *OF_SOME_GAMES)) or OF_THE_REST.fullmatch(place) for place in places
    )
    return problem.get("code") in OF_THE_SCHEMA and not is_the_games_own
