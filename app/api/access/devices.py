"""Keys for tabletop modules that have none: they ask, the GM says yes or no."""

from fastapi import APIRouter, Depends, Request
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.responses import HTMLResponse, Response

from app.api.http import requests as reading
from app.api.http.bodies import DEVICE, DEVICE_APPROVAL, DEVICE_TOKEN, RESET
from app.api.http.documentation import body, documented, replies
from app.api.http.limits import address_of
from app.api.http.requests import Granted, Service
from app.api.http.web_pages import web_page
from app.api.schemas.tokens import DeviceCode, DeviceRequest, DeviceToken, Token
from app.services.access import devices
from app.services.access.tokens import Grant

router = APIRouter(tags=["campaigns"])
page = APIRouter(tags=["campaigns"])


class _UserCode(StringConvertor):
    """A part of a path up to the verb that follows it."""

    regex = "[^/:]+"


register_url_convertor("user_code", _UserCode())
_WISH = "/device-authorizations/{user_code:user_code}"


@router.post(
    "/device-authorizations",
    operation_id="askForKey",
    dependencies=[Depends(reading.count_stranger)],
    summary="Ask the GM for a key",
    **documented(
        replies(201, DeviceCode, "The device's code, and the GM's.", example="Codes for device and GM"),
        body("DeviceBody", "A tabletop module asks"),
        is_open=True,
    ),
)
async def ask(request: Request, service: Service) -> Response:
    """For a module that has no token yet (as in RFC 8628): show `user_code` and `verification_uri`, to tell
    the GM, and poll `POST /v1/device-tokens` meanwhile. What was asked for is a wish; what the key may is
    the GM's to say. Repeating the request asks anew, so no Idempotency-Key is wanted.
    """
    wanted = DEVICE.read(await reading.document_of(request))
    asked = await devices.ask(service, wanted, address_of(request))
    page = f"{request.base_url}link"
    told = {
        **asked,
        "verification_uri": page,
        "verification_uri_complete": f"{page}#{asked['user_code']}",
    }
    return reading.secret(201, told, Location=f"/v1/device-authorizations/{asked['user_code']}")


@router.get(
    _WISH,
    operation_id="getKeyRequest",
    summary="See who asks for a key",
    **documented(replies(200, DeviceRequest, "Who asks for what.", example="Who asks for what")),
)
async def look(user_code: str, request: Request, service: Service, grant: Granted) -> Response:
    """By the code that the player tells the GM. Not found is what is mistyped, too old or answered already;
    a token may try ten codes a minute.
    """
    code = _counted(user_code, request, grant)
    return reading.shown(await devices.look(service, code))


@router.post(
    f"{_WISH}:approve",
    operation_id="approveKey",
    summary="Let the device have a key",
    **documented(
        replies(201, Token, "The token, which the device can fetch.", example="A token not fetched yet"),
        body("DeviceApprovalBody", "As Ada at the table"),
        is_stored=True,
    ),
)
async def approve(user_code: str, request: Request, service: Service, grant: Granted) -> Response:
    """For the token's own campaign, as the body has it: what the device asked for gives it nothing. Without
    `label` it has the client's name. It is in the list of tokens at once and can be revoked; nobody but the
    device sees its secret. The first answer to a code counts.
    """
    presented = reading.bearer(request)
    asked = await reading.body_of(request, grant)
    wanted = DEVICE_APPROVAL.read(asked.document)
    code = _counted(user_code, request, grant)
    reply = await devices.approve_once(service, grant, code, wanted, asked.claim, presented)
    return reading.answer(reading.preferred(request, reply))


@router.post(
    f"{_WISH}:deny",
    operation_id="denyKey",
    summary="Let the device have nothing",
    **documented(
        {204: {"description": "The device will be told."}},
        body("ResetBody", "Nothing to say"),
        is_stored=True,
    ),
)
async def deny(user_code: str, request: Request, service: Service, grant: Granted) -> Response:
    """The first answer to a code counts; whoever asks again does so under another code."""
    presented = reading.bearer(request)
    asked = await reading.body_of(request, grant)
    RESET.read(asked.document)
    code = _counted(user_code, request, grant)
    return reading.answer(await devices.deny_once(service, code, asked.claim, presented))


@router.post(
    "/device-tokens",
    operation_id="fetchKey",
    dependencies=[Depends(reading.count_stranger)],
    summary="Fetch the key that the GM has approved",
    **documented(
        replies(200, DeviceToken, "The token with its secret.", example="The key of the device"),
        body("DeviceTokenBody", "Is the key there"),
        is_open=True,
    ),
)
async def fetch(request: Request, service: Service) -> Response:
    """Until then 400 with the code `authorization_pending`, or `slow_down` where it is asked for too often
    (`params.interval` is how long to wait between two polls), `access_denied`, `expired_token` or, for what
    is no device code, `invalid_grant`. The key is delivered once; for a minute the same request gets the same
    answer again, in case it was lost.
    """
    wanted = DEVICE_TOKEN.read(await reading.document_of(request))
    return reading.secret(200, await devices.fetch(service, wanted))


def _counted(user_code: str, request: Request, grant: Grant) -> str:
    """The code that was told or guessed, one more of the token's; raises NotFound and TooManyRequests."""
    code = devices.read_user_code(user_code)
    reading.count_user_code(request, grant)
    return code


@page.get(
    "/link",
    operation_id="getLinkPage",
    response_class=HTMLResponse,
    dependencies=[Depends(reading.count_stranger)],
    summary="A page where the GM gives a key",
    **documented(
        {200: {"description": "The page.", "content": {"text/html": {"schema": {"type": "string"}}}}},
        is_open=True,
    ),
)
async def link() -> Response:
    """For the code that a module shows and the GM's own token, which the page keeps to itself."""
    return web_page("link.html", is_framed=False)
