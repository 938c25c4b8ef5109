"""Refusals in the language of whoever is refused: by code, and by the way where a code has several sentences.

English is said by whoever refuses; a text that a language lacks stays in English. Codes are never translated.
"""

from collections.abc import Mapping

from app.narration.catalogue import FALLBACK, NO_WEAPONS, Weapons, filled
from app.narration.messages import (
    fr_checks,
    fr_checks_d20,
    fr_refusals,
    fr_titles,
    it_checks,
    it_checks_d20,
    it_refusals,
    it_titles,
)
from app.rules.common.errors import Scalar, worded

TEXTS: dict[str, Mapping[str, str]] = {
    "fr": {**fr_checks.TEXTS, **fr_checks_d20.TEXTS, **fr_refusals.TEXTS},
    "it": {**it_checks.TEXTS, **it_checks_d20.TEXTS, **it_refusals.TEXTS},
}
TITLES: dict[str, Mapping[str, str]] = {"fr": fr_titles.TITLES, "it": it_titles.TITLES}
WAY = "way"
"""The parameter that tells apart the sentences of one code."""
ANY = "*"
"""In the place of a code: a sentence that many codes have."""


def title(code: str, english: str, locale: str) -> str:
    """What a problem is called in the language ``locale``."""
    return TITLES.get(locale, {}).get(code, english)


def refusal(
    code: str, text: str, params: Mapping[str, Scalar], locale: str, weapons: Weapons = NO_WEAPONS
) -> str:
    """Why not, in the language ``locale``; ``text`` is what English says, with the same parameters.

    What a document is refused for may have the sentence of an action that is refused for the same.
    """
    way = params.get(WAY)
    texts, suffix = TEXTS.get(locale, {}), "" if way is None else f".{way}"
    keys = (f"{code}{suffix}", f"{code.upper()}{suffix}", f"{ANY}{suffix}")
    known = next((texts[key] for key in keys if key in texts), None)
    if known is None and not params:
        return text
    try:
        return filled(text if known is None else known, params, locale if known else FALLBACK, weapons)
    except (KeyError, ValueError):  # less is given than the text is made of, or its braces are its own
        return worded(text, params)
