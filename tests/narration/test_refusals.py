"""Whoever is refused is told why in French and Italian too: a text for each code and way of the source."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

import app.main  # noqa: F401  (knows every refusal there is)
from app.api.http.problem_pages import PAGES
from app.narration.catalogue import WORDS
from app.narration.refusals import TEXTS, refusal
from app.narration.texts import texts as texts_of
from app.rules.common.errors import FailedCheck, Illegal, InvalidDocument, RulesError
from app.rules.d20.charge.charge_checks import WORDS as IN_THE_WAY
from app.rules.d20.contract.steps_maneuvers import Aim
from app.rules.d20.table.state import WeaponPlace
from app.rules.harp.table.state import WeaponCondition
from app.rules.harp.table.tables_errors import UnknownEntry
from app.services.base.refusals import Refused
from tests.narration.sentences import Sentence, refusals, sentences

LANGUAGES = ("fr", "it")
CONDITIONS = Path(__file__).parents[2] / "app" / "rules" / "d20" / "table" / "conditions.py"
SPELT_OUT = {
    "WEAPON_*": sorted(
        f"WEAPON_{one.upper()}" for one in {*get_args(WeaponPlace), *get_args(WeaponCondition)}
    )
}
"""Codes that are made of a start and an id."""
CHECKS = [*sentences(frozenset({"FailedCheck"}), folder="")]
IN_ENGLISH = frozenset({"malformed_json", "invalid_pack", "pack_changed", "off_table"})
"""What tells whoever writes programs or tables where a document is wrong."""
MADE_ELSEWHERE = {
    "stale_version": frozenset[str](),
    "if_match_missing": frozenset[str](),
    "not_found": frozenset[str](),
}
"""Whose sentence is in its class, or goes to the command line."""


def below(kind: type[Exception]) -> Iterator[type[Exception]]:
    for one in kind.__subclasses__():
        yield one
        yield from below(one)


def classes() -> Iterator[type[Any]]:
    """Everything that is refused with a code of its own."""
    for root in (RulesError, Refused):
        for one in below(root):
            if one is not Illegal and not issubclass(one, InvalidDocument) and hasattr(one, "code"):
                yield one


CODES = {one.__name__: str(one.code) for one in classes() if not issubclass(one, UnknownEntry)}
ERRORS = [sentence for sentence in refusals(CODES) if sentence.key.partition(".")[0] not in IN_ENGLISH]


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def spelt(sentence: Sentence) -> list[str]:
    return SPELT_OUT.get(sentence.key, [sentence.key])


def test_the_source_is_read_whole() -> None:
    keys = {key for sentence in CHECKS for key in spelt(sentence)}
    assert {"SOMETHING_UNSEEN", "BEYOND_BMR", "LANE_BLOCKED.edge", "WEAPON_UNLOADED", "NOT_AWAY"} <= keys
    assert len(keys) > 180


def test_every_sentence_is_given_what_it_is_made_of() -> None:
    for sentence in CHECKS:
        assert places(sentence.text) <= sentence.params, sentence


@pytest.mark.parametrize("locale", LANGUAGES)
def test_every_reason_has_its_text_and_what_the_text_is_made_of(locale: str) -> None:
    texts = TEXTS[locale]
    lacking = sorted({key for sentence in CHECKS for key in spelt(sentence)} - texts.keys())
    assert lacking == []
    for sentence in CHECKS:
        for key in spelt(sentence):
            assert places(texts[key]) <= sentence.params, (sentence, texts[key])


@pytest.mark.parametrize("locale", LANGUAGES)
def test_no_text_is_left_that_nobody_says(locale: str) -> None:
    said = {key for sentence in CHECKS for key in spelt(sentence)}
    assert sorted(key for key in TEXTS[locale] if key.partition(".")[0].isupper() and key not in said) == []


@pytest.mark.parametrize("locale", LANGUAGES)
def test_whatever_cannot_be_taken_has_its_text_and_what_the_text_is_made_of(locale: str) -> None:
    texts = TEXTS[locale]
    assert {"answer_missing.purpose", "distance_missing", "forbidden.role"} <= {it.key for it in ERRORS}
    assert sorted({sentence.key for sentence in ERRORS} - texts.keys()) == []
    for sentence in ERRORS:
        given = sentence.params | MADE_ELSEWHERE.get(sentence.key, frozenset())
        assert places(sentence.text) <= given, sentence
        assert places(texts[sentence.key]) <= given, (sentence, texts[sentence.key])
    tables = {f"{kind.code}.table" for kind in below(UnknownEntry) if issubclass(kind, UnknownEntry)}
    assert sorted(tables - texts.keys()) == []


@pytest.mark.parametrize("locale", LANGUAGES)
def test_every_problem_has_its_title(locale: str) -> None:
    assert texts_of(locale, "problems").keys() == PAGES.keys()
    assert all(problem["title"] for problem in texts_of(locale, "problems").values())


def test_the_languages_are_made_of_the_same() -> None:
    french, italian = (TEXTS[locale] for locale in LANGUAGES)
    assert french.keys() == italian.keys()
    for key, text in french.items():
        assert places(text) == places(italian[key]), key


@pytest.mark.parametrize("locale", LANGUAGES)
def test_what_a_reason_names_by_an_id_has_a_word(locale: str) -> None:
    deeds = {
        node.args[2].value.replace(" ", "-")
        for node in ast.walk(ast.parse(CONDITIONS.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_forbidden"
        if isinstance(node.args[2], ast.Constant) and isinstance(node.args[2].value, str)
    }
    assert "charge" in deeds
    wanted = {f"aim.{aim}" for aim in get_args(Aim)} | {f"deed.{deed}" for deed in deeds}
    wanted |= {f"terrain.{kind}" for kind in IN_THE_WAY}
    assert sorted(wanted - WORDS[locale].keys()) == []


@pytest.mark.parametrize(
    ("check", "english", "french", "italian"),
    [
        (
            FailedCheck("NOT_YOUR_TURN", "It is not {actor}'s turn.", "H-RND-1", (("actor", "Ada"),)),
            "It is not Ada's turn.",
            "Ce n’est pas le tour d’Ada.",
            "Non è il turno di Ada.",
        ),
        (
            FailedCheck(
                "TOO_CLOSE",
                "The charge would go {distance:# square|# squares}; it takes {least} at least.",
                "D20-CHG-40",
                (("distance", 1), ("least", 2)),
            ),
            "The charge would go 1 square; it takes 2 at least.",
            "La charge ne ferait que 1 case ; il en faut au moins 2.",
            "La carica farebbe solo 1 quadretto; ne servono almeno 2.",
        ),
        (
            FailedCheck(
                "CONDITION_FORBIDS",
                "{actor} is {condition} and cannot {deed}.",
                "D20-CND-01",
                (("actor", "Éowyn"), ("condition", "nauseated"), ("deed", "make attacks of opportunity")),
            ),
            "Éowyn is nauseated and cannot make attacks of opportunity.",
            "L’état « nauséeux » d’Éowyn l’interdit : porter des attaques d’opportunité.",
            "La condizione «nauseato» di Éowyn lo vieta: fare attacchi di opportunità.",
        ),
        (
            FailedCheck(
                "NOT_FULL_ROUND",
                "{actor} has used part of the turn ({action}).",
                "D20-ACT-8",
                (("way", "begun"), ("actor", "Bor"), ("action", "full-attack, move")),
            ),
            "Bor has used part of the turn (full-attack, move).",
            "Bor a déjà entamé son tour (attaque à outrance, déplacement).",
            "Bor ha già usato parte del turno (attacco completo, movimento).",
        ),
        (
            FailedCheck(
                "BEYOND_BMR",
                "{actor} can go {limit} this round, not {distance}.",
                "H-MOV-1",
                (("actor", "Ada"), ("limit", "10 m"), ("distance", "13.5 m")),
            ),
            "Ada can go 10 m this round, not 13.5 m.",
            "Ada peut parcourir 10 m ce round, pas 13,5 m.",
            "Ada può percorrere 10 m in questo round, non 13,5 m.",
        ),
        (
            FailedCheck(
                "TOO_CLOSE",
                "The charge would go {distance} squares; it takes {least} at least.",
                "D20-CHG-20",
                (("distance", 0), ("least", 2)),
            ),
            "The charge would go 0 squares; it takes 2 at least.",
            "La charge ne ferait que 0 case ; il en faut au moins 2.",
            "La carica farebbe solo 0 quadretti; ne servono almeno 2.",
        ),
    ],
)
def test_a_reason_is_said_in_the_language(
    check: FailedCheck, english: str, french: str, italian: str
) -> None:
    said = [refusal(check.code, check.text, dict(check.params), locale) for locale in ("en", *LANGUAGES)]
    assert said == [english, french, italian]
    assert check.message == english


def test_a_reason_without_a_text_stays_in_english() -> None:
    assert refusal("NEVER_HEARD_OF", "No {what}.", {"what": "way"}, "fr") == "No way."
    assert refusal("NEVER_HEARD_OF", "Braces {stay}.", {}, "it") == "Braces {stay}."
