"""The encounter as a viewer knows it: what looks ahead for players is computed on this and on nothing else.

Hidden combatants are not in it. Of those whose figures are not disclosed it has a guess in the place of each;
what comes out differently from another guess depends on a figure that the viewer does not know.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from app.services.access.disclosure import is_all_disclosed
from app.services.access.roles import controls, is_gm
from app.services.access.tokens import Grant
from app.services.packs.cache import Shelf
from app.values import replace

GUESSES = (0, 37)
"""What rests on none of the undisclosed figures comes out alike with both."""


def known_state(shelf: Shelf, state: Any, viewer: Grant, guess: int = GUESSES[0]) -> Any:
    """``state`` as ``viewer`` knows it; the GM knows all. Any: the state is the game's own."""
    if is_gm(viewer):
        return state
    known = state
    for combatant in state.combatants:
        if combatant.identity.is_hidden and not controls(viewer, combatant.identity):
            known = shelf.rules.evolve(known, shelf.game.removed(combatant.id))
    guessed = shelf.game.undisclosed(known, undisclosed_ids(known, viewer), guess)
    return replace(guessed, combatants=tuple(_named(viewer, one) for one in guessed.combatants))


def undisclosed_ids(state: Any, viewer: Grant) -> frozenset[str]:
    """Those of whom the viewer is not told every figure. Any: the state is the game's own."""
    return frozenset(one.id for one in state.combatants if not _is_disclosed(viewer, one.identity))


def _named(viewer: Grant, combatant: Any) -> Any:
    """The combatant under the names that the viewer knows; whoever is masked has weapons without names of
    their own. Any: it is the game's own.
    """
    identity = combatant.identity
    if controls(viewer, identity):
        return combatant
    mask = identity.disclosure.name_mask
    shown = replace(combatant, identity=replace(identity, name=mask or identity.name, ref=None))
    if mask is None:
        return shown
    weapons = tuple(replace(weapon, name=None) for weapon in combatant.sheet.weapons)
    return replace(shown, sheet=replace(combatant.sheet, weapons=weapons))


def masks_of(state: Any, viewer: Grant) -> Mapping[str, str]:
    """What the viewer calls whoever is known under another name, and their weapons. Any: the state is the
    game's own.
    """
    pairs = [(one, _named(viewer, one)) for one in state.combatants]
    known = [(one.identity.name, shown.identity.name) for one, shown in pairs]
    for one, shown in pairs:
        arms = zip(one.sheet.weapons, shown.sheet.weapons, strict=True)
        known += [(weapon.called, seen.called) for weapon, seen in arms]
    return {name: mask for name, mask in known if mask != name}


def hidden_ids(state: Any) -> frozenset[str]:
    """Who is hidden from players at all. Any: the state is the game's own."""
    return frozenset(one.id for one in state.combatants if one.identity.is_hidden)


def hidden_names(state: Any, viewer: Grant) -> frozenset[str]:
    """Everything that those are called of whom the viewer does not know. Any: the state is the game's own."""
    return frozenset(
        name
        for identity in (one.identity for one in state.combatants)
        if identity.is_hidden and not controls(viewer, identity)
        for name in (identity.id, identity.ref, *(ref.key for ref in identity.external_refs))
        if name is not None
    )


_IN_OWN_WORDS = frozenset({"label", "what"})
"""Members of commands in which callers say what they like, and name nobody."""


def texts_in(part: Any) -> Iterator[str]:
    """Every text in it that may name somebody. Any: JSON."""
    match part:
        case str():
            yield part
        case Mapping():
            for key, value in part.items():
                if key not in _IN_OWN_WORDS:
                    yield from texts_in(value)
        case list() | tuple():
            for item in part:
                yield from texts_in(item)
        case _:
            return


def _is_disclosed(viewer: Grant, identity: Any) -> bool:
    """Whether the viewer knows everything of the combatant. Any: an identity, as every game has it."""
    return controls(viewer, identity) or is_all_disclosed(identity.side, identity.disclosure, viewer.ceiling)


def agreed(some: Any, others: Any) -> Any:
    """What two views have in common, `None` in the place of what differs. Any: JSON."""
    if some == others:
        return some
    if isinstance(some, dict) and isinstance(others, dict):
        return {key: agreed(value, others[key]) for key, value in some.items() if key in others}
    if isinstance(some, list | tuple) and isinstance(others, list | tuple):
        if len(some) == len(others):
            return [agreed(one, other) for one, other in zip(some, others, strict=True)]
        return [one for one in some if one in others]
    return None


def differing(some: Any, others: Any, at: str = "") -> list[str]:
    """JSON pointers of what differs. Any: JSON."""
    if some == others:
        return []
    if isinstance(some, dict) and isinstance(others, dict):
        return [place for key in some for place in differing(some[key], others.get(key), f"{at}/{key}")]
    if isinstance(some, list | tuple) and isinstance(others, list | tuple) and len(some) == len(others):
        pairs = enumerate(zip(some, others, strict=True))
        return [place for index, (one, other) in pairs for place in differing(one, other, f"{at}/{index}")]
    return [at]
