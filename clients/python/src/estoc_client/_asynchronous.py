"""The asynchronous client; the other half is made of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
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


class AsyncEstoc:
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
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self._base = base_url.rstrip("/")
        self._headers = default_headers(token, language)
        self.retry = retry or Retry()
        self.http = http or httpx.AsyncClient(timeout=timeout)
        self._owns_http = http is None
        self.campaigns = AsyncCampaigns(self)
        self.encounters = AsyncEncounters(self)
        self.simulations = AsyncSimulations(self)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections, unless the httpx client is the caller's."""
        if self._owns_http:
            await self.http.aclose()

    async def send(self, request: Request[T], *, key: str | None = None) -> T:
        """Carry out any operation of the contract, as `estoc_client.requests` makes it."""
        return (await self.ask(request, key=key)).data

    async def ask(self, request: Request[T], *, key: str | None = None) -> Answer[T]:
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
                response = await self.http.request(**{**arguments, "url": self._base + request.path})
                return read_answer(response)
            except (httpx.TransportError, EstocError) as error:
                failures += 1
                pause = self.retry.pause_after(request.repeat, failures, error, asked_seconds(response))
                if pause is None:
                    raise raised(error, key) from error
            await asyncio.sleep(pause)

    async def pages(self, page: Callable[[Any], Request[Any]]) -> AsyncIterator[Any]:
        """Everything in a list: ``page`` makes the request for what comes after a cursor.

        Any: as the list has it.
        """
        cursor: str | int | None = None
        while True:
            found: Page[Any] = await self.send(page(cursor))
            for item in found["items"]:
                yield item
            cursor = found["next"]
            if cursor is None:
                return

    async def events(self, path: str, position: Position) -> AsyncIterator[Event | Reset]:
        """What a stream tells, over cuts, until the server says that it is over."""
        silence = httpx.Timeout(30, read=SILENCE_SECONDS)
        while True:
            failure: Exception | None = None
            headers = {**self._headers, "Last-Event-ID": str(position.last)}
            try:
                async with self.http.stream(
                    "GET", self._base + path, headers=headers, timeout=silence
                ) as response:
                    if response.is_error:
                        await response.aread()
                        _ = read_answer(response)
                    parser = EventParser()
                    async for text in response.aiter_text():
                        for event in parser.feed(text):
                            if position.takes(event):
                                yield cast("Event | Reset", event)
            except (httpx.TransportError, EstocError) as error:
                failure = error
            await asyncio.sleep(position.pause_after(failure, self.retry))


class AsyncAction:
    """An action: carried out, or waiting for dice and choices. ``data`` is the whole answer."""

    def __init__(self, estoc: AsyncEstoc, data: ActionResult, *, is_replayed: bool = False) -> None:
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

    async def answer(self, *answers: GivenAnswer, key: str | None = None) -> AsyncAction:
        """Answer decisions by their ``decision_id``; without die or choice the server does."""
        return await self._answered({"answers": list(answers)}, key)

    async def roll(self, *dice: int, key: str | None = None) -> AsyncAction:
        """Give the dice of the first roll that is waited for."""
        return await self.answer({"decision_id": self._first("roll"), "dice": list(dice)}, key=key)

    async def choose(self, option: str, *, key: str | None = None) -> AsyncAction:
        """Answer the first choice that is waited for."""
        return await self.answer({"decision_id": self._first("choice"), "choice": option}, key=key)

    async def leave_to_server(self, *, key: str | None = None) -> AsyncAction:
        """Let the server roll whatever is waited for, and take the default of each choice."""
        answers: list[GivenAnswer] = [{"decision_id": it["decision_id"]} for it in self.awaiting]
        return await self.answer(*answers, key=key)

    async def override(self, roll: int, dice: list[int], *, key: str | None = None) -> AsyncAction:
        """Put the GM's dice in the place of a roll made already, by its index in ``rolls``."""
        replaced: Override = {"roll": roll, "dice": dice}
        return await self._answered({"override": replaced}, key)

    async def cancel(self, *, key: str | None = None) -> AsyncAction:
        """Withdraw an action that waits."""
        request = requests.cancel_action(self.data["encounter_id"], self.id, {})
        return AsyncAction(self._estoc, await self._estoc.send(request, key=key))

    async def _answered(self, body: Any, key: str | None) -> AsyncAction:
        request = requests.answer_decisions(self.data["encounter_id"], self.id, body)
        return AsyncAction(self._estoc, await self._estoc.send(request, key=key))

    def _first(self, kind: str) -> str:
        for awaited in self.awaiting:
            if awaited["kind"] == kind:
                return awaited["decision_id"]
        raise ValueError(f"this action waits for no {kind}")


class AsyncEncounter(Commands["Awaitable[AsyncAction]"]):
    """A fight: each command of its game is a method. ``view`` and ``etag`` are as they were last read."""

    def __init__(
        self, estoc: AsyncEstoc, id: str, view: EncounterView | None = None, etag: str | None = None
    ) -> None:
        self._estoc = estoc
        self.id = id
        self.view = view
        self.etag = etag

    def _do(self, body: ActionRequest) -> Awaitable[AsyncAction]:
        return self.act(body)

    async def act(
        self,
        action: ActionRequest | Mapping[str, Any],
        *,
        key: str | None = None,
        if_match: str | None = None,
    ) -> AsyncAction:
        """Carry out a command, or the body of an action as `do` and legal actions give it.

        ``key`` is your name for this wish; ``if_match`` the tag of the encounter that it was decided on.
        """
        request = requests.act(self.id, body_of(action), if_match=if_match)
        answer = await self._estoc.ask(request, key=key)
        return AsyncAction(self._estoc, answer.data, is_replayed=answer.is_replayed)

    async def act_all(
        self,
        *commands: Mapping[str, Any],
        key: str | None = None,
        if_match: str | None = None,
        **more: Unpack[Group],
    ) -> GroupResult:
        """Several commands in order, all or none until a die of the server has fallen."""
        body = cast("Any", {"commands": [body_of(command)["command"] for command in commands], **more})
        return cast("Any", await self._estoc.send(requests.act(self.id, body, if_match=if_match), key=key))

    async def refresh(self) -> EncounterView:
        """Read the encounter."""
        answer = await self._estoc.ask(requests.get_encounter(self.id))
        self.view, self.etag = answer.data, answer.etag
        return answer.data

    async def update(self, *, if_match: str = "*", **edit: Unpack[Edit]) -> EncounterView:
        """Change the title or the dice policy."""
        answer = await self._estoc.ask(requests.edit_encounter(self.id, edit, if_match=if_match))
        self.view, self.etag = answer.data, answer.etag
        return answer.data

    async def delete(self, *, if_match: str = "*") -> None:
        await self._estoc.send(requests.delete_encounter(self.id, if_match=if_match))

    async def clone(self, *, key: str | None = None, **body: Unpack[CloneBody]) -> AsyncEncounter:
        """A copy, to try something."""
        answer = await self._estoc.ask(requests.clone_encounter(self.id, body), key=key)
        return AsyncEncounter(self._estoc, answer.data["id"], answer.data, answer.etag)

    async def scenario(self) -> Scenario:
        """The fight written down, to be played elsewhere."""
        return await self._estoc.send(requests.export_scenario(self.id))

    async def add_combatant(self, *, key: str | None = None, **body: Unpack[CombatantBody]) -> Combatant:
        return await self._estoc.send(requests.add_combatant(self.id, body), key=key)

    def combatants(self) -> AsyncIterator[Combatant]:
        return self._estoc.pages(lambda cursor: requests.list_combatants(self.id, limit=200, cursor=cursor))

    async def combatant(self, id: str) -> Combatant:
        return await self._estoc.send(requests.get_combatant(self.id, id))

    async def edit_combatant(self, id: str, edit: CombatantEdit, *, if_match: str = "*") -> Combatant:
        return await self._estoc.send(requests.edit_combatant(self.id, id, edit, if_match=if_match))

    async def remove_combatant(self, id: str, *, if_match: str = "*") -> AsyncAction | None:
        """Let somebody leave; the action, where it waits for somebody's answer."""
        waits = await self._estoc.send(requests.remove_combatant(self.id, id, if_match=if_match))
        return None if waits is None else AsyncAction(self._estoc, waits)

    async def sync_combatants(self, body: SyncBody, *, if_match: str = "*") -> SyncResult | ActionResult:
        """Bring all combatants in line with those of another system."""
        return await self._estoc.send(requests.sync_combatants(self.id, body, if_match=if_match))

    def log(self, external_ref: str | None = None) -> AsyncIterator[ActionResult]:
        """Every action, page by page, or those that another system calls so."""
        return self._estoc.pages(
            lambda cursor: requests.list_actions(self.id, cursor=cursor, external_ref=external_ref)
        )

    async def action(self, id: str) -> AsyncAction:
        return AsyncAction(self._estoc, await self._estoc.send(requests.get_action(self.id, id)))

    async def undo(self, steps: int = 1, *, key: str | None = None) -> AsyncAction:
        """Take back so many actions."""
        answer = await self._estoc.ask(requests.undo(self.id, {"steps": steps}), key=key)
        return AsyncAction(self._estoc, answer.data, is_replayed=answer.is_replayed)

    async def redo(self, steps: int = 1, *, key: str | None = None) -> AsyncAction:
        """Do again what was taken back."""
        answer = await self._estoc.ask(requests.redo(self.id, {"steps": steps}), key=key)
        return AsyncAction(self._estoc, answer.data, is_replayed=answer.is_replayed)

    async def reset(self, *, key: str | None = None) -> AsyncAction:
        """Back to the beginning of the fight."""
        return AsyncAction(
            self._estoc, await self._estoc.send(requests.reset_encounter(self.id, {}), key=key)
        )

    async def legal_actions(
        self, combatant: str, *, type: str | None = None, limit: int | None = None
    ) -> LegalActions:
        """What a combatant can do now, each with the body to `act` with."""
        return await self._estoc.send(
            requests.list_legal_actions(self.id, combatant=combatant, type=type, limit=limit)
        )

    async def preview(self, action: ActionRequest | Mapping[str, Any]) -> Preview:
        """Whether it is allowed and with which figures; nothing is rolled or stored."""
        return await self._estoc.send(requests.preview_action(self.id, body_of(action)))

    async def odds(self, action: ActionRequest | Mapping[str, Any]) -> Odds:
        """How likely is what may come of it."""
        return await self._estoc.send(requests.get_odds(self.id, body_of(action)))

    async def compare_odds(self, **variants: ActionRequest | Mapping[str, Any]) -> ComparedOdds:
        """Several actions beside each other, each under its name."""
        several: list[Variant] = [{"name": name, "action": body_of(it)} for name, it in variants.items()]
        return await self._estoc.send(requests.compare_odds(self.id, {"variants": several}))

    async def map_svg(self, *, reach: str | None = None) -> str:
        """The map as a picture, with the squares that a combatant threatens."""
        return await self._estoc.send(requests.draw_map(self.id, reach=reach))

    async def report(self, format: str = "markdown") -> Any:
        """What happened, as ``markdown`` or ``html``, or as ``json`` with every figure."""
        return await self._estoc.send(requests.get_report(self.id, format=cast("Any", format)))

    async def dice_proof(self) -> Proof:
        return await self._estoc.send(requests.get_dice_proof(self.id))

    async def events(self, after: int = 0) -> AsyncIterator[Event | Reset]:
        """What has happened after an event, up to now."""
        while True:
            page = await self._estoc.send(requests.list_events(self.id, after=after, limit=200))
            for event in events_in(page):
                yield event
            after = page["next"]
            if not page["items"]:
                return

    def stream(self, after: int = 0) -> AsyncIterator[Event | Reset]:
        """What happens, as it happens, and first what has happened after an event.

        It goes on after a cut where it was; what is not for this token is passed over. After a `reset` read
        the encounter anew. Raises NotFound when the encounter is gone, NotAuthenticated when the token is
        revoked.
        """
        return self._estoc.events(f"/v1/encounters/{self.id}/stream", Position(after))


class AsyncEncounters:
    """The encounters of a campaign."""

    def __init__(self, estoc: AsyncEstoc) -> None:
        self._estoc = estoc

    async def begin(self, *, key: str | None = None, **body: Unpack[EncounterBody]) -> AsyncEncounter:
        answer = await self._estoc.ask(requests.begin_encounter(body), key=key)
        return AsyncEncounter(self._estoc, answer.data["id"], answer.data, answer.etag)

    def of(self, id: str) -> AsyncEncounter:
        """An encounter by its id; nothing is read."""
        return AsyncEncounter(self._estoc, id)

    async def get(self, id: str) -> AsyncEncounter:
        encounter = self.of(id)
        _ = await encounter.refresh()
        return encounter

    def all(self) -> AsyncIterator[EncounterView]:
        return self._estoc.pages(lambda cursor: requests.list_encounters(cursor=cursor))


class AsyncCampaigns:
    """Campaigns and their tokens."""

    def __init__(self, estoc: AsyncEstoc) -> None:
        self._estoc = estoc

    async def open(self, name: str, *, key: str | None = None) -> OpenedCampaign:
        """Open one, with the operator's token; the answer has the owner's."""
        return await self._estoc.send(requests.open_campaign({"name": name}), key=key)

    async def get(self, id: str) -> Campaign:
        return await self._estoc.send(requests.get_campaign(id))

    async def issue_tokens(
        self, id: str, tokens: Iterable[TokenBody], *, key: str | None = None
    ) -> IssuedTokens:
        return await self._estoc.send(requests.issue_tokens(id, {"tokens": list(tokens)}), key=key)

    def tokens(self, id: str) -> AsyncIterator[Token]:
        return self._estoc.pages(lambda cursor: requests.list_tokens(id, cursor=cursor))

    async def revoke_token(self, id: str, token: str) -> None:
        await self._estoc.send(requests.revoke_token(id, token))


class AsyncSimulations:
    """Encounters fought many times."""

    def __init__(self, estoc: AsyncEstoc) -> None:
        self._estoc = estoc

    async def begin(self, body: SimulationBody, *, key: str | None = None) -> Simulation:
        return await self._estoc.send(requests.begin_simulation(body), key=key)

    async def get(self, id: str) -> Simulation:
        return await self._estoc.send(requests.get_simulation(id))

    def all(self) -> AsyncIterator[SimulationSummary]:
        return self._estoc.pages(lambda cursor: requests.list_simulations(cursor=cursor))

    async def delete(self, id: str) -> None:
        await self._estoc.send(requests.delete_simulation(id))
