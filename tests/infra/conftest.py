from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.infra.furnished import furnished_place
from tests.infra.served import place_for_data


@pytest.fixture
def data_folder() -> Iterator[Path]:
    """The place of a data folder of this test's own, with nothing there yet."""
    with place_for_data() as folder:
        yield folder


@pytest.fixture
def furnished_folder() -> Iterator[Path]:
    """A data folder of this test's own, as an earlier start has left it."""
    with furnished_place() as folder:
        yield folder
