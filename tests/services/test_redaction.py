"""What stands in the place of events that are not there for everybody."""

from dataclasses import fields
from typing import Any, Literal, get_args

import pytest

from app.persistence.base.codec import codecs_of
from app.rules.common.visibility import Open, Own, Who
from app.rules.registry import RULESETS
from app.services.access.tokens import Grant
from app.services.visibility.event_fields import EVENTS, NotDeclared, declared, declared_by
from app.services.visibility.redaction import CHANGED, RESET, SKIP, Told, as_seen, redact, reset, skip
from app.services.visibility.scene import Scene
from app.services.visibility.viewer import Sight
from app.values import value

PLAYER = Sight(Grant("cmp", "tok", "player", controls=frozenset({"dafur"})))


def combatant(name: str, **more: Any) -> dict[str, Any]:
    """A combatant of HARP | TdM as the GM sees it."""
    disclosure = {"visibility": "visible", "name_mask": None, "hp": None, "defence": None, "initiative": None}
    return {
        "id": f"cmb_{name}",
        "name": name.capitalize(),
        "side": "foes",
        "ref": name,
        "external_refs": [],
        "sheet": {"hits": 60},
        "hits": 60,
        "initiative": None,
        "states": [],
        "conditions": {},
        "at": None,
        "facing": None,
        "elevation": 0,
        **more,
        "disclosure": disclosure | more.get("disclosure", {}),
    }


def event(kind: str, **payload: Any) -> dict[str, Any]:
    return {"seq": 7, "id": "evt_1", "type": kind, "changes": [], "payload": {"type": kind, **payload}}


def scene(*combatants: dict[str, Any]) -> Scene:
    return Scene({one["id"]: one for one in combatants})


def test_a_skip_has_the_number_and_nothing_else_of_the_event() -> None:
    assert skip(event("stun_ended", target="cmb_orc")) == {"seq": 7, "type": "skip"}


def test_a_reset_has_the_number_to_go_on_after() -> None:
    assert reset(9) == {"seq": 9, "type": "reset"}


def test_every_event_stays_in_its_place() -> None:
    events = [
        {**event("stun_ended", target=f"cmb_{name}"), "seq": seq} for seq, name in ((7, "orc"), (8, "lurker"))
    ]
    there = scene(combatant("orc"), combatant("lurker", disclosure={"visibility": "hidden"}))
    assert as_seen([Told(events)], there, PLAYER) == [events[0], {"seq": 8, "type": "skip"}]


def test_what_is_not_declared_is_not_shown() -> None:
    there = scene(combatant("orc"))
    unheard = redact(event("sang", actor="cmb_orc"), there, there, PLAYER)
    assert unheard.event == {"seq": 7, "type": "skip"}
    more = redact(event("stun_ended", target="cmb_orc", weakness="fire"), there, there, PLAYER)
    assert more.event["payload"] == {"type": "stun_ended", "target": "cmb_orc"}
    assert not more.is_whole


@pytest.mark.parametrize(
    ("weapon", "is_told"),
    [
        ("axe", True),
        ("cmb_lurker", False),
        ("the knife of the lurker", False),
        ("Grishnákh's scimitar", False),
        ("the scimitar of a hooded figure", True),
    ],
)
def test_the_last_look_keeps_back_what_names_the_hidden_or_the_masked_in_spite_of_its_declaration(
    weapon: str, is_told: bool
) -> None:
    masked = combatant("grishnákh", disclosure={"name_mask": "A hooded figure"})
    lurker = combatant("lurker", disclosure={"visibility": "hidden"})
    there = scene(masked, lurker, combatant("dafur"))
    seen = redact(event("weapon_drawn", actor="cmb_dafur", weapon=weapon), there, there, PLAYER)
    assert seen.is_told == is_told
    assert (weapon in str(seen.event)) == is_told


@pytest.mark.parametrize(("holder", "is_told"), [("a root", True), ("the lurker", False)])
def test_a_change_that_names_the_hidden_in_its_text_is_kept_back(holder: str, is_told: bool) -> None:
    lurker, dafur = combatant("lurker", disclosure={"visibility": "hidden"}), combatant("dafur")
    held = event("stun_ended", target="cmb_dafur")
    path = "/combatants/cmb_dafur/conditions"
    held["changes"] = [{"path": path, "from": {}, "to": {"note": f"held by {holder}"}}]
    before = scene(lurker, dafur)
    seen = redact(held, before, before.after(held["changes"]), PLAYER).event
    assert bool(seen["changes"]) == is_told
    assert (holder in str(seen)) == is_told


@pytest.mark.parametrize(
    ("hp", "hits"), [("exact", 12), ("damage_taken", 12), ("band", None), ("none", None)]
)
def test_a_wound_is_told_as_hit_points_are_disclosed(hp: str, hits: int | None) -> None:
    there = scene(combatant("orc", disclosure={"hp": hp}))
    taken = event("hits_taken", target="cmb_orc", hits=12, cause="attack")
    assert redact(taken, there, there, PLAYER).event["payload"].get("hits") == hits


def test_what_the_unseen_do_to_others_is_a_change_and_no_more() -> None:
    lurker, dafur = combatant("lurker", disclosure={"visibility": "hidden"}), combatant("dafur")
    pushed = {**event("pushed", actor="cmb_lurker", target="cmb_dafur", squares=1, to=[2, 0])}
    pushed["changes"] = [{"path": "/combatants/cmb_dafur/at", "from": None, "to": [2, 0]}]
    before = scene(lurker, dafur)
    seen = redact(pushed, before, before.after(pushed["changes"]), PLAYER).event
    assert (seen["type"], seen["payload"], seen["changes"]) == (CHANGED, {"type": CHANGED}, pushed["changes"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_event_of_a_game_is_called_as_what_stands_in_its_place(ruleset: str) -> None:
    schema = codecs_of(RULESETS[ruleset]).event.schema()
    names = set(schema["discriminator"]["mapping"])
    assert len(names) > 20
    assert names.isdisjoint({SKIP, RESET, CHANGED})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_event_of_a_game_declares_who_may_see_each_of_its_fields(ruleset: str) -> None:
    for form in get_args(RULESETS[ruleset].event):
        kind, members = declared(form)
        assert EVENTS[kind].keys() >= members.keys() == {field.name for field in fields(form)} - {"type"}


@value
class Sang:
    actor: Who[str]
    weakness: str
    type: Literal["sang"] = "sang"


@value
class Hummed:
    actor: Who[str]
    song: Open[str]
    type: Literal["sang"] = "sang"


@value
class Whistled:
    actor: Who[str]
    song: Own[str]
    type: Literal["sang"] = "sang"


def test_a_field_that_does_not_say_who_may_see_it_is_an_error() -> None:
    assert declared(Hummed) == ("sang", {"actor": "who", "song": "open"})
    with pytest.raises(NotDeclared, match=r"Who may see Sang\.weakness\?"):
        declared(Sang)


def test_games_whose_event_has_the_same_name_let_the_same_people_see_it() -> None:
    with pytest.raises(NotDeclared, match="song of «sang»"):
        declared_by([Hummed, Whistled])
