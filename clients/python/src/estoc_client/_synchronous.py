# ruff: noqa
"""Written by generate.py from `_asynchronous.py`; not edited by hand.

The synchronous client; the other half is made of it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Awaitable, Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack, cast

import httpx

from estoc_client import requests
from estoc_client._http import (
    SILENCE_SECONDS,
    Answer,
    EventParser,
    Position,
    Request,
    Retry,
    asked_seconds,
    default_headers,
    new_key,
    raised,
    read_answer,
)
from estoc_client._shapes import Group, GroupResult, Page, body_of, events_in
from estoc_client.commands import Commands
from estoc_client.errors import EstocError
from estoc_client.models import (
    ActionRequest,
    ActionResult,
    Awaited,
    Campaign,
    CloneBody,
    Combatant,
    CombatantBody,
    CombatantEdit,
    ComparedOdds,
    Edit,
    EncounterBody,
    Event,
    GivenAnswer,
    IssuedTokens,
    LegalActions,
    Odds,
    OpenedCampaign,
    Override,
    Preview,
    Proof,
    Reset,
    Scenario,
    Simulation,
    SimulationBody,
    SimulationSummary,
    Skip,
    SyncBody,
    SyncResult,
    Token,
    TokenBody,
    Variant,
)
from estoc_client.models import Encounter as EncounterView

T = TypeVar("T")


class Estoc:
    """A server, spoken to with one token.

    ``language`` is what people read (`en`, `fr`, `it`); ``http`` an httpx client of yours, for proxies,
    certificates and tests: it needs no address. Close it, or use it in a ``with`` block.
    """

    def __init__(
        self,
        base_url: str,
        token: str | None = None,
        *,
        language: str | None = None,
        retry: Retry | None = None,
        timeout: float = 30,
        http: httpx.Client | None = None,
    ) -> None:
        self._base = base_url.rstrip("/")
        self._headers = default_headers(token, language)
        self.retry = retry or Retry()
        self.http = http or httpx.Client(timeout=timeout)
        self._owns_http = http is None
        self.campaigns = Campaigns(self)
        self.encounters = Encounters(self)
        self.simulations = Simulations(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections, unless the httpx client is the caller's."""
        if self._owns_http:
            self.http.close()

    def send(self, request: Request[T], *, key: str | None = None) -> T:
        """Carry out any operation of the contract, as `estoc_client.requests` makes it."""
        return (self.ask(request, key=key)).data

    def ask(self, request: Request[T], *, key: str | None = None) -> Answer[T]:
        """As `send`, with the answer's tag and whether it had been done already.

        Sent again as long as that is safe; with the same ``key`` each time, which is yours or a new one.
        Raises Refusal and ConnectionFailed.
        """
        key = key or new_key()
        arguments = request.as_arguments(self._headers, key)
        failures = 0
        while True:
            response: httpx.Response | None = None
            try:
                response = self.http.request(**{**arguments, "url": self._base + request.path})
                return read_answer(response)
            except (httpx.TransportError, EstocError) as error:
                failures += 1
                pause = self.retry.pause_after(request.repeat, failures, error, asked_seconds(response))
                if pause is None:
                    raise raised(error, key) from error
            time.sleep(pause)

    def pages(self, page: Callable[[Any], Request[Any]]) -> Iterator[Any]:
        """Everything in a list: ``page`` makes the request for what comes after a cursor.

        Any: as the list has it.
        """
        cursor: str | int | None = None
        while True:
            found: Page[Any] = self.send(page(cursor))
            for item in found["items"]:
                yield item
            cursor = found["next"]
            if cursor is None:
                return

    def events(self, path: str, position: Position) -> Iterator[Event | Reset]:
        """What a stream tells, over cuts, until the server says that it is over."""
        silence = httpx.Timeout(30, read=SILENCE_SECONDS)
        while True:
            failure: Exception | None = None
            headers = {**self._headers, "Last-Event-ID": str(position.last)}
            try:
                with self.http.stream("GET", self._base + path, headers=headers, timeout=silence) as response:
                    if response.is_error:
                        response.read()
                        _ = read_answer(response)
                    parser = EventParser()
                    for text in response.iter_text():
                        for event in parser.feed(text):
                            if position.takes(event):
                                yield cast("Event | Reset", event)
            except (httpx.TransportError, EstocError) as error:
                failure = error
            time.sleep(position.pause_after(failure, self.retry))


class Action:
    """An action: carried out, or waiting for dice and choices. ``data`` is the whole answer."""

    def __init__(self, estoc: Estoc, data: ActionResult, *, is_replayed: bool = False) -> None:
        self._estoc = estoc
        self.data = data
        self.is_replayed = is_replayed

    @property
    def id(self) -> str:
        return self.data["id"]

    @property
    def text(self) -> str:
        """What happened, in words."""
        return self.data["narration"]["text"]["plain"]

    @property
    def result(self) -> dict[str, str | int]:
        """The figures of the action."""
        return self.data["result"]

    @property
    def events(self) -> list[Event | Skip]:
        return self.data["events"]

    @property
    def awaiting(self) -> list[Awaited]:
        """The dice and choices that it waits for; none where it is over."""
        return self.data["awaiting"]

    def answer(self, *answers: GivenAnswer, key: str | None = None) -> Action:
        """Answer decisions by their ``decision_id``; without die or choice the server does."""
        return self._answered({"answers": list(answers)}, key)

    def roll(self, *dice: int, key: str | None = None) -> Action:
        """Give the dice of the first roll that is waited for."""
        return self.answer({"decision_id": self._first("roll"), "dice": list(dice)}, key=key)

    def choose(self, option: str, *, key: str | None = None) -> Action:
        """Answer the first choice that is waited for."""
        return self.answer({"decision_id": self._first("choice"), "choice": option}, key=key)

    def leave_to_server(self, *, key: str | None = None) -> Action:
        """Let the server roll whatever is waited for, and take the default of each choice."""
        answers: list[GivenAnswer] = [{"decision_id": it["decision_id"]} for it in self.awaiting]
        return self.answer(*answers, key=key)

    def override(self, roll: int, dice: list[int], *, key: str | None = None) -> Action:
        """Put the GM's dice in the place of a roll made already, by its index in ``rolls``."""
        replaced: Override = {"roll": roll, "dice": dice}
        return self._answered({"override": replaced}, key)

    def cancel(self, *, key: str | None = None) -> Action:
        """Withdraw an action that waits."""
        request = requests.cancel_action(self.data["encounter_id"], self.id, {})
        return Action(self._estoc, self._estoc.send(request, key=key))

    def _answered(self, body: Any, key: str | None) -> Action:
        request = requests.answer_decisions(self.data["encounter_id"], self.id, body)
        return Action(self._estoc, self._estoc.send(request, key=key))

    def _first(self, kind: str) -> str:
        for awaited in self.awaiting:
            if awaited["kind"] == kind:
                return awaited["decision_id"]
        raise ValueError(f"this action waits for no {kind}")


class Encounter(Commands["Action"]):
    """A fight: each command of its game is a method. ``view`` and ``etag`` are as they were last read."""

    def __init__(
        self, estoc: Estoc, id: str, view: EncounterView | None = None, etag: str | None = None
    ) -> None:
        self._estoc = estoc
        self.id = id
        self.view = view
        self.etag = etag

    def _do(self, body: ActionRequest) -> Action:
        return self.act(body)

    def act(
        self,
        action: ActionRequest | Mapping[str, Any],
        *,
        key: str | None = None,
        if_match: str | None = None,
    ) -> Action:
        """Carry out a command, or the body of an action as `do` and legal actions give it.

        ``key`` is your name for this wish; ``if_match`` the tag of the encounter that it was decided on.
        """
        request = requests.act(self.id, body_of(action), if_match=if_match)
        answer = self._estoc.ask(request, key=key)
        return Action(self._estoc, answer.data, is_replayed=answer.is_replayed)

    def act_all(
        self,
        *commands: Mapping[str, Any],
        key: str | None = None,
        if_match: str | None = None,
        **more: Unpack[Group],
    ) -> GroupResult:
        """Several commands in order, all or none until a die of the server has fallen."""
        body = cast("Any", {"commands": [body_of(command)["command"] for command in commands], **more})
        return cast("Any", self._estoc.send(requests.act(self.id, body, if_match=if_match), key=key))

    def refresh(self) -> EncounterView:
        """Read the encounter."""
        answer = self._estoc.ask(requests.get_encounter(self.id))
        self.view, self.etag = answer.data, answer.etag
        return answer.data

    def update(self, *, if_match: str = "*", **edit: Unpack[Edit]) -> EncounterView:
        """Change the title or the dice policy."""
        answer = self._estoc.ask(requests.edit_encounter(self.id, edit, if_match=if_match))
        self.view, self.etag = answer.data, answer.etag
        return answer.data

    def delete(self, *, if_match: str = "*") -> None:
        self._estoc.send(requests.delete_encounter(self.id, if_match=if_match))

    def clone(self, *, key: str | None = None, **body: Unpack[CloneBody]) -> Encounter:
        """A copy, to try something."""
        answer = self._estoc.ask(requests.clone_encounter(self.id, body), key=key)
        return Encounter(self._estoc, answer.data["id"], answer.data, answer.etag)

    def scenario(self) -> Scenario:
        """The fight written down, to be played elsewhere."""
        return self._estoc.send(requests.export_scenario(self.id))

    def add_combatant(self, *, key: str | None = None, **body: Unpack[CombatantBody]) -> Combatant:
        return self._estoc.send(requests.add_combatant(self.id, body), key=key)

    def combatants(self) -> Iterator[Combatant]:
        return self._estoc.pages(lambda cursor: requests.list_combatants(self.id, limit=200, cursor=cursor))

    def combatant(self, id: str) -> Combatant:
        return self._estoc.send(requests.get_combatant(self.id, id))

    def edit_combatant(self, id: str, edit: CombatantEdit, *, if_match: str = "*") -> Combatant:
        return self._estoc.send(requests.edit_combatant(self.id, id, edit, if_match=if_match))

    def remove_combatant(self, id: str, *, if_match: str = "*") -> Action | None:
        """Let somebody leave; the action, where it waits for somebody's answer."""
        waits = self._estoc.send(requests.remove_combatant(self.id, id, if_match=if_match))
        return None if waits is None else Action(self._estoc, waits)

    def sync_combatants(self, body: SyncBody, *, if_match: str = "*") -> SyncResult | ActionResult:
        """Bring all combatants in line with those of another system."""
        return self._estoc.send(requests.sync_combatants(self.id, body, if_match=if_match))

    def log(self, external_ref: str | None = None) -> Iterator[ActionResult]:
        """Every action, page by page, or those that another system calls so."""
        return self._estoc.pages(
            lambda cursor: requests.list_actions(self.id, cursor=cursor, external_ref=external_ref)
        )

    def action(self, id: str) -> Action:
        return Action(self._estoc, self._estoc.send(requests.get_action(self.id, id)))

    def undo(self, steps: int = 1, *, key: str | None = None) -> Action:
        """Take back so many actions."""
        answer = self._estoc.ask(requests.undo(self.id, {"steps": steps}), key=key)
        return Action(self._estoc, answer.data, is_replayed=answer.is_replayed)

    def redo(self, steps: int = 1, *, key: str | None = None) -> Action:
        """Do again what was taken back."""
        answer = self._estoc.ask(requests.redo(self.id, {"steps": steps}), key=key)
        return Action(self._estoc, answer.data, is_replayed=answer.is_replayed)

    def reset(self, *, key: str | None = None) -> Action:
        """Back to the beginning of the fight."""
        return Action(self._estoc, self._estoc.send(requests.reset_encounter(self.id, {}), key=key))

    def legal_actions(
        self, combatant: str, *, type: str | None = None, limit: int | None = None
    ) -> LegalActions:
        """What a combatant can do now, each with the body to `act` with."""
        return self._estoc.send(
            requests.list_legal_actions(self.id, combatant=combatant, type=type, limit=limit)
        )

    def preview(self, action: ActionRequest | Mapping[str, Any]) -> Preview:
        """Whether it is allowed and with which figures; nothing is rolled or stored."""
        return self._estoc.send(requests.preview_action(self.id, body_of(action)))

    def odds(self, action: ActionRequest | Mapping[str, Any]) -> Odds:
        """How likely is what may come of it."""
        return self._estoc.send(requests.get_odds(self.id, body_of(action)))

    def compare_odds(self, **variants: ActionRequest | Mapping[str, Any]) -> ComparedOdds:
        """Several actions beside each other, each under its name."""
        several: list[Variant] = [{"name": name, "action": body_of(it)} for name, it in variants.items()]
        return self._estoc.send(requests.compare_odds(self.id, {"variants": several}))

    def map_svg(self, *, reach: str | None = None) -> str:
        """The map as a picture, with the squares that a combatant threatens."""
        return self._estoc.send(requests.draw_map(self.id, reach=reach))

    def report(self, format: str = "markdown") -> Any:
        """What happened, as ``markdown`` or ``html``, or as ``json`` with every figure."""
        return self._estoc.send(requests.get_report(self.id, format=cast("Any", format)))

    def dice_proof(self) -> Proof:
        return self._estoc.send(requests.get_dice_proof(self.id))

    def events(self, after: int = 0) -> Iterator[Event | Reset]:
        """What has happened after an event, up to now."""
        while True:
            page = self._estoc.send(requests.list_events(self.id, after=after, limit=200))
            for event in events_in(page):
                yield event
            after = page["next"]
            if not page["items"]:
                return

    def stream(self, after: int = 0) -> Iterator[Event | Reset]:
        """What happens, as it happens, and first what has happened after an event.

        It goes on after a cut where it was; what is not for this token is passed over. After a `reset` read
        the encounter anew. Raises NotFound when the encounter is gone, NotAuthenticated when the token is
        revoked.
        """
        return self._estoc.events(f"/v1/encounters/{self.id}/stream", Position(after))


class Encounters:
    """The encounters of a campaign."""

    def __init__(self, estoc: Estoc) -> None:
        self._estoc = estoc

    def begin(self, *, key: str | None = None, **body: Unpack[EncounterBody]) -> Encounter:
        answer = self._estoc.ask(requests.begin_encounter(body), key=key)
        return Encounter(self._estoc, answer.data["id"], answer.data, answer.etag)

    def of(self, id: str) -> Encounter:
        """An encounter by its id; nothing is read."""
        return Encounter(self._estoc, id)

    def get(self, id: str) -> Encounter:
        encounter = self.of(id)
        _ = encounter.refresh()
        return encounter

    def all(self) -> Iterator[EncounterView]:
        return self._estoc.pages(lambda cursor: requests.list_encounters(cursor=cursor))


class Campaigns:
    """Campaigns and their tokens."""

    def __init__(self, estoc: Estoc) -> None:
        self._estoc = estoc

    def open(self, name: str, *, key: str | None = None) -> OpenedCampaign:
        """Open one, with the operator's token; the answer has the owner's."""
        return self._estoc.send(requests.open_campaign({"name": name}), key=key)

    def get(self, id: str) -> Campaign:
        return self._estoc.send(requests.get_campaign(id))

    def issue_tokens(self, id: str, tokens: Iterable[TokenBody], *, key: str | None = None) -> IssuedTokens:
        return self._estoc.send(requests.issue_tokens(id, {"tokens": list(tokens)}), key=key)

    def tokens(self, id: str) -> Iterator[Token]:
        return self._estoc.pages(lambda cursor: requests.list_tokens(id, cursor=cursor))

    def revoke_token(self, id: str, token: str) -> None:
        self._estoc.send(requests.revoke_token(id, token))


class Simulations:
    """Encounters fought many times."""

    def __init__(self, estoc: Estoc) -> None:
        self._estoc = estoc

    def begin(self, body: SimulationBody, *, key: str | None = None) -> Simulation:
        return self._estoc.send(requests.begin_simulation(body), key=key)

    def get(self, id: str) -> Simulation:
        return self._estoc.send(requests.get_simulation(id))

    def all(self) -> Iterator[SimulationSummary]:
        return self._estoc.pages(lambda cursor: requests.list_simulations(cursor=cursor))

    def delete(self, id: str) -> None:
        self._estoc.send(requests.delete_simulation(id))
