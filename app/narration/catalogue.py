"""Messages by id and language. A text that a language lacks is taken from English."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from string import Formatter
from types import MappingProxyType
from typing import Protocol, TypeAlias

from app.narration.agreement import agreeing, going_on, is_subject
from app.narration.grammar import (
    NAMES,
    Name,
    is_plural,
    is_plural_noun,
    linked,
    named_in_a_row,
    placed,
    said_bare,
)
from app.narration.texts import FALLBACK, ByLocale
from app.rules.common.tables import Names, in_language
from app.values import value

Params: TypeAlias = Mapping[str, str | int]

CATALOGUES: Mapping[str, Mapping[str, str]] = ByLocale("messages", "d20", "vague")
WORDS: Mapping[str, Mapping[str, str]] = ByLocale("words")
"""Words for ids of the rules used as parameters. English needs few: most of its ids are words."""
IDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "action": (),
        "aim": (),
        "asked": (),
        "condition": ("d20.condition",),
        "cover": ("cover",),
        "deed": (),
        "effect": (),
        "facing": (),
        "kind": (),
        "manoeuvre": (),
        "option": (),
        "purpose": (),
        "reason": (),
        "resistance": (),
        "save": (),
        "shield": (),
        "skill": ("skill",),
        "surrounding": ("surroundings",),
        "table": (),
        "terrain": (),
        "unit": (),
        "using": ("skill", "bonus"),
        "weapon": (),
        "weapons": (),
    }
)
"""The parameters that are ids of the rules, or lists of them, with the labels that say what they are called.

All others are names, figures and the table's own words.
"""
ALIKE: Mapping[str, str] = MappingProxyType({"manoeuvre": "action", "purpose": "asked", "weapons": "weapon"})
"""Parameters that share the words of another parameter."""
OF_HARP: Mapping[str, str] = MappingProxyType({"hold": "do nothing", "ready": "aim"})
"""Actions of HARP that are something else in the d20 games: ``{action:harp}`` names them."""
LENGTHS = frozenset({"distance", "limit", "run_up"})
"""Parameters that are lengths with their unit, written as in English."""
FIGURES = frozenset({"order", "value"})
"""Parameters whose text has numbers with a sign."""
IN_A_ROW = frozenset({"aware", "names"})
"""Parameters that are several names."""
BARE_HANDS = WORDS[FALLBACK]["weapon.unarmed"]
PEOPLES = ("Númenór", "Uruk-hai")
_BRACKETS = re.compile(r" \([^)]*\)$")
_MINUS = re.compile(r"(?<![\w-])-(?=\d)")
_NAME_AND_FIGURE = re.compile(r"(.+?) ([+-]?\d+)(?:, |$)")


class Named(Protocol):
    """A row of a table that bears a name."""

    @property
    def names(self) -> Names: ...


@value
class OwnName:
    """A name that a weapon's owner gave it, the same in every language."""

    name: str

    @property
    def names(self) -> Names:
        return {FALLBACK: self.name}


Weapons: TypeAlias = Mapping[str, Named]
NO_WEAPONS: Weapons = MappingProxyType({})


@value
class Message:
    """A message id with its parameters; ``colour`` is a text of the table pack that is put after it."""

    id: str
    params: Params
    colour: Names | None = None


def say(message: Message, locale: str = FALLBACK, weapons: Weapons = NO_WEAPONS) -> str:
    """The text of ``message``, with the names of the table's ``weapons``.

    Raises KeyError for an id that not even English has.
    """
    text = CATALOGUES.get(locale, CATALOGUES[FALLBACK]).get(message.id) or CATALOGUES[FALLBACK][message.id]
    said = filled(text, message.params, locale, weapons)
    return said if message.colour is None else f"{said} {in_language(message.colour, locale)}"


def placeholders(message_id: str) -> frozenset[str]:
    """The parameters that the texts of a message use, in every language the same; none for an unknown id."""
    text = CATALOGUES[FALLBACK].get(message_id, "")
    return frozenset(name for _, name, _, _ in _parts(text) if name is not None)


def vaguer(message_id: str, event_type: str) -> str:
    """The id of the message for viewers who may not see every field of the event told by ``message_id``.

    Where there is none of its own, the same is meant, as far as what it uses may be known.
    """
    vague = f"vague.{event_type}"
    return vague if vague in CATALOGUES[FALLBACK] else message_id


def in_order(places: Iterable[tuple[str, int]]) -> str:
    """An order of initiative, of names and counts."""
    return ", ".join(f"{name} {count}" for name, count in places)


def filled(text: str, params: Params, locale: str, weapons: Weapons = NO_WEAPONS) -> str:
    """``text``, which is in the language ``locale``, with the parameters in their places.

    What stands before a name or after it follows it: see `grammar` and `agreement`.
    """
    said, follows, goes_on, owner_in_s = "", False, False, False
    parts = _parts(text)
    for index, (literal, name, form, _) in enumerate(parts):
        literal = agreeing(literal, locale) if follows else literal
        if owner_in_s and literal.startswith("'s"):
            literal = f"'{literal[2:]}"
        said += going_on(literal, locale) if goes_on else literal
        follows = owner_in_s = False
        if name is None:
            continue
        value = params[name]
        if not isinstance(value, str):
            word = _counted(value, form, locale)
            said = linked(said, going_on(word, locale) if goes_on else word, locale)
        elif form and "@" in form:
            said += _each(value, form, locale)
        elif name in IN_A_ROW:
            said += named_in_a_row(value, locale)
        elif name in NAMES:
            after = parts[index + 1][0] if index + 1 < len(parts) else ""
            follows = is_plural(value, locale) and is_subject(said, after, locale)
            goes_on = goes_on or follows
            owner_in_s = locale == "en" and value.endswith("s") and is_plural(value, locale)
            said = placed(said, value, locale)
        else:
            meant = OF_HARP.get(value, value) if form == "harp" else value
            word = _spoken(name, meant, locale, weapons)
            follows = locale == "en" and name == "weapon" and is_plural_noun(word)
            is_own = word == value and word[:1].isupper()
            if locale == "en" and name == "weapon" and (is_own or word == BARE_HANDS):
                said = said_bare(said, word)
            else:
                said = linked(said, word, locale)
    return said


@lru_cache(maxsize=4_096)
def _parts(text: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    """Each literal of ``text`` with the name and the form of the parameter after it."""
    return tuple(Formatter().parse(text))


def _counted(value: int, form: str | None, locale: str) -> str:
    """``{hits:# hit|# hits}`` says the singular for 1 and the plural otherwise, with the number for #; in
    French what is less than 2 either way is singular. Of three forms the first is said of 0.

    ``{feet:metres}`` is the distance in metres, 5 feet being 1.5 of them; ``{bonus:+}`` has its sign.
    """
    if form == "metres":
        whole, tenths = divmod(value * 3, 10)
        return f"{whole},{tenths} m" if tenths else f"{whole} m"
    if form == "+":
        return _signed(f"{value:+d}", locale)
    number = _signed(str(value), locale)
    if not form:
        return number
    *nothing, one, many = form.split("|")
    if nothing and value == 0:
        return nothing[0]
    is_one = abs(value) < 2 if locale == "fr" else value == 1
    return (one if is_one else many).replace("#", number)


def _signed(figures: str, locale: str) -> str:
    """``figures`` with the minus sign of the language; English keeps the hyphen."""
    return figures if locale == FALLBACK else _MINUS.sub("−", figures)


def _each(value: str, form: str, locale: str) -> str:
    """``{parries:against @: #}`` says the form of each name with its figure: *against Bor: +30, …*."""
    pairs = _NAME_AND_FIGURE.findall(value)
    before, _, after = form.partition("@")
    said = (placed(f" {before}", name, locale)[1:] + after.replace("#", figure) for name, figure in pairs)
    return _signed(", ".join(said), locale) if pairs else value


def _spoken(name: str, value: str, locale: str, weapons: Weapons) -> str:
    """The words for a parameter's value, for the middle of a sentence."""
    if name == "effect" and value.startswith("d20."):
        label = say_label(value, locale)
        return _in_mid_sentence(label) if locale != FALLBACK else label
    if name in LENGTHS and (feet := WORDS.get(locale, {}).get("unit.ft")):
        return value.replace(".", ",").replace(" ft", f" {feet}")
    if name in FIGURES:
        return _signed(value, locale)
    if name not in IDS:
        return value
    return ", ".join(_word(name, one, locale, weapons) for one in value.split(", "))


def _word(name: str, value: str, locale: str, weapons: Weapons) -> str:
    """One id's name in the language: its weapon's, its own word, its label; or else the id."""
    spoken, bracket, whom = value.partition(" (") if name == "asked" else (value, "", "")
    whom = Name.of(whom, locale).whole
    known = spoken.replace(" ", "-").replace("_", "-")
    if name.startswith("weapon") and known in weapons:
        named = weapons[known]
        called = in_language(named.names, locale)
        return called if isinstance(named, OwnName) else _weapon(called, locale)
    words = WORDS.get(locale, WORDS[FALLBACK])
    word = words.get(f"{ALIKE.get(name, name)}.{known}")
    if word is None:
        labels = (f"{start}.{known.replace('-', mark)}" for start in IDS[name] for mark in "-_")
        label = next((CATALOGUES[locale][label] for label in labels if label in CATALOGUES[locale]), None)
        word = spoken if label is None else _in_mid_sentence(label)
    return f"{word}{bracket}{whom}"


def _weapon(printed: str, locale: str) -> str:
    """A weapon's printed name as it is spoken: the first of several, without what is said in brackets."""
    spoken = _BRACKETS.sub("", printed.split(" / ")[0])
    return _in_mid_sentence(spoken if locale == FALLBACK else spoken.replace("'", "’"))


def _in_mid_sentence(label: str) -> str:
    """``label`` without its capital, unless it is an abbreviation or a people's name."""
    keeps = label[1:2].isupper() or label[1:2] == "." or label.startswith(PEOPLES)
    return label if keeps else label[:1].lower() + label[1:]


def say_purpose(purpose: str, locale: str = FALLBACK) -> str:
    """The words for the purpose of a roll or choice; in English the purpose itself."""
    return _spoken("purpose", purpose, locale, NO_WEAPONS)


def say_option(option: str, locale: str = FALLBACK, weapons: Weapons = NO_WEAPONS) -> str:
    """The words for an option of a choice (yes, no, a manoeuvre, a weapon), or else the option itself."""
    kinds = ("option", "action", "weapon")
    words = (_spoken(kind, option, locale, weapons) for kind in kinds)
    return next((word for word in words if word != option), option)


def say_label(label: str, locale: str = FALLBACK) -> str:
    """The text of a modifier's label; a label that is no message id is the caller's own words."""
    texts = CATALOGUES.get(locale, CATALOGUES[FALLBACK])
    return texts.get(label) or CATALOGUES[FALLBACK].get(label, label)
