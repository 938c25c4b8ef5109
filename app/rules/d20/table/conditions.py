"""What each condition keeps a combatant from, and the states that its hit points bring (section 5.3).

Every ``may_not_…`` yields the reasons that hold, to be given to `legal.permit`.
"""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck
from app.rules.common.modifiers import Modifier
from app.rules.d20.table.book import Book
from app.rules.d20.table.holds import is_pinning
from app.rules.d20.table.sheet import Ability
from app.rules.d20.table.state import (
    Combatant,
    ConditionId,
    Encounter,
    is_dead,
    is_disabled,
    is_helpless,
    is_never_alive,
    is_staggered,
    is_unconscious,
)
from app.values import value

__all__ = ["is_dead", "is_disabled", "is_helpless", "is_never_alive", "is_staggered", "is_unconscious"]

NO_ACTIONS: dict[ConditionId, str] = {
    "cowering": "D20-CND-18",
    "dazed": "D20-CND-18",
    "fascinated": "D20-CND-18",
    "helpless": "D20-CND-07",
    "paralyzed": "D20-CND-07",
    "stunned": "D20-CND-04",
}
"""Conditions that leave nothing to do, with the statement of each."""
NO_ATTACKS: dict[ConditionId, str] = {
    "nauseated": "D20-CND-12",
    "panicked": "D20-CND-15",
    "pinned": "D20-CND-20",
}
NO_MOVEMENT: dict[ConditionId, str] = {"grappled": "D20-CND-20", "pinned": "D20-CND-20"}
NO_CHARGES: dict[ConditionId, str] = {
    "blinded": "D20-CND-09",
    "entangled": "D20-CND-10",
    "exhausted": "D20-CND-10",
    "fatigued": "D20-CND-10",
    "squeezing": "D20-CND-17",
}
NO_OPPORTUNITIES: dict[ConditionId, str] = {"grappled": "D20-CND-20"}
DENYING: dict[ConditionId, str] = {
    "blinded": "D20-CND-09",
    "cowering": "D20-CND-18",
    "stunned": "D20-CND-04",
}
"""Conditions without a Dexterity bonus to AC."""
DROPPING: frozenset[ConditionId] = frozenset({"panicked", "stunned", "unconscious"})
"""Conditions in which nobody keeps hold of anything (D20-CND-04, D20-CND-15)."""
FEARS: tuple[ConditionId, ...] = ("panicked", "frightened", "shaken")
"""The stages of fear, the worst first (D20-CND-14)."""
TOTAL_DEFENSE = "d20.effect.total-defense"
"""The label of the effect that a total defense is (D20-ACT-7)."""


@value
class Cause:
    """Why something does not count: the id of its message, and the statement."""

    label: str
    rule_id: str


def is_flat_footed(book: Book, encounter: Encounter, combatant: Combatant) -> bool:
    """Whether it has not had a turn yet, or is caught off its guard otherwise (D20-INI-3, D20-CND-08)."""
    if combatant.sheet.uncanny_dodge and book.profile.uncanny_dodge == "never_flat_footed":
        return False
    waits = encounter.round is not None and not combatant.has_acted
    return waits or combatant.has("flat-footed")


def why_without_dexterity(
    book: Book,
    encounter: Encounter,
    combatant: Combatant,
    against: str | None = None,
    *,
    in_melee: bool = False,
) -> Cause | None:
    """What takes its Dexterity bonus to AC and its dodge bonuses away; None when nothing does.

    ``against`` is the opponent it is asked about: the grappled of 3.5 keep theirs against their grappler.
    ``in_melee`` is whether a blow of melee is meant: most feints open a guard to no other (PF1-FNT-13).
    The helpless are another matter: their Dexterity is 0 (`is_helpless`).
    """
    if is_flat_footed(book, encounter, combatant) and not combatant.sheet.uncanny_dodge:
        return Cause("d20.condition.flat-footed", "D20-CND-08")
    if book.profile.grapple == "penalty" and is_pinning(encounter, combatant):
        return Cause("d20.condition.pinning", "PF1-GRP-8")
    for condition in combatant.conditions:
        if condition.id in DENYING:
            return Cause(f"d20.condition.{condition.id}", DENYING[condition.id])
        if book.profile.grapple == "penalty" and condition.id == "pinned":
            return Cause("d20.condition.pinned", "PF1-CND-06")
        is_held = book.profile.grapple == "denied" and condition.id in ("grappled", "pinned")
        if is_held and (condition.source is None or condition.source != against):
            return Cause(f"d20.condition.{condition.id}", "D35-CND-1")
    for effect in combatant.effects:
        is_meant = effect.to == "denied-dexterity" and effect.against in (None, against)
        if is_meant and (in_melee or effect.spent_by != "attacked-in-melee"):
            return Cause(effect.label, effect.rule_id)
    return None


def loses_dexterity(
    book: Book, encounter: Encounter, combatant: Combatant, against: str | None = None
) -> bool:
    """Whether it has no Dexterity bonus to AC now."""
    return why_without_dexterity(book, encounter, combatant, against) is not None


def worst_fear(combatant: Combatant) -> ConditionId | None:
    """Of shaken, frightened and panicked, which are stages of one fear, the worst it is under."""
    return next((fear for fear in FEARS if combatant.has(fear)), None)


def on_ability(book: Book, combatant: Combatant, ability: Ability) -> Iterator[Modifier]:
    """What conditions change in an ability's modifier; the penalties are even, so the score is not needed."""
    changes: dict[ConditionId, tuple[int, str]] = {}
    if ability in ("strength", "dexterity"):
        changes = {"fatigued": (-1, "D20-CND-10"), "exhausted": (-3, "D20-CND-10")}
    if ability == "dexterity":
        changes["entangled"] = (-2, "D20-CND-10")
        if book.profile.grapple == "penalty":
            changes["grappled"] = (-2, "PF1-CND-05")
    for condition, (penalty, rule_id) in changes.items():
        # Whoever is exhausted is no longer merely fatigued.
        if combatant.has(condition) and not (condition == "fatigued" and combatant.has("exhausted")):
            yield Modifier(f"d20.condition.{condition}", penalty, "condition", "state", rule_id)


def on_checks(combatant: Combatant) -> Iterator[Modifier]:
    """What conditions take from attacks, saves and checks of abilities, which initiative is (D20-CND-14)."""
    if (fear := worst_fear(combatant)) is not None:
        yield Modifier(f"d20.condition.{fear}", -2, "condition", "state", "D20-CND-14")
    if combatant.has("sickened"):
        yield Modifier("d20.condition.sickened", -2, "condition", "state", "D20-CND-14")


def may_not_act(actor: Combatant) -> Iterator[FailedCheck]:
    """Whether the combatant can do nothing at all."""
    name = actor.identity.name
    if is_dead(actor):
        yield FailedCheck("ACTOR_DEAD", "{actor} is dead.", "D20-HP-5", (("actor", name),))
    elif is_unconscious(actor):
        yield FailedCheck("ACTOR_UNCONSCIOUS", "{actor} is unconscious.", "D20-HP-4", (("actor", name),))
    yield from _forbidden(actor, NO_ACTIONS, "act")


def may_not_attack(actor: Combatant) -> Iterator[FailedCheck]:
    """Whether the combatant can attack nobody."""
    yield from may_not_act(actor)
    yield from _forbidden(actor, NO_ATTACKS, "attack")


def may_not_move(actor: Combatant) -> Iterator[FailedCheck]:
    """Whether the combatant cannot leave its place on its own feet."""
    yield from may_not_act(actor)
    yield from _forbidden(actor, NO_MOVEMENT, "move")


def may_not_charge(actor: Combatant, target: Combatant) -> Iterator[FailedCheck]:
    """Whether the combatant is in no state to charge that target (D20-CHG-11)."""
    yield from may_not_attack(actor)
    yield from _forbidden(actor, NO_MOVEMENT | NO_CHARGES, "charge")
    for condition in actor.conditions:
        if condition.id == "frightened" and condition.source in (None, target.id):
            yield FailedCheck(
                "CONDITION_FORBIDS",
                "{actor} is frightened and cannot charge {target}.",
                "D20-CND-15",
                (
                    ("way", "frightened"),
                    ("actor", actor.identity.name),
                    ("condition", "frightened"),
                    ("target", target.identity.name),
                ),
            )


def may_not_take_opportunities(
    book: Book, encounter: Encounter, combatant: Combatant
) -> Iterator[FailedCheck]:
    """Whether the combatant makes no attacks of opportunity (D20-AOO-09, D20-CND-08, D20-ACT-7)."""
    yield from may_not_attack(combatant)
    yield from _forbidden(combatant, NO_OPPORTUNITIES, "make attacks of opportunity")
    name = combatant.identity.name
    has_reflexes = "combat-reflexes" in combatant.sheet.feats
    if is_flat_footed(book, encounter, combatant) and not has_reflexes:
        yield FailedCheck("FLAT_FOOTED", "{actor} is flat-footed.", "D20-CND-08", (("actor", name),))
    if any(effect.label == TOTAL_DEFENSE for effect in combatant.effects):
        yield FailedCheck(
            "ON_TOTAL_DEFENSE", "{actor} does nothing but defend itself.", "D20-ACT-7", (("actor", name),)
        )


def is_single_action(combatant: Combatant) -> bool:
    """Whether its state leaves it one standard or move action a turn (D20-CND-11)."""
    return is_staggered(combatant) or is_disabled(combatant) or combatant.has("slowed")


def _forbidden(actor: Combatant, by: dict[ConditionId, str], deed: str) -> Iterator[FailedCheck]:
    for condition in dict.fromkeys(condition.id for condition in actor.conditions):
        if condition in by:
            yield _forbids(actor, condition, by[condition], deed)


def _forbids(actor: Combatant, condition: ConditionId, rule_id: str, deed: str) -> FailedCheck:
    return FailedCheck(
        "CONDITION_FORBIDS",
        "{actor} is {condition} and cannot {deed}.",
        rule_id,
        (("actor", actor.identity.name), ("condition", condition), ("deed", deed)),
    )
