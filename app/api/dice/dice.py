"""Fair dice: their proof, and the page that checks it."""

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, Response

from app.api.http import requests as reading
from app.api.http.bodies import DICE_ROTATION, SALT
from app.api.http.documentation import body, documented, replies
from app.api.http.requests import Granted, Service
from app.api.http.web_pages import web_page
from app.api.schemas.dice import DiceStatistics
from app.services.proof import proof as dice_proof
from app.services.proof import statistics as dice_statistics
from app.services.proof.document import Epoch, Proof, Rotation

router = APIRouter(tags=["dice"])
page = APIRouter(tags=["dice"])


@router.get(
    "/encounters/{encounter_id}/dice-proof",
    operation_id="getDiceProof",
    summary="Read the proof of the dice",
    **documented(replies(200, Proof, "The proof.", example="The dice of a fight that is over")),
)
async def read(encounter_id: str, service: Service, grant: Granted) -> Response:
    """Commitments, seeds where they are revealed, and all rolls, hidden ones only with their seed.

    Keep it as a file and check it without this server: `estoc verify FILE`, or `/verify.html`.
    """
    proof = await dice_proof.read_proof(service, grant, encounter_id)
    return Response(proof.model_dump_json(), media_type="application/json")


@router.post(
    "/encounters/{encounter_id}/dice-proof/salt",
    operation_id="addSalt",
    summary="Add a salt to the dice to come",
    **documented(
        replies(201, Epoch, "The epoch with its whole salt.", example="Seeds in use, salted"),
        body("SaltBody", "A player's own words"),
        is_stored=True,
    ),
)
async def add_salt(encounter_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """Before the first roll of an epoch, players and GM can each add a text of their own.

    The commitments stand already, so no one, the server included, can have chosen the dice. Salts are joined
    by line feeds in the order they came.
    """
    asked = await reading.body_of(request, grant)
    wanted = SALT.read(asked.document)
    return reading.answer(await dice_proof.add_salt(service, grant, encounter_id, wanted, asked.claim))


@router.post(
    "/encounters/{encounter_id}/dice-proof/rotate",
    operation_id="rotateDice",
    summary="Reveal the seeds and go on with new ones",
    **documented(
        replies(
            201,
            Rotation,
            "The epoch that ended and the one that began.",
            example="Seeds revealed and begun",
        ),
        body("DiceRotationBody", "Nothing to say"),
        is_stored=True,
    ),
)
async def rotate(encounter_id: str, request: Request, service: Service, grant: Granted) -> Response:
    """From then on everybody can check the rolls until now, the hidden ones too.

    Ending an encounter does the same.
    """
    asked = await reading.body_of(request, grant)
    DICE_ROTATION.read(asked.document)
    return reading.answer(await dice_proof.rotate(service, grant, encounter_id, asked.claim))


@router.get(
    "/campaigns/{campaign_id}/dice-statistics",
    operation_id="getDiceStatistics",
    summary="See how the campaign's dice fell",
    **documented(replies(200, DiceStatistics, "Counts of each face.", example="How the dice fell")),
)
async def statistics(campaign_id: str, service: Service, grant: Granted) -> Response:
    """For all together and for each roller: dice of the server and dice by hand apart, each kind by itself.

    From 200 throws on a chi-square test says how often fair dice stray as far. Every roll counts, also of
    actions taken back; rolls that not everybody saw count when the seeds of their epoch are revealed.
    """
    return reading.shown(await dice_statistics.read_statistics(service, grant, campaign_id))


@page.get(
    "/verify.html",
    operation_id="getVerifier",
    response_class=HTMLResponse,
    dependencies=[Depends(reading.count_stranger)],
    summary="A page that checks a proof",
    **documented(
        {200: {"description": "The page.", "content": {"text/html": {"schema": {"type": "string"}}}}},
        is_open=True,
    ),
)
async def verifier() -> Response:
    """One file that needs no server: save it, and drop a proof on it."""
    return web_page("verify.html")
