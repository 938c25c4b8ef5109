"""R6: nobody hears what is hidden. Words and figures that stand nowhere else are put into hidden combatants,
masked names and figures that are not disclosed; players, spectators and strangers call every operation with
all that they could guess, and all that comes back is searched.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from httpx import Response

from tests.api.caller import Caller

Json: TypeAlias = dict[str, Any]
"""Any: JSON."""

WORDS = ("zorblaxhid", "zorblaxmask", "zorblaxown")
"""In names, refs, external references, weapons and labels of the hidden; in masked names, foes' refs."""
FIGURES = (4177, 4179, 3911, 3917, 5519, 947, 953, 957)
"""Hit points, defences and attack bonuses that are not disclosed."""
_UNSEARCHED = frozenset({"content-length", "date"})


def hidden_words(name: str) -> str:
    return f"zorblaxhid{name}"


HARP_HERO: Json = {
    "name": "Dafur",
    "side": "heroes",
    "ref": "dafur",
    "sheet": {
        "hits": 600,
        "db": 35,
        "armour_type": 5,
        "bonuses": {"agility": 10},
        "weapons": [{"id": "axe", "model": "axe", "ob": 80}],
    },
}
HARP_FOE: Json = {
    "name": "zorblaxmask Ufthak",
    "side": "foes",
    "ref": "zorblaxown",
    "disclosure": {"name_mask": "A hooded figure"},
    "hits": 3911,
    "sheet": {
        "hits": 3917,
        "db": 953,
        "armour_type": 4,
        "weapons": [{"id": "scimitar", "model": "orc-scimitar", "ob": 957}],
    },
}
HARP_HIDDEN: Json = {
    "name": hidden_words("name"),
    "side": "zorblaxhidside",
    "ref": hidden_words("ref"),
    "external_refs": [{"system": "foundry", "kind": "token", "id": hidden_words("token")}],
    "disclosure": {"visibility": "hidden"},
    "hits": 4177,
    "sheet": {
        "hits": 4179,
        "db": 947,
        "armour_type": 3,
        "bonuses": {"agility": 10},
        "talents": [{"label": hidden_words("label"), "effects": [{"to": "db", "value": 1}]}],
        "weapons": [{"id": hidden_words("blade"), "model": "axe", "ob": 50}],
    },
}
MEADOW = {"rows": ["." * 12] * 5, "origin": [0, -2]}


def _d20(name: str, ref: str, at: list[int], most: int, ac: int, attack: int, **more: Any) -> Json:
    figures = {"total": ac, "touch": ac, "flat_footed": ac}
    weapon = {"id": f"{ref}-sword", "model": "longsword", "attack": attack, "damage": "1d8+4"}
    sheet = {"hp": most, "ac": figures, "cmd": 20, "cmb": 5, "weapons": [weapon]}
    return {"name": name, "side": "foes", "ref": ref, "at": at, "sheet": sheet, **more}


ADA: Json = {
    "name": "Ada",
    "side": "heroes",
    "ref": "ada",
    "at": [0, 0],
    "sheet": {
        "hp": 400,
        "ac": {"total": 18, "touch": 12, "flat_footed": 16},
        "bab": 6,
        "abilities": {"strength": 18},
        "weapons": [{"id": "sword", "model": "longsword"}],
    },
}
OGRE = _d20(
    "zorblaxmask Grom", "zorblaxown", [9, 0], 3917, 953, 957, hp=3911, disclosure={"name_mask": "A giant"}
)
LURKER = _d20(
    hidden_words("name"),
    hidden_words("ref"),
    [5, 0],
    4179,
    947,
    8,
    hp=4177,
    disclosure={"visibility": "hidden"},
    external_refs=[{"system": "foundry", "kind": "token", "id": hidden_words("other-token")}],
)


@dataclass
class Table:
    """A campaign with a fight of each sort, and those who look at it."""

    gm: Caller
    player: Caller
    spectator: Caller
    stranger: Caller
    encounters: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """The ids of the combatants by encounter: the hero's, the masked foe's, the hidden one's."""
    actions: list[str] = field(default_factory=list[str])
    simulation: str = ""
    """The id of one of the first fight."""
    searched: Counter[str] = field(default_factory=Counter[str])

    @property
    def viewers(self) -> tuple[Caller, ...]:
        return self.player, self.spectator, self.stranger


CEILING: Json = {"hp": "band", "defence": "none", "initiative": "none"}
_OPEN: Json = {"hp": "exact", "defence": "exact", "initiative": "exact"}


def told_of(foe: Json) -> Json:
    """The foe under a name that everybody knows, with every figure disclosed: only a ceiling keeps them."""
    return {**foe, "name": foe["name"].removeprefix("zorblaxmask "), "disclosure": _OPEN}


async def lay(gm: Caller, stranger: Caller, *, is_under_ceiling: bool = False) -> Table:
    """The table with its two fights; ``is_under_ceiling``: nothing is kept back but by the campaign."""
    foes = (HARP_FOE, OGRE)
    if is_under_ceiling:
        foes = (told_of(HARP_FOE), told_of(OGRE))
        limited = await gm.patch(f"/campaigns/{gm.campaign}", {"disclosure": CEILING}, If_Match="*")
        assert limited.status_code == 200, limited.text
    table = Table(gm, await gm.seat("player", "dafur", "ada"), await gm.seat("spectator"), stranger)
    harp = await gm.begin(title="In the dark")
    asks = {"rolls": "server", "choices": "players"}
    pf1 = await gm.begin(ruleset="pf1", map=MEADOW, title="On the meadow", dice_policy=asks)
    for encounter, those in (
        (harp, (HARP_HERO, foes[0], HARP_HIDDEN)),
        (pf1, (ADA, foes[1], LURKER)),
    ):
        table.encounters[encounter] = []
        for one in those:
            answer = await gm.post(f"/encounters/{encounter}/combatants", one)
            assert answer.status_code == 201, answer.text
            table.encounters[encounter].append(answer.json()["id"])
    simulated = await gm.post("/simulations", {"encounter_id": harp, "runs": 1, "max_rounds": 1})
    assert simulated.status_code == 201, simulated.text
    table.simulation = simulated.json()["id"]
    return table


def secrets_in(answer: Response) -> Iterator[str]:
    """Every canary in what came back."""
    headers = "\n".join(
        f"{name}: {value}" for name, value in answer.headers.items() if name not in _UNSEARCHED
    )
    is_picture = "svg" in answer.headers.get("Content-Type", "")
    yield from secrets_of(f"{headers}\n{answer.text}", is_picture=is_picture)


def secrets_of(text: str, *, is_picture: bool = False) -> Iterator[str]:
    yield from (word for word in WORDS if word in text.lower())
    for figure in FIGURES:
        if is_picture and figure < 1000:
            continue  # a picture has places of its own
        if re.search(rf"(?<![0-9A-Za-z_.]){figure}(?![0-9A-Za-z_])", text):
            yield str(figure)


_GUESSED = ("zorblaxown", hidden_words("ref"), f"foundry:token:{hidden_words('token')}", "nobody")


def harp_commands(dice: random.Random, ids: list[str]) -> Iterator[Json]:
    """What a player could want of the dark, and what is no business of players."""
    names = [*ids, "dafur", *_GUESSED]
    target, actor = dice.choice(names), dice.choice([ids[0], ids[0], "dafur", *names])
    weapon = dice.choice(["axe", "axe", "scimitar", "spoon"])
    yield {"type": "attack", "actor": actor, "target": target, "weapon": weapon}
    yield {"type": "parry", "actor": actor, "opponent": target, "weapon": "axe", "points": 20}
    yield {"type": "manoeuvre", "actor": actor, "using": "agility", "column": "bonus"}
    yield {"type": "move", "actor": actor, "distance": {"value": 3, "unit": "m"}, "leaves": [target]}
    yield {"type": "intercept", "actor": actor, "whom": target}
    yield {"type": "charge", "actor": actor, "target": target, "weapon": "axe"}
    yield {"type": "end-turn", "actor": actor}
    yield {"type": "damage", "target": target, "hits": 3}
    yield {"type": "edit", "target": target, "disclosure": {"visibility": "visible"}}


def d20_commands(dice: random.Random, ids: list[str]) -> Iterator[Json]:
    names = [*ids, "ada", *_GUESSED]
    target, actor = dice.choice(names), dice.choice([ids[0], ids[0], "ada", *names])
    yield {"type": "charge", "actor": actor, "target": target, "weapon": "sword"}
    yield {"type": "attack", "actor": actor, "target": target, "weapon": "sword"}
    yield {"type": "move", "actor": actor, "to": [dice.randrange(12), dice.randrange(-2, 3)]}
    yield {"type": "move", "actor": actor, "path": [[4, 0], [5, 0], [6, 0]]}
    yield {"type": "five-foot-step", "actor": actor, "to": [dice.randrange(6), 0]}
    yield {"type": "bull-rush", "actor": actor, "target": target}
    yield {"type": "ready", "actor": actor, "action": "attack", "trigger": "when it comes", "target": target}
    yield {"type": "withdraw", "actor": actor, "to": [1, 1]}
    yield {"type": "roll-initiative"}


def gm_commands(ids: list[str], is_harp: bool) -> Iterator[tuple[Json, Json]]:
    """What goes on behind the screen, with its members beside the command."""
    hero, foe, hidden = ids
    blade, sword = (hidden_words("blade"), "scimitar") if is_harp else (f"{hidden_words('ref')}-sword",) * 2
    sword = sword if is_harp else "zorblaxown-sword"
    yield {"type": "attack", "actor": hidden, "target": hero, "weapon": blade}, {}
    yield {"type": "attack", "actor": foe, "target": hero, "weapon": sword}, {}
    yield {"type": "attack", "actor": hero, "target": hidden, "weapon": "axe" if is_harp else "sword"}, {}
    yield {"type": "attack", "actor": hero, "target": foe, "weapon": "axe" if is_harp else "sword"}, {}
    yield {"type": "attack", "actor": foe, "target": hero, "weapon": sword}, {"privacy": "gm"}
    yield {"type": "edit", "target": hidden, "name": hidden_words("anew")}, {}
    yield {"type": "edit", "target": hidden, "name": hidden_words("name")}, {}
    if is_harp:
        yield {"type": "heal", "target": hidden, "hits": 1}, {}
        yield {"type": "heal", "target": foe, "hits": 1}, {}
        yield {"type": "effect-add", "target": hidden, "stunned": 1}, {}
        yield {"type": "intercept", "actor": hidden, "whom": hero, "weapon": blade}, {}
    else:
        yield {"type": "damage", "target": hidden, "points": 1}, {}
        yield {"type": "damage", "target": foe, "points": 1}, {}
        yield {"type": "ready", "actor": hidden, "action": "attack", "trigger": hidden_words("trigger")}, {}
        yield {"type": "move", "actor": hidden, "to": [5, 1]}, {}
        yield {"type": "move", "actor": hidden, "to": [5, 0]}, {}


async def act_behind_the_screen(table: Table, dice: random.Random) -> None:
    """One action of the GM's, or an undo of one."""
    encounter, ids = dice.choice(list(table.encounters.items()))
    is_harp = encounter == next(iter(table.encounters))
    command, more = dice.choice(list(gm_commands(ids, is_harp)))
    answer = await table.gm.act(encounter, command, **more)
    assert answer.status_code < 500, answer.text
    if answer.is_success:
        table.actions.append(answer.json()["id"])
        if dice.random() < 0.2:
            undone = await table.gm.post(
                f"/encounters/{encounter}/{dice.choice(['undo', 'undo', 'redo'])}", {}
            )
            assert undone.status_code < 500


def places(table: Table, dice: random.Random) -> Mapping[str, str]:
    """What stands in the addresses of calls."""
    encounter, ids = dice.choice(list(table.encounters.items()))
    return {
        "campaign_id": table.gm.campaign,
        "encounter_id": encounter,
        "combatant_id": dice.choice([*ids, hidden_words("ref")]),
        "action_id": dice.choice(table.actions or [f"act_{'0' * 26}"]),
        "tok_id": f"tok_{'0' * 26}",
        "webhook_id": f"whk_{'0' * 26}",
        "simulation_id": table.simulation,
        "number": "0",
        "ruleset": "harp-tdm",
        "pack": "harp-tdm",
        "version": "1.1.0",
        "table": "weapons",
        "entry": "longsword",
        "code": "not_found",
        "user_code": "WDJB-MJHT",
    }


def body_for(operation: str, table: Table, encounter: str, dice: random.Random) -> Json:
    """A body that the operation could take."""
    ids = table.encounters[encounter]
    is_harp = encounter == next(iter(table.encounters))
    command = dice.choice(list((harp_commands if is_harp else d20_commands)(dice, ids)))
    match operation:
        case "undo" | "redo":
            return {"steps": 1}
        case "answerDecisions":
            return {"answers": [{"decision_id": f"dec_{'0' * 26}"}]}
        case "addSalt":
            return {"salt": "pepper"}
        case "createStreamTicket" | "beginSimulation":
            return {"encounter_id": encounter}
        case "addCombatant":
            return {**HARP_HERO, "ref": hidden_words("ref")}
        case "cancelAction" | "rotateDice":
            return {}
        case "askForKey":
            return {"client_name": "A module", "role": "player"}
        case "fetchKey":
            return {"device_code": "a guess"}
        case _:
            more: Json = dice.choice([{}, {"dice": [10]}, {"privacy": "self"}, {"strict": True}])
            return {"command": command, **more}


async def call(
    table: Table, operation: str, method: str, path: str, dice: random.Random
) -> tuple[Caller, Response]:
    """One call of an operation by one of those who may not know."""
    viewer = dice.choice([*table.viewers, table.player, table.player])
    where = places(table, dice)
    headers = {"Authorization": f"Bearer {viewer.token}", "Accept-Language": dice.choice(["en", "fr", "it"])}
    address = path.format(**where)
    if method == "get":
        asked: Json = (
            {"limit": dice.choice([1, 50]), "after": dice.choice([0, 3])} if "events" in path else {}
        )
        if "legal-actions" in path:
            asked = {"combatant": dice.choice([where["combatant_id"], "dafur", "ada"])}
        answer = await viewer.http.get(address, headers=headers, params=asked)
    else:
        headers |= {"Idempotency-Key": f"{dice.random()}", "If-Match": "*"}
        body = body_for(operation, table, where["encounter_id"], dice)
        answer = await viewer.http.request(method.upper(), address, headers=headers, json=body)
    if operation == "act" and answer.status_code in (201, 202):
        table.actions.append(answer.json()["id"])
    if answer.status_code == 202:
        await settle(table, where["encounter_id"], answer, dice)
    return viewer, answer


async def settle(table: Table, encounter: str, waits: Response, dice: random.Random) -> None:
    """The player answers what it is asked; the GM ends what is left."""
    action = waits.json()["id"]
    path = f"/encounters/{encounter}/actions/{action}"
    for decision in waits.json()["awaiting"][:1]:
        given = {"answers": [{"decision_id": decision["decision_id"]}]}
        answered = await table.player.post(f"{path}/answers", given)
        assert not list(secrets_in(answered)), answered.text
    if dice.random() < 0.5:
        cancelled = await table.player.post(f"{path}/cancel", {})
        assert not list(secrets_in(cancelled)), cancelled.text
    await table.gm.post(f"{path}/cancel", {})


async def try_to_learn(
    table: Table, operations: Mapping[str, tuple[str, str]], calls: int, seed: int
) -> Counter[str]:
    """So many calls by those who may not know, with the GM at work between; how many of each operation.

    Raises AssertionError with the seed and the call that told something.
    """
    dice = random.Random(seed)
    names = sorted(operations)
    searched: Counter[str] = Counter()
    for number in range(calls):
        if number % 3 == 0:
            await act_behind_the_screen(table, dice)
        operation = names[number // 2 % len(names)] if number % 2 else dice.choice(_OFTEN)
        path, method = operations[operation]
        _, answer = await call(table, operation, method, path, dice)
        request = answer.request
        # What a caller has said itself may be said again: "no combatant «…»".
        said = f"{request.url} {request.content.decode()}"
        told = [secret for secret in secrets_in(answer) if secret not in said]
        assert not told, (seed, number, operation, told, request.url, request.content, answer.text)
        assert answer.status_code < 500, (seed, number, operation, request.content, answer.text)
        searched[operation] += 1
    return searched


_OFTEN = (
    "act", "act", "previewAction", "drawPreview", "getOdds", "drawOdds", "listActions", "getAction",
    "listEvents", "undo",
)  # fmt: skip
