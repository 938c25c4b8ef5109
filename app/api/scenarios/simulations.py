"""Simulations: how a fight usually goes, if everybody fights like this."""

from collections.abc import AsyncGenerator
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic_core import to_json
from starlette.responses import Response

from app.api.http import requests as reading
from app.api.http.bodies import SIMULATION
from app.api.http.documentation import DECISION_FIRST, body, documented, list_of, replies
from app.api.http.requests import Cursor, Granted, Limit, Service
from app.api.http.streaming import frame, streamed, streams_of
from app.api.schemas.encounters import Scenario
from app.api.schemas.simulations import Simulation, SimulationSummary
from app.services.base.idempotency import Reply
from app.services.base.json_value import Json
from app.services.simulations import asking
from app.services.simulations.asking import Told
from app.services.simulations.order import MOST_RUNS

router = APIRouter(tags=["simulations"])

Number = Annotated[int, Path(ge=0, le=MOST_RUNS - 1, description="Which run; they are numbered from 0.")]


@router.post(
    "/simulations",
    operation_id="beginSimulation",
    summary="Fight an encounter many times",
    **documented(
        replies(201, Simulation, "The simulation, which is under way.") | DECISION_FIRST,
        body("SimulationBody", "A wary hero against foes who gang up"),
        is_stored=True,
    ),
)
async def begin(request: Request, service: Service, grant: Granted) -> Response:
    """The encounter is fought from where it stands now, `runs` times, by `policies` that choose among the
    legal actions; what happens in it later does not matter here, and it is not touched.

    The first row of `policies` that names a combatant decides how it fights. The same `seed` and the same
    fight give the same result. A campaign has 3 simulations under way at most.
    """
    asked = await reading.body_of(request, grant)

    def answer(begun: Json) -> Reply:
        headers = {"Location": f"/v1/simulations/{begun['id']}"}
        return reading.preferred(request, Reply(201, headers, to_json(begun)))

    wanted = SIMULATION.read(asked.document)
    return reading.answer(await asking.begin_once(service, grant, wanted, asked.claim, answer))


@router.get(
    "/simulations",
    operation_id="listSimulations",
    summary="List the campaign's simulations, the newest first",
    **documented(replies(200, list_of(SimulationSummary), "One page of simulations.")),
)
async def list_all(service: Service, grant: Granted, limit: Limit = 50, cursor: Cursor = None) -> Response:
    """Without their results."""
    read = partial(asking.read_all, service, grant)
    return reading.shown(await reading.page_of("simulations", limit, cursor, read))


@router.get(
    "/simulations/{simulation_id}",
    operation_id="getSimulation",
    summary="Look at a simulation",
    **documented(replies(200, Simulation, "How far it is, and its result once it is finished.")),
)
async def look(simulation_id: str, service: Service, grant: Granted) -> Response:
    """Every chance comes with its 95 % interval; `worth_reading` are runs to be read blow by blow."""
    return reading.shown(await asking.read(service, grant, simulation_id))


@router.delete(
    "/simulations/{simulation_id}",
    operation_id="deleteSimulation",
    summary="Give a simulation up",
    **documented({204: {"description": "It is gone, now or already."}}),
)
async def delete(simulation_id: str, service: Service, grant: Granted) -> Response:
    """Finished or not. What is just being computed of it is thrown away. Deleting it again is no error."""
    await asking.delete(service, grant, simulation_id)
    return Response(status_code=204)


@router.get(
    "/simulations/{simulation_id}/stream",
    operation_id="streamSimulation",
    summary="Follow a simulation",
    **documented(
        {
            200: {
                "description": "Server-sent events: `progress` with `{done, of}`, then one of `finished` "
                "(the simulation with its result), `failed` and `deleted`, with which the stream ends.",
                "content": {
                    "text/event-stream": {
                        "schema": {"type": "string"},
                        "examples": {
                            "a-simulation-that-is-followed": {"summary": "A simulation that is followed"}
                        },
                    }
                },
            }
        }
    ),
)
async def follow(simulation_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """Each event is all there is to know, so none has an `id` and nothing is missed by coming back. A comment
    comes at least every 15 seconds. The stream also ends when the token is revoked or the server stops.
    """
    await asking.read(service, grant, simulation_id)
    return streamed(streams_of(request), _frames(asking.follow(service, grant, simulation_id)))


async def _frames(following: AsyncGenerator[Told, None]) -> AsyncGenerator[bytes, None]:
    try:
        async for event, told in following:
            yield frame(told, event=event)
    finally:
        await following.aclose()


@router.get(
    "/simulations/{simulation_id}/runs/{number}",
    operation_id="getSimulatedRun",
    summary="Read one run as a scenario",
    **documented(replies(200, Scenario, "The scenario: everything that happened, with the dice that fell.")),
)
async def read_run(simulation_id: str, number: Number, service: Service, grant: Granted) -> Response:
    """It begins with what the encounter had come to. `estoc play` plays it to the same end, so that nobody
    has to trust a mean.
    """
    run = await asking.read_run(service, grant, simulation_id, number)
    return Response(run, media_type="application/json")
