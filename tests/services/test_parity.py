"""The parity test: no line of the GM's narration vanishes for those who look on; at most it is told in vaguer
words, and which ones those may be is written out here by hand.
"""

from collections import Counter

import pytest

from app.narration.catalogue import CATALOGUES, placeholders
from app.services.scenarios.file import read_file
from tests.services.test_twins import SCENARIOS
from tests.services.watching import Deed, Table

NOT_TOLD = frozenset({"action_declared", "interception_set", "action_readied", "ready_lost"})
"""What somebody plans is told of nobody whose figures are not all disclosed: it would be known in advance."""
VAGUER = {
    "action_prevented": "does not get to it",
    "action_undone": "is taken back",
    "action_redone": "is done again",
    "action_under_way": "is busy",
    "action_used": "is busy with something",
    "aid_given": "comes to",
    "ammunition_lost": "loses ammunition",
    "attack_hit": "hit",
    "damage_reduced": "Some of the damage",
    "death_approached": "nearer to death",
    "dodged": "dodges",
    "effect_ended": "Something is over",
    "effect_gained": "Something comes over",
    "first_aid_given": "gives",
    "harassed": "is hindered in shooting",
    "healed": "is healed",
    "hit_points_lost": "is hurt",
    "hits_taken": "is hurt",
    "initiative_changed": "is changed",
    "initiative_rolled": "Initiative is rolled",
    "manoeuvre_made": "tries a manoeuvre",
    "moved": "moves",
    "nonlethal_taken": "is hurt",
    "order_changed": "The order has changed",
    "parry_taken": "parries",
    "pushed": "is pushed",
    "spell_lost": "spell is lost",
    "splash_landed": "bursts",
    "struck_dead": "is struck dead",
    "surprise_settled": "Surprise!",
    "temporary_gained": "is strengthened for a while",
    "turned": "turns",
    "weapon_damaged": "takes a blow",
    "wounded": "is wounded",
    "combatant_added": "joins the fight",
    "combatant_edited": "is changed by the GM's word",
}
"""Events that may be told in vaguer words, with what those words say."""
FIGURES = frozenset(
    {"hits", "points", "count", "rounds", "turns", "penalty", "bonus", "order", "value", "left", "temporary"}
)
"""Parameters that no vaguer sentence may have."""


def kind_of(message_id: str) -> str:
    """The event that a message tells."""
    return message_id.removeprefix("d20.").removeprefix("vague.").partition(".")[0]


@pytest.mark.parametrize("ruleset", ["harp-tdm", "dnd35", "pf1"])
@pytest.mark.parametrize("is_closed", [False, True], ids=["as usual", "nothing disclosed"])
def test_no_line_vanishes_without_a_vaguer_one(ruleset: str, is_closed: bool) -> None:
    heard: Counter[str] = Counter()
    for path in (path for path in SCENARIOS if path.parent.name == ruleset):
        scenario = read_file(path).scenario
        if is_closed:
            closed = {"hp": "none", "defence": "none", "initiative": "none"}
            entrants = tuple(one.model_copy(update={"disclosure": closed}) for one in scenario.combatants)
            scenario = scenario.model_copy(update={"combatants": entrants})
        table = Table(scenario)
        for deed in (*table.enter(), *(deed for deeds in table.steps() for deed in deeds)):
            heard += _heard(deed, path.name)
    assert heard["turn_began"] > 20
    assert heard["vague"] > 20


def _heard(deed: Deed, where: str) -> Counter[str]:
    """The kinds of the lines that were told, each after those before it."""
    heard: Counter[str] = Counter()
    left = list(deed.lines)
    for line in deed.gm["narration"]["lines"]:
        kind = kind_of(line["message_id"])
        if not left or kind_of(left[0]["message_id"]) != kind:
            assert kind in NOT_TOLD, (where, line)
            continue
        told = left.pop(0)
        assert told["params"].keys() <= placeholders(told["message_id"]) | {"location", "gravity"}, (
            where,
            told,
        )
        if told["message_id"] == line["message_id"]:
            assert told["text"] == line["text"], where
            heard[kind] += 1
        else:
            assert VAGUER[kind] in told["text"], (where, told)
            assert FIGURES.isdisjoint(told["params"]), (where, told)
            heard["vague"] += 1
    assert not left, (where, left)
    return heard


def test_the_list_of_vaguer_words_is_that_of_the_messages() -> None:
    vague = {name.removeprefix("vague.") for name in CATALOGUES["en"] if name.startswith("vague.")}
    assert vague == VAGUER.keys()
    for name in vague:
        assert FIGURES.isdisjoint(placeholders(f"vague.{name}")), name
