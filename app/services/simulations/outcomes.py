"""What came of runs, in whole numbers: outcomes of some runs and of others add up to those of all."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import field, fields
from typing import Any

from app.persistence.base.codec import Codec
from app.rules.resolution.fighting import Blow, Fighting, Loss
from app.rules.resolution.play import Ask
from app.rules.resolution.policies import Field, Policy
from app.rules.resolution.simulation import Fight
from app.values import value


@value
class Fared:
    """How a combatant fared, all runs together.

    ``down`` and ``dead`` are the runs at whose end it was so, ``points_left`` the hit points it had left
    then, none where it was below 0. ``dealt`` is the damage that its blows did, ``taken`` all that it lost.
    """

    down: int = 0
    dead: int = 0
    points_left: int = 0
    dealt: int = 0
    taken: int = 0
    attacks: int = 0
    hits: int = 0

    def __add__(self, other: "Fared") -> "Fared":
        return Fared(*(getattr(self, part.name) + getattr(other, part.name) for part in fields(Fared)))


@value
class Length:
    """How many ``runs`` went on for so many ``rounds``, and the number of the ``first`` of them."""

    rounds: int
    runs: int
    first: int


@value
class Outcomes:
    """``wins`` are by side, the ``undecided`` by the reason; ``lengths`` from the shortest on."""

    runs: int = 0
    wins: Mapping[str, int] = field(default_factory=dict[str, int])
    undecided: Mapping[str, int] = field(default_factory=dict[str, int])
    lengths: tuple[Length, ...] = ()
    fighters: Mapping[str, Fared] = field(default_factory=dict[str, Fared])

    def __add__(self, later: "Outcomes") -> "Outcomes":
        """With those of ``later`` runs."""
        names = dict.fromkeys((*self.fighters, *later.fighters))
        none = Fared()
        return Outcomes(
            self.runs + later.runs,
            dict(Counter(self.wins) + Counter(later.wins)),
            dict(Counter(self.undecided) + Counter(later.undecided)),
            _together(self.lengths, later.lengths),
            {name: self.fighters.get(name, none) + later.fighters.get(name, none) for name in names},
        )


OUTCOMES = Codec[Outcomes](Outcomes)


def _together(some: tuple[Length, ...], later: tuple[Length, ...]) -> tuple[Length, ...]:
    found = {length.rounds: length for length in some}
    for length in later:
        known = found.get(length.rounds)
        if known is not None:
            length = Length(length.rounds, known.runs + length.runs, known.first)
        found[length.rounds] = length
    return tuple(found[rounds] for rounds in sorted(found))


def fought(
    field_: Field, state: Any, policies: Mapping[str, Policy], ask: Ask, most_rounds: int, number: int
) -> Outcomes:
    """The outcome of the run of that ``number``. Any: the state is the game's own."""
    fight = Fight(field_, state, policies, ask, most_rounds)
    counts: Mapping[str, Counter[str]] = {one.id: Counter() for one in state.combatants}
    for deed in fight:
        _count(field_.fighting, deed.played.events, counts)
    assert fight.ended is not None
    ended, fighting = fight.ended, field_.fighting
    fighters = {
        one.id: Fared(
            down=int(fighting.is_out(one)),
            dead=int(fighting.is_dead(one)),
            points_left=max(0, fighting.points_left(one)),
            **counts[one.id],
        )
        for one in fight.state.combatants
    }
    return Outcomes(
        1,
        {} if ended.winner is None else {ended.winner: 1},
        {} if ended.undecided is None else {ended.undecided: 1},
        (Length(ended.rounds, 1, number),),
        fighters,
    )


def _count(fighting: Fighting, events: tuple[Any, ...], counts: Mapping[str, Counter[str]]) -> None:
    """Blows and losses of one deed; what a blow costs is told after it. Any: events are the game's own."""
    struck_by: dict[str, str] = {}
    for event in events:
        match fighting.told(event):
            case Blow(actor, target, has_hit):
                counts[actor]["attacks"] += 1
                counts[actor]["hits"] += has_hit
                if has_hit:
                    struck_by[target] = actor
            case Loss(target, points, is_of_blow):
                counts[target]["taken"] += points
                if is_of_blow and target in struck_by:
                    counts[struck_by[target]]["dealt"] += points
            case None:
                pass
