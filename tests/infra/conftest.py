from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.infra.served import place_for_data


@pytest.fixture
def data_folder() -> Iterator[Path]:
    """A data folder of this test's own."""
    with place_for_data() as folder:
        yield folder
