"""Random fights in the database, taken back and done again at random: undone whole, they are as they began.

`make test` plays a few of them, `make reliability` a thousand. The dice are the server's own, so a failure
tells what was commanded and cannot be played again.
"""

import os
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.engine import URL

from app.persistence.base.session import Database
from app.rules.common.errors import RulesError
from app.services.access.campaigns import open_campaign
from app.services.access.tokens import Grant
from app.services.assembly import assemble
from app.services.base.idempotency import Reply
from app.services.base.maps import DRAWING
from app.services.base.refusals import NothingToRedo, NothingToUndo, Refused
from app.services.base.service import Estoc
from app.services.dice.policy import DicePolicy
from app.services.packs.packs import load_pack
from app.services.play.actions import Action, CommandInput, act
from app.services.play.answers import GivenAnswer, answer, cancel
from app.services.play.change import ChangeRequest
from app.services.play.encounters import EncounterBody, begin
from app.services.play.suspension import Outcome
from app.services.play.undo import Steps, redo, undo
from app.services.reports.replay import find_encounter, replay
from app.shipped import shipped_packs
from tests.conftest import PATIENT
from tests.rules.conformance.d20 import DND35, PF1
from tests.rules.conformance.harp import HARP
from tests.rules.conformance.playing import Playing

ENCOUNTERS = int(os.environ.get("ESTOC_TEST_ENCOUNTERS", "5"))
"""Of each game; each of them is the simplest one there is and another one."""


@pytest.fixture(scope="module")
async def service(module_database: URL) -> AsyncIterator[Estoc]:
    service = assemble(Database(module_database, **PATIENT))
    async with service.database.session(is_long=True) as session:
        for folder in shipped_packs():
            await load_pack(session, folder)
    await service.library.open()
    yield service
    await service.database.close()


@pytest.mark.parametrize("game", [HARP, DND35, PF1], ids=lambda game: game.ruleset)
@pytest.mark.parametrize("_number", range(ENCOUNTERS))
@settings(
    # The server's dice are secret, so no fight can be played twice: hypothesis must never try to.
    max_examples=2,
    deadline=None,
    database=None,
    phases=(Phase.generate,),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1), in_rounds=st.booleans(), length=st.integers(4, 16))
async def test_any_fight_taken_back_whole_is_as_it_began(
    service: Estoc,
    game: Playing,
    data: st.DataObject,
    seed: int,
    in_rounds: bool,
    length: int,
    _number: int,
) -> None:
    chance = Random(seed)
    beginning = data.draw(game.encounters)
    fight = await begun(service, game, beginning, asks=chance.random() < 0.5)
    first = await fight.stored()
    opening = [*data.draw(game.entrances(beginning)), *([game.start] if in_rounds else [])]
    for command in opening:
        await fight.act(command, chance)
    for _ in range(length):
        match chance.choice(("act", "act", "act", "undo", "redo")):
            case "act":
                await fight.act(data.draw(game.commands(await fight.state())), chance)
            case "undo":
                await fight.undo(chance.randint(1, 3))
            case _:
                await fight.redo(chance.randint(1, 3))
    last = await fight.stored()
    assert last == fight.done[-1]
    count = len(fight.done) - 1
    if count:
        await fight.undo(count)
    assert await fight.stored() == first
    if count:
        await fight.redo(count)
    assert await fight.stored() == last
    replayed = await replay(service, await find_encounter(service, fight.encounter_id))
    assert replayed.difference is None


async def begun(service: Estoc, game: Playing, beginning: Any, *, asks: bool) -> "Fight":
    """An encounter of that beginning, the game's own, in the database."""
    shelf = service.library.beginning(game.ruleset)
    async with service.database.transaction() as driver:
        campaign = await open_campaign(driver, "Random")
        document = shelf.codecs.state.document(beginning)
        policy = DicePolicy("players", "players") if asks else DicePolicy()
        drawn = document.get("map")
        body = EncounterBody(
            game.ruleset,
            options=document.get("options", {}),
            environment=tuple(document.get("environment", ())),
            map=None if drawn is None else DRAWING.read(drawn),
            dice_policy=policy,
        )
        view = await begin(driver, shelf, campaign.id, body)
    fight = Fight(service, game, Grant(campaign.id, "tok_1", "gm"), view["id"])
    fight.done.append(await fight.stored())
    return fight


@dataclass
class Fight:
    """An encounter with the states (JSON) that it has been in: those it could be taken back to, the present
    one last, and those it could be brought to again, the next one last.
    """

    service: Estoc
    game: Playing
    grant: Grant
    encounter_id: str
    done: list[str] = field(default_factory=list[str])
    undone: list[str] = field(default_factory=list[str])

    async def stored(self) -> str:
        """All that is stored of it but versions, numbers and the indices of dice."""
        async with self.service.database.session() as session:
            query = text("SELECT state, status, title, dice_policy, pending FROM encounter WHERE id = :id")
            return repr(tuple((await session.execute(query, {"id": self.encounter_id})).one()))

    async def state(self) -> Any:
        row = await find_encounter(self.service, self.encounter_id)
        return self.service.library.beginning(self.game.ruleset).codecs.state.load(row.state)

    async def act(self, command: Any, chance: Random) -> None:
        """Do it, if it is allowed; who is waited for answers, or gives up."""
        before = await self.stored()
        wanted = ChangeRequest(self.grant, self.encounter_id)
        action = Action((CommandInput(self._document(command), ""),))
        try:
            acted = await self._asked(act(self.service, wanted, action, self._keep))
        except (RulesError, Refused):
            assert await self.stored() == before
            return
        self.undone.clear()
        while acted.pending is not None:
            action_id = acted.pending.action_id
            if chance.random() < 0.1:
                await self._asked(cancel(self.service, wanted, action_id, "", self._keep))
                assert await self.stored() == before
                return
            blank = [GivenAnswer(decision.id) for decision in acted.pending.decisions]
            some = chance.sample(blank, chance.randint(1, len(blank)))
            acted = await self._asked(answer(self.service, wanted, action_id, some, self._keep))
        self.done.append(await self.stored())

    async def undo(self, steps: int) -> None:
        possible = steps < len(self.done)
        try:
            await undo(self.service, ChangeRequest(self.grant, self.encounter_id), Steps(steps), self._keep)
        except NothingToUndo:
            assert not possible
        else:
            assert possible
            self.undone += reversed(self.done[-steps:])
            del self.done[-steps:]
        assert await self.stored() == self.done[-1]

    async def redo(self, steps: int) -> None:
        possible = steps <= len(self.undone)
        try:
            await redo(self.service, ChangeRequest(self.grant, self.encounter_id), Steps(steps), self._keep)
        except NothingToRedo:
            assert not possible
        else:
            assert possible
            self.done += reversed(self.undone[-steps:])
            del self.undone[-steps:]
        assert await self.stored() == self.done[-1]

    async def _asked(self, reply: Any) -> Outcome:
        await reply
        return self._acted

    def _keep(self, acted: Outcome) -> Reply:
        self._acted = acted
        return Reply(200, {}, b"")

    def _document(self, command: Any) -> Any:
        """The command as callers send it: the service gives ids, callers use ``ref``."""
        document = self.service.library.beginning(self.game.ruleset).codecs.command.document(command)
        if command.type == "add":
            identity = document["identity"]
            document["identity"] = {"name": identity["name"], "side": identity["side"], "ref": identity["id"]}
        return document
