"""What every rule of a d20 game is given beside the state: the tables and the edition's profile."""

from app.rules.d20.table.profile import Profile
from app.rules.d20.table.tables import D20Tables
from app.values import value


@value
class Book:
    """One edition with one pack of tables."""

    tables: D20Tables
    profile: Profile
