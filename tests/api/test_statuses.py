"""Which status a refusal has."""

import pytest

from app.api.http.errors import STATUSES


@pytest.mark.parametrize(("form", "status"), STATUSES, ids=[form.__name__ for form, _ in STATUSES])
def test_no_type_is_hidden_by_a_wider_one_before_it(form: type[Exception], status: int) -> None:
    assert status == next(given for wider, given in STATUSES if issubclass(form, wider))
