"""Documents that an earlier version has stored, as this one reads them."""

from typing import Any

FORMER_FEATS = frozenset({"exotic-proficiency", "ride-by-attack", "toughness", "trample"})
"""Once among the ``feats`` of d20 sheets although no rule read them: they belong to ``other_feats``."""


def as_read_now(document: Any) -> Any:
    """``document`` with such feats where they belong; everything else as it is. Any: JSON."""
    match document:
        case dict():
            moved = {key: as_read_now(value) for key, value in document.items()}
            return _with_feats_moved(moved) if isinstance(moved.get("feats"), list) else moved
        case list():
            return [as_read_now(value) for value in document]
        case _:
            return document


def _with_feats_moved(sheet: dict[str, Any]) -> dict[str, Any]:
    former = [feat for feat in sheet["feats"] if feat in FORMER_FEATS]
    if not former:
        return sheet
    kept = [feat for feat in sheet["feats"] if feat not in FORMER_FEATS]
    return {**sheet, "feats": kept, "other_feats": [*sheet.get("other_feats", ()), *former]}
