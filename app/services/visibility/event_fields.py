"""What players are shown of events, by type and member. An event or a member that is not here is not shown.

``who`` is a combatant, or several: nobody hears of an event about somebody hidden. ``open`` can be seen by
everybody at the table, ``place`` unless the event's combatant is invisible. ``hit_points`` is told where
those of the event's combatant are disclosed, as figures or as what it lost. ``own`` is told of combatants of
which everything is disclosed. ``those`` are combatants of whom the hidden are left out; ``order`` is the
order of a round, ``combatant`` a whole combatant, ``named`` something of which only the ``id`` is told.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

COMBATANT = "cmb_"
"""How the id of a combatant begins."""
BOOKKEEPING = frozenset({"action_spent"})
"""Types of events that go without saying beside others."""

How: TypeAlias = Literal["who", "open", "place", "hit_points", "own", "those", "order", "combatant", "named"]


def _of(**members: How) -> dict[str, How]:
    return members


def _each(members: tuple[str, ...], how: How) -> dict[str, How]:
    return dict.fromkeys(members, how)


_ACTOR: dict[str, How] = {"actor": "who"}
_TARGET: dict[str, How] = {"target": "who"}
_BLOW: dict[str, How] = {"actor": "who", "target": "who", "weapon": "open"}
_WITH: dict[str, How] = {"actor": "who", "weapon": "open"}
_OPPONENT: dict[str, How] = {"actor": "who", "opponent": "who"}
_ORDER: dict[str, How] = {"order": "order"}
_ROUNDS: dict[str, How] = {"target": "who", "rounds": "open"}
_CONDITION: dict[str, How] = {"target": "who", "condition": "named"}
_EFFECT: dict[str, How] = {"target": "who", "effect": "own"}

SECRETIVE = frozenset({"interception_set", "action_readied", "action_declared", "ready_lost"})
"""What somebody plans: told of combatants of which everything is disclosed, and of nobody else."""

EVENTS: Mapping[str, Mapping[str, How]] = {
    # Every game
    "combatant_added": _of(combatant="combatant"),
    "combatant_edited": _of(combatant="combatant"),
    "combatant_revealed": _TARGET,
    "combatant_removed": _TARGET,
    "encounter_ended": {},
    "round_started": _of(number="open"),
    "initiative_rolled": _ORDER,
    "order_changed": _ORDER,
    "turn_began": _ACTOR | _of(seen="own"),
    "turn_resumed": _ACTOR,
    "turn_ended": _ACTOR,
    "attack_missed": _BLOW | _of(concealed="open"),
    "attack_hit": _BLOW | _of(hits="hit_points", severity="open", critical="open", multiplier="open"),
    "attack_prevented": _BLOW,
    "fell_unconscious": _TARGET,
    "came_to": _TARGET,
    "revived": _TARGET,
    "healed": _TARGET | _each(("hits", "bleeding", "penalty", "points", "nonlethal"), "hit_points"),
    "effect_ended": _EFFECT,
    "moved": _ACTOR
    | _each(("pace", "gait"), "open")
    | _each(("distance", "to", "facing", "squares", "diagonals", "ignored", "trail"), "place"),
    "stood_up": _ACTOR,
    "weapon_drawn": _WITH,
    # HARP | Terre du Milieu
    "attack_fumbled": _BLOW,
    "hits_taken": _TARGET | _of(hits="hit_points", cause="open"),
    "critical_suffered": _TARGET | _of(table="open", severity="open", additional="open"),
    "wounded": _TARGET | _of(bleed_per_round="hit_points", penalty="hit_points"),
    "stunned": _ROUNDS,
    "stun_ended": _TARGET,
    "stun_held": _ROUNDS,
    "must_parry": _ROUNDS,
    "no_parry": _ROUNDS,
    "shaken": _TARGET,
    "struck_dead": _TARGET | _of(rounds="hit_points"),
    "death_approached": _TARGET | _of(rounds="hit_points"),
    "turns_lost": _TARGET | _of(turns="open"),
    "initiative_changed": _TARGET | _of(modifier="own"),
    "weapon_lost": _of(target="who", weapon="open", condition="open", rounds="open"),
    "weapon_held": _of(target="who", weapon="open"),
    "ammunition_lost": _of(target="who", weapon="open", count="own"),
    "action_taken": _ACTOR | _of(action="open"),
    "side_surprised": _of(side="open"),
    "nobody_surprised": {},
    "action_declared": _of(declaration="own"),
    "parry_taken": _ACTOR | _of(parries="own", ob_spent="own"),
    "parry_held": _OPPONENT,
    "parry_failed": _OPPONENT,
    "dodged": _ACTOR | _of(bonus="own", instinctive="open"),
    "action_owed": _ACTOR,
    "shield_used": _ACTOR,
    "shield_planted": _ACTOR | _of(cover="open"),
    "shield_taken_up": _ACTOR,
    "disengage_begun": _OPPONENT,
    "disengage_spoiled": _OPPONENT,
    "disengaged": _OPPONENT | _of(distance_cm="open"),
    "interception_set": _ACTOR | _of(interception="own"),
    "intercepted": _ACTOR | _TARGET,
    "action_stopped": _ACTOR,
    "fell_down": _TARGET,
    "resisted": _TARGET | _of(resistance="open", success="open"),
    "manoeuvre_made": _ACTOR | _each(("using", "column", "figure", "success"), "own"),
    "first_aid_given": _ACTOR | _TARGET | _of(bleeding="hit_points"),
    "set_off": _ACTOR | _of(pace="open"),
    "turned": _ACTOR | _of(facing="place"),
    "move_prevented": _ACTOR,
    "harassed": _TARGET | _of(harassment="own"),
    "weapon_emptied": _WITH | _of(rounds="open"),
    "weapon_readied": _WITH | _of(condition="open"),
    "weapon_aimed": _WITH,
    "action_under_way": _ACTOR | _of(busy="own"),
    "action_completed": _ACTOR | _of(action="open"),
    "action_interrupted": _ACTOR | _of(action="open"),
    # D&D 3.5 and Pathfinder 1e
    "became_disabled": _TARGET,
    "became_staggered": _TARGET,
    "began_dying": _TARGET,
    "stabilised": _TARGET,
    "died": _TARGET | _of(destroyed="open"),
    "damage_reduced": _TARGET | _of(points="own", what="own", rule_id="own"),
    "hands_emptied": _TARGET | _of(weapons="open"),
    "hit_points_lost": _TARGET | _of(points="hit_points", temporary="own", cause="open"),
    "nonlethal_taken": _TARGET | _of(points="hit_points"),
    "temporary_gained": _TARGET | _of(points="own"),
    "save_made": _TARGET | _of(save="open", success="open"),
    "bull_rush_failed": _ACTOR | _TARGET,
    "charge_begun": _ACTOR | _TARGET | _of(mount="who"),
    "charge_forestalled": _ACTOR | _TARGET | _of(to="place"),
    "charge_met": _BLOW,
    "charge_stopped": _ACTOR | _TARGET | _of(cause="open"),
    "dismounted": _ACTOR | _of(to="place"),
    "move_stopped": _ACTOR,
    "mounted": _ACTOR | _of(mount="who"),
    "opportunity_taken": _ACTOR | _TARGET | _of(because="open"),
    "pushed": _ACTOR | _TARGET | _of(squares="place", to="place"),
    "weapon_dropped": _WITH,
    "weapon_sheathed": _WITH,
    "action_prevented": _ACTOR | _of(what="own"),
    "action_readied": _ACTOR | _of(readied="own"),
    "action_spent": _ACTOR | _of(kind="open", action="open", strenuous="open"),
    "action_used": _ACTOR | _of(what="own"),
    "condition_gained": _CONDITION,
    "condition_ended": _CONDITION,
    "effect_gained": _EFFECT,
    "ready_lost": _ACTOR,
    "ready_triggered": _ACTOR | _of(before="who"),
    "surprise_settled": _of(aware="those"),
    "turn_delayed": _ACTOR,
    "turn_interrupted": _ACTOR,
    "disarmed": _BLOW | _of(away="open"),
    "manoeuvre_failed": _ACTOR | _TARGET | _of(manoeuvre="open", cause="open"),
    "manoeuvre_prevented": _ACTOR | _TARGET | _of(manoeuvre="open"),
    "overran": _ACTOR | _TARGET | _of(avoided="open"),
    "tripped": _ACTOR | _TARGET,
    "weapon_damaged": _BLOW | _of(points="own", left="own"),
    "weapon_destroyed": _BLOW,
    "grappled": _ACTOR | _TARGET,
    "grapple_held": _ACTOR | _TARGET,
    "grapple_reversed": _ACTOR | _TARGET,
    "grapple_ended": _ACTOR | _TARGET,
    "dragged": _ACTOR | _TARGET | _of(to="place"),
    "splash_thrown": _WITH,
    "splash_prevented": _WITH,
    "splash_landed": _WITH | _each(("at", "intersection", "squares", "direction"), "place"),
    "splashed": _of(target="who", weapon="open"),
    "left_unharmed": _of(target="who", weapon="open"),
    "fell_from_saddle": _ACTOR | _of(mount="who", softly="open", to="place"),
    "fought_from_saddle": _ACTOR | _of(how="open"),
    "ride_failed": _ACTOR | _of(mount="who", task="open"),
    "ride_succeeded": _ACTOR | _of(mount="who", task="open"),
    "stayed_in_saddle": _ACTOR | _of(mount="who"),
    "spell_lost": _ACTOR | _of(what="own"),
    "aid_given": _ACTOR | _of(ally="who", aid="open", what="own"),
    "aid_failed": _ACTOR | _of(ally="who"),
    "feinted": _ACTOR | _TARGET,
    "feint_failed": _ACTOR | _TARGET,
    # Of the service
    "action_suspended": _of(action_id="open"),
    "action_resumed": _of(action_id="open", by="open"),
    "action_cancelled": _of(action_id="open", by="open"),
    "action_refused": _of(action_id="open"),
    "action_undone": _of(action_id="open", seq="open"),
    "action_redone": _of(action_id="open", seq="open"),
    "encounter_edited": {},
}
