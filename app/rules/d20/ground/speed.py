"""How far a combatant gets with one move, in squares (D20-MOV-1)."""

from app.rules.d20.table.measures import squares_of
from app.rules.d20.table.options import Options
from app.rules.d20.table.state import Combatant, ConditionId

AT_HALF_SPEED: tuple[ConditionId, ...] = ("blinded", "entangled", "exhausted", "slowed")


def speed_of(options: Options, mover: Combatant) -> int:
    """Squares of one move; half of it for those whom a condition slows (D20-MOV-4, D-19)."""
    squares = squares_of(mover.sheet.speed)
    return half(options, squares) if mover.has(*AT_HALF_SPEED) else squares


def half(options: Options, squares: int) -> int:
    """Half of a number of squares; option `half_move_rounding` has the odd ones (D-19)."""
    return -(-squares // 2) if options.half_move_rounding == "up" else squares // 2
