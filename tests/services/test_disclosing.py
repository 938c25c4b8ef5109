"""The strictest of what is disclosed of a combatant and of the campaign's ceiling wins."""

from dataclasses import replace

import pytest

from app.rules.common.disclosure import Disclosure, HpDisclosure
from app.services.access.disclosure import NO_CEILING, Ceiling, disclosed, is_all_disclosed


@pytest.mark.parametrize(
    ("said", "most", "told"),
    [
        ("exact", None, "exact"),
        ("exact", "band", "band"),
        ("exact", "damage_taken", "damage_taken"),
        ("exact", "none", "none"),
        ("band", "exact", "band"),
        ("band", "none", "none"),
        ("damage_taken", "exact", "damage_taken"),
        ("none", "band", "none"),
        ("none", "exact", "none"),
        # Each of the two tells what the other keeps back: what both allow is nothing.
        ("band", "damage_taken", "none"),
        ("damage_taken", "band", "none"),
    ],
)
def test_no_more_is_told_than_both_allow(said: HpDisclosure, most: HpDisclosure | None, told: str) -> None:
    assert disclosed("foes", Disclosure(hp=said), Ceiling(hp=most))["hp"] == told


@pytest.mark.parametrize(("side", "hp", "rest"), [("heroes", "exact", "exact"), ("foes", "band", "none")])
def test_a_side_tells_what_is_usual_where_nothing_else_is_said(side: str, hp: str, rest: str) -> None:
    usual = disclosed(side, Disclosure(), NO_CEILING)
    assert usual == {"hp": hp, "defence": rest, "initiative": rest}


@pytest.mark.parametrize("figure", ["hp", "defence", "initiative"])
def test_heroes_are_under_the_ceiling_too(figure: str) -> None:
    ceiling = replace(NO_CEILING, **{figure: "none"})
    told = disclosed("heroes", Disclosure(), ceiling)
    assert {name for name, said in told.items() if said != "exact"} == {figure}
    assert is_all_disclosed("heroes", Disclosure(), NO_CEILING)
    assert not is_all_disclosed("heroes", Disclosure(), ceiling)


def test_a_mask_keeps_something_back() -> None:
    assert not is_all_disclosed("heroes", Disclosure(name_mask="A stranger"), NO_CEILING)
