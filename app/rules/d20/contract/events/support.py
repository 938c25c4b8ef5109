"""What comes of feints and of help. Ids are combatant ids."""

from typing import Literal, TypeAlias

from app.rules.d20.contract.commands.support import AidForm
from app.values import value


@value
class Feinted:
    """The target is taken in."""

    actor: str
    target: str
    type: Literal["feinted"] = "feinted"


@value
class FeintFailed:
    """The target sees through it."""

    actor: str
    target: str
    type: Literal["feint_failed"] = "feint_failed"


@value
class AidGiven:
    """The actor helps ``ally``; ``what`` is the GM's word on a help against an effect."""

    actor: str
    ally: str
    aid: AidForm
    what: str = ""
    type: Literal["aid_given"] = "aid_given"


@value
class AidFailed:
    """The help comes to nothing."""

    actor: str
    ally: str
    type: Literal["aid_failed"] = "aid_failed"


SupportEvent: TypeAlias = AidFailed | AidGiven | Feinted | FeintFailed
