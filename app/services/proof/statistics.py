"""How the dice of a campaign fell: counts of each face, and an honest word on whether they are even."""

from collections.abc import Iterable

from app.narration.catalogue import Message, say
from app.persistence.dice.face_queries import Entrant, FaceCount, count_faces, entrants
from app.services.access.tokens import Grant
from app.services.base.json_value import Json
from app.services.base.refusals import NotFound
from app.services.base.service import Estoc
from app.services.proof.chi_square import LEAST_EXPECTED, Evenness, evenness
from app.values import value

ENOUGH = 200
"""Throws of a die before anything is said of it."""
UNCOMMON, RARE = 0.05, 0.001


@value
class Die:
    """A kind of die and where it was thrown; the dice of the server are not those of the table."""

    sides: int
    source: str


async def read_statistics(service: Estoc, grant: Grant, campaign_id: str) -> Json:
    """The dice of the token's campaign, all together and by roller; raises NotFound.

    A roller is everybody who entered under the same `ref`, or without one a single combatant.
    """
    if campaign_id != grant.campaign_id:
        raise NotFound("No such campaign.", way="campaign")
    async with service.database.transaction(is_long=True) as driver:
        counted = await count_faces(driver, campaign_id)
        known = await entrants(driver, campaign_id)
    return await service.slots.compute(grant.token_id, lambda: _statistics(campaign_id, counted, known))


def _statistics(campaign_id: str, counted: list[FaceCount], known: list[Entrant]) -> Json:
    told = _told(counted)
    rollers = list(_rollers(counted, known))
    tests = sum(die["test"] is not None for die in [*told, *(die for one in rollers for die in one["dice"])])
    note = Message("dice_statistics.note", {"tests": tests})
    return {
        "campaign_id": campaign_id,
        "dice": told,
        "rollers": rollers,
        "tests": tests,
        "note": say(note),
    }


def _rollers(counted: list[FaceCount], known: list[Entrant]) -> Iterable[Json]:
    entered = {(one.encounter_id, one.id): one for one in known}
    faces: dict[str, list[FaceCount]] = {}
    names: dict[str, str] = {}
    combatants: dict[str, set[str]] = {}
    for count in counted:
        entrant = entered.get((count.encounter_id, count.who))
        roller = (entrant and entrant.ref) or count.who
        faces.setdefault(roller, []).append(count)
        names[roller] = entrant.name if entrant else count.who
        combatants.setdefault(roller, set()).add(count.who)
    for roller, their in faces.items():
        yield {"name": names[roller], "combatants": sorted(combatants[roller]), "dice": _told(their)}


def _told(counted: Iterable[FaceCount]) -> list[Json]:
    """What is told of each kind of die."""
    counts: dict[Die, list[int]] = {}
    for count in counted:
        faces = counts.setdefault(Die(count.sides, count.source), [0] * count.sides)
        faces[count.value - 1] += count.times
    return [_of(die, faces) for die, faces in sorted(counts.items(), key=lambda item: _order(item[0]))]


def _order(die: Die) -> tuple[int, str]:
    return die.sides, die.source


def _of(die: Die, faces: list[int]) -> Json:
    thrown = sum(faces)
    found = evenness(faces) if thrown >= ENOUGH else None
    message = _message(die, thrown, found)
    return {
        "sides": die.sides,
        "source": die.source,
        "thrown": thrown,
        "faces": faces,
        "test": found and _figures(found),
        "message_id": message.id,
        "params": message.params,
        "text": say(message),
    }


def _figures(found: Evenness) -> Json:
    return {
        "chi_square": _rounded(found.statistic),
        "degrees_of_freedom": found.degrees_of_freedom,
        "faces_together": found.group,
        "p": _rounded(found.chance),
    }


def _rounded(figure: float) -> float:
    return float(f"{figure:.4g}")


def _message(die: Die, thrown: int, found: Evenness | None) -> Message:
    params: dict[str, str | int] = {"sides": die.sides, "thrown": thrown}
    if found is None:
        needed = max(ENOUGH, LEAST_EXPECTED * die.sides) if thrown >= ENOUGH else ENOUGH
        return Message("dice_statistics.too_few", {**params, "needed": needed})
    if found.chance > 1 - RARE:
        return Message("dice_statistics.too_even", {**params, "share": _share(1 - found.chance)})
    params["share"] = _share(found.chance)
    if found.chance < RARE:
        return Message("dice_statistics.rare", params)
    if found.chance < UNCOMMON:
        return Message("dice_statistics.uncommon", params)
    return Message("dice_statistics.usual", params)


def _share(chance: float) -> str:
    """A chance as one says it: ``37 in 100``, ``4 in 1,000``, ``fewer than 1 in 1,000,000``."""
    for of in (100, 1_000, 10_000, 100_000, 1_000_000):
        if chance * of >= 1:
            return f"{round(chance * of)} in {of:,}"
    return "fewer than 1 in 1,000,000"
