"""What comes of feints and of help. Ids are combatant ids."""

from typing import Literal, TypeAlias

from app.rules.common.visibility import Open, Own, Who
from app.rules.d20.contract.commands.support import AidForm
from app.values import value


@value
class Feinted:
    """The target is taken in."""

    actor: Who[str]
    target: Who[str]
    type: Literal["feinted"] = "feinted"


@value
class FeintFailed:
    """The target sees through it."""

    actor: Who[str]
    target: Who[str]
    type: Literal["feint_failed"] = "feint_failed"


@value
class AidGiven:
    """The actor helps ``ally``; ``what`` is the GM's word on a help against an effect."""

    actor: Who[str]
    ally: Who[str]
    aid: Open[AidForm]
    what: Own[str] = ""
    type: Literal["aid_given"] = "aid_given"


@value
class AidFailed:
    """The help comes to nothing."""

    actor: Who[str]
    ally: Who[str]
    type: Literal["aid_failed"] = "aid_failed"


SupportEvent: TypeAlias = AidFailed | AidGiven | Feinted | FeintFailed
