"""Grapples as they are commanded: seizing somebody, what can be done then, and getting free."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, Invalid, permit
from app.rules.d20.attack.reach_checks import able_to_strike_at
from app.rules.d20.contract.commands.maneuvers import Grapple
from app.rules.d20.contract.economy import may_not_spend, spending
from app.rules.d20.contract.events.maneuvers import GrappleEnded
from app.rules.d20.contract.events.turns import ActionKind
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.contract.steps_maneuvers import Aim, Seize
from app.rules.d20.contract.steps_movement import Trip, Wrestle
from app.rules.d20.ground.maneuver_limits import not_ones_rider, not_too_large, on_foot
from app.rules.d20.ground.speed import half, speed_of
from app.rules.d20.ground.ways import way
from app.rules.d20.maneuvers.maneuver_check import Manoeuvring, check_manoeuvre
from app.rules.d20.maneuvers.opposed_check import check_grapples
from app.rules.d20.table.arms import armed_with, bare_hands
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import may_not_act, may_not_attack
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.holds import held_by, is_held
from app.rules.d20.table.legal import misplaced, not_oneself
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.steps import StepResult

OF_THE_HOLDER: frozenset[Aim] = frozenset({"hold", "damage", "move", "pin"})
"""What in Pathfinder only the one does who holds the other, by keeping its hold (PF1-GRP-4)."""
OF_PATHFINDER: frozenset[Aim] = frozenset({"hold", "reverse"})


class SkillMissing(Invalid):
    """The sheet does not say how well its owner slips out of a hold."""

    code = "skill_missing"
    pointer = "/by_skill"


def grapple(book: Book, encounter: Encounter, command: Grapple) -> Result:
    """Whatever can be done in a grapple, by its aim; raises Illegal with every failed check."""
    actor = encounter.combatant(command.actor, "/actor")
    target = encounter.combatant(command.target, "/target")
    if command.aim == "seize":
        return _seize(book, encounter, command, actor, target)
    if command.aim == "release":
        permit(may_not_spend(encounter, actor, "free", command.type), _holding(encounter, actor, target))
        return StepResult(
            (*spending(actor, "free", command.type), GrappleEnded(actor.id, target.id)),
        )
    return _wrestle(book, encounter, command, actor, target)


def check_figures(book: Book, encounter: Encounter, actor: Combatant, target: Combatant) -> None:
    """Refuse sheets that lack what the check needs; raises ManoeuvreUnclear, GrappleUnclear."""
    if book.profile.has_cmd:
        check_manoeuvre(book, encounter, Manoeuvring("grapple", actor, target))
    else:
        check_grapples(actor, target)


def _seize(book: Book, encounter: Encounter, command: Grapple, actor: Combatant, target: Combatant) -> Result:
    """Get hold of somebody in reach: a standard action (PF1-GRP-1, D35-GRP-1)."""
    hands = bare_hands(book, actor.sheet)
    permit(
        not_oneself(actor, target),
        may_not_spend(encounter, actor, "standard", command.type),
        may_not_attack(actor),
        on_foot(actor, "D20-MAN-4"),
        not_ones_rider(actor, target),
        _free(actor, target),
        (() if book.profile.has_cmd else not_too_large(actor, target, "D35-GRP-4")),
        able_to_strike_at(book, encounter, actor, target, hands, command.situation),
    )
    check_figures(book, encounter, actor, target)
    named = tuple(encounter.combatant(name, "/threatened_by").id for name in command.threatened_by)
    step = Seize(actor.id, target.id, situation=command.situation, threatened_by=named)
    return StepResult(tuple(spending(actor, "standard", command.type)), (step,))


def _free(actor: Combatant, target: Combatant) -> Iterator[FailedCheck]:
    """A grapple is one of two (D20-GRP-1)."""
    for one in (actor, target):
        if one.has("grappled", "pinned"):
            yield FailedCheck(
                "ALREADY_GRAPPLED",
                "{actor} is in a grapple already.",
                "D20-GRP-1",
                (("actor", one.identity.name),),
            )


def _wrestle(
    book: Book, encounter: Encounter, command: Grapple, actor: Combatant, target: Combatant
) -> Result:
    """What the two of a grapple do to each other, each a standard action (PF1-GRP-4 … , D35-GRP-6 …)."""
    kind = _kind(encounter, command, actor)
    trip, amiss = _way(book, encounter, command, actor, target)
    permit(
        may_not_spend(encounter, actor, kind, command.type),
        may_not_act(actor),
        _together(actor, target),
        _suits(book, command, actor, target),
        _weapon(book, actor, command),
        amiss,
    )
    check_figures(book, encounter, actor, target)
    if command.by_skill and (actor.sheet.skills is None or actor.sheet.skills.escape_artist is None):
        name = actor.identity.name
        raise SkillMissing("Give `escape_artist` among the `skills` of {name}.", name=name)
    step = Wrestle(
        actor.id,
        target.id,
        command.aim,
        command.weapon,
        command.nonlethal,
        by_skill=command.by_skill,
        situation=command.situation,
        trip=trip,
    )
    return StepResult(tuple(spending(actor, kind, command.type)), (step,))


def _kind(encounter: Encounter, command: Grapple, actor: Combatant) -> ActionKind:
    """A standard action; with Greater Grapple a move action keeps the hold, if it is there (PF1-GRP-12)."""
    is_greater = has_feat(actor.sheet, "greater-grapple") and command.aim in OF_THE_HOLDER
    if (
        is_greater
        and actor.turn.move is None
        and not any(may_not_spend(encounter, actor, "move", command.type))
    ):
        return "move"
    return "standard"


def _together(actor: Combatant, target: Combatant) -> Iterator[FailedCheck]:
    if not (is_held(actor, target) or is_held(target, actor)):
        yield FailedCheck(
            "NOT_GRAPPLING",
            "{actor} is in no grapple with {target}.",
            "D20-GRP-1",
            (("actor", actor.identity.name), ("target", target.identity.name)),
        )


def _holding(encounter: Encounter, actor: Combatant, target: Combatant) -> Iterator[FailedCheck]:
    held = held_by(encounter, actor)
    if held is None or held.id != target.id:
        yield FailedCheck(
            "NOT_GRAPPLING",
            "{actor} does not hold {target}.",
            "D20-GRP-2",
            (("way", "hold"), ("actor", actor.identity.name), ("target", target.identity.name)),
        )


def _suits(book: Book, command: Grapple, actor: Combatant, target: Combatant) -> Iterator[FailedCheck]:
    """Whether that is for the one who holds, or for the one who is held; the pinned only try to get free."""
    name, aim = actor.identity.name, command.aim
    is_holder = actor.holds == target.id
    by_cmb = book.profile.has_cmd
    not_its_part = by_cmb and is_holder != (aim in OF_THE_HOLDER)
    if not_its_part or (not by_cmb and aim in OF_PATHFINDER):
        yield FailedCheck(
            "NOT_ITS_PART",
            "{actor} cannot do that in this grapple: {aim}.",
            "PF1-GRP-4" if by_cmb else "D35-GRP-6",
            (("actor", name), ("aim", aim)),
        )
    if actor.has("pinned") and aim not in ("escape", "reverse"):
        yield FailedCheck(
            "CONDITION_FORBIDS",
            "{actor} is pinned and can but try to get free.",
            "D20-CND-20",
            (("way", "pinned"), ("actor", name), ("condition", "pinned")),
        )


def _weapon(book: Book, actor: Combatant, command: Grapple) -> Iterator[FailedCheck]:
    """Damage is done by fists, claws and light weapons, in Pathfinder by any of one hand (PF1-GRP-6)."""
    if command.aim != "damage" or command.weapon is None:
        return
    armed = armed_with(book, actor.sheet, command.weapon)
    name, rule_id = actor.identity.name, "PF1-GRP-6" if book.profile.has_cmd else "D35-GRP-6"
    place = None if armed.hands == 0 else actor.weapon_place(armed.id)
    if place is not None:
        yield misplaced(actor, armed, place, "D20-ATK-21")
    is_close = armed.is_light or armed.is_natural or armed.is_unarmed
    if armed.is_ranged or not (is_close or (book.profile.has_cmd and armed.hands < 2)):
        yield FailedCheck(
            "NOT_WHILE_GRAPPLING",
            "{actor} has no room for the {weapon} in a grapple.",
            rule_id,
            (("way", "room"), ("actor", name), ("weapon", armed.called)),
        )


def _way(
    book: Book, encounter: Encounter, command: Grapple, actor: Combatant, target: Combatant
) -> tuple[Trip | None, tuple[FailedCheck, ...]]:
    """Up to half the speed with the other behind (PF1-GRP-5, D35-GRP-10); raises what `ways.way` raises."""
    if command.aim != "move":
        return None, ()
    most = half(encounter.options, speed_of(encounter.options, actor))
    found = way(book, encounter, actor, command.path, command.to, command.distance, most=most)
    named = tuple(encounter.combatant(name, "/threatened_by").id for name in command.threatened_by)
    trip = Trip(
        actor.id,
        actor.id,
        "drag",
        found.costs,
        found.places,
        found.diagonals,
        named,
        spared=(target.id,),
        drags=target.id,
    )
    return trip, found.checks


STEPS: Steps = {Grapple: grapple}
