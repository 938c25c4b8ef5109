"""docs/rules is the index of rule ids: complete, without doubles, and known to code and tests."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.coverage_rules import RULE_ID

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "docs" / "rules"
LEAD = re.compile(rf"^\*\*(?P<id>{RULE_ID})\*\*(?P<text>.*?)(?=^\*\*|^#|\Z)", re.M | re.S)
CITED = re.compile(rf"(?<![\w-])({RULE_ID})\b")
CITATIONS = {
    "H": re.compile(r"HARP \| TdM, combat chapter, sections? « [^»]+ »"),
    "D20": (by_the_open_texts := re.compile(r"(open reference texts?\b|seeds? \d{3}|ours\b)")),
    "D35": by_the_open_texts,
    "PF1": by_the_open_texts,
}
"""What the source of a statement looks like, by the game that its id begins with."""
DECISION = re.compile(r"(DH|D|S)-\d+")
OPTION_KEYS = re.compile(r"`[a-z][a-z0-9]*(?:_[a-z0-9]+)*`(?:, `[a-z][a-z0-9]*(?:_[a-z0-9]+)*`)*")
FIXED = "none (a fixed reading)"
TEXT_SUFFIXES = {".py", ".yaml", ".yml", ".json", ".jsonl", ".csv", ".md", ".txt"}
CRITICAL_EFFECTS = (
    "SUM", "HITS", "PEN", "STUN", "BLEED", "SHAKEN", "MUSTPARRY", "NOPARRY", "DEATH", "WOUND",
)  # fmt: skip


def statements_in(text: str) -> list[tuple[str, str]]:
    """Every (id, text) of a page, in order; the text ends at the next id or heading."""
    return [(lead["id"], lead["text"]) for lead in LEAD.finditer(text)]


STATEMENTS = [
    found for page in sorted(RULES.glob("*.md")) for found in statements_in(page.read_text("utf-8"))
]
DECISIONS = [(rule_id, text) for rule_id, text in STATEMENTS if DECISION.fullmatch(rule_id)]
RULE_STATEMENTS = [(rule_id, text) for rule_id, text in STATEMENTS if not DECISION.fullmatch(rule_id)]


def field(decision: str, name: str) -> str:
    """The text of one `- name: …` line of a decision, with its continuation lines."""
    found = re.search(rf"^- {name}: (.+?)(?=^- |\Z)", decision, re.M | re.S)
    assert found is not None, f"no line “{name}”"
    return " ".join(found[1].split())


def ids_cited_under(folder: Path) -> dict[str, set[str]]:
    """Rule ids cited in the text files of a folder, each with the files that cite it."""
    cited: dict[str, set[str]] = {}
    for file in folder.rglob("*"):
        if file.is_file() and file.suffix in TEXT_SUFFIXES:
            for rule_id in CITED.findall(file.read_text("utf-8")):
                cited.setdefault(rule_id, set()).add(str(file.relative_to(folder)))
    return cited


def test_each_id_leads_one_statement_only() -> None:
    doubles = [
        rule_id for rule_id, times in Counter(rule_id for rule_id, _ in STATEMENTS).items() if times > 1
    ]
    assert not doubles


def test_each_family_of_harp_is_numbered_from_one_without_gaps() -> None:
    """The d20 ids are those of a list that is played in parts: some of its numbers are still to come."""
    families: dict[str, list[int]] = {}
    for rule_id, _ in STATEMENTS:
        family, _, number = rule_id.rpartition("-")
        if number.isdigit() and rule_id.startswith(("H-", "DH-")):
            families.setdefault(family, []).append(int(number))
    gaps = {
        family: sorted(ns) for family, ns in families.items() if sorted(ns) != list(range(1, len(ns) + 1))
    }
    assert not gaps
    assert len(families["DH"]) == 55


def test_every_effect_of_a_critical_has_its_statement() -> None:
    effects = {rule_id for rule_id, _ in STATEMENTS if rule_id.startswith("H-EFF-")}
    assert effects == {f"H-EFF-{effect}" for effect in CRITICAL_EFFECTS}


@pytest.mark.parametrize(
    ("rule_id", "text"), RULE_STATEMENTS, ids=[rule_id for rule_id, _ in RULE_STATEMENTS]
)
def test_a_statement_says_something_and_cites_its_section(rule_id: str, text: str) -> None:
    body, _, source = text.partition("\n\nSource: ")
    assert len(body.split()) >= 10, rule_id
    assert CITATIONS[rule_id.partition("-")[0]].search(" ".join(source.split())), rule_id


@pytest.mark.parametrize(("rule_id", "text"), DECISIONS, ids=[rule_id for rule_id, _ in DECISIONS])
def test_a_decision_gives_key_default_alternatives_and_reason(rule_id: str, text: str) -> None:
    option = field(text, "Option")
    assert option == FIXED or OPTION_KEYS.fullmatch(option), rule_id
    default, others = field(text, "Default"), field(text, "Other values")
    assert field(text, "Why open"), rule_id
    if option == FIXED:
        assert others == "none.", f"{rule_id} offers a choice and needs a key"
    else:
        assert default.startswith("`"), f"{rule_id}: the default of an option is a value"


def test_no_two_decisions_share_an_option_key() -> None:
    keys = Counter(key for _, text in DECISIONS for key in re.findall(r"`(\w+)`", field(text, "Option")))
    assert keys, "no option key found"
    assert max(keys.values()) == 1


def test_the_pages_refer_only_to_ids_that_they_define() -> None:
    assert not ids_cited_under(RULES).keys() - {rule_id for rule_id, _ in STATEMENTS}


@pytest.mark.parametrize("folder", ["app", "tests"])
def test_every_id_cited_in_code_and_tests_is_defined_in_the_pages(folder: str) -> None:
    known = {rule_id for rule_id, _ in STATEMENTS}
    unknown = {
        rule_id: files for rule_id, files in ids_cited_under(ROOT / folder).items() if rule_id not in known
    }
    assert not unknown
