"""Non-breaking spaces for HTML pages.

Texts of answers have plain spaces, by which programs find what they look for.
"""

import re

NO_BREAK = "\u00a0"
NARROW = "\u202f"
_BEFORE_SIGNS = re.compile(r" (?=[;!?](?:\s|[»)]|$))")
_BEFORE_COLONS = re.compile(r" (?=:(?:\s|$))|(?<=«) | (?=»)")
_BEFORE_UNITS = re.compile(r"(?<=\d) (?=(?:%|m|PdV)(?:\W|$))")


def typeset(text: str, locale: str) -> str:
    """``text`` as it is printed in the language ``locale``: in French with narrow spaces before ; ! ? and
    unbroken ones before colons, inside guillemets and before units.
    """
    if locale != "fr":
        return text
    narrow = _BEFORE_SIGNS.sub(NARROW, text)
    return _BEFORE_UNITS.sub(NO_BREAK, _BEFORE_COLONS.sub(NO_BREAK, narrow))
