"""Tokens as they are answered."""

from typing import Literal

from app.api.schemas.common import Moment, Shape
from app.services.access.table_tokens import Seat


class Token(Shape):
    """A token without its secret. Without `scopes` it may all that its role may."""

    id: str
    label: str
    role: Seat
    scopes: list[Literal["play", "prepare", "read"]] | None
    controls: list[str]
    created_at: Moment


class NamedCampaign(Shape):
    """A campaign and what it is called."""

    id: str
    name: str


class OwnToken(Token):
    """The token that asks, with the campaign that it opens."""

    campaign: NamedCampaign


class IssuedToken(Token):
    """The only answer that shows the secret."""

    token: str


class IssuedTokens(Shape):
    """The tokens in the order in which they were asked for."""

    tokens: list[IssuedToken]


class DeviceCode(Shape):
    """`device_code` is the device's secret; `user_code` is what it shows to be told to the GM.

    `verification_uri` is the page for the GM, `verification_uri_complete` the same with the code filled in.
    The codes hold for `expires_in` seconds; the device waits `interval` seconds between two polls.
    """

    device_code: str
    user_code: str
    verification_uri: str
    verification_uri_complete: str
    expires_in: int
    interval: int


class DeviceRequest(Shape):
    """Who asks for which key: `client_name` is what they call themselves, `address` where they call from."""

    user_code: str
    client_name: str
    address: str
    role: Seat
    scopes: list[Literal["play", "prepare", "read"]] | None
    controls: list[str]
    created_at: Moment
    expires_at: Moment


class DeviceToken(IssuedToken):
    """The key of a device, for one campaign."""

    campaign_id: str
