"""Getting onto a mount and off it, and what a charge in the saddle is (D20-MOV-9, D20-LAN-01 … -05)."""

from collections.abc import Iterator

from app.rules.common.errors import FailedCheck, permit
from app.rules.common.grid.board import Grid
from app.rules.common.grid.cells import Footprint, is_adjacent
from app.rules.d20.contract.commands.movement import Dismount, MountUp
from app.rules.d20.contract.economy import may_not_spend, spending
from app.rules.d20.contract.events.movement import Dismounted, Mounted
from app.rules.d20.contract.result import Result, Steps
from app.rules.d20.ground.positions import space_of
from app.rules.d20.ground.ways import PathMissing, PathWithoutMap
from app.rules.d20.table.arms import Armed
from app.rules.d20.table.book import Book
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.sizes import steps_above
from app.rules.d20.table.state import Combatant, Encounter
from app.rules.resolution.steps import StepResult

LANCE = "lance"
SPIRITED = "spirited-charge"


def doublings(rider: Combatant, armed: Armed) -> tuple[str, ...]:
    """What doubles the damage of a blow at the end of a charge in the saddle (D20-LAN-01, D20-LAN-05)."""
    if rider.mount is None:
        return ()
    lance = (LANCE,) if armed.is_lance else ()
    spirited = (SPIRITED,) if has_feat(rider.sheet, "spirited-charge") else ()
    return (*lance, *spirited)


def rules_of(rider: Combatant, armed: Armed) -> tuple[str, ...]:
    """The statements on the blow at the end of a charge in the saddle."""
    if rider.mount is None:
        return ()
    lance = ("D20-LAN-01",) if armed.is_lance else ()
    spirited = ("D20-LAN-05",) if has_feat(rider.sheet, "spirited-charge") else ()
    return ("D20-CHG-74", "D-15", *lance, *spirited)


def mount(book: Book, encounter: Encounter, command: MountUp) -> Result:
    """Get onto a creature beside, larger than oneself: a move action (D20-MOV-9); raises Illegal."""
    actor = encounter.combatant(command.actor, "/actor")
    steed = encounter.combatant(command.mount, "/mount")
    permit(
        may_not_spend(encounter, actor, "move", command.type),
        _can_be_mounted(book, encounter, actor, steed),
    )
    return StepResult((*spending(actor, "move", command.type), Mounted(actor.id, steed.id)))


def dismount(book: Book, encounter: Encounter, command: Dismount) -> Result:
    """Get off, onto a free square beside the mount: a move action (D20-MOV-9).

    Raises Illegal, PathMissing, PathWithoutMap.
    """
    actor = encounter.combatant(command.actor, "/actor")
    steed = encounter.mount_of(actor)
    space = None if steed is None else space_of(book, encounter, steed)
    permit(may_not_spend(encounter, actor, "move", command.type), _rides(actor))
    if encounter.map is None or space is None:
        if command.to is not None:
            raise PathWithoutMap("{name} is not on a map.", name=actor.identity.name)
    elif command.to is None:
        raise PathMissing(
            "Give `to`: the square beside the mount.", way="beside_mount", name=actor.identity.name
        )
    else:
        body = Footprint(command.to, book.tables.size(actor.sheet.size).squares)
        permit(_free_beside(book, encounter, encounter.map, actor, space, body))
    return StepResult((*spending(actor, "move", command.type), Dismounted(actor.id, command.to)))


def _can_be_mounted(
    book: Book, encounter: Encounter, actor: Combatant, steed: Combatant
) -> Iterator[FailedCheck]:
    name, other = actor.identity.name, steed.identity.name
    if actor.mount is not None:
        yield FailedCheck("IS_MOUNTED", "{actor} is in the saddle already.", "D20-MOV-9", (("actor", name),))
    if encounter.rider_of(actor) is not None:
        yield FailedCheck("MOUNT_TAKEN", "Somebody rides {mount}.", "D20-MOV-9", (("mount", name),))
    yield from cannot_carry(encounter, actor, steed)
    space, of_steed = space_of(book, encounter, actor), space_of(book, encounter, steed)
    if space is not None and of_steed is not None and not _is_beside(space, of_steed):
        yield FailedCheck(
            "NOT_BESIDE",
            "{actor} is not beside {target}.",
            "D20-MOV-9",
            (("actor", name), ("target", other)),
            squares=of_steed.cells,
        )


def cannot_carry(encounter: Encounter, rider: Combatant, steed: Combatant) -> Iterator[FailedCheck]:
    """Why ``steed`` is no mount for ``rider``: not larger, ridden by somebody, or in a saddle itself
    (D20-MOV-9).
    """
    name, other = rider.identity.name, steed.identity.name
    if rider.id == steed.id or steps_above(steed.sheet.size, rider.sheet.size) < 1:
        yield FailedCheck(
            "MOUNT_TOO_SMALL",
            "{mount} is no larger than {rider}.",
            "D20-MOV-9",
            (("mount", other), ("rider", name)),
        )
    elif encounter.rider_of(steed) is not None:
        yield FailedCheck("MOUNT_TAKEN", "Somebody rides {mount}.", "D20-MOV-9", (("mount", other),))
    if steed.mount is not None:
        yield FailedCheck(
            "IS_MOUNTED", "{mount} is in a saddle itself.", "D20-MOV-9", (("way", "mount"), ("mount", other))
        )


def _is_beside(one: Footprint, other: Footprint) -> bool:
    return is_adjacent(one, other) or one.overlaps(other)


def _rides(actor: Combatant) -> Iterator[FailedCheck]:
    if actor.mount is None:
        yield FailedCheck(
            "NOT_MOUNTED", "{actor} is on no mount.", "D20-MOV-9", (("actor", actor.identity.name),)
        )


def _free_beside(
    book: Book, encounter: Encounter, grid: Grid, actor: Combatant, steed: Footprint, body: Footprint
) -> Iterator[FailedCheck]:
    """Whether the place to dismount to is beside the mount and nobody's."""
    if not is_adjacent(steed, body):
        yield FailedCheck(
            "NOT_BESIDE",
            "{actor} gets off beside the mount.",
            "D20-MOV-9",
            (("way", "dismount"), ("actor", actor.identity.name)),
            squares=(body.at,),
        )
    taken = {cell for cell in body.cells if not grid.is_open_to(Footprint(cell))}
    for other in encounter.combatants:
        space = None if other.id in (actor.id, actor.mount) else space_of(book, encounter, other)
        if space is not None:
            taken.update(set(space.cells) & set(body.cells))
    if taken:
        yield FailedCheck(
            "PATH_BLOCKED",
            "{actor} finds no room there.",
            "D20-MOV-9",
            (("way", "dismount"), ("actor", actor.identity.name)),
            squares=tuple(sorted(taken)),
        )


STEPS: Steps = {MountUp: mount, Dismount: dismount}
