"""Names with and without an article, of one and of many, in every message and refusal of each language.

What is right is written out here: forbidden beginnings, and sentences as they must be. Nothing is asked of
the grammar itself.
"""

import re
from collections.abc import Iterator
from string import Formatter

import pytest

from app.narration.catalogue import CATALOGUES, WORDS, Message, filled, say, say_option
from app.narration.harp import message_of
from app.narration.refusals import TEXTS, refusal
from app.narration.texts import texts as texts_of
from app.narration.typography import typeset
from app.rules.harp.contract.events.event import ActionDeclared
from app.rules.harp.table.state import Declaration
from tests.narration.sentences import sentences

NAMES = {
    "fr": (
        ["Le Nazgûl", "La Bête", "L’Ombre", "L'Orque", "Un orque", "Une elfe", "Ada", "Éowyn", "Œil-Noir"],
        ["Les gobelins", "Les ombres", "Des loups", "Deux trolls"],
    ),
    "it": (
        [
            "Il Nero",
            "Lo Stregone",
            "Lo Gnomo",
            "Lo Zoppo",
            "Lo Psicopompo",
            "Lo Yeti",
            "La Strega",
            "L’Ombra",
        ],
        ["I Goblin", "Gli Orchi", "Gli gnomi", "Le guardie", "Le ombre", "Due troll"],
    ),
    "en": (
        [
            "The Nazgûl",
            "The Boss",
            "The Cyclops",
            "An orc",
            "an ogre",
            "A wolf",
            "An Nguyen",
            "Ada",
            "Boris",
            "Eight-Fingers",
            "Unferth",
        ],
        ["The goblins", "The wolves of Mirkwood", "The Dwarf-men", "Two trolls"],
    ),
}
"""Those of one, and those of many."""
NAMES["fr"][0].extend(("Hector", "Harald", "Hobbit", "Yves", "Yann"))
NAMES["it"][0].extend(("Un orco", "Uno spettro", "Una strega", "Ada", "Bruno", "Elrond"))
OF_NAMES = {
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
    "target",
}
FORBIDDEN = {
    "fr": [
        r"\b[dD]e [lL]es?\b(?! [a-z]+er\b)",
        r"\b[àÀ] [lL]es?\b(?! [a-z]+er\b)",
        r"\b(?:[dD]u|[dD]es|[aA]ux?) (?:[lL][ae]s?|[lL][’'])\b",
        r"\b(?:[dD]e|[qQ]ue) (?=[AEIOUÉÈÊÂÎÔŒaeiouéèêâîôœ])(?!onze)",
        r"\b(?:[dD]e|[qQ]ue) (?:Hector|Yves)",
        r"[dD]’(?:Harald|Hobbit|Yann)",
        r"\b[dD]e [dD]es\b",
        r"(?<=[^.!?…»] )(?<!« )(?:Le|La|Les|Un|Une|Des) (?=Naz|gob|omb|Bêt|orq|elf|loups)",
        r"\b[ns][’'](?=[bcdfgjklmnpqrstvwxz])",
        r"[’'](?:gobelins|Nazgûl|loups)",
        r"\w'\w(?!rque)",
        r"[a-zéèû][;:!?](?:\s|$)",
    ],
    "it": [
        r"\b(?:[dD]i|[aA]|[dD]a|[iI]n|[sS]u) (?:[iI]l|[lL][oae]|[iI]|[gG]li)\b",
        r"\b(?:[dD]i|[aA]|[dD]a|[iI]n|[sS]u) [lL][’']",
        r"\b[aA] Ada\b",
        r"\b[dD]e(?:l|i) (?:Stre|Gno|Zop|Psi|Yet|Orc|gno)",
        r"(?<=[^.!?…»] )(?<!«)(?:Il|Lo|La|I|Gli|Le) (?=Ner|Stre|Gno|Zop|Psi|Yeti|Gob|Orc|gno|gua|omb)",
        r"\w'\w",
    ],
    "en": [
        r"\b[aA] (?=[AEIOaeio])(?!one\b|once\b)",
        r"\b[aA] (?:8|11|18)\b",
        r"\b[aA]n (?=[BCDGbcdfgjklmnpqrtvwxz])",
        r"\b[tT]he [tT]he\b",
        r"(?<=[^.!?…»] )(?:The|An?) (?=Naz|Bos|Cyc|gob|wol|Dwa|orc|ogr)",
        r"^an? ",
        r"\ban Nguyen",
        r"\b(?:goblins|trolls|Mirkwood)'s\b(?<!Mirkwood's)",
    ],
}
BEFORE = {
    "fr": r"(?:^|[.!;,:] | si | où )",
    "it": r"(?:^|[.!;,:] | se | dove )",
    "en": r"(?:^|[.!;,:] | as | whether | where )",
}
"""Where a name is the subject."""
MANY = {
    "fr": r"(?:[Ll]es|[Dd]es|[Dd]eux) (?:gobelins|ombres|loups|trolls) ",
    "it": r"(?:[Ii]|[Gg]li|[Ll]e|[Dd]ue) (?:Goblin|Orchi|gnomi|guardie|ombre|troll) ",
    "en": r"(?:[Tt]he goblins|[Tt]he wolves of Mirkwood|[Tt]he Dwarf-men|[Tt]wo trolls) ",
}
BETWEEN = {
    "fr": r"(?:ne |se |n[’']|s[’']|l[’']|en |y |lui )*",
    "it": r"(?:non |si |ne |l[oae] |l[’']|già |così |ora |prima |da lì )*",
    "en": r"(?:no longer |neither )*",
}
PLURAL = {
    "fr": r"nt$|^(?:et|en|sur|à|avec|sans)$",
    "it": r"(?:no|ro)$|^(?:e|in|su|con)$",
    "en": r"[^s]$|^(?:pass|miss)$",
}
"""How verbs of many end, and what else may stand there."""
OF_ONE = {
    "fr": r"\bet (?:ne )?(?:passe|parcourt|accapare|couvre|intervient|subit|peut|doit|va|charge|garde)\b"
    r"|\b(?:son|sa|ses) ",
    "it": r"\be (?:non |prima )*(?:passa|percorre|copre|interviene|ha|può|deve|va|carica|si tiene)\b"
    r"|\b(?:suo|sua|suoi|sue)\b",
    "en": r"\band (?:is|has|cuts|charges|moves|needs|strikes)\b|\bits(?:elf)?\b",
}


def texts(locale: str) -> Iterator[tuple[str, str]]:
    """Every sentence in which somebody is named, with its code."""
    for key, text in {**CATALOGUES[locale], **TEXTS.get(locale, {})}.items():
        if OF_NAMES & {name for _, name, _, _ in Formatter().parse(text)}:
            yield key, text
    if locale == "en":
        for sentence in sentences(frozenset({"FailedCheck"}), folder="rules"):
            if OF_NAMES & sentence.params:
                yield sentence.key, sentence.text


def told(text: str, name: str, locale: str, number: int) -> str:
    params: dict[str, str | int] = {}
    for _, place, form, _ in Formatter().parse(text):
        if place is not None and place not in params:
            listed = f"{name} +30, {name} -5" if form and "@" in form else None
            is_number = bool(form) and form != "harp"
            params[place] = listed or (name if place in OF_NAMES else number if is_number else "B")
    return filled(text, params, locale)


def everything(locale: str, names: list[str]) -> Iterator[tuple[str, str]]:
    for key, text in texts(locale):
        for name in names:
            for number in (1, 2, 8, 11):
                yield f"{key} of {name}", told(text, name, locale, number)


@pytest.mark.parametrize("locale", ["fr", "it", "en"])
def test_prepositions_and_articles_meet_as_they_must(locale: str) -> None:
    one, many = NAMES[locale]
    wrong = [
        (key, said, pattern)
        for key, said in everything(locale, one + many)
        for pattern in FORBIDDEN[locale]
        if re.search(pattern, said)
    ]
    assert wrong == []


@pytest.mark.parametrize("locale", ["fr", "it", "en"])
def test_no_verb_is_singular_after_a_plural_name(locale: str) -> None:
    verb = f"{BEFORE[locale]}{MANY[locale]}{BETWEEN[locale]}([^\\W\\d_]+)"
    wrong = [
        (key, said)
        for key, said in everything(locale, NAMES[locale][1])
        for word in re.findall(verb, said)
        if not re.search(PLURAL[locale], word)
    ]
    assert wrong == []


@pytest.mark.parametrize("locale", ["fr", "it", "en"])
def test_whatever_goes_on_of_many_goes_on_in_the_plural(locale: str) -> None:
    wrong = [
        (key, said)
        for key, said in everything(locale, NAMES[locale][1])
        if re.match(MANY[locale], said) and re.search(OF_ONE[locale], said)
    ]
    assert wrong == []


TURN, MISSED, STRAIN = "d20.turn_began", "d20.attack_missed", "d20.hit_points_lost.strain"
WRITTEN = [
    ("fr", TURN, "Le Nazgûl", "Tour du Nazgûl."),
    ("fr", TURN, "Les gobelins", "Tour des gobelins."),
    ("fr", TURN, "La Bête", "Tour de la Bête."),
    ("fr", TURN, "L'Ombre", "Tour de l’Ombre."),
    ("fr", TURN, "Un orque", "Tour d’un orque."),
    ("fr", TURN, "Des loups", "Tour de loups."),
    ("fr", TURN, "Des elfes", "Tour d’elfes."),
    ("fr", TURN, "Éowyn", "Tour d’Éowyn."),
    ("fr", TURN, "Hélène", "Tour d’Hélène."),
    ("fr", TURN, "Homme-lézard", "Tour d’Homme-lézard."),
    ("fr", TURN, "Héros", "Tour de Héros."),
    ("fr", TURN, "Haradrim", "Tour de Haradrim."),
    ("fr", TURN, "Ysabeau", "Tour d’Ysabeau."),
    ("fr", TURN, "Yann", "Tour de Yann."),
    ("fr", TURN, "Onze-Doigts", "Tour de Onze-Doigts."),
    ("fr", STRAIN, "Le Nazgûl", "L’effort coûte 2 points de vie au Nazgûl."),
    ("fr", STRAIN, "Les gobelins", "L’effort coûte 2 points de vie aux gobelins."),
    ("fr", STRAIN, "L’Ombre", "L’effort coûte 2 points de vie à l’Ombre."),
    ("fr", MISSED, "Les gobelins", "Les gobelins manquent les gobelins (épée)."),
    ("fr", MISSED, "le Nazgûl", "Le Nazgûl manque le Nazgûl (épée)."),
    ("fr", "turns_lost", "Les gobelins", "Les gobelins perdent leurs 2 prochains tours."),
    ("fr", "death_approached", "Les gobelins", "Dans 2 rounds, les gobelins seront en train de trépasser."),
    ("fr", "death_approached", "Ada", "Dans 2 rounds, Ada sera en train de trépasser."),
    ("fr", "struck_dead", "Ada", "Coup mortel : dans 2 rounds, Ada sera en train de trépasser."),
    ("fr", "action_owed", "Ada", "Ada engage d’avance l’action de son prochain tour."),
    ("fr", "dodged", "Ada", "Ada esquive : +2 au BD."),
    ("fr", "d20.splash_prevented", "Les gobelins",
     "Les gobelins ne sont plus en mesure de lancer leur fiole (épée)."),
    ("it", TURN, "Il Nero", "Turno del Nero."),
    ("it", TURN, "Lo Stregone", "Turno dello Stregone."),
    ("it", TURN, "I Goblin", "Turno dei Goblin."),
    ("it", TURN, "Gli Orchi", "Turno degli Orchi."),
    ("it", TURN, "Le guardie", "Turno delle guardie."),
    ("it", TURN, "L'Ombra", "Turno dell’Ombra."),
    ("it", TURN, "Ada", "Turno di Ada."),
    ("it", STRAIN, "Il Nero", "Lo sforzo costa al Nero 2 punti ferita."),
    ("it", STRAIN, "Gli gnomi", "Lo sforzo costa agli gnomi 2 punti ferita."),
    ("it", STRAIN, "Ada", "Lo sforzo costa ad Ada 2 punti ferita."),
    ("it", STRAIN, "Elrond", "Lo sforzo costa a Elrond 2 punti ferita."),
    ("it", "d20.fell_from_saddle", "Lo Yeti", "Lo Yeti cade dallo Yeti."),
    ("it", "d20.grapple_held", "Gli Orchi", "Gli Orchi mantengono la presa sugli Orchi."),
    ("it", MISSED, "Le ombre", "Le ombre mancano le ombre (spada)."),
    ("it", "d20.splash_thrown", "Ada", "Ada lancia la fiala (spada)."),
    ("it", "d20.splash_landed", "Ada", "La fiala si infrange nel punto mirato (spada)."),
    ("it", "d20.opportunity_taken.unarmed", "Ada", "Ada: attacco di opportunità, Ada attacca a mani nude."),
    ("it", "d20.opportunity_taken.bull-rush", "Ada", "Ada: attacco di opportunità, Ada tenta di spingere."),
    ("en", TURN, "The goblins", "The goblins' turn."),
    ("en", TURN, "The Dwarf-men", "The Dwarf-men's turn."),
    ("en", TURN, "Boris", "Boris's turn."),
    ("en", MISSED, "The Nazgûl", "The Nazgûl's sword misses the Nazgûl."),
    ("en", "fell_unconscious", "The goblins", "The goblins fall unconscious."),
    ("en", "fell_unconscious", "The Boss", "The Boss falls unconscious."),
    ("en", "stood_up", "The goblins", "The goblins get up."),
    ("en", TURN, "an ogre", "An ogre's turn."),
    ("en", MISSED, "A wolf", "A wolf's sword misses a wolf."),
    ("en", MISSED, "An Nguyen", "An Nguyen's sword misses An Nguyen."),
]  # fmt: skip


@pytest.mark.parametrize(("locale", "key", "name", "words"), WRITTEN)
def test_sentences_are_as_they_are_written_here(locale: str, key: str, name: str, words: str) -> None:
    figures = {"points": 2, "rounds": 2, "turns": 2, "bonus": 2}
    names = {"actor": name, "target": name, "mount": name, "weapon": "sword"}
    assert say(Message(key, {**names, **figures}), locale) == words


@pytest.mark.parametrize(
    ("severity", "words"),
    [("A", "an A critical"), ("B", "a B critical"), ("E", "an E critical"), ("8", "an 8 critical")],
)
def test_an_or_a_goes_by_how_it_is_said(severity: str, words: str) -> None:
    told = Message("critical_suffered", {"target": "Orc", "severity": severity, "table": "slash"})
    assert say(told) == f"Orc suffers {words} (slash)."


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("fr", "Les Nains parent contre le Nazgûl : +30, contre Bor : −10 au BD."),
        ("it", "Les Nains parano contro le Nazgûl: +30, contro Bor: −10 al BD."),
    ],
)
def test_parries_say_against_whom_and_how_much(locale: str, words: str) -> None:
    parries = {"actor": "Les Nains", "parries": "Le Nazgûl +30, Bor -10"}
    assert say(Message("parry_taken", parries), locale) == words


@pytest.mark.parametrize(
    ("hits", "bleeding", "penalty", "words"),
    [
        (10, 0, 0, "Ada reçoit des soins. 10 PdV rendus."),
        (0, 2, 0, "Ada reçoit des soins. Saignement réduit de 2."),
        (1, 0, 10, "Ada reçoit des soins. 1 PdV rendu. Pénalité réduite de 10."),
    ],
)
def test_nothing_is_said_to_be_reduced_by_0(hits: int, bleeding: int, penalty: int, words: str) -> None:
    healed = {"target": "Ada", "hits": hits, "bleeding": bleeding, "penalty": penalty}
    assert say(Message("healed", healed), "fr") == words


def test_holding_and_getting_ready_are_other_things_in_harp() -> None:
    said = ActionDeclared(Declaration("cmb_1", "ready"))
    assert say(message_of(said, {"cmb_1": "Ada"}), "fr") == "Ada annonce : visée."
    spent = {"actor": "Ada", "action": "hold"}
    assert (
        refusal("ACTION_SPENT", "", spent, "fr") == "Ada a déjà utilisé son action du round (ne rien faire)."
    )
    readied = Message("d20.action_spent", {"actor": "Ada", "kind": "standard", "action": "ready"})
    assert say(readied, "fr") == "Ada : action simple (action préparée)."


def test_every_option_of_an_interception_has_words() -> None:
    options = ("interceptor", "simultaneous", "interrupted", "goes on", "stops")
    for locale in ("fr", "it"):
        assert all(say_option(option, locale) != option for option in options)


@pytest.mark.parametrize("locale", ["fr", "it"])
def test_texts_have_typographic_apostrophes_and_minus_signs(locale: str) -> None:
    titles = {code: problem["title"] for code, problem in texts_of(locale, "problems").items()}
    every = {**CATALOGUES[locale], **WORDS[locale], **TEXTS[locale], **titles}
    assert [key for key, text in every.items() if re.search(r"\w'\w|(?<![\w-])-\d", text)] == []
    if locale == "fr":
        assert [key for key, text in every.items() if re.search(r"\b(?:la|une|sa) BO\b", text)] == []


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("fr", "Initiative : le Nazgûl 20, l’Ombre 12, des loups −3."),
        ("en", "Initiative: the Nazgûl 20, an ogre 12, Ada -3."),
        ("it", "Iniziativa: il Nero 20, l’Ombra 12, gli orchi −3."),
    ],
)
def test_names_in_a_list_stand_as_in_mid_sentence(locale: str, words: str) -> None:
    order = {
        "fr": "Le Nazgûl 20, L’Ombre 12, Des loups -3",
        "en": "The Nazgûl 20, An ogre 12, Ada -3",
        "it": "Il Nero 20, L’Ombra 12, Gli orchi -3",
    }
    assert say(Message("initiative_rolled", {"order": order[locale]}), locale) == words
    aware = say(Message("d20.surprise_settled", {"aware": "Le Nazgûl, L’Ombre"}), "fr")
    assert aware == "Surprise ! Sur le qui-vive : le Nazgûl, l’Ombre."
    lane = refusal("LANE_CREATURE", "In the lane of the charge: {names}.", {"names": "The Boss"}, "en")
    assert lane == "In the lane of the charge: the Boss."


@pytest.mark.parametrize(
    ("weapon", "words"),
    [
        ("unarmed", "Ada fumbles with bare hands!"),
        ("Foe-biter", "Ada fumbles with Foe-biter!"),
        ("The Fang", "Ada fumbles with the Fang!"),
        ("long sword", "Ada fumbles with the long sword!"),
    ],
)
def test_what_bears_a_name_has_no_article_in_english(weapon: str, words: str) -> None:
    assert say(Message("attack_fumbled", {"actor": "Ada", "weapon": weapon})) == words
    hit = say(Message("vague.attack_hit", {"actor": "Ada", "target": "Orc", "weapon": weapon}))
    assert " the " not in hit.lower()
    assert ("hands hit " in hit) == (weapon == "unarmed")


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en", "Ada turns to face south-west."),
        ("fr", "Ada se tourne vers le sud-ouest."),
        ("it", "Ada si volta verso sud-ovest."),
    ],
)
def test_where_somebody_turns_is_named(locale: str, words: str) -> None:
    assert say(Message("turned", {"actor": "Ada", "facing": "SW"}), locale) == words


def test_actions_of_harp_are_named_in_english_refusals_too() -> None:
    text = "{actor} has used this round's action ({action:harp})."
    assert refusal("ACTION_SPENT", text, {"actor": "Ada", "action": "hold"}, "en").endswith("(do nothing).")


def test_french_pages_do_not_break_before_signs() -> None:
    told = "Orc : 4 PdV, « secoué » ! A:b, 10 m ; Ada ?"
    printed = "Orc\u00a0: 4\u00a0PdV, «\u00a0secoué\u00a0»\u202f! A:b, 10\u00a0m\u202f; Ada\u202f?"
    assert typeset(told, "fr") == printed
    assert typeset(told, "it") == told
