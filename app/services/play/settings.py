"""What can be changed of an encounter itself: its title, and who rolls in it. Each change is in the log."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field
from pydantic_core import from_json, to_json

from app.narration.catalogue import Message
from app.persistence.base.session import Driver
from app.persistence.play.action_queries import OpenedEncounter
from app.persistence.play.undo_queries import EDIT_ENCOUNTER, settings_of, write_settings
from app.services.base.idempotency import Reply
from app.services.base.ids import new_id
from app.services.base.json_value import Json
from app.services.base.service import Estoc
from app.services.dice.policy import POLICY, DicePolicy, check_policy, stored_policy
from app.services.play.change import ChangeRequest, change
from app.services.play.results import Notice, Place, render_notices
from app.services.play.run import row
from app.services.play.suspension import Outcome
from app.services.play.transaction import Transaction
from app.values import replace, value


@value
class Edit:
    """What is to be changed of an encounter; None leaves it as it is."""

    title: Annotated[str, Field(max_length=2_000)] | None = None
    dice_policy: DicePolicy | None = None


@value
class Settings:
    """Title, and dice policy as it is stored (JSON)."""

    title: str
    dice_policy: str

    @property
    def view(self) -> Json:
        return {"title": self.title, "dice_policy": POLICY.complete(stored_policy(self.dice_policy))}

    @property
    def document(self) -> Json:
        return {"title": self.title, "dice_policy": from_json(self.dice_policy)}


def settings_from(document: Mapping[str, Any]) -> Settings:
    """What `Settings.document` gave. Any: JSON."""
    return Settings(document["title"], to_json(document["dice_policy"]).decode())


def settings_changes(was: Settings, now: Settings) -> list[Json]:
    """How the encounter's view differs."""
    old, new = was.view, now.view
    return [
        {"path": f"/{name}", "from": old[name], "to": new[name]} for name in old if old[name] != new[name]
    ]


async def read_settings(driver: Driver, campaign_id: str, encounter_id: str) -> Settings:
    return Settings(*await settings_of(driver, campaign_id, encounter_id))


async def edit_encounter(service: Estoc, wanted: ChangeRequest, edit: Edit) -> None:
    """Change what ``edit`` names; raises InvalidDocument and what `change` raises."""
    if edit.dice_policy is not None:
        check_policy(edit.dice_policy, "/dice_policy")
    campaign_id = wanted.grant.campaign_id

    async def work(transaction: Transaction) -> Outcome:
        was = await read_settings(transaction.driver, campaign_id, transaction.encounter_id)
        policy = was.dice_policy if edit.dice_policy is None else POLICY.dump(edit.dice_policy).decode()
        now = Settings(was.title if edit.title is None else edit.title, policy)
        await write_settings(
            transaction.driver, campaign_id, transaction.encounter_id, now.title, now.dice_policy
        )
        outcome = _edited(transaction, transaction.encounter, was, now)
        return replace(outcome, reply=Reply(200, {}, b""))

    await change(service, wanted, work)


def _edited(transaction: Transaction, encounter: OpenedEncounter, was: Settings, now: Settings) -> Outcome:
    place = Place(
        transaction.encounter_id,
        new_id("act"),
        transaction.seq,
        transaction.first_event,
        transaction.at,
        locale=transaction.locale,
    )
    changes = settings_changes(was, now)
    command = {"type": EDIT_ENCOUNTER, "was": was.document, "now": now.document}
    notice = Notice("encounter_edited", {"now": now.view}, changes)
    rendered = render_notices(place, command, [Message("encounter_edited", {})], [notice], changes)
    logged = row(place, EDIT_ENCOUNTER, None, to_json(command).decode(), (), rendered, encounter.state)
    return Outcome(transaction.shelf, transaction.state, (logged,), None)
