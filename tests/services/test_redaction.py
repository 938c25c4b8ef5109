"""What stands in the place of events that are not there for everybody."""

import pytest

from app.persistence.codec import codecs_of
from app.rules.registry import RULESETS
from app.services.redaction import RESET, SKIP, as_seen, reset, skip
from app.services.tokens import Grant

EVENT = {"seq": 7, "id": "evt_1", "type": "combatant_struck", "payload": {"hits": 12}}


def test_a_skip_has_the_number_and_nothing_else_of_the_event() -> None:
    assert skip(EVENT) == {"seq": 7, "type": "skip"}


def test_a_reset_has_the_number_to_go_on_after() -> None:
    assert reset(9) == {"seq": 9, "type": "reset"}


def test_every_event_stays_in_its_place() -> None:
    others = [{**EVENT, "seq": seq} for seq in (8, 9)]
    assert as_seen([EVENT, *others], Grant("cmp", "tok", "gm")) == [EVENT, *others]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_event_of_a_game_is_called_as_what_stands_in_its_place(ruleset: str) -> None:
    schema = codecs_of(RULESETS[ruleset]).event.schema()
    names = set(schema["discriminator"]["mapping"])
    assert len(names) > 20
    assert names.isdisjoint({SKIP, RESET})
