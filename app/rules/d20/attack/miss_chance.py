"""Whether what would hit finds its target, where that is concealed (D20-CON-01 … D20-CON-03, D-16)."""

from app.rules.common.dice import D100, Throw
from app.rules.d20.attack.concealment import MissChance
from app.rules.d20.table.feats import has_feat
from app.rules.d20.table.state import Combatant
from app.rules.resolution.requests import Facts, Resolution, Roll


def finds_its_target(attacker: Combatant, chance: MissChance, *, in_melee: bool) -> Resolution[bool]:
    """The miss chance, rolled only for what would hit (D-16); Blind-Fight rolls a second time in melee."""
    if chance.percent == 0:
        return True
    is_found = yield from _rolled(attacker, chance, "miss chance")
    if is_found or not in_melee or not has_feat(attacker.sheet, "blind-fight"):
        return is_found
    return (yield from _rolled(attacker, chance, "miss chance again"))


def _rolled(attacker: Combatant, chance: MissChance, purpose: str) -> Resolution[bool]:
    others = (("outdone", ", ".join(chance.others)),) if chance.others else ()

    def explain(throw: Throw) -> Facts:
        missed = "no" if throw.total > chance.percent else "yes"
        return (("miss_chance", chance.percent), ("concealment", chance.why), ("concealed", missed), *others)

    rules = ["D-16", "D20-CON-02" if chance.is_total else "D20-CON-01"]
    if chance.others:
        rules.append("D20-CON-03")
    return (
        yield from Roll(
            purpose=purpose,
            roller=attacker.id,
            dice=D100,
            outcome=lambda throw: throw.total > chance.percent,
            explain=explain,
            rules=tuple(rules),
        )
    )
