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
from app.services.play.opened import Opened
from app.services.play.results import Notice, Place, render_notices
from app.services.play.run import row
from app.services.play.suspension import Acted
from app.services.play.transaction import Changed, Wanted, change
from app.values import value


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


async def edit_encounter(service: Estoc, wanted: Wanted, edit: Edit) -> None:
    """Change what ``edit`` names; raises InvalidDocument and what `change` raises."""
    if edit.dice_policy is not None:
        check_policy(edit.dice_policy, "/dice_policy")
    campaign_id = wanted.grant.campaign_id

    async def work(opened: Opened) -> Changed:
        was = await read_settings(opened.driver, campaign_id, opened.encounter_id)
        policy = was.dice_policy if edit.dice_policy is None else POLICY.dump(edit.dice_policy).decode()
        now = Settings(was.title if edit.title is None else edit.title, policy)
        await write_settings(opened.driver, campaign_id, opened.encounter_id, now.title, now.dice_policy)
        acted = _edited(opened, opened.encounter, was, now)
        return Changed(acted, Reply(200, {}, b""))

    await change(service, wanted, work)


def _edited(opened: Opened, encounter: OpenedEncounter, was: Settings, now: Settings) -> Acted:
    place = Place(
        opened.encounter_id, new_id("act"), opened.seq, opened.first_event, opened.at, locale=opened.locale
    )
    changes = settings_changes(was, now)
    command = {"type": EDIT_ENCOUNTER, "was": was.document, "now": now.document}
    notice = Notice("encounter_edited", {"now": now.view}, changes)
    rendered = render_notices(place, command, [Message("encounter_edited", {})], [notice], changes)
    logged = row(place, EDIT_ENCOUNTER, None, to_json(command).decode(), (), rendered, encounter.state)
    state = opened.shelf.codecs.state.load(encounter.state)
    return Acted(opened.shelf, state, (logged,), None)
