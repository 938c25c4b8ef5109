"""`make contract`: records the shown answers and writes the document, unless it breaks the old one; then the
modules of the client that follow from it.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from sqlalchemy.engine import make_url

from app.cli.database import migrate
from app.main import create_app
from app.persistence.base.session import Database
from app.postgres_server.cluster import running as database_running
from app.services.packs.packs import load_pack
from app.shipped import shipped_packs
from tests.api.conftest import running, settings_for
from tests.conftest import PATIENT
from tests.contract.additive import breaks
from tests.contract.places import ANSWERS, DOCUMENT, ROOT, as_text
from tests.contract.recorded import record


async def _write(url: str) -> list[str]:
    address = make_url(url)
    await migrate(address)
    database = Database(address, **PATIENT)
    async with database.session(is_long=True) as session:
        for folder in shipped_packs():
            await load_pack(session, folder)
    await database.close()
    app = create_app(settings_for(address))
    async with running(app) as http:
        ANSWERS.write_text(as_text(await record(http)), encoding="utf-8")
    document = app.openapi()
    broken = (
        list(breaks(json.loads(DOCUMENT.read_text(encoding="utf-8")), document)) if DOCUMENT.exists() else []
    )
    if not broken or "--breaking" in sys.argv:
        DOCUMENT.write_text(as_text(document), encoding="utf-8")
    return broken


def main() -> int:
    """0 where the document was written; else 1, with what it would break."""
    folder = Path(tempfile.mkdtemp(prefix="estoc-contract-"))
    folder.chmod(0o711)
    with database_running(folder, durable=False) as cluster:
        broken = asyncio.run(_write(cluster.url))
    subprocess.run([sys.executable, ROOT / "clients" / "python" / "generate.py"], check=True)
    print("\n".join(broken) or f"{DOCUMENT.name} is written.")
    return 1 if broken and "--breaking" not in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
