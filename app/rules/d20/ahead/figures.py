"""Figures that follow from a combatant's sheet, the tables and the options, to be shown with it."""

from app.rules.common.grid.cells import Cell
from app.rules.common.modifiers import Modifier
from app.rules.d20.attack.damage_bonus import own_bonus as own_damage
from app.rules.d20.attack.defence import figure
from app.rules.d20.attack.offence import own_bonus, state_bonus
from app.rules.d20.full_attack.full_attack import attacks_of
from app.rules.d20.ground.held_items import as_it_is
from app.rules.d20.ground.positions import space_of
from app.rules.d20.ground.threat import threatened_cells
from app.rules.d20.table.arms import Armed, of_entry
from app.rules.d20.table.book import Book
from app.rules.d20.table.stacking import stack
from app.rules.d20.table.state import Combatant, Encounter
from app.values import value


@value
class ArmorClassFigures:
    """AC as it stands now, against nobody in particular (D20-AC-01 … D20-AC-03)."""

    total: int
    touch: int
    flat_footed: int
    parts: tuple[Modifier, ...]


@value
class AttackFigures:
    """What a weapon does in this combatant's hands now, against nobody in particular.

    ``bonus`` is that of one attack; ``full_attack`` those of a full attack, empty where the sheet does not
    say the base attack bonus. ``damage`` and ``critical`` are written as on sheets.
    """

    weapon: str
    bonus: int
    full_attack: tuple[int, ...]
    damage: str
    critical: str
    parts: tuple[Modifier, ...]


@value
class Figures:
    """``space`` are the cells it stands on, ``threatened`` those it threatens with what it has in hand."""

    space: tuple[Cell, ...]
    threatened: tuple[Cell, ...]
    armor_class: ArmorClassFigures
    attacks: tuple[AttackFigures, ...]


def figures_of(book: Book, encounter: Encounter, combatant: Combatant) -> Figures:
    """The figures of one combatant of the encounter."""
    space = space_of(book, encounter, combatant)
    arms = (
        as_it_is(book, combatant, of_entry(book, combatant.sheet, entry)) for entry in combatant.sheet.weapons
    )
    return Figures(
        () if space is None else space.cells,
        threatened_cells(book, encounter, combatant),
        _armor_class(book, encounter, combatant),
        tuple(_attack(book, combatant, armed) for armed in arms),
    )


def _armor_class(book: Book, encounter: Encounter, combatant: Combatant) -> ArmorClassFigures:
    whole = figure(book, encounter, combatant, touch=False, flat_footed=False)
    touch = figure(book, encounter, combatant, touch=True, flat_footed=False)
    flat_footed = figure(book, encounter, combatant, touch=False, flat_footed=True)
    return ArmorClassFigures(whole.total, touch.total, flat_footed.total, whole.applied)


def _attack(book: Book, combatant: Combatant, armed: Armed) -> AttackFigures:
    bonus = stack(
        "d20.attack_bonus", (*own_bonus(book, combatant, armed), *state_bonus(book, combatant, armed))
    )
    bab = combatant.sheet.bab
    later = () if bab is None or armed.is_natural else attacks_of(bab)
    return AttackFigures(
        armed.id,
        bonus.total,
        tuple(bonus.total + penalty for penalty in later),
        _damage(book, combatant, armed),
        _critical(armed),
        bonus.applied,
    )


def _damage(book: Book, combatant: Combatant, armed: Armed) -> str:
    """``1d8+4``; dice of one sort together."""
    dice = armed.damage.dice
    counts = {sides: dice.count(sides) for sides in dict.fromkeys(dice)}
    flat = stack("d20.damage_bonus", own_damage(book, combatant, armed)).total
    written = "+".join(f"{count}d{sides}" for sides, count in counts.items())
    if not written:
        return str(flat)
    return f"{written}{flat:+d}" if flat else written


def _critical(armed: Armed) -> str:
    threat, multiplier = armed.critical.threat, armed.critical.multiplier
    return f"x{multiplier}" if threat == 20 else f"{threat}-20/x{multiplier}"
