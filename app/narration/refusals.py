"""Refusals in the caller's language, by code, and by the parameter ``way`` where a code has several texts.

The English text comes with the refusal, and stands where a language lacks its own. Codes are not translated.
"""

from collections.abc import Mapping

from app.narration.catalogue import FALLBACK, NO_WEAPONS, Weapons, filled
from app.narration.texts import ByLocale, texts
from app.rules.common.errors import Scalar, worded

TEXTS: Mapping[str, Mapping[str, str]] = ByLocale("refusals")
WAY = "way"
"""The parameter that tells apart the sentences of one code."""
ANY = "*"
"""Used as a code: a sentence shared by several codes."""


def title(code: str, english: str, locale: str) -> str:
    """What a problem is called in the language ``locale``."""
    problem: Mapping[str, str] = texts(locale, "problems").get(code, {})
    return problem.get("title", english)


def refusal(
    code: str, text: str, params: Mapping[str, Scalar], locale: str, weapons: Weapons = NO_WEAPONS
) -> str:
    """The text of a refusal in the language ``locale``; ``text`` is the English one of the same parameters.

    What a document is refused for may have the sentence of an action that is refused for the same.
    """
    way = params.get(WAY)
    sentences, suffix = TEXTS.get(locale, {}), "" if way is None else f".{way}"
    keys = (f"{code}{suffix}", f"{code.upper()}{suffix}", f"{ANY}{suffix}")
    known = next((sentences[key] for key in keys if key in sentences), None)
    if known is None and not params:
        return text
    try:
        return filled(text if known is None else known, params, locale if known else FALLBACK, weapons)
    except (KeyError, ValueError):  # less is given than the text is made of, or its braces are its own
        return worded(text, params)
