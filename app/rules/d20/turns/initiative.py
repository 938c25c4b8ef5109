"""Initiative: one roll an encounter, ties, surprise and latecomers (D20-INI)."""

from collections.abc import Iterator, Mapping

from app.rules.common.dice import D20, Throw
from app.rules.common.errors import FailedCheck, Illegal, Invalid, permit
from app.rules.common.modifiers import Modifier, Tally
from app.rules.d20.contract.commands.turns import NextTurn, RollInitiative, Surprise
from app.rules.d20.contract.economy import under_way
from app.rules.d20.contract.effects import modifiers_of
from app.rules.d20.contract.events.turns import InitiativeRolled, SurpriseSettled
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.table.book import Book
from app.rules.d20.table.conditions import is_dead, on_ability, on_checks
from app.rules.d20.table.stacking import stack
from app.rules.d20.table.state import Combatant, Encounter, Place, Round
from app.rules.resolution.requests import Resolution, Roll, Together
from app.rules.resolution.steps import StepResult
from app.values import replace

IMPROVED = 4
"""What the feat Improved Initiative adds."""
DEAFENED = -4


class UnknownSide(Invalid):
    """Nobody in the encounter stands on that side."""

    code = "unknown_side"


def surprise(encounter: Encounter, command: Surprise) -> Result:
    """Who is aware when the fight begins; if some are not there is a surprise round (D20-INI-4, D20-INI-5).

    Raises Illegal once initiative is rolled, UnknownCombatant and UnknownSide.
    """
    now = started(encounter)
    if now.is_rolled:
        check = FailedCheck(
            "TOO_LATE_FOR_SURPRISE", "Surprise is settled before initiative is rolled.", "D20-INI-4"
        )
        raise Illegal((check,))
    named = {encounter.combatant(name, f"/aware/{index}").id for index, name in enumerate(command.aware)}
    sides = {combatant.identity.side for combatant in encounter.combatants}
    for side in command.sides:
        if side not in sides:
            raise UnknownSide("Nobody stands on side «{side}».", side=side)
    everyone = tuple(entrants(encounter))
    aware = tuple(one.id for one in everyone if one.id in named or one.identity.side in command.sides)
    return StepResult((SurpriseSettled(aware if len(aware) < len(everyone) else ()),))


def roll_initiative(book: Book, encounter: Encounter) -> Resolution[Result]:
    """A d20 and the initiative modifier for everyone who has no place in the order yet, all at once.

    The order is kept for the whole encounter (D20-INI-1); ties are broken by D20-INI-2, latecomers come in
    by D20-INI-6. Raises Illegal before the start, after the end, and when everybody has a place.
    """
    now = started(encounter)
    rolling = tuple(one for one in entrants(encounter) if now.place(one.id) is None)
    if not rolling:
        check = FailedCheck("INITIATIVE_ROLLED", "Everybody has a place in the order.", "D20-INI-1")
        raise Illegal((check,))
    bonuses = {one.id: initiative_bonus(book, one) for one in encounter.combatants}
    rolls = Together(tuple(_roll(one, bonuses[one.id]) for one in rolling))
    totals: tuple[int, ...] = yield from rolls
    counts = dict(zip((one.id for one in rolling), totals, strict=True))
    newcomers: list[Place] = []
    for tied in _tied(counts, bonuses):
        ranked = yield from _rolled_off(tied)
        newcomers += (Place(name, counts[name]) for name in ranked)
    order = now.order
    for place in newcomers:
        order = _let_in(now, order, place, bonuses)
    return StepResult((InitiativeRolled(order),), (NextTurn(),) if now.current is None else ())


def started(encounter: Encounter) -> Round:
    """The round under way; raises Illegal before the start and after the end."""
    permit(under_way(encounter))
    if encounter.round is None:
        check = FailedCheck("ENCOUNTER_NOT_STARTED", "Start the encounter first.", "D20-RND-1")
        raise Illegal((check,))
    return encounter.round


def entrants(encounter: Encounter) -> Iterator[Combatant]:
    """Those who take turns of their own: the living, but for what is ridden (D20-INI-8)."""
    for combatant in encounter.combatants:
        if not is_dead(combatant) and encounter.rider_of(combatant) is None:
            yield combatant


def initiative_bonus(book: Book, combatant: Combatant) -> Tally:
    """What is added to a combatant's d20 (D20-INI-1)."""
    return stack("d20.initiative", _parts(book, combatant))


def _parts(book: Book, combatant: Combatant) -> Iterator[Modifier]:
    sheet = combatant.sheet
    if sheet.initiative is not None:
        yield Modifier("d20.initiative.stated", sheet.initiative, "stated", "sheet", "D20-INI-1")
    else:
        dexterity = 0 if sheet.abilities is None else sheet.abilities.modifier("dexterity")
        yield Modifier("d20.ability.dexterity", dexterity, "ability", "sheet: abilities", "D20-INI-1")
        if "improved-initiative" in sheet.feats:
            yield Modifier("d20.feat.improved-initiative", IMPROVED, "feat", "sheet: feats", "D20-INI-1")
    yield from on_ability(book, combatant, "dexterity")
    yield from on_checks(combatant)
    if combatant.has("deafened"):
        yield Modifier("d20.condition.deafened", DEAFENED, "condition", "state", "D20-CND-19")
    yield from modifiers_of(combatant, "initiative")


def _roll(combatant: Combatant, bonus: Tally) -> Roll[int]:
    def total(throw: Throw) -> int:
        return throw.total + bonus.total

    return Roll(
        purpose="initiative",
        roller=combatant.id,
        dice=D20,
        modifiers=bonus,
        outcome=total,
        rules=("D20-INI-1",),
    )


def _tied(counts: Mapping[str, int], bonuses: Mapping[str, Tally]) -> Iterator[tuple[str, ...]]:
    """Those of equal total and equal modifier, the higher ones first (D20-INI-2)."""

    def rank(name: str) -> tuple[int, int]:
        return counts[name], bonuses[name].total

    for height in sorted({rank(name) for name in counts}, reverse=True):
        yield tuple(name for name in counts if rank(name) == height)


def _rolled_off(tied: tuple[str, ...]) -> Resolution[tuple[str, ...]]:
    """The tied in the order of a d20 each, thrown again by those who throw the same (D20-INI-2)."""
    if len(tied) == 1:
        return tied
    rolls = Together(
        tuple(
            Roll("initiative roll-off", name, D20, _face, rules=("D20-INI-2",), beside=tied) for name in tied
        )
    )
    faces: tuple[int, ...] = yield from rolls
    ranked: list[str] = []
    for height in sorted(set(faces), reverse=True):
        again = tuple(name for name, face in zip(tied, faces, strict=True) if face == height)
        ranked += yield from _rolled_off(again)
    return tuple(ranked)


def _face(throw: Throw) -> int:
    return throw.total


def _let_in(
    now: Round, order: tuple[Place, ...], place: Place, bonuses: Mapping[str, Tally]
) -> tuple[Place, ...]:
    """The order with a place in it, after all who come before or are its equals (D20-INI-6).

    Where its count has passed it acts from the next round on, and the unaware from the first (D20-INI-4).
    """
    mine = place.initiative, bonuses[place.combatant].total
    at = next(
        (
            index
            for index, other in enumerate(order)
            if (other.initiative, bonuses[other.combatant].total) < mine
        ),
        len(order),
    )
    is_past = any(other.combatant == now.current for other in order[at:])
    is_unaware = now.is_surprise and place.combatant not in now.aware
    return (*order[:at], replace(place, has_gone=is_past or is_unaware), *order[at:])


STEPS: Steps = {
    Surprise: lambda _book, state, step: surprise(state, step),
    RollInitiative: lambda book, state, _step: roll_initiative(book, state),
}
