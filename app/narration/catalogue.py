"""Messages by id and language. A text that a language lacks is taken from English."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import TypeAlias

from app.narration.messages import (
    en,
    en_d20,
    en_d20_maneuvers,
    en_d20_movement,
    en_d20_saddle,
    en_d20_support,
    fr,
    it,
)
from app.rules.common.tables import Names

Params: TypeAlias = Mapping[str, str | int]

CATALOGUES: dict[str, Mapping[str, str]] = {
    "en": {
        **en.MESSAGES,
        **en_d20.MESSAGES,
        **en_d20_maneuvers.MESSAGES,
        **en_d20_movement.MESSAGES,
        **en_d20_saddle.MESSAGES,
        **en_d20_support.MESSAGES,
    },
    "fr": fr.MESSAGES,
    "it": it.MESSAGES,
}
FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Message:
    """What is to be said, in no language yet; ``colour`` are words of the table pack that follow it."""

    id: str
    params: Params
    colour: Names | None = None


def say(message: Message, locale: str = FALLBACK) -> str:
    """The text of ``message``; raises KeyError for an id that not even English has."""
    text = CATALOGUES.get(locale, CATALOGUES[FALLBACK]).get(message.id) or CATALOGUES[FALLBACK][message.id]
    said = "".join(
        literal if name is None else literal + _worded(message.params[name], form or "")
        for literal, name, form, _ in _parts(text)
    )
    return said if message.colour is None else f"{said} {getattr(message.colour, locale, message.colour.en)}"


@cache
def _parts(text: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    """Each literal of ``text`` with the name and the form of the parameter after it."""
    return tuple(Formatter().parse(text))


def _worded(value: str | int, form: str) -> str:
    """``{hits:# hit|# hits}`` says the singular for 1 and the plural otherwise, with the number for #."""
    if "|" not in form:
        return str(value)
    one, many = form.split("|")
    return (one if value == 1 else many).replace("#", str(value))


def say_label(label: str, locale: str = FALLBACK) -> str:
    """The text of a modifier's label; a label that is no message id is the caller's own words."""
    texts = CATALOGUES.get(locale, CATALOGUES[FALLBACK])
    return texts.get(label) or CATALOGUES[FALLBACK].get(label, label)
