"""What each worker process runs."""

import asyncio
import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING

from app.collector import collect_from_now_on  # first of all that is ours
from app.main import create_app

if TYPE_CHECKING:
    from fastapi import FastAPI

SWITCH_EVERY = 0.001
"""Seconds until a thread that computes lets the event loop go on; a request takes several such turns."""


def create_worker_app() -> "FastAPI":
    """The application, in a process that does not outlive the `estoc serve` that started it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), name="orphan", daemon=True).start()
    app = create_app()
    _on_stop(app.state.estoc.watch.stop)
    sys.setswitchinterval(SWITCH_EVERY)
    collect_from_now_on()
    return app


def _on_stop(end: Callable[[], None]) -> None:
    """Have ``end`` called when the worker is told to stop, before the server waits for its last answers.

    The server's own lifespan ends after that, too late for those who wait for events.
    """
    loop, stop = asyncio.get_running_loop(), signal.getsignal(signal.SIGTERM)

    def end_and_stop(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(end)
        if callable(stop):
            stop(number, frame)

    signal.signal(signal.SIGTERM, end_and_stop)


def _end_after(parent: int) -> None:
    """Stop this worker when its parent has died: it would keep the port and connections to PostgreSQL."""
    multiprocessing.connection.wait([parent])
    os.kill(os.getpid(), signal.SIGTERM)
