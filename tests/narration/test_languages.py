"""Every game is told in English, French and Italian: the same texts, and words for what they name by ids."""

import ast
import string
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from app.narration.catalogue import CATALOGUES, IDS, WORDS, Message, say
from app.rules.d20.contract.commands import command as d20
from app.rules.d20.contract.events.turns import ActionKind
from app.rules.d20.table.sheet import Save
from app.rules.d20.table.state import ConditionId
from app.rules.d20.table.tables import Weapon
from app.rules.d20.wounds.reduction import UNREDUCED
from app.rules.harp.contract.commands import command as harp
from app.rules.harp.contract.commands.care import EffectName, Resistance

ENGLISH = CATALOGUES["en"]
RULES = Path(__file__).parents[2] / "app" / "rules"
SENTENCE = "d20.attack_missed"
LANCE = Weapon(
    "lance", {"en": "Lance", "fr": "Lance d’arçon", "it": "Lancia da cavaliere"},
    "martial", "two-handed", "1d6", "1d8", 20, 3, ("piercing",), "found", "ours",
)  # fmt: skip


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("locale", ["fr", "it"])
def test_every_text_is_in_every_language_with_the_same_places_for_names(locale: str) -> None:
    texts = CATALOGUES[locale]
    assert sorted(ENGLISH.keys() - texts.keys()) == []
    assert sorted(texts.keys() - ENGLISH.keys()) == []
    for key, text in texts.items():
        assert text.strip() == text != "", key
        assert places(text) == places(ENGLISH[key]), key


@pytest.mark.parametrize("locale", ["en", "fr", "it"])
def test_every_text_can_be_said_of_one_and_of_many(locale: str) -> None:
    """Parameters that are told in two forms are numbers; the number stands for each #."""
    for key, text in CATALOGUES[locale].items():
        for number in (1, 2):
            counted = {
                name: "Bor +30, Orc -5" if form and "@" in form else number if form else f"<{name}>"
                for _, name, form, _ in string.Formatter().parse(text)
                if name
            }
            told = say(Message(key, counted), locale)
            assert not set("{}|#") & set(told), key


def purposes() -> Iterator[str]:
    """What the rules call rolls and choices, where they write it out."""
    for source in RULES.rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name("Roll" | "Choose"), args=[ast.Constant(str() as purpose), *_]):
                    yield purpose
                case ast.Assign(targets=[ast.Name("PURPOSE")], value=ast.Constant(str() as purpose)):
                    yield purpose
                case ast.keyword("purpose", ast.Constant(str() as purpose)):
                    yield purpose


def ids() -> dict[str, set[str]]:
    """What the rules name by ids in their messages."""
    commands = {
        str(field.default)
        for union in (d20.Command, harp.Command)
        for command in get_args(union)
        for field in fields(command)
        if field.name == "type"
    }
    return {
        "action": commands,
        "asked": set(purposes()) | {f"{save} save" for save in get_args(Save)},
        "condition": set(get_args(ConditionId)),
        "effect": set(get_args(EffectName)),
        "kind": set(get_args(ActionKind)),
        "reason": set(UNREDUCED) | {"damage reduction"},
        "resistance": set(get_args(Resistance)),
        "save": set(get_args(Save)),
    }


@pytest.mark.parametrize("locale", ["fr", "it"])
def test_every_id_of_the_rules_has_a_word(locale: str) -> None:
    named = ids()
    assert {"bull-rush", "full-parry"} <= named["action"]
    assert {"attack", "follow", "stabilise"} <= named["asked"]
    for family, members in named.items():
        known = WORDS[locale].keys() | {f"condition.{label[14:]}" for label in CATALOGUES[locale]}
        wanted = {f"{family}.{one.replace(' ', '-').replace('_', '-')}" for one in members}
        assert sorted(wanted - known) == []


def test_the_languages_have_words_for_the_same_ids() -> None:
    assert WORDS["fr"].keys() == WORDS["it"].keys()
    assert {key.partition(".")[0] for key in WORDS["fr"]} <= set(IDS)


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en", "Ada's heavy lance misses Orc."),
        ("fr", "Ada manque Orc (heavy lance)."),
        ("it", "Ada manca Orc (heavy lance)."),
    ],
)
def test_a_weapon_that_only_its_owner_names_keeps_its_name(locale: str, words: str) -> None:
    missed = Message(SENTENCE, {"actor": "Ada", "target": "Orc", "weapon": "heavy lance"})
    assert say(missed, locale, {"lance": LANCE}) == words


@pytest.mark.parametrize(
    ("message", "french", "italian"),
    [
        (
            Message(SENTENCE, {"actor": "Ada", "target": "Orc", "weapon": "lance"}),
            "Ada manque Orc (lance d’arçon).",
            "Ada manca Orc (lancia da cavaliere).",
        ),
        (
            Message("d20.hands_emptied", {"target": "Ada", "weapons": "sword, lance"}),
            "Ada lâche ce qui occupait ses mains : épée, lance d’arçon.",
            "Ada lascia cadere ciò che aveva in mano: spada, lancia da cavaliere.",
        ),
        (
            Message("d20.condition_gained", {"target": "Éowyn", "condition": "flat footed"}),
            "Éowyn : état « pris au dépourvu ».",
            "Éowyn: condizione «impreparato».",
        ),
        (
            Message(
                "d20.effect_gained", {"target": "Ada", "effect": "d20.effect.total-defense", "value": "+4"}
            ),
            "Ada : défense totale +4.",
            "Ada: difesa totale +4.",
        ),
        (
            Message("d20.effect_ended", {"target": "Ada", "effect": "Song of the bard"}),
            "Ada : fin de l’effet « Song of the bard ».",
            "Ada: termina l’effetto «Song of the bard».",
        ),
        (
            Message("d20.action_spent", {"actor": "Bor", "kind": "full-round", "action": "full attack"}),
            "Bor : action complexe (attaque à outrance).",
            "Bor: azione di round completo (attacco completo).",
        ),
        (
            Message("d20.moved.move", {"actor": "Ada", "feet": 30}),
            "Ada se déplace de 9 m.",
            "Ada si muove di 9 m.",
        ),
        (
            Message("d20.moved.withdraw", {"actor": "Ada", "feet": 5}),
            "Ada bat en retraite de 1,5 m.",
            "Ada si ritira di 1,5 m.",
        ),
        (
            Message("d20.hit_points_lost.strain", {"target": "Ada", "points": 1}),
            "L’effort coûte 1 point de vie à Ada.",
            "Lo sforzo costa ad Ada 1 punto ferita.",
        ),
        (Message("d20.turn_began", {"actor": "Ada"}), "Tour d’Ada.", "Turno di Ada."),
        (Message("d20.turn_began", {"actor": "Boris"}), "Tour de Boris.", "Turno di Boris."),
        (
            Message("action_suspended", {"asked": "attack (Ada), next target (Bor)"}),
            "En attente de : attaque (Ada), cible suivante (Bor).",
            "In attesa di: attacco (Ada), bersaglio successivo (Bor).",
        ),
        (
            Message("shield_planted", {"actor": "Dafur", "cover": "half resistant"}),
            "Dafur plante son bouclier : demi couvert, abri résistant.",
            "Dafur pianta lo scudo: mezza copertura, resistente.",
        ),
    ],
)
def test_what_is_named_is_named_in_the_language_too(message: Message, french: str, italian: str) -> None:
    weapons = {"lance": LANCE}
    assert (say(message, "fr", weapons), say(message, "it", weapons)) == (french, italian)
