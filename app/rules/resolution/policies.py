"""How somebody fights whom nobody plays: named policies that choose among the actions that the rules accept.

A policy is no player. It looks one action ahead, takes the first weapon of the sheet that serves, and leaves
reactions (opportunity attacks, parries that are asked for) to their defaults.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias, get_args

from app.rules.common.grid.cells import Footprint, gap
from app.rules.resolution.candidates import Offers, consider, fighters_first
from app.rules.resolution.fighting import Fighting
from app.rules.resolution.steps import Ruleset
from app.values import replace, value

Policy: TypeAlias = Literal["nearest", "weakest", "strongest", "focus", "defensive", "passive"]
POLICIES: tuple[Policy, ...] = get_args(Policy)
USUAL: Policy = "nearest"
MEANINGS: Mapping[Policy, str] = {
    "nearest": "Attacks the nearest opponent that can be attacked; where none can, goes towards the nearest.",
    "weakest": "Attacks, of those that can be attacked, the one with the fewest hit points left.",
    "strongest": "Attacks, of those that can be attacked, the one with the most hit points left.",
    "focus": "All on one: attacks the first opponent that stands, in the order in which they entered, and "
    "goes after it past others; turns to others only where it cannot be reached.",
    "defensive": "Fights like `nearest`; with fewer than half its hit points left it only defends itself.",
    "passive": "Does nothing in its turns.",
}
"""What each policy does, in a sentence."""


@value
class Field:
    """A game as somebody sees it who has to choose. Any: states, commands and tables are the game's own."""

    rules: Ruleset[Any, Any, Any]
    fighting: Fighting
    offers: Callable[[Any, Any], Offers[Any]]
    """The commands that a combatant could think of; of state and combatant."""
    space_of: Callable[[Any, Any], Footprint | None]
    """Where a combatant stands on the map; of state and combatant."""
    is_down: Callable[[Any], bool]
    """Whether a combatant lies there and hinders nobody."""


def party_of(combatant: Any) -> str:
    """Its side; who has none is a party of its own. Any: combatants are the game's own."""
    return combatant.identity.side or combatant.id


def chosen(field: Field, state: Any, actor: Any, policy: Policy, done: Sequence[str]) -> Any | None:
    """What the actor does now, None for nothing more; ``done`` are the types of what it did this turn.

    Any: states, combatants and commands are the game's own.
    """
    if policy == "passive" or not field.fighting.last_deeds.isdisjoint(done):
        return None
    return next(_thoughts(_Mind(field, state, actor), policy, done), None)


def _thoughts(mind: "_Mind", policy: Policy, done: Sequence[str]) -> Iterator[Any]:
    """Everything that the policy would do, the best first. Any: as `chosen`."""
    fighting, targets = mind.field.fighting, mind.targets(policy)
    rises = [type_ for type_ in fighting.rises if type_ not in done]
    for target in targets[:1]:
        yield from mind.deeds(rises, target)
        if policy == "defensive" and 2 * fighting.points_left(mind.actor) < fighting.points(mind.actor):
            yield from mind.deeds(fighting.defences, target)
    if policy == "focus":
        for target in targets[:1]:
            yield from mind.deeds(fighting.attacks, target)
            yield from mind.approaches(target)
    arms = [type_ for type_ in fighting.arms if type_ not in done]
    arms_first = mind.has_bare_hands
    for target in targets[:1] if arms_first else ():
        yield from mind.arms(arms, target)
    for target in targets:
        yield from mind.deeds(fighting.attacks, target)
    for target in () if arms_first else targets[:1]:
        yield from mind.arms(arms, target)
    for target in targets:
        yield from mind.approaches(target)
    for target in targets[:1]:
        yield from mind.deeds(fighting.defences, target)


class _Mind:
    """What an actor finds it could do. Any: states and combatants are the game's own."""

    def __init__(self, field: Field, state: Any, actor: Any) -> None:
        self.field, self.state, self.actor = field, state, actor

    def targets(self, policy: Policy) -> tuple[Any, ...]:
        """Whom the policy thinks of, in this order: opponents who can fight; without any, who is helpless."""
        own, fighting, is_down = party_of(self.actor), self.field.fighting, self.field.is_down
        foes = [one for one in self.state.combatants if party_of(one) != own and not fighting.is_out(one)]
        foes = [one for one in foes if not is_down(one)] or foes
        match policy:
            case "focus":
                return (*foes[:1], *fighters_first(foes[1:], is_down, self._apart))
            case "weakest":
                return fighters_first(foes, is_down, fighting.points_left, self._apart)
            case "strongest":
                return fighters_first(foes, is_down, lambda one: -fighting.points_left(one), self._apart)
            case _:
                return fighters_first(foes, is_down, self._apart)

    def _apart(self, other: Any) -> int:
        """In cells; 0 where there is no map."""
        one, two = (self.field.space_of(self.state, each) for each in (self.actor, other))
        return 0 if one is None or two is None else max(gap(one, two))

    def approaches(self, target: Any) -> Iterator[Any]:
        """Ways towards a target that is not beside the actor already."""
        if self._apart(target) > 1:
            yield from self.deeds(self.field.fighting.approaches, target)

    @property
    def has_bare_hands(self) -> bool:
        """Whether it has weapons and none of them is ready."""
        unready, weapons = self.field.fighting.unready(self.actor), self.actor.sheet.weapons
        return bool(weapons) and all(weapon.id in unready for weapon in weapons)

    def arms(self, types: Sequence[str], target: Any) -> Iterator[Any]:
        """Taking up what is not in hand, or not loaded."""
        unready = self.field.fighting.unready(self.actor)
        if unready:
            yield from self.deeds(types, target, lambda command: command.weapon in unready)

    def deeds(
        self, types: Sequence[str], target: Any, makes_sense: Callable[[Any], bool] = lambda _: True
    ) -> Iterator[Any]:
        """What the rules accept of these types of commands against ``target``, of each type the first that
        ``makes_sense``."""
        if not types:
            return
        singled_out = _singled_out(self.state, target)
        actor = next(one for one in singled_out.combatants if one.id == self.actor.id)
        offered = {type_: forms for type_, forms in self.field.offers(singled_out, actor) if type_ in types}
        for type_ in types:
            for forms in offered.get(type_, ()):
                sensible = filter(makes_sense, forms)
                found = consider(self.field.rules, self.state, type_, (sensible,), 1)
                if found.possible:
                    yield found.possible[0][0]
                    break


def _singled_out(state: Any, target: Any) -> Any:
    """``state`` to think in, where nobody but ``target`` is an opponent. Any: the state is the game's own."""
    sides = (
        replace(one, identity=replace(one.identity, side="against" if one.id == target.id else "with"))
        for one in state.combatants
    )
    return replace(state, combatants=tuple(sides))
