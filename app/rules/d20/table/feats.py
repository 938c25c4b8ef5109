"""Whether a sheet has a feat, for itself or for one weapon."""

from app.rules.d20.table.sheet import Feat, Sheet, SheetWeapon


def has_feat(sheet: Sheet, feat: Feat) -> bool:
    """Whether the combatant has the feat."""
    return feat in sheet.feats


def has_weapon_feat(sheet: Sheet, feat: Feat, entry: SheetWeapon) -> bool:
    """Whether the feat was taken for this weapon, by its id on the sheet or its model."""
    return any(taken.feat == feat and taken.model in (entry.id, entry.model) for taken in sheet.weapon_feats)
