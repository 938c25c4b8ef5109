"""Tokens as they are answered."""

from typing import Literal

from app.api.schemas.common import Moment, Shape


class Token(Shape):
    """A token without its secret. Without `scopes` it may all that its role may."""

    id: str
    label: str
    role: Literal["owner", "gm", "assistant", "player", "spectator"]
    scopes: list[Literal["play", "prepare", "read"]] | None
    controls: list[str]
    created_at: Moment


class IssuedToken(Token):
    """The only answer that shows the secret."""

    token: str


class IssuedTokens(Shape):
    """The tokens in the order in which they were asked for."""

    tokens: list[IssuedToken]
