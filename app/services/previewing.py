"""Looking at a command before it is given: nothing is rolled and nothing stored."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic_core import from_json, to_json

from app.persistence.codec import Codec
from app.rules.common.errors import FailedCheck
from app.rules.common.modifiers import Tally
from app.rules.registry import RULESETS, Game
from app.rules.resolution.given import Given, Option
from app.rules.resolution.preview import Foreseen, Surveyed, preview
from app.rules.resolution.requests import Choose, Roll, Single
from app.services.acting import Asked, with_id
from app.services.encounters import Seen, look
from app.services.estoc import Estoc
from app.services.known import GUESSES, agreed, differing, known_state
from app.services.playing import pointing_into
from app.services.results import parts
from app.services.roles import is_gm, permit_commands
from app.services.tokens import Grant
from app.services.views import Json

GEOMETRY: dict[str, Codec[Any]] = {
    game.id: Codec(game.geometry) for game in RULESETS.values() if game.geometry is not None
}
"""How each game's geometry is written. Any: it is the game's own."""


@dataclass(frozen=True, slots=True)
class Look:
    """A command to be looked at; ``dice`` and ``choices`` answer what it would ask, as far as they go."""

    grant: Grant
    encounter_id: str
    asked: Asked
    dice: tuple[int, ...] = ()
    choices: Mapping[str, Option] | None = None


@dataclass(frozen=True, slots=True)
class Previewed:
    """What is known of the command. Any: commands and events are the game's own."""

    seen: Seen
    command: Any
    foreseen: Foreseen[Any]
    surveyed: Surveyed | None
    otherwise: Json | None = None
    """What another guess of the figures that the viewer does not know comes to; None where all are known."""

    @property
    def game(self) -> Game:
        return self.seen.shelf.game

    @property
    def view(self) -> Json:
        """As callers see it: a figure that rests on one that is not disclosed is `None` and is named."""
        view = from_json(to_json(self._foreseen_view))
        if self.otherwise is None:
            return view
        return {**agreed(view, self.otherwise), "undisclosed": differing(view, self.otherwise)}

    @property
    def _foreseen_view(self) -> Json:
        codecs, surveyed = self.seen.shelf.codecs, self.surveyed
        return {
            "encounter_id": self.seen.row.id,
            "version": self.seen.row.version,
            "command": codecs.command.document(self.command),
            "legal": self.foreseen.is_legal,
            "failed_checks": [check_view(check) for check in self.foreseen.checks],
            "awaiting": [_request(request) for request in self.foreseen.awaiting],
            "events": [codecs.event.document(event) for event in self.foreseen.events],
            "charge": None if surveyed is None else GEOMETRY[self.game.id].complete(surveyed.geometry),
            "totals": [] if surveyed is None else [_total(tally) for tally in surveyed.totals],
            "undisclosed": [],
        }


async def look_ahead(service: Estoc, wanted: Look) -> Previewed:
    """Look at a command in the encounter as the viewer knows it.

    Raises what is Invalid in it, Forbidden, NotYours and NotFound.
    """
    seen = await look(service, wanted.grant, wanted.encounter_id)
    if is_gm(wanted.grant):
        return look_ahead_from(seen, wanted)
    permit_commands(wanted.grant, seen.state, [wanted.asked.document])
    known, guessed = (
        replace(seen, state=known_state(seen.shelf, seen.state, wanted.grant, guess)) for guess in GUESSES
    )
    previewed = look_ahead_from(known, wanted)
    return replace(previewed, otherwise=_otherwise(guessed, wanted))


def _otherwise(guessed: Seen, wanted: Look) -> Json:
    """What is foreseen with another guess of what is not disclosed."""
    return look_ahead_from(guessed, wanted).view


def look_ahead_from(seen: Seen, wanted: Look) -> Previewed:
    """The same, of an encounter at hand."""
    shelf = seen.shelf
    with pointing_into(wanted.asked.pointer):
        command = shelf.codecs.command.read(with_id(wanted.asked.document))
        foreseen = preview(shelf.rules, seen.state, command, Given(wanted.dice, wanted.choices))
        surveyed = shelf.game.survey(shelf.tables, seen.state, command)
    return Previewed(seen, command, foreseen, surveyed)


def check_view(check: FailedCheck) -> Json:
    """One reason against a command, as callers see it."""
    return {
        "code": check.code,
        "message": check.message,
        "rule_id": check.rule_id,
        "params": dict(check.params),
        "squares": check.squares,
        "decided_by": check.decided_by,
    }


def _total(tally: Tally) -> Json:
    return {"of": tally.name, "total": tally.total, "parts": list(parts(tally))}


def kind_of(request: Single) -> str:
    """Whether dice are asked for or a decision."""
    return "roll" if isinstance(request, Roll) else "choice"


def _request(request: Single) -> Json:
    match request:
        case Roll():
            return {
                "kind": kind_of(request),
                "who": request.roller,
                "purpose": request.purpose,
                "notation": request.dice.notation,
                "totals": list(_totals(request)),
                "options": [],
                "default": None,
                "rules": list(request.rules),
            }
        case Choose():
            return {
                "kind": kind_of(request),
                "who": request.chooser,
                "purpose": request.purpose,
                "notation": None,
                "totals": [],
                "options": list(request.options),
                "default": request.default,
                "rules": list(request.rules),
            }


def _totals(roll: Roll[Any]) -> Iterator[Json]:
    """What is added to the dice, and what they are held against. Any: outcomes are the game's own."""
    yield _total(roll.modifiers)
    if roll.against is not None:
        yield _total(roll.against)
