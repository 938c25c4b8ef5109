"""The application."""

from fastapi import FastAPI


def create_app() -> FastAPI:
    """Each worker calls it once."""
    app = FastAPI(title="Estoc")

    @app.get("/livez")
    async def is_alive() -> dict[str, str]:
        return {"status": "alive"}

    @app.get("/readyz")
    async def is_ready() -> dict[str, str]:
        return {"status": "ready"}

    return app
