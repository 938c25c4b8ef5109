"""The scenarios that are played through the API show whatever any scenario shows."""

from tests.scenarios.cover import Part, all_of, cover, found_by, listed
from tests.scenarios.files import NAMES, SCENARIOS

WRITE_AGAIN = "write the lists again: python -m tests.scenarios.cover"


def test_whatever_a_scenario_shows_is_shown_through_the_api_and_asked_of_people() -> None:
    for kind, parts in found_by(SCENARIOS).items():
        names = listed(kind)
        assert names <= set(NAMES), WRITE_AGAIN
        missing = all_of(parts.values()) - all_of(parts[name] for name in names)
        assert not missing, f"{sorted(missing)}: {WRITE_AGAIN}"


def test_a_cover_leaves_out_what_adds_nothing_and_keeps_what_it_begins_with() -> None:
    parts = {"a": Part(frozenset("12")), "b": Part(frozenset("2")), "c": Part(frozenset("3"))}
    assert cover(parts) == ["a", "c"]
    assert cover(parts, ["b", "gone"]) == ["a", "b", "c"]
    assert cover({**parts, "long": Part(frozenset("123"), 9)}) == ["a", "c"]
