"""Feints: a foe misled is without Dexterity against the next blow of melee (PF1-FNT-01 … -18, D35-FNT-01).

By a number that the target's Sense Motive may raise, or by opposed checks, as the edition has it.
"""

from collections.abc import Iterator

from app.rules.common.dice import D20, Throw
from app.rules.common.errors import FailedCheck, Invalid, permit
from app.rules.common.modifiers import Modifier, Suppressed, Tally, add_up
from app.rules.d20.contract.commands.support import Feint
from app.rules.d20.contract.economy import may_not_spend, spending
from app.rules.d20.contract.effects import gains, until_next_turn
from app.rules.d20.contract.events.support import Feinted, FeintFailed
from app.rules.d20.contract.events.turns import ActionKind
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.table.abilities import ability_modifier
from app.rules.d20.table.book import Book
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.legal import not_oneself
from app.rules.d20.table.sheet import CreatureType
from app.rules.d20.table.state import Combatant, Effect, Encounter, Until
from app.rules.d20.wounds.skills import checked, skill_bonus, skill_check, skill_of
from app.rules.resolution.requests import Facts, Resolution, Roll, Together
from app.rules.resolution.steps import StepResult

BASE_DC = 10
NOT_HUMANOID = -4
ANIMAL = -8
ANIMAL_INTELLIGENCE = (1, 2)
USUAL_INTELLIGENCE = 10
INTELLIGENCE_OF: dict[CreatureType, int] = {"animal": 2, "ooze": 0, "vermin": 0}
"""Of the kinds that have no more, where the sheet gives no scores (PF1-FNT-19)."""
LABEL = "d20.effect.feint"


class FeintUnclear(Invalid):
    """The base attack bonus of the target is not known, and a feint is made against it."""

    code = "feint_unclear"
    pointer = "/target"


def feint(book: Book, encounter: Encounter, command: Feint) -> Resolution[Result]:
    """Bluff against the target's attention; it gives nobody an opportunity (PF1-FNT-09).

    Raises Illegal, FeintUnclear.
    """
    actor = encounter.combatant(command.actor, "/actor")
    target = encounter.combatant(command.target, "/target")
    kind = _kind(actor)
    permit(
        may_not_spend(encounter, actor, kind, command.type),
        not_oneself(actor, target),
        _aware(command, actor, target),
        _minded(target),
    )
    if target.sheet.bab is None:
        name = target.identity.name
        raise FeintUnclear("Give `bab` on the sheet of {name}: a feint is made against it.", name=name)
    bonus = skill_bonus(book, actor, "bluff", _strangeness(encounter, target))
    rules = ("PF1-FNT-09", *_rules_of(target))
    if book.profile.feint == "number":
        succeeds = yield from skill_check(actor, "feint", bonus, _difficulty(target), ("PF1-FNT-05", *rules))
        noticed = ()
    else:
        succeeds = yield from _opposed(book, actor, target, bonus, rules)
        noticed = checked(target, "sense_motive")
    outcome = Feinted(actor.id, target.id) if succeeds else FeintFailed(actor.id, target.id)
    opened = gains(target, *_openings(encounter, actor)) if succeeds else ()
    events = (*spending(actor, kind, command.type), *checked(actor, "bluff"), *noticed, outcome, *opened)
    return StepResult(events)


def _kind(actor: Combatant) -> ActionKind:
    """A standard action, with Improved Feint a move action (PF1-FNT-09)."""
    return "move" if has_feat(actor.sheet, "improved-feint") else "standard"


def _aware(command: Feint, actor: Combatant, target: Combatant) -> Iterator[FailedCheck]:
    if command.in_sight is False:
        yield FailedCheck(
            "NOT_IN_SIGHT",
            "{target} takes no notice of {actor}.",
            "PF1-FNT-18",
            (("target", target.identity.name), ("actor", actor.identity.name)),
        )


def _minded(target: Combatant) -> Iterator[FailedCheck]:
    """Nobody misleads what has no mind (PF1-FNT-08)."""
    if _intelligence(target) == 0:
        yield FailedCheck(
            "MINDLESS", "{target} has no mind to mislead.", "PF1-FNT-08", (("target", target.identity.name),)
        )


def _intelligence(target: Combatant) -> int:
    """The score; 0 where there is none."""
    sheet = target.sheet
    if sheet.abilities is not None:
        return sheet.abilities.intelligence or 0
    return INTELLIGENCE_OF.get(sheet.creature_type, USUAL_INTELLIGENCE)


def _strangeness(encounter: Encounter, target: Combatant) -> Iterator[Modifier]:
    """−4 for what is no humanoid, −8 for animals instead, or besides by option (PF1-FNT-06, -07, D-7)."""
    is_animal = _intelligence(target) in ANIMAL_INTELLIGENCE
    is_strange = target.sheet.creature_type != "humanoid"
    if is_strange and not (is_animal and encounter.options.feint_animal == "replaces"):
        yield Modifier("d20.feint.not-humanoid", NOT_HUMANOID, "penalty", "sheet", "PF1-FNT-06")
    if is_animal:
        yield Modifier("d20.feint.animal", ANIMAL, "penalty", "sheet", "PF1-FNT-07")


def _rules_of(target: Combatant) -> Iterator[str]:
    if _intelligence(target) in ANIMAL_INTELLIGENCE and target.sheet.creature_type != "humanoid":
        yield "D-7"


def _difficulty(target: Combatant) -> Tally:
    """10, base attack and Wisdom, or 10 and a trained Sense Motive where that is more (PF1-FNT-01 … -04)."""
    sheet, wisdom = target.sheet, ability_modifier(target.sheet, "wisdom")
    base = Modifier("d20.dc.base", BASE_DC, "base", "rules", "PF1-FNT-01")
    usual = (
        Modifier("d20.attack.base", sheet.bab or 0, "base", "sheet: bab", "PF1-FNT-01"),
        Modifier("d20.ability.wisdom", wisdom, "ability", "sheet: abilities", "PF1-FNT-01"),
    )
    motive = skill_of(sheet, "sense_motive")
    if motive is None:
        return add_up("d20.dc", (base, *usual))
    trained = Modifier("d20.skill.sense_motive", motive.total, "skill", "sheet: skills", "PF1-FNT-02")
    if not motive.trained:
        return add_up("d20.dc", (base, *usual), (Suppressed(trained, "d20.feint.untrained"),))
    if trained.value > sum(part.value for part in usual):
        return add_up("d20.dc", (base, trained), (Suppressed(part, trained.label) for part in usual))
    return add_up("d20.dc", (base, *usual), (Suppressed(trained, "d20.attack.base"),))


def _opposed(
    book: Book, actor: Combatant, target: Combatant, bonus: Tally, rules: tuple[str, ...]
) -> Resolution[bool]:
    """Bluff must be more than Sense Motive and base attack together; equal is not enough (D35-FNT-01)."""
    base = Modifier("d20.attack.base", target.sheet.bab or 0, "base", "sheet: bab", "D35-FNT-01")
    theirs = skill_bonus(book, target, "sense_motive", (base,))
    bluff, noticed = yield from Together(
        (
            _total(actor, "feint", bonus, ("D35-FNT-01", *rules)),
            _total(target, "see through the feint", theirs, ("D35-FNT-01",)),
        )
    )
    return bluff > noticed


def _total(who: Combatant, purpose: str, bonus: Tally, rules: tuple[str, ...]) -> Roll[int]:
    def total(throw: Throw) -> int:
        return throw.total + bonus.total

    def explain(throw: Throw) -> Facts:
        return (("check_total", total(throw)),)

    return Roll(purpose, who.id, D20, total, bonus, explain=explain, rules=(*rules, "D20-SKL-1"))


def _openings(encounter: Encounter, actor: Combatant) -> Iterator[Effect]:
    """Against the feinter's next blow of melee, until the end of its next turn (PF1-FNT-10, PF1-FNT-14).

    With Greater Feint besides against everybody, until that turn begins (PF1-FNT-17).
    """
    now = encounter.round
    is_own_turn = now is None or now.acting == now.current == actor.id
    until = Until(actor.id, "end", 2 if is_own_turn else 1)
    yield Effect(LABEL, "denied-dexterity", 0, "untyped", "PF1-FNT-10", until, actor.id, "attacked-in-melee")
    if has_feat(actor.sheet, "greater-feint"):
        until = until_next_turn(actor)
        yield Effect("d20.effect.greater-feint", "denied-dexterity", 0, "untyped", "PF1-FNT-17", until)


STEPS: Steps = {Feint: feint}
