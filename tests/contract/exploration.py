"""What schemathesis must know of the service that the document cannot tell it."""

import re
from typing import Any
from uuid import uuid4

import schemathesis

_USABLE = re.compile(r"[\x21-\x7e][\x20-\x7e]{0,199}")


@schemathesis.hook
def before_call(_context: Any, case: Any, **_kwargs: Any) -> None:
    """A fresh key for each request, as the document asks; keys that are not usable stay as they are."""
    key = case.headers.get("Idempotency-Key") if case.headers else None
    if isinstance(key, str) and _USABLE.fullmatch(key):
        case.headers["Idempotency-Key"] = str(uuid4())
