"""Each rule is shown by a scenario of its own: in a trace or, where none speaks of it, by what it expects."""

from functools import cache
from pathlib import Path

from tests.coverage_rules import REASONS, citations, expects, named_after, not_traced, traced_in

traced = cache(traced_in)


def test_every_rule_is_shown_by_a_scenario_of_its_own() -> None:
    bare = [rule for rule, cited in citations().items() if not cited.suffices_for(rule)]
    assert bare == [], "expect the rule in `rules:` of a scenario named after it (docs/scenarios.md)"


def test_a_rule_that_a_trace_names_is_not_listed_as_untraced() -> None:
    scenarios: dict[str, list[Path]] = {rule: named_after(rule) for rule in not_traced()}
    named = {rule for rule, paths in scenarios.items() if any(rule in traced(path) for path in paths)}
    assert named == set(), "expect these in `rules:` and leave them out of rules_not_traced.txt"


def test_what_shows_an_untraced_rule_is_expected_by_a_scenario_named_after_it() -> None:
    for rule, reason in not_traced().items():
        assert reason in REASONS
        assert any(expects(path, reason) for path in named_after(rule)), rule
