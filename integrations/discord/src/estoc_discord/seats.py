"""Who at the table is who on Discord, from a file of settings."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from estoc_client import AsyncEncounter, AsyncEstoc


@dataclass(frozen=True, slots=True)
class Settings:
    """``table`` is a spectator's token, for the channel; ``seats`` are those of Discord's users."""

    url: str
    encounter: str
    table: str
    seats: Mapping[int, str]
    language: str = "en"


def read_settings(path: Path) -> Settings:
    """The settings of a TOML file; raises KeyError for what is missing and TypeError for what is too much."""
    said = tomllib.loads(path.read_text(encoding="utf-8"))
    return Settings(**{**said, "seats": {int(user): token for user, token in said["seats"].items()}})


class Seats:
    """The encounter, seen with the token of each."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._clients: dict[str, AsyncEstoc] = {}
        self.language = settings.language

    @property
    def table(self) -> AsyncEncounter:
        """As everybody in the channel may see it."""
        return self._encounter(self._settings.table)

    def of(self, user: int) -> AsyncEncounter | None:
        """As a user of Discord sees it; None for who has no seat."""
        token = self._settings.seats.get(user)
        return None if token is None else self._encounter(token)

    def _encounter(self, token: str) -> AsyncEncounter:
        if token not in self._clients:
            self._clients[token] = AsyncEstoc(self._settings.url, token, language=self.language)
        return self._clients[token].encounters.of(self._settings.encounter)

    async def close(self) -> None:
        for client in self._clients.values():
            await client.aclose()
