"""A fight with the client that openapi-python-client makes: typed from the body to the answer.

Takes the address of a server and a GM's token; prints what happened.
"""

import sys
from uuid import uuid4

from estoc_client import AuthenticatedClient
from estoc_client.api.actions import act
from estoc_client.api.combatants import add_combatant
from estoc_client.api.encounters import begin_encounter
from estoc_client.models import (
    ActionBody,
    ActionResult,
    CombatantBody,
    EncounterBody,
    EncounterBodyRuleset,
    HarpTdmAttack,
    HarpTdmCombatant,
    HarpTdmEncounter,
    HarpTdmSheet,
    HarpTdmSheetWeapon,
)


def main(address: str, token: str) -> None:
    with AuthenticatedClient(base_url=address, token=token) as client:
        begun = begin_encounter.sync(
            client=client,
            idempotency_key=str(uuid4()),
            body=EncounterBody(ruleset=EncounterBodyRuleset.HARP_TDM),
        )
        assert isinstance(begun, HarpTdmEncounter), begun
        for ref, weapon, model in (("dafur", "axe", "axe"), ("orc", "scimitar", "orc-scimitar")):
            sheet = HarpTdmSheet(
                hits=60,
                db=45,
                armour_type=4,
                weapons=[HarpTdmSheetWeapon(id=weapon, model=model, ob=80)],
            )
            entered = add_combatant.sync(
                begun.id,
                client=client,
                idempotency_key=str(uuid4()),
                body=CombatantBody(name=ref.capitalize(), ref=ref, sheet=sheet),
            )
            assert isinstance(entered, HarpTdmCombatant), entered
        blow = HarpTdmAttack(type_="attack", actor="dafur", target="orc", weapon="axe")
        acted = act.sync(
            begun.id,
            client=client,
            idempotency_key=str(uuid4()),
            body=ActionBody(command=blow, dice=[55, 42]),
        )
        assert isinstance(acted, ActionResult), acted
        print(acted.narration.text.plain)


if __name__ == "__main__":
    main(*sys.argv[1:])
