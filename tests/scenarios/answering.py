"""A scenario played by people: every roll and choice is asked for, and each step is undone and done again."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import httpx

from app.cli.over_http import OverHttp
from app.services.scenarios.document import Scenario, Step
from app.services.scenarios.stage import Outcome

ALL_ASKED = {"dice_policy": {"rolls": "players", "choices": "players"}}


class Answering(OverHttp):
    """On a server where nothing is rolled or decided by the service; choices that nobody makes take their
    default. ``asked`` are the purposes of all that was asked for.
    """

    def __init__(self, scenario: Scenario, client: httpx.Client, *, undoes: bool = True) -> None:
        super().__init__(scenario, client)
        self._undoes = undoes
        self._was_done = False
        self.asked: list[str] = []
        edited = client.patch(self._path, json=ALL_ASKED, headers={"If-Match": "*"})
        assert edited.status_code == 200, edited.text

    @property
    def encounter(self) -> str:
        """Its id on the server."""
        return self._path.rpartition("/")[2]

    def act(self, step: Step) -> Outcome:
        before = self.combatants() if self._undoes else None
        outcome = super().act(step)
        if self._undoes and self._was_done:
            after = self.combatants()
            assert self._post(f"{self._path}/undo", {}).status_code == 201
            assert self.combatants() == before
            assert self._post(f"{self._path}/redo", {}).status_code == 201
            assert self.combatants() == after
        return outcome

    def _send(self, step: Step, choices: Mapping[str, Sequence[str]]) -> httpx.Response:
        dice, options = list(step.dice), {purpose: list(said) for purpose, said in choices.items()}
        answer = self._post(f"{self._path}/actions", {"command": step.do})
        while answer.status_code == 202:
            action = answer.json()
            given = [self._given(asked, dice, options) for asked in action["awaiting"]]
            self.asked += [asked["purpose"] for asked in action["awaiting"]]
            # The last one answers first, the others together.
            for part in ([given[-1]], given[:-1]) if len(given) > 1 else (given,):
                path = f"{self._path}/actions/{action['id']}/answers"
                answer = self._post(path, {"answers": part})
                if answer.is_error:
                    assert self._post(path.replace("answers", "cancel"), {}).status_code == 200
                    break
        self._was_done = answer.is_success
        if not answer.is_success:
            return answer
        action = answer.json()
        action["unused_dice"] += dice
        action["unused_choices"] += [purpose for purpose, said in options.items() if said]
        action["events"] = [it for it in action["events"] if it["type"] != "action_resumed"]
        return httpx.Response(answer.status_code, json=action)

    def _given(self, asked: Any, dice: list[int], options: dict[str, list[str]]) -> dict[str, Any]:
        said: dict[str, Any] = {"decision_id": asked["decision_id"]}
        if asked["kind"] == "roll":
            return {**said, "dice": list(thrown(asked["dice"], dice))} if dice else said
        mine = options.get(asked["purpose"])
        return {**said, "choice": mine.pop(0)} if mine else said


def thrown(asked: Any, dice: list[int]) -> Iterator[int]:
    """The next whole throw of ``dice``."""
    face = 0
    for _ in asked["sides"]:
        face = dice.pop(0)
        yield face
    while dice and asked["open_from"] is not None and face >= asked["open_from"]:
        face = dice.pop(0)
        yield face
