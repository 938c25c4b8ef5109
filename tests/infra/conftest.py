import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def data_folder() -> Iterator[Path]:
    """A data folder that does not exist yet, in a place where PostgreSQL's account can go."""
    place = Path(tempfile.mkdtemp(prefix="estoc-tests-"))
    place.chmod(0o711)
    yield place / "estoc"
    shutil.rmtree(place)
