"""The application."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import FastAPI
from sqlalchemy.engine import URL
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware

from app.api.access import campaigns, devices, tokens
from app.api.ahead import odds, previews
from app.api.dice import dice
from app.api.http import companion, docs_page, errors, health, home_page, openapi
from app.api.http.disk import Disk
from app.api.http.limits import USER_CODES, Allowance, Limits
from app.api.http.middleware import Leaving, RequestIds, Unchanged
from app.api.http.requests import BODY_WITHIN
from app.api.http.streaming import Streams
from app.api.http.uploads import Uploads
from app.api.outgoing import events, webhooks
from app.api.packs import rulesets, table_packs, tables
from app.api.play import actions, combatants, encounters, resolve, undo
from app.api.scenarios import reports, scenarios, simulations
from app.api.sheets import creatures
from app.config import Settings, load_settings
from app.persistence.base.session import Database
from app.services.assembly import assemble
from app.services.background import working
from app.services.base.service import ENGINE_VERSION
from app.services.outgoing.egress import Egress
from app.services.play.timeouts import keep_settling

EXPOSED = [
    "ETag",
    "Location",
    "Retry-After",
    "RateLimit",
    "RateLimit-Policy",
    "Idempotency-Replayed",
    "Preference-Applied",
    "Content-Language",
    "X-Request-ID",
]
TAGS = [
    {"name": "campaigns", "description": "Who plays together; a token opens one campaign."},
    {"name": "encounters", "description": "A fight with its ruleset, house rules and tables."},
    {"name": "combatants", "description": "Who fights."},
    {"name": "actions", "description": "What they do, resolved and explained."},
    {"name": "events", "description": "What happened, in order and without gaps."},
    {"name": "dice", "description": "Dice that anyone can check."},
    {"name": "webhooks", "description": "Where events are sent."},
    {"name": "simulations", "description": "How a fight usually goes."},
    {"name": "rulesets", "description": "What can be played."},
    {"name": "tables", "description": "The tables of the rules, as data."},
    {"name": "health", "description": "Whether the service answers, and what its problems mean."},
]


SMALL_ANSWER = 2_000
"""Bytes up to which an answer is sent as it is: packing it would cost more than it saves."""
COMPRESSION = 4
"""Of gzip's nine levels: three quarters of what the highest saves, in a third of its time."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """Each worker calls it once; without ``settings`` they are read from the environment."""
    settings = settings or load_settings()
    database = open_database(settings, settings.database)
    egress = Egress(
        is_on=settings.webhooks,
        to_private=settings.webhooks_to_private,
        within=settings.webhook_timeout,
        pauses=settings.webhook_pauses,
    )
    service = assemble(database, egress, group_commit=settings.group_commit)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await service.library.open()
        settling = asyncio.create_task(keep_settling(service), name="settling")
        async with working(service):
            yield
        settling.cancel()
        with suppress(asyncio.CancelledError):
            await settling
        await database.close()

    app = FastAPI(
        title="Estoc",
        version=ENGINE_VERSION,
        lifespan=lifespan,
        redirect_slashes=False,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        openapi_tags=TAGS,
    )
    app.state.estoc = service
    app.state.admin_token = settings.admin_token and settings.admin_token.get_secret_value()
    app.state.limits = Limits(
        Allowance("token", settings.rate_limit),
        Allowance("address", settings.rate_limit_strangers),
        Allowance("user-code", USER_CODES),
    )
    app.state.streams = Streams(settings.streams, settings.stream_heartbeat, settings.stream_write_timeout)
    app.state.uploads = Uploads()
    app.state.body_within = BODY_WITHIN
    app.state.disk = Disk()
    for module in (
        campaigns,
        encounters,
        combatants,
        actions,
        undo,
        previews,
        odds,
        reports,
        resolve,
        scenarios,
        simulations,
        events,
        dice,
        webhooks,
        tokens,
        devices,
        rulesets,
        creatures,
        table_packs,
        tables,
    ):
        app.include_router(module.router, prefix="/v1")
    app.include_router(dice.page)
    app.include_router(devices.page)
    app.include_router(health.router)
    app.include_router(home_page.router)
    app.include_router(companion.router)
    app.include_router(docs_page.router)
    errors.install(app)
    # The last one added is the outermost.
    app.add_middleware(Leaving)
    app.add_middleware(Unchanged)
    app.add_middleware(RequestIds)
    # Streams of events are never compressed: they would be held back.
    app.add_middleware(GZipMiddleware, minimum_size=SMALL_ANSWER, compresslevel=COMPRESSION)
    app.add_middleware(
        CORSMiddleware,
        allow_origins=settings.allowed_origins.split(),
        allow_methods=["*"],
        allow_headers=["*"],
        allow_private_network=True,
        expose_headers=EXPOSED,
    )
    app.openapi = lambda: openapi.openapi(app)
    app.state.description = docs_page.Description()
    app.add_route("/openapi.json", docs_page.describe, include_in_schema=False)
    return app


def open_database(settings: Settings, address: URL) -> Database:
    """The pool of one process on the database at ``address``."""
    return Database(
        address,
        pool_size=settings.pool_size,
        pool_timeout=settings.pool_timeout,
        connect_timeout=settings.connect_timeout,
        statement_timeout=settings.statement_timeout,
        lock_timeout=settings.lock_timeout,
        idle_in_transaction_timeout=settings.idle_in_transaction_timeout,
    )
