"""What each worker process runs."""

import multiprocessing
import multiprocessing.connection
import os
import signal
import threading

from fastapi import FastAPI

from app.main import create_app


def create_worker_app() -> FastAPI:
    """The application, in a process that does not outlive the `estoc serve` that started it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), name="orphan", daemon=True).start()
    return create_app()


def _end_after(parent: int) -> None:
    """A worker left behind would keep the port, and its PostgreSQL busy."""
    multiprocessing.connection.wait([parent])
    os.kill(os.getpid(), signal.SIGTERM)
