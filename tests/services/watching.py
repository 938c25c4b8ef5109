"""Scenarios played in memory and watched by somebody who is not the GM: what the log and the views show."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from app.cli.play import shipped_shelf
from app.rules.common.dice import Throw
from app.rules.common.errors import RulesError
from app.rules.resolution.answers import Answer, RollAnswer
from app.rules.resolution.given import Given, deciding_by_default, nobody
from app.rules.resolution.play import Completed, play
from app.rules.resolution.requests import Roll, Single, asked_of
from app.services.access.tokens import Grant
from app.services.base.maps import read_map
from app.services.dice.seeded import fair_dice
from app.services.play.results import NOTHING_UNUSED, Place, render
from app.services.play.run import actor_of
from app.services.scenarios.document import Scenario
from app.services.scenarios.in_process import NOWHERE
from app.services.visibility.answers import Row, row_seen
from app.services.visibility.redaction import Told
from app.services.visibility.scene import scene_of
from app.services.visibility.viewer import Sight

Json = dict[str, Any]
"""Any: JSON."""
WATCHER = Grant("cmp_0", "tok_0", "spectator")
HIDER = "hider"
LOW, HIGH = "low", "high"
"""Whether the hider comes last in every round, or first."""


@dataclass(frozen=True)
class Deed:
    """An action as the GM has it and as the viewer sees it, and the encounter as the viewer sees it then."""

    gm: Json
    seen: Json
    view: Json
    is_hiders: bool = False

    @property
    def lines(self) -> list[Json]:
        """What the viewer is told, without the line that there was nothing to see."""
        return [line for line in self.seen["narration"]["lines"] if line["message_id"] != "nothing_seen"]


@dataclass
class Table:
    """A fight in memory. With a ``hiding`` it has one combatant more, whom nobody sees and who does nothing.

    Any: states and commands are the game's own.
    """

    scenario: Scenario
    viewer: Grant = WATCHER
    hiding: str | None = None
    locale: str = "en"
    state: Any = None
    refused: list[str] = field(default_factory=list[str])
    _names: dict[str, str] = field(default_factory=dict[str, str])
    _events: int = 1

    def __post_init__(self) -> None:
        self._shelf = shipped_shelf(self.scenario.ruleset)
        board = None if self.scenario.map is None else read_map(self.scenario.map, "/map")
        options = {"options": self.scenario.options, "environment": list(self.scenario.environment)}
        self.state = self._shelf.beginning(options, board)

    def enter(self) -> Iterator[Deed]:
        """Everybody enters, the hider last."""
        for entrant in self.scenario.combatants:
            yield from self._do(entrant.command())
        if self.hiding is not None:
            yield from self._do(_hider(self.scenario.ruleset, -40 if self.hiding == LOW else 40))

    def steps(self) -> Iterator[list[Deed]]:
        """What is done in each step, with the turns of the hider that follow it."""
        unanswered = nobody if self.scenario.seed is None else fair_dice(self.scenario.seed)
        for step in self.scenario.play:
            choices = {
                purpose: tuple(self._names.get(one, one) for one in said)
                for purpose, said in step.choices.items()
            }
            given = Given(step.dice, choices, otherwise=deciding_by_default(unanswered))
            deeds = list(self._do(step.command, given))
            while self._is_hiders_turn():
                ended = list(self._do({"type": "end-turn", "actor": HIDER}))
                if not ended:
                    break
                deeds += [replace(deed, is_hiders=True) for deed in ended]
            yield deeds

    def _is_hiders_turn(self) -> bool:
        now = self.state.round
        return self.hiding is not None and now is not None and now.current == self._names[HIDER]

    def _do(self, document: Mapping[str, Any], given: Given | None = None) -> Iterator[Deed]:
        """The action, unless it is refused."""
        shelf, before = self._shelf, self.state
        given = given or Given(otherwise=deciding_by_default(nobody))

        def ask(request: Single) -> Answer | None:
            if asked_of(request) == self._names.get(HIDER) and isinstance(request, Roll):
                return RollAnswer(request.purpose, request.roller, _faces(request, self.hiding), "server")
            return given(request)

        try:
            command = shelf.codecs.command.read(self._with_ids(document))
            played = play(shelf.rules, before, command, ask)
        except RulesError as refusal:
            self.refused.append(getattr(refusal, "code", type(refusal).__name__))
            return
        if not isinstance(played, Completed):
            self.refused.append("asks for more dice than the scenario has")
            return
        place = replace(NOWHERE, first_event=self._events, locale=self.locale)
        gm = self._rendered(place, command, before, played)
        self.state = played.state
        self._events += len(gm["events"])
        told = Told(gm["events"], "public", "tok_gm", actor_of(before, command))
        sight = Sight(self.viewer)
        seen, _ = row_seen(Row(gm, told), scene_of(before, shelf), sight)
        yield Deed(gm, _plain(seen), _plain(scene_of(self.state, shelf).seen(sight)))

    def _rendered(self, place: Place, command: Any, before: Any, played: Completed[Any, Any]) -> Json:
        extras = {"privacy": "public", **NOTHING_UNUSED}
        rendered = render(self._shelf, place, command, before, played, extras)
        return {**json.loads(rendered.result), "events": json.loads(rendered.events)}

    def _with_ids(self, document: Mapping[str, Any]) -> Mapping[str, Any]:
        """Whoever enters with an id of the form that the service gives."""
        match document:
            case {"type": "add"}:
                return self._with_id(document)
            case {"type": "sync", "entering": list() as entering}:
                return {**document, "entering": [self._with_id(one) for one in entering]}
            case _:
                return document

    def _with_id(self, entering: Any) -> Any:
        ref = entering["identity"]["ref"]
        number = "9" * 25 if ref == HIDER else f"{len(self._names.keys() - {HIDER}):025}"
        self._names[ref] = f"cmb_0{number}"
        return {**entering, "identity": {**entering["identity"], "id": self._names[ref]}}


def _hider(ruleset: str, initiative: int) -> Json:
    sheet: Json = {"hits": 60, "db": 10, "armour_type": 1, "initiative": initiative}
    if ruleset != "harp-tdm":
        figures = {"total": 15, "touch": 12, "flat_footed": 13}
        sheet = {"hp": 20, "initiative": initiative, "ac": figures, "weapons": []}
    identity = {"name": "Qyzzanthor", "side": "shadows", "ref": HIDER, "disclosure": {"visibility": "hidden"}}
    return {"type": "add", "identity": identity, "sheet": sheet}


def _faces(request: Roll[Any], hiding: str | None) -> tuple[int, ...]:
    """The lowest or the highest that need no more dice after them."""
    faces: tuple[int, ...] = ()
    while (sides := request.dice.next_die(faces)) is not None:
        faces = (*faces, 1 if hiding == LOW else sides if sides < 100 else 90)
    assert Throw(faces).total
    return faces


def _plain(part: Any) -> Any:
    """As it is sent. Any: JSON."""
    return json.loads(json.dumps(part, default=list))
