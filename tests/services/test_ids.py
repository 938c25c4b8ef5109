"""Ids of resources: sortable by when they were made."""

from app.services.base.ids import is_id, new_id


def test_ids_made_one_after_the_other_sort_in_that_order() -> None:
    made = [new_id("cmb") for _ in range(5_000)]
    assert made == sorted(made)
    assert len(set(made)) == len(made)
    assert all(is_id("cmb", one) for one in made)
