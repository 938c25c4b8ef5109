"""A client for Estoc, which resolves tabletop combat.

    with Estoc("http://127.0.0.1:8000", token) as estoc:
        fight = estoc.encounters.begin(ruleset="pf1", title="At the gate")
        blow = fight.attack("ada", "orc", "sword", dice=[15, 6])
        print(blow.text)

`AsyncEstoc` is the same with ``await``. `do` makes the body of an action for previews and odds, `requests` a
request for each operation of the contract, `models` has the types of bodies and answers.
"""

from estoc_client import models, requests
from estoc_client._asynchronous import AsyncAction, AsyncEncounter, AsyncEstoc
from estoc_client._http import Answer, Request, Retry
from estoc_client._synchronous import Action, Encounter, Estoc
from estoc_client.commands import do
from estoc_client.errors import (
    Conflict,
    ConnectionFailed,
    DecisionPending,
    EstocError,
    GapInEvents,
    Illegal,
    Invalid,
    NotAllowed,
    NotAuthenticated,
    NotFound,
    Refusal,
    ServerFault,
    Stale,
    TooMany,
)
from estoc_client.models import CONTRACT_VERSION

__version__ = CONTRACT_VERSION

__all__ = [
    "CONTRACT_VERSION",
    "Action",
    "Answer",
    "AsyncAction",
    "AsyncEncounter",
    "AsyncEstoc",
    "Conflict",
    "ConnectionFailed",
    "DecisionPending",
    "Encounter",
    "Estoc",
    "EstocError",
    "GapInEvents",
    "Illegal",
    "Invalid",
    "NotAllowed",
    "NotAuthenticated",
    "NotFound",
    "Refusal",
    "Request",
    "Retry",
    "ServerFault",
    "Stale",
    "TooMany",
    "do",
    "models",
    "requests",
]
