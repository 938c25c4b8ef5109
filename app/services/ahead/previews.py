"""Looking at a command before it is given: nothing is rolled and nothing stored."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

from pydantic_core import from_json, to_json

from app.narration.catalogue import FALLBACK, NO_WEAPONS, Weapons, say_purpose
from app.narration.refusals import refusal
from app.persistence.base.codec import Codec
from app.rules.common.errors import FailedCheck
from app.rules.common.modifiers import Tally
from app.rules.registry import RULESETS, Game
from app.rules.resolution.given import Given, Option
from app.rules.resolution.preview import Foreseen, Surveyed, preview
from app.rules.resolution.requests import Choose, Roll, Single, asked_of
from app.services.access.roles import is_gm, permit_commands
from app.services.access.tokens import Grant
from app.services.base.json_value import Json
from app.services.base.service import Estoc
from app.services.play.actions import CommandInput, with_id
from app.services.play.encounters import Seen, look
from app.services.play.results import option_texts, parts, weapons_of
from app.services.play.run import pointing_into
from app.services.visibility.player_state import GUESSES, agreed, differing, known_state
from app.values import replace, value

GEOMETRY: dict[str, Codec[Any]] = {
    topic: Codec(form) for game in RULESETS.values() for topic, form in game.geometry.items()
}
"""How each geometry is written, by its name. Any: it is the game's own."""


@value
class Look:
    """A command to be looked at; ``dice`` and ``choices`` answer what it would ask, as far as they go."""

    grant: Grant
    encounter_id: str
    asked: CommandInput
    dice: tuple[int, ...] = ()
    choices: Mapping[str, Option] | None = None


@value
class Previewed:
    """What is known of the command. Any: commands and events are the game's own."""

    seen: Seen
    command: Any
    foreseen: Foreseen[Any]
    surveyed: Surveyed | None
    otherwise: "Previewed | None" = None
    """What another guess of the figures that the viewer does not know comes to; None where all are known."""

    @property
    def game(self) -> Game:
        return self.seen.shelf.game

    def view(self, locale: str) -> Json:
        """As callers see it, the names of what goes into totals in the language ``locale``; a figure that
        rests on one that is not disclosed is `None` and is named.
        """
        view = from_json(to_json(self._foreseen_view(locale)))
        if self.otherwise is None:
            return view
        otherwise = self.otherwise.view(locale)
        return {**agreed(view, otherwise), "undisclosed": differing(view, otherwise)}

    def _foreseen_view(self, locale: str) -> Json:
        codecs, surveyed = self.seen.shelf.codecs, self.surveyed
        weapons = self.seen.shelf.tables.weapons
        return {
            "encounter_id": self.seen.row.id,
            "version": self.seen.row.version,
            "command": codecs.command.document(self.command),
            "legal": self.foreseen.is_legal,
            "failed_checks": list(checks_view(self.foreseen.checks, locale, weapons)),
            "awaiting": [_request(request, locale, self.seen) for request in self.foreseen.awaiting],
            "events": [codecs.event.document(event) for event in self.foreseen.events],
            **_geometry(surveyed),
            "totals": [] if surveyed is None else [_total(tally, locale) for tally in surveyed.totals],
            "undisclosed": [],
        }


async def look_ahead_in_turn(service: Estoc, wanted: tuple[Look, ...], locale: str) -> list[Json]:
    """Look at the commands, in order, in the encounter as the viewer knows it, up to the first that is not
    allowed or asks for something; told in the language ``locale``.

    What comes after that one rests on dice that have not fallen. The dice and choices of the first go to all.
    Raises what is Invalid in them, Forbidden, NotYours, NotFound, ComputingBusy and CallerLeft.
    """
    grant = wanted[0].grant
    seen = await look(service, grant, wanted[0].encounter_id)
    return await service.slots.compute(
        grant.token_id, lambda: [one.view(locale) for one in looked_ahead(seen, wanted)]
    )


def looked_ahead(seen: Seen, wanted: tuple[Look, ...]) -> tuple[Previewed, ...]:
    """The same, of an encounter at hand."""
    grant = seen.viewer
    if is_gm(grant):
        return _in_turn(seen, wanted)
    permit_commands(grant, seen.state, [one.asked.document for one in wanted])
    known, guessed = (
        _in_turn(replace(seen, state=known_state(seen.shelf, seen.state, grant, guess)), wanted)
        for guess in GUESSES
    )
    return tuple(replace(one, otherwise=other) for one, other in zip(known, guessed, strict=False))


def _in_turn(seen: Seen, wanted: tuple[Look, ...]) -> tuple[Previewed, ...]:
    given = Given(wanted[0].dice, wanted[0].choices)
    found: list[Previewed] = []
    for one in wanted:
        found.append(look_ahead_from(seen, one, given))
        foreseen = found[-1].foreseen
        if foreseen.checks or foreseen.awaiting:
            break
        seen = replace(seen, state=reduce(seen.shelf.rules.evolve, foreseen.events, seen.state))
    return tuple(found)


def look_ahead_from(seen: Seen, wanted: Look, given: Given | None = None) -> Previewed:
    """The same, of an encounter at hand."""
    shelf = seen.shelf
    with pointing_into(wanted.asked.pointer):
        command = shelf.codecs.command.read(with_id(wanted.asked.document))
        answers = Given(wanted.dice, wanted.choices) if given is None else given
        foreseen = preview(shelf.rules, seen.state, command, answers)
        surveyed = shelf.game.survey(shelf.tables, seen.state, command)
    return Previewed(seen, command, foreseen, surveyed)


def _geometry(surveyed: Surveyed | None) -> Json:
    """The figures of the survey under their name; every other name has none."""
    found: Json = dict.fromkeys(GEOMETRY)
    if surveyed is not None:
        found[surveyed.topic] = GEOMETRY[surveyed.topic].complete(surveyed.geometry)
    return found


def checks_view(
    checks: Sequence[FailedCheck], locale: str = FALLBACK, weapons: Weapons = NO_WEAPONS
) -> Iterator[Json]:
    """The reasons against a command, as callers see them, in the language ``locale``."""
    for check in checks:
        params = dict(check.params)
        yield {
            "code": check.code,
            "message": refusal(check.code, check.text, params, locale, weapons),
            "rule_id": check.rule_id,
            "params": params,
            "squares": check.squares,
            "decided_by": check.decided_by,
        }


def _total(tally: Tally, locale: str) -> Json:
    return {"of": tally.name, "total": tally.total, "parts": list(parts(tally, locale))}


def _request(request: Single, locale: str, seen: Seen) -> Json:
    weapons = weapons_of(seen.state, asked_of(request), seen.shelf.tables.weapons)
    match request:
        case Roll():
            return {
                "kind": "roll",
                "who": request.roller,
                "purpose": request.purpose,
                "text": say_purpose(request.purpose, locale),
                "notation": request.dice.notation,
                "totals": list(_totals(request, locale)),
                "options": [],
                "option_texts": {},
                "default": None,
                "rules": list(request.rules),
            }
        case Choose():
            return {
                "kind": "choice",
                "who": request.chooser,
                "purpose": request.purpose,
                "text": say_purpose(request.purpose, locale),
                "notation": None,
                "totals": [],
                "options": list(request.options),
                "option_texts": option_texts(request.options, locale, weapons),
                "default": request.default,
                "rules": list(request.rules),
            }


def _totals(roll: Roll[Any], locale: str) -> Iterator[Json]:
    """What is added to the dice, and what they are held against. Any: outcomes are the game's own."""
    yield _total(roll.modifiers, locale)
    if roll.against is not None:
        yield _total(roll.against, locale)
