"""The proof of an encounter's dice as it is published, kept in a file, and checked.

The same document is read by `estoc verify` and by `app/web/verify.html`; members that they do not know are
passed over.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.rules.resolution.answers import Source, Stream

Moment = Annotated[str, Field(json_schema_extra={"format": "date-time"})]


class Part(BaseModel):
    """A part of the document."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)


class Pair(Part):
    """Something of both streams, in hexadecimal."""

    open: str
    hidden: str


class Counts(Part):
    """How many rolls each of the streams made."""

    open: int
    hidden: int


class Epoch(Part):
    """The dice between two revelations: while `seeds` are null they are secret and in use.

    Each commitment is SHA-256 of `estoc-dice/v1/commit`, a NUL byte and the seed. `rolls` are known once the
    seeds are; only then do hidden rolls stand in the proof.
    """

    epoch: int
    commitments: Pair
    salt: str
    seeds: Pair | None
    rolls: Counts | None
    revealed_at: Moment | None


class ProofRoll(Part):
    """A roll of the log. Given by hand it has neither `stream` nor `index`, and nothing to check.

    `sides` and `faces` are those of each die in the order they fell; `seq` is the number of the action.
    """

    epoch: int
    stream: Stream | None
    index: int | None
    seq: int
    action_id: str
    purpose: str
    who: str
    source: Source
    notation: str
    sides: tuple[int, ...]
    faces: tuple[int, ...]


class Proof(Part):
    """Everything that it takes to check the dice of an encounter.

    `unproven` counts the rolls of the server from before the encounter had committed dice.
    """

    format: Literal["estoc-dice/v1"]
    encounter: str
    epochs: tuple[Epoch, ...]
    rolls: tuple[ProofRoll, ...]
    unproven: int


class Rotation(Part):
    """The epoch that ended, with its seeds, and the one that began."""

    revealed: Epoch
    begun: Epoch
