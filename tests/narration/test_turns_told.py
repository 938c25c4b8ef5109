"""What a turn of the d20 games is spent on, in words."""

import pytest

from app.narration.catalogue import say
from app.narration.d20 import message_of
from app.rules.d20.contract.events.turns import ActionKind, ActionSpent


@pytest.mark.parametrize(
    ("kind", "command", "words"),
    [
        ("full-round", "charge", "Ada uses a full-round action (charge)."),
        ("standard", "bull-rush", "Ada uses a standard action (bull rush)."),
    ],
)
def test_actions_bear_their_names(kind: ActionKind, command: str, words: str) -> None:
    assert say(message_of(ActionSpent("cmb_1", kind, command), {"cmb_1": "Ada"})) == words
