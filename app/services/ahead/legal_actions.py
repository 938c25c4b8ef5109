"""What a combatant can do now, as bodies that can be sent as they are, and why not the rest."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Literal, TypeAlias

from app.narration.arms import with_own
from app.narration.catalogue import Weapons, filled, say_purpose
from app.narration.refusals import refusal
from app.rules.common.errors import Invalid
from app.rules.resolution.candidates import Considered, consider
from app.rules.resolution.chances import DEAD, DOWN
from app.rules.resolution.policies import party_of
from app.rules.resolution.preview import Foreseen
from app.rules.resolution.requests import asked_of
from app.services.access.roles import permit_actor
from app.services.access.tokens import Grant
from app.services.ahead.previews import checks_view
from app.services.base.json_value import Json
from app.services.base.refusals import NotFound
from app.services.base.service import Estoc
from app.services.play.change import decision_pending
from app.services.play.encounters import Seen, look
from app.services.play.pending import kind_of
from app.values import value

MOST_OF_A_TYPE = 100
USUAL_OF_A_TYPE = 20
Lies: TypeAlias = Literal["fighting", "down", "dead"]
"""How the target of an action is: able to fight, at anybody's mercy, or dead."""


@value
class Question:
    """Whose actions are asked for: ``type`` only those of one type; ``most`` how many of each type."""

    grant: Grant
    encounter_id: str
    combatant: str
    type: str | None = None
    most: int = USUAL_OF_A_TYPE


@value
class LegalActions:
    """What the rules accept of the candidates. Any: commands and events are the game's own."""

    seen: Seen
    combatant_id: str
    considered: tuple[Considered[Any, Any], ...]

    def view(self, locale: str) -> Json:
        """As callers see it, the reasons in the language ``locale``."""
        weapons, left_alone = self.seen.shelf.tables.weapons, self._left_alone
        return {
            "encounter_id": self.seen.row.id,
            "version": self.seen.row.version,
            "combatant": self.combatant_id,
            "possible": sorted(self._possible(locale), key=lambda one: one["target"] in left_alone),
            "impossible": [
                {"type": one.type, "label": self._called(one.type, locale)}
                | _impossible(one, locale, weapons)
                for one in self.considered
                if not one.possible
            ],
            "truncated": [one.type for one in self.considered if one.is_cut],
        }

    @property
    def _lies(self) -> Mapping[str, Lies]:
        """How everybody is, by id."""
        return {one.id: _lies(one.states) for one in self.seen.state.combatants}

    @property
    def _left_alone(self) -> frozenset[str]:
        """Opponents who are down, while others still fight: what could be done to them comes last."""
        state = self.seen.state
        own = party_of(state.combatant(self.combatant_id))
        lies, foes = self._lies, [one.id for one in state.combatants if party_of(one) != own]
        down = frozenset(foe for foe in foes if lies[foe] != "fighting")
        return frozenset() if len(down) == len(foes) else down

    def _possible(self, locale: str) -> Iterator[Json]:
        codec, lies = self.seen.shelf.codecs.command, self._lies
        state = self.seen.state
        weapons = with_own(self.seen.shelf.tables.weapons, state.combatant(self.combatant_id).sheet.weapons)
        for one in self.considered:
            for command, foreseen in one.possible:
                document = codec.document(command)
                target, weapon = _target(document), document.get("weapon")
                parts = (
                    self._called(one.type, locale),
                    weapon and filled("{weapon}", {"weapon": weapon}, locale, weapons),
                    target and state.combatant(target).identity.name,
                    _place(document),
                )
                yield {
                    "type": one.type,
                    "label": " · ".join(part for part in parts if part),
                    "target": target,
                    "target_is": None if target is None else lies[target],
                    "weapon": weapon,
                    "asks": list(_asks(foreseen, locale)),
                    "body": {"command": document},
                }

    def _called(self, type_: str, locale: str) -> str:
        """What a type of command is called in this game, as a title."""
        form = "{action:harp}" if self.seen.shelf.game.id == "harp-tdm" else "{action}"
        called = filled(form, {"action": type_}, locale).replace("-", " ")
        return called[:1].upper() + called[1:]


async def legal_actions(service: Estoc, question: Question, locale: str) -> Json:
    """Everything that the combatant can do in the encounter as it stands, as far as the asker knows it, the
    reasons in the language ``locale``.

    Raises NotFound, NotYours, DecisionPending while somebody is waited for, ComputingBusy and CallerLeft.
    """
    seen = await look(service, question.grant, question.encounter_id)
    return await service.slots.compute(
        question.grant.token_id, lambda: _asked(seen.known, question).view(locale)
    )


def _asked(seen: Seen, question: Question) -> LegalActions:
    permit_actor(question.grant, seen.state, question.combatant)
    if seen.row.pending is not None:
        raise decision_pending(seen.row.pending, seen.viewer)
    return considered(seen, question)


def considered(seen: Seen, question: Question) -> LegalActions:
    """The same, of an encounter at hand."""
    shelf, state = seen.shelf, seen.state
    actor = next((one for one in state.combatants if one.identity.answers_to(question.combatant)), None)
    if actor is None:
        raise NotFound("This encounter has no such combatant.", way="combatant")
    found = tuple(
        consider(shelf.rules, state, type_, candidates, question.most)
        for type_, candidates in shelf.game.offers(shelf.tables, state, actor)
        if question.type in (None, type_)
    )
    return LegalActions(seen, actor.id, found)


def _lies(states: Collection[str]) -> Lies:
    if DEAD in states:
        return "dead"
    return "down" if DOWN in states else "fighting"


def _place(command: Json) -> str | None:
    """The cell to which a way leads, where there is one."""
    way = command.get("path")
    to = command.get("to") or (way[-1] if way else None)
    return None if to is None else f"({to[0]}, {to[1]})"


def _target(command: Json) -> str | None:
    return next((command[name] for name in ("target", "opponent", "whom", "mount") if name in command), None)


def _asks(foreseen: Foreseen[Any], locale: str) -> Iterator[Json]:
    """What it would ask first; with which modifiers a preview tells. Any: events are the game's own."""
    for request in foreseen.awaiting:
        yield {
            "kind": kind_of(request),
            "who": asked_of(request),
            "purpose": request.purpose,
            "text": say_purpose(request.purpose, locale),
        }


def _impossible(one: Considered[Any, Any], locale: str, weapons: Weapons) -> Json:
    return {
        "failed_checks": list(checks_view(one.checks, locale, weapons)),
        "unclear": None if one.unclear is None else _unclear(one.unclear, locale, weapons),
    }


def _unclear(unclear: Invalid, locale: str, weapons: Weapons) -> Json:
    """What somebody would have to state."""
    message = refusal(unclear.code, unclear.text, unclear.params, locale, weapons)
    return {"pointer": f"/command{unclear.pointer}", "code": unclear.code, "message": message}
