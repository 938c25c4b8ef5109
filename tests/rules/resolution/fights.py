"""Fights of every game, to be let go on by themselves."""

from collections.abc import Sequence
from typing import Any

from app.cli.play import shipped_shelf
from app.rules.resolution.given import Given, deciding_by_default, nobody
from app.rules.resolution.play import Completed, play
from app.rules.resolution.policies import Field, Policy, chosen
from app.services.base.maps import read_map
from app.services.simulations.order import field_of

Json = dict[str, Any]


def harp(name: str, side: str, hits: int = 60, **more: Any) -> Json:
    """Somebody with an axe."""
    sheet = {"hits": hits, "db": 30, "armour_type": 4, "bmr": 10}
    weapons = [{"id": "axe", "model": "axe", "ob": 60}]
    return {"id": name, "side": side, "sheet": {**sheet, "weapons": weapons}, **more}


def d20(name: str, side: str, hp: int = 30, **more: Any) -> Json:
    """Somebody with a sword."""
    weapon = {"id": "sword", "model": "longsword", "attack": 6, "damage": "1d8+3", "critical": "19-20/x2"}
    sheet = {"hp": hp, "ac": {"total": 15, "touch": 12, "flat_footed": 13}, "bab": 3, "weapons": [weapon]}
    return {"id": name, "side": side, "sheet": sheet, **more}


MAKING = {"harp-tdm": harp, "dnd35": d20, "pf1": d20}
SHOWN = ("type", "target", "to", "path")
MEADOW = {"rows": ["." * 24] * 12}


class Scene:
    """An encounter before its first round. Any: the state is the game's own."""

    def __init__(self, ruleset: str, *fighters: Json, map: Json | None = None) -> None:
        self.shelf = shipped_shelf(ruleset)
        self.state: Any = self.shelf.beginning({}, None if map is None else read_map(map, "/map"))
        for one in fighters:
            entering = {name: part for name, part in one.items() if name not in ("id", "side", "points")}
            identity = {"id": one["id"], "name": one["id"].capitalize(), "side": one["side"]}
            self.do({"type": "add", "identity": identity, **entering})

    @property
    def field(self) -> Field:
        return field_of(self.shelf)

    def do(self, command: Json, *dice: int) -> None:
        """Play a command with dice on the table; choices take their defaults."""
        given = Given(dice, otherwise=deciding_by_default(nobody))
        read = self.shelf.codecs.command.read(command)
        played = play(self.shelf.rules, self.state, read, given)
        assert isinstance(played, Completed), played
        assert given.left_over == ()
        self.state = played.state

    def begin(self, *initiative: int) -> None:
        """Start, with the dice of everybody's initiative."""
        self.do({"type": "start"})
        self.do({"type": "roll-initiative"}, *initiative)

    def chosen(self, actor: str, policy: Policy, done: Sequence[str] = ()) -> Json | None:
        """What somebody does under that policy: type, target and place of its command."""
        command = chosen(self.field, self.state, self.state.combatant(actor), policy, done)
        if command is None:
            return None
        document = self.shelf.codecs.command.document(command)
        return {
            name: document[name] for name in ("type", "target", "opponent", "to", "path") if name in document
        }
