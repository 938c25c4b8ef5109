"""The house rules of the d20 games: every question the texts leave open that a table may settle its way."""

from typing import Literal

from app.rules.d20.table.profile import Profile
from app.values import replace, value


@value
class Options:
    """Options of an encounter, fixed when it begins.

    The defaults are those of the decisions D-… and S-…; None is what the edition says, and is filled in
    when the encounter begins.
    """

    restricted_charge: Literal["standard", "standard_or_move"] | None = None
    """S-2: which single action left in a turn still lets a combatant charge."""
    los_moment: Literal["turn", "charge", "both"] = "turn"
    """S-4: when the target of a charge must be seen."""
    mount_fall_prone: bool = True
    """S-6: whether a rider who falls with the mount, and takes harm by it, lies prone."""
    charge_lane: Literal["hull", "center"] = "hull"
    """D-1: the strip that must be free: the hull of both spaces, or the line between their centres."""
    closest_space_tie: Literal["euclid", "die", "chooser"] = "euclid"
    """D-2: what decides between equally close spaces."""
    charge_ac_from: Literal["declaration", "after_move"] = "declaration"
    """D-4: from when on a charger's AC is lower."""
    intersection_scatter: Literal["intersection", "square"] = "intersection"
    """D-6: what a missed throw at an intersection hits."""
    feint_animal: Literal["replaces", "adds"] = "replaces"
    """D-7: the −8 against animals and the −4 against what is no humanoid."""
    brace_trigger: Literal["any_charger", "own_charger"] = "any_charger"
    """D-8: whose charge meets a weapon set against charges."""
    bull_rush: Literal["cmb", "strength"] | None = None
    """D-9: how a bull rush is decided."""
    reach_second_diagonal: bool = True
    """D-10: whether a reach of 10 ft threatens the second diagonal."""
    lane_includes_start: bool = False
    """D-12: whether the ground under the charger counts for the lane."""
    intersection_distance: Literal["corner", "adjacent_square"] = "corner"
    """D-13: how far an intersection is."""
    splash_critical: Literal["none", "direct_only"] = "none"
    """D-14: whether splash weapons score critical hits."""
    mounted_charge_space: Literal["rider_weapon", "mount_attack"] = "rider_weapon"
    """D-15: whose attack the end of a mounted charge is chosen by."""
    unseen_in_lane: Literal["stops_before", "refuse"] = "stops_before"
    """D-17: what an unseen creature in the lane does to a charge."""
    half_move_rounding: Literal["down", "up"] = "down"
    """D-19: the half of an odd number of squares."""
    end_space_helpless: bool = True
    """D-21: whether a charge may end where a helpless creature lies."""
    higher_ground_melee_only: bool = False
    """PF1-MNT-08: whether a rider's +1 over foes on foot is for melee alone."""
    partial_cover: bool = False
    """D20-COV-07: whether cover of half a body or less counts as +2 instead of +4."""
    massive_damage: bool | None = None
    """D35-HP-3, PF1-HP-3: whether so much damage at once may kill by itself."""


def filled_in(options: Options, profile: Profile) -> Options:
    """The options with the edition's answer wherever the table gave none."""
    return replace(
        options,
        restricted_charge=options.restricted_charge or profile.restricted_charge,
        bull_rush=options.bull_rush or profile.bull_rush,
        massive_damage=(profile.massive_damage if options.massive_damage is None else options.massive_damage),
    )
