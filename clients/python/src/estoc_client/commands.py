"""A method for each command of the games, written by generate.py from docs/openapi.json.

``None`` leaves a member out. What a ruleset does not have, it refuses.
"""
# fmt: off
# ruff: noqa

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Literal, TypedDict, TypeVar, Unpack

from estoc_client.models import ActionBody, ExternalRef, D20Add, D20Blow, D20Disclosure, D20Distance, D20Edit, D20ExternalRef, D20HandBlow, D20Identity, D20NewEffect, D20Part, D20Sheet, D20Situation, HarpTdmAdd, HarpTdmDisclosure, HarpTdmDistance, HarpTdmEdit, HarpTdmExternalRef, HarpTdmIdentity, HarpTdmIntoMelee, HarpTdmPart, HarpTdmShare, HarpTdmSheet, HarpTdmSituation

Done = TypeVar("Done")


class Options(TypedDict, total=False):
    """What every action takes beside its command."""

    dice: list[int]
    choices: dict[str, str | list[str]]
    strict: bool
    privacy: Literal["public", "gm", "self", "blind"]
    external_refs: list[ExternalRef]


def _body(kind: str, members: Mapping[str, object], options: Options) -> ActionBody:
    command = {"type": kind, **{name: said for name, said in members.items() if said is not None}}
    return {"command": command, **options}


class Commands(Generic[Done]):
    """What becomes of a command is told by `_do`: an encounter carries it out, `do` gives the body."""

    def _do(self, body: ActionBody) -> Done:
        raise NotImplementedError

    def act_now(self, actor: str, **options: Unpack[Options]) -> Done:
        """A delayed turn comes after the one under way, a readied action cuts into it (D20-RDY-2, D20-RDY-5)."""
        return self._do(_body('act-now', {'actor': actor}, options))

    def add(self, identity: HarpTdmIdentity | D20Identity, sheet: HarpTdmSheet | D20Sheet, *, hits: int | None = None, at: list[int] | None = None, facing: Literal['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] | None = None, elevation: int | None = None, cells: int | None = None, hp: int | None = None, sheathed: list[str] | None = None, mount: str | None = None, **options: Unpack[Options]) -> Done:
        """A combatant enters; `hits` is what it has left, by default its sheet's total, `at` its place."""
        return self._do(_body('add', {'identity': identity, 'sheet': sheet, 'hits': hits, 'at': at, 'facing': facing, 'elevation': elevation, 'cells': cells, 'hp': hp, 'sheathed': sheathed, 'mount': mount}, options))

    def aid_another(self, actor: str, ally: str, *, aid: Literal['attack', 'ac', 'skill', 'effect'] | None = None, target: str | None = None, weapon: str | None = None, skill: Literal['bluff', 'ride', 'sense_motive', 'heal', 'concentration'] | None = None, most: int | None = None, what: str | None = None, situation: D20Situation | None = None, **options: Unpack[Options]) -> Done:
        """The actor helps `ally` as a standard action (PF1-AID-01)."""
        return self._do(_body('aid-another', {'actor': actor, 'ally': ally, 'aid': aid, 'target': target, 'weapon': weapon, 'skill': skill, 'most': most, 'what': what, 'situation': situation}, options))

    def attack(self, actor: str, target: str, weapon: str, *, situation: HarpTdmSituation | D20Situation | None = None, throw: bool | None = None, defensively: bool | None = None, power: int | None = None, nonlethal: bool | None = None, threatened_by: list[str] | None = None, **options: Unpack[Options]) -> Done:
        """One attack as a standard action, with a weapon of the actor's sheet (D20-ATK-01, D20-ATK-16)."""
        return self._do(_body('attack', {'actor': actor, 'target': target, 'weapon': weapon, 'situation': situation, 'throw': throw, 'defensively': defensively, 'power': power, 'nonlethal': nonlethal, 'threatened_by': threatened_by}, options))

    def bull_rush(self, actor: str, target: str, *, threatened_by: list[str] | None = None, situation: D20Situation | None = None, **options: Unpack[Options]) -> Done:
        """The actor pushes an opponent beside it straight away from it (PF1-BR-01, D35-BR-01)."""
        return self._do(_body('bull-rush', {'actor': actor, 'target': target, 'threatened_by': threatened_by, 'situation': situation}, options))

    def cast_mounted(self, actor: str, level: int, *, what: str | None = None, kind: Literal['standard', 'full-round'] | None = None, around: bool | None = None, pace: Literal['still', 'single', 'double', 'run'] | None = None, bonus: int | None = None, provokes: bool | None = None, threatened_by: list[str] | None = None, **options: Unpack[Options]) -> Done:
        """A spell of `level` cast in the saddle (PF1-MNT-22 … PF1-MNT-24)."""
        return self._do(_body('cast-mounted', {'actor': actor, 'level': level, 'what': what, 'kind': kind, 'around': around, 'pace': pace, 'bonus': bonus, 'provokes': provokes, 'threatened_by': threatened_by}, options))

    def charge(self, actor: str, target: str, *, weapon: str | str | None = None, run_up: HarpTdmDistance | None = None, target_aware: bool | None = None, situation: HarpTdmSituation | D20Situation | None = None, leaves: list[str] | None = None, path: list[list[int]] | None = None, attack: Literal['melee', 'bull-rush', 'disarm', 'overrun', 'sunder', 'trip'] | None = None, item: str | None = None, power: int | None = None, restricted: bool | None = None, to: list[int] | None = None, distance: D20Distance | None = None, lane_is_clear: bool | None = None, in_sight: bool | None = None, threatened_by: list[str] | None = None, meets: list[str] | None = None, **options: Unpack[Options]) -> Done:
        """A charge at a target, with one melee attack at its end or a manoeuvre in its place (D20-CHG-01)."""
        return self._do(_body('charge', {'actor': actor, 'target': target, 'weapon': weapon, 'run_up': run_up, 'target_aware': target_aware, 'situation': situation, 'leaves': leaves, 'path': path, 'attack': attack, 'item': item, 'power': power, 'restricted': restricted, 'to': to, 'distance': distance, 'lane_is_clear': lane_is_clear, 'in_sight': in_sight, 'threatened_by': threatened_by, 'meets': meets}, options))

    def damage(self, target: str, *, hits: int | None = None, cause: str | None = None, points: int | None = None, types: list[str] | None = None, nonlethal: bool | None = None, qualities: list[str] | None = None, **options: Unpack[Options]) -> Done:
        """Hits from anything but an attack: a fall, fire, a spell. `cause` is told as it is."""
        return self._do(_body('damage', {'target': target, 'hits': hits, 'cause': cause, 'points': points, 'types': types, 'nonlethal': nonlethal, 'qualities': qualities}, options))

    def declare(self, actor: str, action: str, *, weapon: str | None = None, modifiers: list[str] | None = None, stance: list[HarpTdmShare] | None = None, **options: Unpack[Options]) -> Done:
        """What `actor` means to do this round, with what, what else bears on its initiative, and its parry."""
        return self._do(_body('declare', {'actor': actor, 'action': action, 'weapon': weapon, 'modifiers': modifiers, 'stance': stance}, options))

    def delay(self, actor: str, **options: Unpack[Options]) -> Done:
        """The actor puts its turn off and says later, with `act-now`, when it acts (D20-RDY-1)."""
        return self._do(_body('delay', {'actor': actor}, options))

    def disarm(self, actor: str, target: str, *, weapon: str | None = None, item: str | None = None, situation: D20Situation | None = None, **options: Unpack[Options]) -> Done:
        """The actor strikes a weapon out of its target's hands, in the place of a blow (PF1-DIS-1, D35-DIS-1)."""
        return self._do(_body('disarm', {'actor': actor, 'target': target, 'weapon': weapon, 'item': item, 'situation': situation}, options))

    def disengage(self, actor: str, opponent: str, *, weapon: str | None = None, points: int | None = None, distance: HarpTdmDistance | None = None, path: list[list[int]] | None = None, **options: Unpack[Options]) -> Done:
        """Leaving a melee in two rounds (H-DIS-1)."""
        return self._do(_body('disengage', {'actor': actor, 'opponent': opponent, 'weapon': weapon, 'points': points, 'distance': distance, 'path': path}, options))

    def dismount(self, actor: str, *, to: list[int] | None = None, **options: Unpack[Options]) -> Done:
        """The actor gets off its mount, onto a square beside it (D20-MOV-9)."""
        return self._do(_body('dismount', {'actor': actor, 'to': to}, options))

    def dodge(self, actor: str, *, skill: Literal['agility', 'acrobatics'] | None = None, **options: Unpack[Options]) -> Done:
        """The round's action is spent on evading everything (H-DOD-1)."""
        return self._do(_body('dodge', {'actor': actor, 'skill': skill}, options))

    def draw(self, actor: str, weapon: str, *, slung: bool | None = None, threatened_by: list[str] | None = None, **options: Unpack[Options]) -> Done:
        """The actor takes a weapon in hand, or picks up the one it dropped; `slung` is carried on the back."""
        return self._do(_body('draw', {'actor': actor, 'weapon': weapon, 'slung': slung, 'threatened_by': threatened_by}, options))

    def drop(self, actor: str, weapon: str, **options: Unpack[Options]) -> Done:
        """The actor lets go of a weapon (D20-MOV-8)."""
        return self._do(_body('drop', {'actor': actor, 'weapon': weapon}, options))

    def edit(self, target: str, *, name: str | None = None, side: str | None = None, disclosure: HarpTdmDisclosure | None | D20Disclosure | None = None, hits: int | None = None, sheet: HarpTdmSheet | None | D20Sheet | None = None, weapons_at_hand: bool | None = None, at: list[int] | None = None, facing: Literal['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] | None = None, elevation: int | None = None, cells: int | None = None, ref: str | None = None, new_external_refs: list[HarpTdmExternalRef] | None | list[D20ExternalRef] | None = None, hp: int | None = None, nonlethal: int | None = None, temporary: int | None = None, stable: bool | None = None, dead: bool | None = None, limited_to: Literal['standard', 'move'] | None = None, **options: Unpack[Options]) -> Done:
        """The GM's word on a combatant: what is given replaces what was."""
        return self._do(_body('edit', {'target': target, 'name': name, 'side': side, 'disclosure': disclosure, 'hits': hits, 'sheet': sheet, 'weapons_at_hand': weapons_at_hand, 'at': at, 'facing': facing, 'elevation': elevation, 'cells': cells, 'ref': ref, 'external_refs': new_external_refs, 'hp': hp, 'nonlethal': nonlethal, 'temporary': temporary, 'stable': stable, 'dead': dead, 'limited_to': limited_to}, options))

    def effect_add(self, target: str, *, stunned: int | None = None, must_parry: int | None = None, no_parry: int | None = None, shaken: bool | None = None, bleeding: int | None = None, penalty: int | None = None, death_in_rounds: int | None = None, prone: bool | None = None, conditions: list[Literal['blinded', 'cowering', 'dazed', 'deafened', 'entangled', 'exhausted', 'fascinated', 'fatigued', 'flat-footed', 'frightened', 'grappled', 'helpless', 'incorporeal', 'invisible', 'nauseated', 'panicked', 'paralyzed', 'pinned', 'prone', 'shaken', 'sickened', 'slowed', 'squeezing', 'staggered', 'stunned', 'unconscious', 'burning']] | None = None, effects: list[D20NewEffect] | None = None, rounds: int | None = None, by: str | None = None, **options: Unpack[Options]) -> Done:
        """Effects of a spell, poison or ruling, as a critical would bring them (H-EFF-…); `prone` is a fall."""
        return self._do(_body('effect-add', {'target': target, 'stunned': stunned, 'must_parry': must_parry, 'no_parry': no_parry, 'shaken': shaken, 'bleeding': bleeding, 'penalty': penalty, 'death_in_rounds': death_in_rounds, 'prone': prone, 'conditions': conditions, 'effects': effects, 'rounds': rounds, 'by': by}, options))

    def effect_remove(self, target: str, *, effects: list[Literal['stunned', 'must_parry', 'no_parry', 'shaken', 'lost_turns', 'bleeding', 'penalty', 'death', 'prone']] | list[str] | None = None, conditions: list[Literal['blinded', 'cowering', 'dazed', 'deafened', 'entangled', 'exhausted', 'fascinated', 'fatigued', 'flat-footed', 'frightened', 'grappled', 'helpless', 'incorporeal', 'invisible', 'nauseated', 'panicked', 'paralyzed', 'pinned', 'prone', 'shaken', 'sickened', 'slowed', 'squeezing', 'staggered', 'stunned', 'unconscious', 'burning']] | None = None, **options: Unpack[Options]) -> Done:
        """Conditions, and effects by their label, that end at once."""
        return self._do(_body('effect-remove', {'target': target, 'effects': effects, 'conditions': conditions}, options))

    def end(self, **options: Unpack[Options]) -> Done:
        """The encounter is over; nobody acts in it any more."""
        return self._do(_body('end', {}, options))

    def end_turn(self, actor: str, **options: Unpack[Options]) -> Done:
        """The actor's turn, or its readied action, is over; without rounds one own turn of it goes by."""
        return self._do(_body('end-turn', {'actor': actor}, options))

    def extinguish(self, actor: str, *, rolling: bool | None = None, **options: Unpack[Options]) -> Done:
        """Put out the flames on oneself, a full-round action; `rolling` on the ground helps (PF1-SPL-30)."""
        return self._do(_body('extinguish', {'actor': actor, 'rolling': rolling}, options))

    def feint(self, actor: str, target: str, *, in_sight: bool | None = None, **options: Unpack[Options]) -> Done:
        """The actor misleads a foe, who is without Dexterity against its next blow of melee (PF1-FNT-10)."""
        return self._do(_body('feint', {'actor': actor, 'target': target, 'in_sight': in_sight}, options))

    def first_aid(self, actor: str, target: str, *, modifiers: list[HarpTdmPart] | None = None, **options: Unpack[Options]) -> Done:
        """The actor sees to the bleeding of `target`, its own perhaps (H-EFF-WOUND)."""
        return self._do(_body('first-aid', {'actor': actor, 'target': target, 'modifiers': modifiers}, options))

    def five_foot_step(self, actor: str, *, to: list[int] | None = None, **options: Unpack[Options]) -> Done:
        """One step of 5 ft in a turn without other movement; it provokes nothing (D20-MOV-5)."""
        return self._do(_body('five-foot-step', {'actor': actor, 'to': to}, options))

    def full_attack(self, actor: str, target: str, weapon: str, *, blows: list[D20Blow] | None = None, extra_attack: bool | None = None, rapid_shot: bool | None = None, throw: bool | None = None, defensively: bool | None = None, power: int | None = None, nonlethal: bool | None = None, situation: D20Situation | None = None, threatened_by: list[str] | None = None, **options: Unpack[Options]) -> Done:
        """Every attack that the base attack bonus gives, as a full-round action (D20-ATK-15)."""
        return self._do(_body('full-attack', {'actor': actor, 'target': target, 'weapon': weapon, 'blows': blows, 'extra_attack': extra_attack, 'rapid_shot': rapid_shot, 'throw': throw, 'defensively': defensively, 'power': power, 'nonlethal': nonlethal, 'situation': situation, 'threatened_by': threatened_by}, options))

    def full_parry(self, actor: str, opponent: str, weapon: str, **options: Unpack[Options]) -> Done:
        """All OB, and 10 more, against the melee attacks of one opponent (H-PAR-2)."""
        return self._do(_body('full-parry', {'actor': actor, 'opponent': opponent, 'weapon': weapon}, options))

    def grapple(self, actor: str, target: str, *, aim: Literal['seize', 'hold', 'damage', 'move', 'pin', 'escape', 'reverse', 'release'] | None = None, weapon: str | None = None, nonlethal: bool | None = None, by_skill: bool | None = None, path: list[list[int]] | None = None, to: list[int] | None = None, distance: D20Distance | None = None, threatened_by: list[str] | None = None, situation: D20Situation | None = None, **options: Unpack[Options]) -> Done:
        """The actor grapples its target, or does something in the grapple that both are in."""
        return self._do(_body('grapple', {'actor': actor, 'target': target, 'aim': aim, 'weapon': weapon, 'nonlethal': nonlethal, 'by_skill': by_skill, 'path': path, 'to': to, 'distance': distance, 'threatened_by': threatened_by, 'situation': situation}, options))

    def heal(self, target: str, *, hits: int | None = None, bleeding: int | None = None, penalty: int | None = None, revive: bool | None = None, hp: int | None = None, nonlethal: int | None = None, temporary: int | None = None, stabilise: bool | None = None, **options: Unpack[Options]) -> Done:
        """Hits given back, bleeding and penalty (both 0 or more) taken away, and by the GM's word revival."""
        return self._do(_body('heal', {'target': target, 'hits': hits, 'bleeding': bleeding, 'penalty': penalty, 'revive': revive, 'hp': hp, 'nonlethal': nonlethal, 'temporary': temporary, 'stabilise': stabilise}, options))

    def hold(self, actor: str, **options: Unpack[Options]) -> Done:
        """The actor does nothing with its action."""
        return self._do(_body('hold', {'actor': actor}, options))

    def instinctive_dodge(self, actor: str, *, skill: Literal['agility', 'acrobatics'] | None = None, **options: Unpack[Options]) -> Done:
        """A dodge at any moment, for this round's action or the next one's (H-DOD-2)."""
        return self._do(_body('instinctive-dodge', {'actor': actor, 'skill': skill}, options))

    def intercept(self, actor: str, whom: str, *, actions: list[str] | None = None, weapon: str | None = None, moves: HarpTdmDistance | None = None, hides: bool | None = None, path: list[list[int]] | None = None, situation: HarpTdmSituation | None = None, **options: Unpack[Options]) -> Done:
        """The actor lies in wait for an action of `whom` (H-INT-1)."""
        return self._do(_body('intercept', {'actor': actor, 'whom': whom, 'actions': actions, 'weapon': weapon, 'moves': moves, 'hides': hides, 'path': path, 'situation': situation}, options))

    def manoeuvre(self, actor: str, using: Literal['acrobatics', 'brawling', 'first_aid', 'perception', 'stealth', 'strength', 'constitution', 'agility', 'quickness', 'self_discipline', 'intuition', 'reasoning', 'presence'], *, column: Literal['percentage', 'bonus', 'rr', 'utility'] | None = None, difficulty: str | None = None, modifiers: list[HarpTdmPart] | None = None, against: int | None = None, in_combat: bool | None = None, rests_on: list[Literal['strength', 'agility', 'quickness', 'movement', 'concentration', 'sight']] | None = None, takes_action: bool | None = None, **options: Unpack[Options]) -> Done:
        """A roll on the manoeuvre table."""
        return self._do(_body('manoeuvre', {'actor': actor, 'using': using, 'column': column, 'difficulty': difficulty, 'modifiers': modifiers, 'against': against, 'in_combat': in_combat, 'rests_on': rests_on, 'takes_action': takes_action}, options))

    def mount(self, actor: str, mount: str, **options: Unpack[Options]) -> Done:
        """The actor gets onto a creature beside it (D20-MOV-9)."""
        return self._do(_body('mount', {'actor': actor, 'mount': mount}, options))

    def move(self, actor: str, *, distance: HarpTdmDistance | None | D20Distance | None = None, leaves: list[str] | None = None, path: list[list[int]] | None = None, facing: Literal['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] | None = None, override: bool | None = None, to: list[int] | None = None, threatened_by: list[str] | None = None, draws: str | None = None, **options: Unpack[Options]) -> Done:
        """One move action: up to the speed (D20-MOV-1). `draws` is a weapon taken in hand on the way."""
        return self._do(_body('move', {'actor': actor, 'distance': distance, 'leaves': leaves, 'path': path, 'facing': facing, 'override': override, 'to': to, 'threatened_by': threatened_by, 'draws': draws}, options))

    def move_and_attack(self, actor: str, target: str, weapon: str, *, distance: HarpTdmDistance | None = None, situation: HarpTdmSituation | None = None, into_melee: HarpTdmIntoMelee | None = None, leaves: list[str] | None = None, path: list[list[int]] | None = None, **options: Unpack[Options]) -> Done:
        """The actor moves `distance` and then attacks, in melee or with a missile (H-MOV-2)."""
        return self._do(_body('move-and-attack', {'actor': actor, 'target': target, 'weapon': weapon, 'distance': distance, 'situation': situation, 'into_melee': into_melee, 'leaves': leaves, 'path': path}, options))

    def multiple_parry(self, actor: str, weapon: str, points: list[HarpTdmShare], **options: Unpack[Options]) -> Done:
        """OB shared out to DB against the melee attacks of several opponents (H-PAR-3)."""
        return self._do(_body('multiple-parry', {'actor': actor, 'weapon': weapon, 'points': points}, options))

    def overrun(self, actor: str, target: str, *, threatened_by: list[str] | None = None, situation: D20Situation | None = None, **options: Unpack[Options]) -> Done:
        """In the course of its move the actor runs over somebody beside it (PF1-OVR-1, D35-OVR-1)."""
        return self._do(_body('overrun', {'actor': actor, 'target': target, 'threatened_by': threatened_by, 'situation': situation}, options))

    def parry(self, actor: str, opponent: str, weapon: str, points: int, *, against: Literal['melee', 'missiles'] | None = None, **options: Unpack[Options]) -> Done:
        """`points` of OB go to DB against the melee attacks of one opponent (H-PAR-1)."""
        return self._do(_body('parry', {'actor': actor, 'opponent': opponent, 'weapon': weapon, 'points': points, 'against': against}, options))

    def plant_shield(self, actor: str, *, cover: str | None = None, take_up: bool | None = None, **options: Unpack[Options]) -> Done:
        """A pavise is set on the ground as cover, or taken up again (H-SHD-1)."""
        return self._do(_body('plant-shield', {'actor': actor, 'cover': cover, 'take_up': take_up}, options))

    def push_shooter(self, actor: str, target: str, using: Literal['brawling', 'bare-hands'], *, weapon: str | None = None, **options: Unpack[Options]) -> Done:
        """The actor pushes an archer or slinger with its hands (H-MIS-2)."""
        return self._do(_body('push-shooter', {'actor': actor, 'target': target, 'using': using, 'weapon': weapon}, options))

    def ready(self, actor: str, *, weapon: str | str | None = None, action: str | None = None, trigger: str | None = None, target: str | None = None, against_charge: bool | None = None, **options: Unpack[Options]) -> Done:
        """The actor keeps a loaded missile weapon aimed, which helps its next initiative."""
        return self._do(_body('ready', {'actor': actor, 'weapon': weapon, 'action': action, 'trigger': trigger, 'target': target, 'against_charge': against_charge}, options))

    def reload(self, actor: str, weapon: str, *, rounds: int | None = None, **options: Unpack[Options]) -> Done:
        """The actor loads a weapon, or gives it a new string; `rounds` is the GM's word within the table's."""
        return self._do(_body('reload', {'actor': actor, 'weapon': weapon, 'rounds': rounds}, options))

    def remove(self, actor: str, **options: Unpack[Options]) -> Done:
        """A combatant leaves the encounter."""
        return self._do(_body('remove', {'actor': actor}, options))

    def reorder(self, order: list[str], **options: Unpack[Options]) -> Done:
        """The GM's order for those whose turn of this round is still to come, first to last (D20-INI-7)."""
        return self._do(_body('reorder', {'order': order}, options))

    def ride_check(self, actor: str, task: Literal['control', 'knees', 'stay', 'fight', 'other'], *, dc: int | None = None, **options: Unpack[Options]) -> Done:
        """A check of Ride: to control a mount that is not trained for combat, to guide one with the knees, to
stay in the saddle, or to fight together with it (PF1-MNT-01, PF1-MNT-07, PF1-MNT-33, PF1-MNT-34)."""
        return self._do(_body('ride-check', {'actor': actor, 'task': task, 'dc': dc}, options))

    def roll_initiative(self, **options: Unpack[Options]) -> Done:
        """Everyone without a place in the order rolls for one; then the first turn begins (D20-INI-1)."""
        return self._do(_body('roll-initiative', {}, options))

    def run(self, actor: str, *, distance: HarpTdmDistance | None | D20Distance | None = None, leaves: list[str] | None = None, path: list[list[int]] | None = None, facing: Literal['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] | None = None, override: bool | None = None, to: list[int] | None = None, threatened_by: list[str] | None = None, **options: Unpack[Options]) -> Done:
        """Straight ahead at up to four times the speed, as a full-round action (D20-MOV-10)."""
        return self._do(_body('run', {'actor': actor, 'distance': distance, 'leaves': leaves, 'path': path, 'facing': facing, 'override': override, 'to': to, 'threatened_by': threatened_by}, options))

    def save_or_resist(self, target: str, *, resistance: Literal['body', 'mind', 'magic'] | None = None, difficulty: int | None = None, modifiers: list[HarpTdmPart] | list[D20Part] | None = None, save: Literal['fortitude', 'reflex', 'will'] | None = None, dc: int | None = None, damage: int | None = None, types: list[str] | None = None, on_success: Literal['half', 'none'] | None = None, **options: Unpack[Options]) -> Done:
        """A resistance roll against `difficulty` (DH-7)."""
        return self._do(_body('save-or-resist', {'target': target, 'resistance': resistance, 'difficulty': difficulty, 'modifiers': modifiers, 'save': save, 'dc': dc, 'damage': damage, 'types': types, 'on_success': on_success}, options))

    def sheathe(self, actor: str, weapon: str, *, threatened_by: list[str] | None = None, **options: Unpack[Options]) -> Done:
        """The actor puts a weapon away (D20-MOV-8)."""
        return self._do(_body('sheathe', {'actor': actor, 'weapon': weapon, 'threatened_by': threatened_by}, options))

    def shoot(self, actor: str, target: str, weapon: str, *, situation: HarpTdmSituation | None = None, into_melee: HarpTdmIntoMelee | None = None, **options: Unpack[Options]) -> Done:
        """A shot or a throw at `situation.distance` (H-MIS-1)."""
        return self._do(_body('shoot', {'actor': actor, 'target': target, 'weapon': weapon, 'situation': situation, 'into_melee': into_melee}, options))

    def stand(self, actor: str, *, threatened_by: list[str] | None = None, **options: Unpack[Options]) -> Done:
        """The actor gets up (D20-MOV-7)."""
        return self._do(_body('stand', {'actor': actor, 'threatened_by': threatened_by}, options))

    def start(self, **options: Unpack[Options]) -> Done:
        """The encounter begins: from now on turns are taken in order of initiative (D20-RND-1)."""
        return self._do(_body('start', {}, options))

    def sunder(self, actor: str, target: str, weapon: str, *, item: str | None = None, spares: bool | None = None, situation: D20Situation | None = None, **options: Unpack[Options]) -> Done:
        """The actor strikes at a weapon that its target holds, in the place of a blow (PF1-SUN-1, D35-SUN-1)."""
        return self._do(_body('sunder', {'actor': actor, 'target': target, 'weapon': weapon, 'item': item, 'spares': spares, 'situation': situation}, options))

    def surprise(self, *, sides: list[str] | None = None, ambushed: str | None = None, difficulty: int | None = None, aware: list[str] | None = None, **options: Unpack[Options]) -> Done:
        """Who is aware of its foes when the fight begins (D20-INI-4): combatants, and whole `sides`."""
        return self._do(_body('surprise', {'sides': sides, 'ambushed': ambushed, 'difficulty': difficulty, 'aware': aware}, options))

    def sync(self, *, leaving: list[str] | None = None, edited: list[HarpTdmEdit] | list[D20Edit] | None = None, entering: list[HarpTdmAdd] | list[D20Add] | None = None, **options: Unpack[Options]) -> Done:
        """A whole table at once, all or nothing: who leaves, then what is changed of whom, then who enters."""
        return self._do(_body('sync', {'leaving': leaving, 'edited': edited, 'entering': entering}, options))

    def throw_splash(self, actor: str, weapon: str, *, target: str | None = None, intersection: list[int] | None = None, near: list[str] | None = None, situation: D20Situation | None = None, threatened_by: list[str] | None = None, **options: Unpack[Options]) -> Done:
        """Throw a flask at somebody, or at the corner where four squares meet: a standard action (PF1-SPL-01)."""
        return self._do(_body('throw-splash', {'actor': actor, 'weapon': weapon, 'target': target, 'intersection': intersection, 'near': near, 'situation': situation, 'threatened_by': threatened_by}, options))

    def total_defense(self, actor: str, **options: Unpack[Options]) -> Done:
        """The actor does nothing but defend itself (D20-ACT-7)."""
        return self._do(_body('total-defense', {'actor': actor}, options))

    def trip(self, actor: str, target: str, *, weapon: str | None = None, situation: D20Situation | None = None, **options: Unpack[Options]) -> Done:
        """The actor brings its target down, in the place of a blow (PF1-TRP-1, D35-TRP-1)."""
        return self._do(_body('trip', {'actor': actor, 'target': target, 'weapon': weapon, 'situation': situation}, options))

    def two_weapon_attack(self, actor: str, target: str, weapon: str, *, off_weapon: str | None = None, blows: list[D20HandBlow] | None = None, extra_attack: bool | None = None, rapid_shot: bool | None = None, throw: bool | None = None, defensively: bool | None = None, power: int | None = None, nonlethal: bool | None = None, situation: D20Situation | None = None, threatened_by: list[str] | None = None, **options: Unpack[Options]) -> Done:
        """A full attack with an extra one of the off hand, and the penalties of that (PF1-TWF-01)."""
        return self._do(_body('two-weapon-attack', {'actor': actor, 'target': target, 'weapon': weapon, 'off_weapon': off_weapon, 'blows': blows, 'extra_attack': extra_attack, 'rapid_shot': rapid_shot, 'throw': throw, 'defensively': defensively, 'power': power, 'nonlethal': nonlethal, 'situation': situation, 'threatened_by': threatened_by}, options))

    def use_action(self, actor: str, *, kind: Literal['standard', 'move', 'full-round', 'swift', 'free'] | None = None, what: str | None = None, strenuous: bool | None = None, provokes: bool | None = None, threatened_by: list[str] | None = None, **options: Unpack[Options]) -> Done:
        """An action for what the rules leave to the table: a spell, a potion, a lever (D20-ACT-6)."""
        return self._do(_body('use-action', {'actor': actor, 'kind': kind, 'what': what, 'strenuous': strenuous, 'provokes': provokes, 'threatened_by': threatened_by}, options))

    def wait(self, actor: str, **options: Unpack[Options]) -> Done:
        """The actor waits with its turn (H-WAIT-1)."""
        return self._do(_body('wait', {'actor': actor}, options))

    def withdraw(self, actor: str, *, path: list[list[int]] | None = None, to: list[int] | None = None, distance: D20Distance | None = None, threatened_by: list[str] | None = None, **options: Unpack[Options]) -> Done:
        """Up to twice the speed; the square where it begins provokes nothing (D20-MOV-6)."""
        return self._do(_body('withdraw', {'actor': actor, 'path': path, 'to': to, 'distance': distance, 'threatened_by': threatened_by}, options))


class Bodies(Commands[ActionBody]):
    """Makes the body of an action, for previews, odds and groups: ``do.attack("ada", "orc", "sword")``."""

    def _do(self, body: ActionBody) -> ActionBody:
        return body


do = Bodies()
