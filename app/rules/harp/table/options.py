"""The house rules of HARP | TdM: every question the chapter leaves open that a table may settle its way."""

from typing import Literal

from app.values import value


@value
class Options:
    """Options of an encounter, fixed when it begins; the defaults are the decisions DH-…"""

    open_roll_ignores_size_cap: bool = False
    """DH-8: an attack whose first die opened is not capped by its size (H-SIZE-2a)."""
    size_cap_surplus_attacks_again: bool = False
    """DH-8: what an opened attack has over its cap strikes again (H-SIZE-2b)."""
    attacks_are_manoeuvres: bool = True
    """DH-15: whether being shaken touches attacks; wound penalties always do."""
    dodge_agility_multiplier: Literal[1, 2] = 1
    """DH-6: how often Agility counts in the roll of a dodge."""
    effect_duration: Literal["own_turns", "turn_start"] = "own_turns"
    """DH-1: "n rounds" end with the n-th own turn, or at its start."""
    initiative_ties: Literal["quickness", "simultaneous"] = "quickness"
    """DH-5: what decides between equal initiatives; simultaneous ones keep the order of entry."""
    effect_stacking: Literal["add", "longest"] = "add"
    """DH-2: a second stun, must parry or no parry."""
    range_increment: Literal["ceil", "first_free"] = "ceil"
    """DH-3: which increment a distance falls in."""
    point_blank: Literal["replaces", "adds"] = "replaces"
    """DH-25: the point-blank modifier and the increment's penalty."""
    leaving_melee: Literal["free_attack", "none"] = "free_attack"
    """DH-20: what leaving a melee without disengaging costs."""
    critical_gear_shifts: bool = False
    """DH-28: helmet, shield arm and heavy armour change a critical."""
    shield_allocation: Literal["first_covered", "chooser"] = "first_covered"
    """DH-9: which attacks a shield meets: the first that it could, or those that its bearer wants."""
    multiple_parry: Literal["free", "equal"] = "free"
    """DH-13: how the points of a multiple parry are shared."""
    stance_moment: Literal["own_turn", "declaration"] = "own_turn"
    """DH-14: whether a stance may be chosen, or changed, at the own turn."""
    full_parry_roll: Literal["own_turn", "per_blow", "with_ob"] = "own_turn"
    """DH-17: one roll at the own turn, one at each blow, or one whose counter-blow has OB."""
    casting_penalty: Literal["by_type", "sheet"] = "by_type"
    """DH-12: what armour takes from spells, by its type or as the sheet says."""
    quickness_cut: Literal["effective", "maximum"] = "effective"
    """DH-24: which manoeuvre penalty of the armour cuts twice the Quickness bonus."""
    ambush: int = 20
    """DH-30: the position bonus of a successful ambush."""
    half_hits_penalty: bool = False
    """DH-42: −20 OB below half of the hits."""
    helpless_and_down: Literal["greatest", "adds"] = "greatest"
    """DH-43: stunned, down and unconscious are grades of one status, or being unconscious adds to them."""
    unconscious_shield: Literal["none", "counts"] = "none"
    """DH-44: what the shield of somebody unconscious is worth."""
    stray_fumbles: bool = False
    """DH-51: whether a stray shot can be a fumble; otherwise its roll in the fumble range is a miss."""
    disengage_as_full_parry: bool = False
    """DH-53: the first round of disengaging is a full parry even at half of the OB."""
    dodge_while_waiting: Literal["this_action", "next_action"] = "this_action"
    """DH-54: which action an instinctive dodge costs those who lie in wait."""
    death_at: int | Literal["constitution"] | None = None
    """DH-55: so many hits below 0, or as many as the Constitution total, are death; None: nothing is."""


CHAPTER = Options()
"""Every question answered as the decisions' defaults say."""
