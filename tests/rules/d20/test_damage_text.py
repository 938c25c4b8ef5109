"""Damage and criticals as sheets write them: what is read, and what is refused."""

import pytest

from app.rules.d20.table.damage_text import (
    CriticalText,
    CriticalUnclear,
    DamageText,
    DamageUnclear,
    read_critical,
    read_damage,
)


@pytest.mark.parametrize(
    ("text", "dice", "flat"),
    [
        ("1d8", (8,), 0),
        ("d8", (8,), 0),
        ("1d8+4", (8,), 4),
        ("1d6 - 1", (6,), -1),
        ("1d6−1", (6,), -1),
        ("2d6+1d6+3", (6, 6, 6), 3),
        ("3+1d4-1", (4,), 2),
        ("5", (), 5),
        ("0", (), 0),
        ("40d6", (6,) * 40, 0),
    ],
)
def test_damage_is_dice_and_numbers(text: str, dice: tuple[int, ...], flat: int) -> None:
    assert read_damage(text) == DamageText(dice, flat)


@pytest.mark.parametrize(
    "text",
    ["", " ", "d", "1d", "1d7", "1d0", "-1d6", "1d6-1d4", "1d6+", "1d6 4d", "1d6*2", "41d6", "8d6 fire"],
)
def test_what_is_no_damage_is_refused(text: str) -> None:
    with pytest.raises(DamageUnclear):
        read_damage(text)


@pytest.mark.parametrize(
    ("text", "threat", "multiplier"),
    [
        ("19-20/x2", 19, 2),
        ("18-20/×3", 18, 3),
        ("20/x4", 20, 4),
        ("x3", 20, 3),
        ("17-20", 17, 2),
        ("20", 20, 2),
        (" 19-20 / x2 ", 19, 2),
    ],
)
def test_a_critical_is_a_threat_range_and_a_multiplier(text: str, threat: int, multiplier: int) -> None:
    assert read_critical(text) == CriticalText(threat, multiplier)


@pytest.mark.parametrize(
    "text", ["", " ", "x1", "x", "1-20/x2", "0", "21", "19-20x2", "20-19", "19/20", "x2/19"]
)
def test_what_is_no_critical_is_refused(text: str) -> None:
    with pytest.raises(CriticalUnclear):
        read_critical(text)


def test_a_text_without_dice_and_number_does_no_damage() -> None:
    assert DamageText(()).is_none
    assert not read_damage("1").is_none
    assert not read_damage("1d2").is_none
