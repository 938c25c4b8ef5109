"""Messages by id and language. A text that a language lacks is taken from English."""

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any, TypeAlias

from app.narration.messages import en
from app.rules.common.tables import Names

Params: TypeAlias = Mapping[str, str | int]

CATALOGUES: dict[str, Mapping[str, str]] = {"en": en.MESSAGES}
FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Message:
    """What is to be said, in no language yet; ``colour`` are words of the table pack that follow it."""

    id: str
    params: Params
    colour: Names | None = None


class _Numbered(Formatter):
    """``{hits:# hit|# hits}`` says the singular for 1 and the plural otherwise, with the number for #."""

    def format_field(self, value: Any, format_spec: str) -> str:
        # Any: what the standard library's formatter hands over.
        if "|" not in format_spec:
            return str(value)
        one, many = format_spec.split("|")
        return (one if value == 1 else many).replace("#", str(value))


_FORMATTER = _Numbered()


def say(message: Message, locale: str = FALLBACK) -> str:
    """The text of ``message``; raises KeyError for an id that not even English has."""
    text = CATALOGUES.get(locale, CATALOGUES[FALLBACK]).get(message.id) or CATALOGUES[FALLBACK][message.id]
    said = _FORMATTER.vformat(text, (), message.params)
    return said if message.colour is None else f"{said} {getattr(message.colour, locale, message.colour.en)}"


def say_label(label: str, locale: str = FALLBACK) -> str:
    """The text of a modifier's label; a label that is no message id is the caller's own words."""
    texts = CATALOGUES.get(locale, CATALOGUES[FALLBACK])
    return texts.get(label) or CATALOGUES[FALLBACK].get(label, label)
