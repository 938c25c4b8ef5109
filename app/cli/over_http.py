"""A scenario played on a running server, by nothing but its public API."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import uuid4

import httpx

from app.cli.stopping import ServerUnusable
from app.rules.common.errors import InvalidDocument, Problem
from app.services.scenarios.document import Entrant, Scenario, Step
from app.services.scenarios.stage import DiceAmiss, Outcome, Refused, Told
from app.services.scenarios.told import resolved

Json = Any
"""Any: JSON."""

MOST = 200
"""Combatants that one page of the API lists; an encounter holds no more."""


class OverHttp:
    """An encounter on the server behind ``client``, which knows its address and sends the token.

    Ids of the scenario are the combatants' ``ref`` there; the server's own ids never come through.
    """

    def __init__(self, scenario: Scenario, client: httpx.Client) -> None:
        """Set the encounter up. Raises InvalidDocument for what the server refuses, and ServerUnusable."""
        self._client = client
        self._is_fair = scenario.dice == "fair"
        self._refs: dict[str, str] = {}
        begun = self._set_up(
            "/v1/encounters",
            {
                "ruleset": scenario.ruleset,
                "title": scenario.title,
                "options": scenario.options,
                "environment": scenario.environment,
                "map": scenario.map,
                "table_pack": scenario.table_pack and scenario.table_pack.model_dump(),
            },
            "",
        )
        self._path = f"/v1/encounters/{begun['id']}"
        for index, entrant in enumerate(scenario.combatants):
            self._set_up(f"{self._path}/combatants", _body(entrant), f"/combatants/{index}")

    def act(self, step: Step) -> Outcome:
        """Send the command. The server throws what no die is given for; that is then a fault of the step."""
        answer = self._send(step, self._choices(step))
        if answer.is_error:
            return _refused(answer)
        if step.do.get("type") in ("add", "sync"):
            _ = self._known()
        action = self._renamed(answer.json())
        if amiss := "; ".join(self._amiss(action)):
            return DiceAmiss(amiss)
        return resolved(action)

    def _send(self, step: Step, choices: Mapping[str, Sequence[str]]) -> httpx.Response:
        body = {"command": step.do, "dice": step.dice, "choices": choices}
        return self._post(f"{self._path}/actions", body)

    def _choices(self, step: Step) -> Mapping[str, Sequence[str]]:
        """The answers by purpose; where a combatant is chosen, by the id that the server gave it."""
        names = {ref: own for own, ref in self._known().items()}
        return {
            purpose: [names.get(option, option) for option in options]
            for purpose, options in step.choices.items()
        }

    def combatants(self) -> Mapping[str, Told]:
        """Every combatant now in the encounter, by its id in the scenario."""
        names = self._known()
        return {names[view["id"]]: self._renamed(view) for view in self._views()}

    def _views(self) -> list[Json]:
        answer = self._client.get(f"{self._path}/combatants", params={"limit": MOST})
        return _checked(answer).json()["items"]

    def _known(self) -> Mapping[str, str]:
        """Every combatant's ``ref`` by the server's id, those that have left included."""
        self._refs |= {view["id"]: view["ref"] or view["id"] for view in self._views()}
        return self._refs

    def _renamed(self, told: Json) -> Json:
        match told:
            case str():
                return self._refs.get(told, told)
            case dict():
                return {self._renamed(name): self._renamed(part) for name, part in told.items()}
            case list():
                return [self._renamed(part) for part in told]
            case _:
                return told

    def _amiss(self, action: Json) -> Iterator[str]:
        for roll in action["rolls"]:
            if roll["source"] == "server" and not self._is_fair:
                yield f"no die is given for «{roll['purpose']}» ({roll['notation']}); the server threw it"
        if action["unused_dice"]:
            yield f"nothing asks for the dice {', '.join(map(str, action['unused_dice']))}"
        for purpose in action["unused_choices"]:
            yield f"nobody is asked «{purpose}»"

    def _set_up(self, path: str, body: Json, at: str) -> Json:
        answer = self._post(path, body)
        if answer.status_code == httpx.codes.UNPROCESSABLE_ENTITY:
            faults = answer.json().get("errors", ())
            raise InvalidDocument(
                tuple(Problem(at + fault["pointer"], fault["code"], fault["message"]) for fault in faults)
            )
        return _checked(answer).json()

    def _post(self, path: str, body: Json) -> httpx.Response:
        try:
            answer = self._client.post(path, json=body, headers={"Idempotency-Key": uuid4().hex})
        except httpx.HTTPError as error:
            raise ServerUnusable(f"{self._client.base_url}: {error}") from error
        return _checked(answer) if answer.status_code in _NOT_THE_RULES else answer


_NOT_THE_RULES = frozenset({401, 403, 404, 413, 429, 500, 502, 503, 504})


def _checked(answer: httpx.Response) -> httpx.Response:
    """``answer``; raises ServerUnusable for one that is an error."""
    if answer.is_error:
        raise ServerUnusable(f"{answer.url}: {answer.status_code} {answer.text}")
    return answer


def _refused(answer: httpx.Response) -> Refused:
    problem = answer.json()
    checks = problem.get("failed_checks", ())
    codes = tuple(fault["code"] for fault in (*checks, *problem.get("errors", ())))
    rules = frozenset(rule for check in checks for rule in (check["rule_id"], *check["decided_by"]))
    squares = frozenset((x, y) for check in checks for x, y in check["squares"])
    return Refused(codes or (problem["code"],), problem["detail"], rules, squares)


def _body(entrant: Entrant) -> dict[str, Json]:
    body: dict[str, Json] = {"ref": entrant.id, "name": entrant.shown_name, "side": entrant.side}
    if entrant.disclosure is not None:
        body["disclosure"] = entrant.disclosure
    return {**body, "sheet": entrant.sheet, **entrant.in_play}
