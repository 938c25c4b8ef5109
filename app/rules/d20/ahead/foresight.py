"""What a preview tells of a command beside its checks, where the command has a geometry of its own."""

from app.rules.d20.ahead.charge_preview import ForeseenCharge, foresee_charge
from app.rules.d20.ahead.splash_preview import ForeseenThrow, foresee_throw
from app.rules.d20.contract.commands.command import Command
from app.rules.d20.contract.commands.movement import Charge
from app.rules.d20.contract.commands.splash import ThrowSplash
from app.rules.d20.table.book import Book
from app.rules.d20.table.state import Encounter
from app.rules.resolution.preview import Surveyed

GEOMETRY = {"charge": ForeseenCharge, "splash": ForeseenThrow}
"""The figures of a survey, by the name under which callers read them."""


def survey_of(book: Book, encounter: Encounter, command: Command) -> Surveyed | None:
    """The geometry of a charge or a throw, allowed or not; raises what surveying it raises."""
    match command:
        case Charge():
            return foresee_charge(book, encounter, command)
        case ThrowSplash():
            return foresee_throw(book, encounter, command)
        case _:
            return None
