"""Names in sentences: articles, their contraction with prepositions, and number.

Rules, not cases: a message says ``de {target}`` or ``a {target}``, and what stands there follows from the
name. An article is read in the language of the sentence. `agreement` has the verbs.
"""

import re
import unicodedata

from app.values import value

NAMES = frozenset(
    {
        "actor",
        "ally",
        "attacker",
        "before",
        "by",
        "mount",
        "name",
        "opponent",
        "other",
        "rider",
        "side",
        "target",
    }
)
"""Parameters that are the names of combatants and sides."""

_ARTICLES = {
    "fr": re.compile(r"(?:(le|la|les|un|une|des) +|(l)['’])(?=\S)", re.IGNORECASE),
    "it": re.compile(r"(?:(il|lo|la|i|gli|le|un|uno|una|dei|degli|delle) +|(l|un)['’])(?=\S)", re.IGNORECASE),
    "en": re.compile(r"(the|an?) +(?=\S)", re.IGNORECASE),
}
_MERGED = {
    "fr": {
        "de": {"le": "du", "les": "des", "un": "d’un", "une": "d’une", "des": "de"},
        "à": {"le": "au", "les": "aux"},
        "que": {"un": "qu’un", "une": "qu’une"},
    },
    "it": {
        start: {
            "il": masculine,
            "lo": f"{stem}llo",
            "la": f"{stem}lla",
            "l": f"{stem}ll",
            "i": f"{stem}i",
            "gli": f"{stem}gli",
            "le": f"{stem}lle",
            **some,
        }
        for start, stem, masculine, some in (
            ("di", "de", "del", {"dei": "di", "degli": "di", "delle": "di"}),
            ("a", "a", "al", {}),
            ("da", "da", "dal", {}),
            ("in", "ne", "nel", {}),
            ("su", "su", "sul", {}),
        )
    },
    "en": {"the": {"the": "the"}},
}
"""The contraction of a preposition with an article, by language and preposition."""
_THE_BEFORE = re.compile(r"\b[Tt]he $")
_LAST_WORD = re.compile(r"([^\s(«“\"'’]+) $")
_STARTS = re.compile(r"(?:^|[.!?…][»\"]? |\n)$")
_QUOTED = ("« ", "«", "“", '"')
_ELISION = frozenset("aeiou")
_NOT_ELIDED = ("onz", "oui", "ouistiti", "ouah", "uhlan", "ulul", "yaourt")
_BEGINNINGS = """
    habi habitu hadrien halein hallucin hamec harmoni hebet hecat hectare hector helen helic helio hemi henri
    herb hercul hered heriti herita hermes hermi herod heroin heroiq herois hesit heur hexa hilair hilar
    hipp histoi histor hiver holo homm homo honnet honneur honor hopit hora horiz horl horosc horr hort hospit
    host hote hubert huil huiss huitr huma humb humer humeu humi humo hyac hybr hydr hyen hyg hymn hyp hyst
"""
_MUTE_H = tuple(_BEGINNINGS.split())
"""How words with a mute h begin, without accents. Every other h keeps the word before it whole: foreign
names are said so."""
_SINGULAR_IN_S = frozenset(
    {"atlas", "bolas", "chaos", "cosmos", "cyclops", "hermes", "lens", "pegasus", "rhinoceros"}
)
_PLURAL_WITHOUT_S = frozenset({"children", "feet", "folk", "geese", "mice", "oxen", "people", "teeth"})
_MANY = {
    "en": re.compile(
        r"(?:two|three|four|five|six|seven|eight|nine|ten|both|some|many|several|[2-9]|\d{2,}) ", re.I
    ),
    "fr": re.compile(
        r"(?:les|des|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|plusieurs|quelques|[2-9]|\d{2,}) ", re.I
    ),
    "it": re.compile(
        r"(?:i|gli|dei|degli|delle|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|[2-9]|\d{2,}) ", re.I
    ),
}
_ANYWHERE = re.compile(r"(?:les|gli) ", re.IGNORECASE)
"""Articles that are plural in whatever language the sentence is, as no other has the word."""
_FEMININE_PLURAL = re.compile(r"le +\w*[eièà]\b", re.IGNORECASE)
_AN = re.compile(r"(?:8|11\b|18\b|(?:11|18)\d{3}\b)|[aeiou]|hour|hono[u]?r|honest|heir", re.IGNORECASE)
_NOT_AN = re.compile(r"(?:one|once|uni|use|usu|eu|ut[ei]|u\b)", re.IGNORECASE)
_SPOKEN_WITH_VOWEL = frozenset("AEFHILMNORSX")


@value
class Name:
    """A name taken apart: its article in small letters without an apostrophe, if it has one, and the rest."""

    article: str | None
    rest: str

    @property
    def whole(self) -> str:
        """Both, as in mid-sentence."""
        return self.rest if self.article is None else _before(self.article, self.rest)

    @staticmethod
    def of(name: str, locale: str) -> "Name":
        found = _ARTICLES[locale].match(name) if locale in _ARTICLES else None
        if found is None:
            return Name(None, name)
        article, rest = (found[1] or f"{found[2]}’").lower(), name[found.end() :]
        if locale == "en" and article != "the" and not _goes_with(article, rest):
            return Name(None, name)
        return Name(article, rest)


def _goes_with(article: str, rest: str) -> bool:
    """Whether *a* or *an* before ``rest`` is an article: not so in *An Nguyen*, nor in *A J Smith*."""
    return rest[1:2].isalpha() and (article == "an") == _takes_an(rest)


def named_in_a_row(names: str, locale: str) -> str:
    """Names with commas between them, each as in mid-sentence."""
    return ", ".join(Name.of(name, locale).whole for name in names.split(", "))


def _before(article: str, rest: str) -> str:
    return f"{article}{rest}" if article.endswith("’") else f"{article} {rest}"


def placed(said: str, name: str, locale: str) -> str:
    """``said`` with ``name`` after it: *le tour du Nazgûl*, *le tour d’Ada*, *sugli Orchi*, *ad Ada*."""
    if said.endswith(_QUOTED):
        return said + name
    parted = Name.of(name, locale)
    if _STARTS.search(said):
        whole = parted.whole
        return said + (name if parted.article is None else whole[:1].upper() + whole[1:])
    word = _last_word(said)
    if parted.article is None or word is None:
        return linked(said, parted.whole, locale)
    merged = _merged(word.lower(), parted.article, locale)
    if merged is None:
        return linked(said, parted.whole, locale)
    merged = merged.capitalize() if word[:1].isupper() else merged
    start = said[: -len(word) - 1]
    # «De gobelins», «d’elfes»: where the article is gone the preposition meets the noun itself.
    return (
        linked(f"{start}{merged} ", parted.rest, locale)
        if not merged.endswith("’")
        else start + merged + parted.rest
    )


def said_bare(said: str, weapon: str) -> str:
    """``said`` in English with a weapon after it that has no article: *drops Sting*, *Ada’s Fang* (of *The
    Fang*), *Bare hands are …*.
    """
    said = _THE_BEFORE.sub("", said)
    if said.endswith(("'s ", "s' ")):
        return said + Name.of(weapon, "en").rest
    return placed(said, weapon, "en") if said else weapon[:1].upper() + weapon[1:]


def _merged(word: str, article: str, locale: str) -> str | None:
    """The contraction of ``word`` with ``article``, which keeps its apostrophe; None where there is none."""
    bare = article.rstrip("’")
    if article == "un’":
        return None
    merged = _MERGED.get(locale, {}).get(word, {}).get(bare)
    return None if merged is None else merged + ("’" if article.endswith("’") else "")


def linked(said: str, word: str, locale: str) -> str:
    """``said`` with ``word`` after it, as the two meet: *d’Ada*, *qu’un*, *ad Ada*, *an E critical*."""
    match locale:
        case "fr" if said.lower().endswith((" de ", " que ")) or said.lower() in ("de ", "que "):
            return f"{said[:-2]}’{word}" if elides(word) else said + word
        case "it" if (said.endswith(" a ") or said in ("a ", "A ")) and _plain(word).startswith("a"):
            return f"{said[:-1]}d {word}"
        case "en" if said.endswith((" a ", " A ")) or said == "A ":
            return f"{said[:-1]}n {word}" if _takes_an(word) else said + word
        case _:
            return said + word


def elides(word: str) -> bool:
    """Whether *de* and *que* lose their vowel before a French ``word``."""
    plain = _plain(word)
    if plain.startswith(_NOT_ELIDED):
        return False
    if plain.startswith("y"):
        return plain[1:2].isalpha() and plain[1:2] not in _ELISION
    return plain[:1] in _ELISION or plain.startswith(_MUTE_H)


def is_plural(name: str, locale: str) -> bool:
    """Whether verbs after ``name`` are plural: its article or its number says so, or an English noun."""
    if _ANYWHERE.match(name) or (locale in _MANY and _MANY[locale].match(name)):
        return True
    match locale:
        case "it":
            return _FEMININE_PLURAL.match(name) is not None
        case "en":
            parted = Name.of(name, locale)
            return parted.article == "the" and is_plural_noun(
                re.split(r" (?:of|from|in|with|on) ", parted.rest)[0]
            )
        case _:
            return False


def is_plural_noun(words: str) -> bool:
    """Whether the last of English ``words`` is a plural: *fangs*, *men*; not *cutlass*, *cestus*."""
    last = words.rsplit(" ", 1)[-1].lower()
    if last in _SINGULAR_IN_S:
        return False
    return (
        last.endswith("men")
        or last in _PLURAL_WITHOUT_S
        or (last.endswith("s") and not last.endswith(("ss", "us", "is", "'s", "’s")))
    )


def _takes_an(word: str) -> bool:
    first = re.split(r"[\s.,;:()!?-]", word, maxsplit=1)[0]
    if len(first) == 1 and first.isalpha():
        return first.upper() in _SPOKEN_WITH_VOWEL
    return _AN.match(word) is not None and _NOT_AN.match(word) is None


def _last_word(said: str) -> str | None:
    found = _LAST_WORD.search(said)
    return None if found is None else found[1]


def _plain(word: str) -> str:
    """In small letters and without accents."""
    spread = word[:12].lower().replace("œ", "oe").replace("æ", "ae")
    return "".join(sign for sign in unicodedata.normalize("NFD", spread) if not unicodedata.combining(sign))
