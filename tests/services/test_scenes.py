"""What a viewer's scenes keep from one event to the next changes nothing of what it is shown."""

import re
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.services.access.tokens import Grant
from app.services.visibility.cast import Secrets
from app.services.visibility.scene import Scene, changes_seen
from app.services.visibility.viewer import Sight
from app.services.visibility.views import differences
from tests.services.test_redaction import combatant

VIEWERS = (
    Grant("cmp", "tok", "spectator"),
    Grant("cmp", "tok", "player", controls=frozenset({"n1"})),
    Grant("cmp", "tok", "player", controls=frozenset({"x2", "cmb_n3"})),
)


def new(number: int, dice: Random) -> dict[str, Any]:
    """Somebody who may be hidden, masked, disclosed."""
    return combatant(
        f"n{number}",
        side=dice.choice(("heroes", "foes")),
        external_refs=[{"system": "x", "kind": "y", "id": str(number)}],
        guard={"against": f"cmb_n{dice.randrange(5)}", "with": [f"cmb_n{dice.randrange(5)}", "shield"]},
        disclosure={
            "visibility": dice.choice(("visible", "hidden")),
            "name_mask": dice.choice((None, "Somebody")),
            "hp": dice.choice((None, "exact", "none")),
            "defence": dice.choice((None, "exact")),
            "initiative": dice.choice((None, "exact")),
        },
    )


def a_round(scene: Scene, dice: Random) -> dict[str, Any]:
    names = list(scene.combatants)
    order = [
        {"combatant": name, "has_begun": dice.random() < 0.5, "initiative": dice.randrange(20)}
        for name in names
    ]
    return {"number": dice.randrange(9), "current": dice.choice([None, *names]), "order": order}


def changes(scene: Scene, dice: Random) -> list[dict[str, Any]]:
    """What one event might change of the GM's view."""
    made: list[dict[str, Any]] = []
    for _ in range(dice.randrange(3)):
        number = dice.randrange(5)
        at = f"/combatants/cmb_n{number}"
        if f"cmb_n{number}" not in scene.combatants or dice.random() < 0.1:
            made.append({"path": at, "to": new(number, dice)})
        elif dice.random() < 0.1 and len(scene.combatants) > 1 and not made:
            return [{"path": at, "to": None}]
        else:
            member, value = dice.choice(
                (
                    ("hits", dice.randrange(60)),
                    ("name", dice.choice(("Ulf", "Gorm", "Somebody"))),
                    ("side", dice.choice(("heroes", "foes"))),
                    ("ref", dice.choice((None, "axe", f"n{number}"))),
                    ("disclosure/visibility", dice.choice(("visible", "hidden"))),
                    ("disclosure/hp", dice.choice((None, "exact", "none"))),
                    ("disclosure/name_mask", dice.choice((None, "A shadow"))),
                    ("guard/against", f"cmb_n{dice.randrange(5)}"),
                    ("conditions", {"stunned": dice.randrange(3)}),
                    ("at", [dice.randrange(5), 0]),
                )
            )
            made.append({"path": f"{at}/{member}", "to": value})
    if dice.random() < 0.4:
        made.append({"path": "/round", "to": a_round(scene, dice)})
    return made


def alone(scene: Scene) -> Scene:
    """The same scene, which comes after no other."""
    return Scene(deepcopy(dict(scene.combatants)), deepcopy(scene.course))


@pytest.mark.parametrize("seed", range(60))
def test_a_change_is_what_two_views_that_know_nothing_of_each_other_differ_by(seed: int) -> None:
    dice = Random(seed)
    sights = [Sight(viewer) for viewer in VIEWERS]
    before = Scene({one["id"]: one for one in (new(number, dice) for number in range(3))}, {"round": None})
    for _ in range(25):
        after = before.after(changes(before, dice))
        for sight in sights:
            fresh = Sight(sight.viewer)
            was, now = alone(before).seen(fresh), alone(after).seen(fresh)
            assert changes_seen(before, after, sight) == list(differences("", was, now))
            assert after.seen(sight) == now
        before = after


LETTERS = st.text(st.sampled_from('aAkKsSiI\u212a\u017f\u0131é"\\\n\x01 -1'), max_size=4)
PARTS = st.recursive(
    LETTERS | st.integers() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(LETTERS, inner, max_size=3),
    max_leaves=6,
)


@given(hidden=LETTERS.filter(bool), ref=LETTERS.filter(bool), masked=LETTERS.filter(bool), part=PARTS)
def test_a_name_is_found_wherever_it_is_said(hidden: str, ref: str, masked: str, part: Any) -> None:
    lurker = {**combatant("lurker", ref=ref, disclosure={"visibility": "hidden"}), "name": hidden}
    stranger = {**combatant("stranger", disclosure={"name_mask": "Somebody"}), "name": masked}
    there = Scene({one["id"]: one for one in (lurker, stranger)})
    known = there.cast.known_to(Sight(VIEWERS[0]))
    said = "|".join(map(re.escape, (hidden, masked)))

    def names(part: Any) -> bool:
        if isinstance(part, dict):
            return any(key in ("cmb_lurker", ref) or names(value) for key, value in part.items())
        if isinstance(part, list):
            return any(map(names, part))
        is_said = isinstance(part, str) and re.search(rf"(?<!\w)(?:{said})(?!\w)", part, re.IGNORECASE)
        return part in ("cmb_lurker", ref) or bool(is_said)

    assert Secrets(known).are_in(part) == names(part)
