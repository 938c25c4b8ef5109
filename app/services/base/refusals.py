"""What the service refuses for reasons that are not a game's rules. Each type has a stable code."""

from typing import ClassVar

from app.rules.common.errors import Illegal, InvalidDocument, RulesError, Scalar, worded


class Refused(Exception):
    """A request that is not carried out; ``pointer`` names the field where one is to blame.

    ``text`` is English with places for ``params``.
    """

    code: ClassVar[str]

    def __init__(self, text: str, pointer: str | None = None, **params: Scalar) -> None:
        self.text = text
        self.pointer = pointer
        self.params: dict[str, Scalar] = params
        self.message = worded(text, params)
        super().__init__(self.message)


def code_of(error: RulesError | Refused) -> str:
    """The code of a refusal: of several reasons the first one gives it."""
    match error:
        case Illegal():
            return error.checks[0].code.lower()
        case InvalidDocument():
            return error.problems[0].code
        case _:
            return error.code


class Unauthenticated(Refused):
    """No token, or none that opens anything."""

    code = "unauthenticated"


class Forbidden(Refused):
    """A good token that may not do this."""

    code = "forbidden"


class NotYours(Forbidden):
    """An action with, or an answer for, a combatant that the token does not control."""

    code = "not_yours"


class NotFound(Refused):
    """Nothing here for this token; what belongs to another campaign is not here either."""

    code = "not_found"


class UnknownRuleset(Refused):
    """No ruleset of that id."""

    code = "unknown_ruleset"


class StaleVersion(Refused):
    """If-Match names a version that is no longer the newest; ``version`` is."""

    code = "stale_version"

    def __init__(self, version: int | str) -> None:
        super().__init__("If-Match does not name the newest version; the answer's ETag does.")
        self.version = version


class KeyMissing(Refused):
    """A request that stores something came without an Idempotency-Key."""

    code = "idempotency_key_missing"


class KeyInvalid(Refused):
    """An Idempotency-Key that is empty, too long or not plain ASCII."""

    code = "idempotency_key_invalid"


class KeyReused(Refused):
    """The Idempotency-Key was used for another request."""

    code = "idempotency_key_reused"


class RequestInFlight(Refused):
    """A request with the same Idempotency-Key is being carried out at this moment."""

    code = "request_in_flight"


class TooManyRequests(Refused):
    """More requests than this token, or this address, may send; ``wait`` is in whole seconds."""

    code = "too_many_requests"

    def __init__(self, text: str, wait: int, **params: Scalar) -> None:
        super().__init__(text, None, **params)
        self.wait = wait


class AnswerMissing(Refused):
    """A strict action that leaves a roll to the server; its choices may take their defaults."""

    code = "answer_missing"


class AnswerLeftOver(Refused):
    """A strict action with more dice or choices than were asked for."""

    code = "answer_left_over"


class TooManyDice(Refused):
    """More dice than one request may give."""

    code = "too_many_dice"


class EncounterFull(Refused):
    """The encounter has as many combatants as it can hold."""

    code = "encounter_full"


class ExternalRefTaken(Refused):
    """The external reference names a combatant of another encounter of the campaign that goes on."""

    code = "external_ref_taken"


class EncounterBusy(Refused):
    """More actions at once on one encounter than can be carried out in a moment."""

    code = "encounter_busy"


class ComputingBusy(Refused):
    """More at once that has to be computed than a worker takes, or more than it has time for."""

    code = "odds_busy"


class DiceSourceNotAllowed(Refused):
    """A roll by somebody whose dice the encounter's policy does not count."""

    code = "dice_source_not_allowed"


class SaltTooLate(Refused):
    """A salt for dice of which some have fallen already."""

    code = "salt_too_late"


class SaltTooLong(Refused):
    """More salt than an epoch takes."""

    code = "salt_too_long"


class InvalidQuery(Refused):
    """A parameter of the address that cannot be read."""

    code = "invalid_query"


class InvalidCursor(Refused):
    """A cursor that no page of this list returned."""

    code = "invalid_cursor"


class DecisionPending(Refused):
    """Somebody is waited for: nothing else happens in the encounter until the answer or a cancel."""

    code = "decision_pending"


class DecisionOutdated(Refused):
    """The decision is not one that is waited for, or no longer."""

    code = "decision_outdated"


class DecisionRepeated(Refused):
    """One request answers the same decision twice."""

    code = "decision_repeated"


class NoSuchRoll(Refused):
    """The action that waits has no roll of that number."""

    code = "no_such_roll"


class NothingToUndo(Refused):
    """Nothing has been done, or all of it is undone."""

    code = "nothing_to_undo"


class NothingToRedo(Refused):
    """Nothing is undone, or something new has happened since."""

    code = "nothing_to_redo"


class TooManySteps(Refused):
    """More actions to undo or redo than one request may."""

    code = "too_many_steps"


class PreconditionMissing(Refused):
    """A change of something that exists came without If-Match; ``version`` is what it would have to name."""

    code = "if_match_missing"

    def __init__(self, version: int | str) -> None:
        super().__init__("Send If-Match with the ETag that you have read; the answer has the newest.")
        self.version = version


class TicketInvalid(Unauthenticated):
    """A stream ticket that opens nothing."""

    code = "ticket_invalid"


class WebhooksOff(Forbidden):
    """This server sends nothing out."""

    code = "webhooks_off"


class WebhookUrlRefused(Refused):
    """An address that the service never sends to."""

    code = "webhook_url_refused"


class TooManyTokens(Refused):
    """A campaign that has as many tokens as it may."""

    code = "too_many_tokens"


class TooManyWebhooks(Refused):
    """The campaign has as many webhooks as it may."""

    code = "too_many_webhooks"


class TooManyPacks(Refused):
    """The campaign has as many table packs as it may."""

    code = "too_many_packs"


class PackIdTaken(Refused):
    """A campaign's pack by the id of one that all share."""

    code = "pack_id_taken"


class PackInUse(Refused):
    """A version of a table pack with which an encounter is played, or a simulation fought."""

    code = "pack_in_use"


class PackOfAnotherRuleset(Refused):
    """A table pack chosen for an encounter of another ruleset."""

    code = "pack_of_another_ruleset"


class UploadsBusy(Refused):
    """More large bodies at once than this worker reads, or one that takes too long to come."""

    code = "uploads_busy"


class TooManyStreams(Refused):
    """This worker has as many streams open as it may."""

    code = "too_many_streams"


class NothingToSimulate(Refused):
    """A fight of which at most one side is left."""

    code = "nothing_to_simulate"


class TooManySimulations(Refused):
    """The campaign has as many simulations under way as it may."""

    code = "too_many_simulations"


class NoKeyYet(Refused):
    """A device that asks for its key and does not get it; the codes are those of RFC 8628."""


class AuthorizationPending(NoKeyYet):
    """The GM has not answered yet; ask again after ``interval`` seconds."""

    code = "authorization_pending"


class SlowDown(NoKeyYet):
    """Asked again too soon; from now on wait ``interval`` seconds, which are more than before."""

    code = "slow_down"


class AccessDenied(NoKeyYet):
    """The GM said no, or has taken the key back already."""

    code = "access_denied"


class DeviceCodeExpired(NoKeyYet):
    """Nobody answered in time."""

    code = "expired_token"


class DeviceCodeUnknown(NoKeyYet):
    """Not a device code, or one that has had its key."""

    code = "invalid_grant"


def no_encounter() -> NotFound:
    return NotFound("This campaign has no such encounter.", way="encounter")


def in_flight() -> RequestInFlight:
    return RequestInFlight("A request with this Idempotency-Key is being carried out; ask again in a second.")
