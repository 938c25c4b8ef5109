"""HARP | Terre du Milieu as a ruleset: which rule resolves which step."""

from contextlib import suppress
from typing import assert_never

from app.rules.common.errors import Illegal
from app.rules.harp import roster
from app.rules.harp.attack import attack, critical, dodge, fumble, harass, missile, parry
from app.rules.harp.bonuses import shields
from app.rules.harp.contract.commands.care import Damage, Edit, EffectAdd, EffectRemove, Heal, SaveOrResist
from app.rules.harp.contract.commands.command import (
    ActNow,
    Add,
    Attack,
    BeginTurn,
    BreakCheck,
    CloseTurn,
    ContinueAction,
    CriticalRoll,
    CutIn,
    Declare,
    End,
    EndTurn,
    Engage,
    Finish,
    FlyOn,
    FreeAttack,
    FumbleRoll,
    GoOn,
    Intercept,
    LieInWait,
    NextTurn,
    PassIfHelpless,
    React,
    Remove,
    Reorder,
    ResistStun,
    RollInitiative,
    Shove,
    Start,
    Step,
    Strike,
    Surprise,
    Sync,
    Travel,
    Wait,
    WildAttack,
)
from app.rules.harp.contract.commands.defence import (
    Disengage,
    Dodge,
    FullParry,
    InstinctiveDodge,
    MultipleParry,
    OfferDodge,
    Parry,
    PlantShield,
    RollParry,
)
from app.rules.harp.contract.commands.movement import (
    Charge,
    Draw,
    Hold,
    Move,
    MoveAndAttack,
    PushShooter,
    Ready,
    Reload,
    Run,
    Shoot,
    Stand,
)
from app.rules.harp.contract.commands.skills import Bandage, FirstAid, Manoeuvre
from app.rules.harp.contract.events.event import Event
from app.rules.harp.contract.evolve import evolve
from app.rules.harp.contract.result import Result
from app.rules.harp.ground import gear
from app.rules.harp.interception import cut_in, reaction
from app.rules.harp.movement import charge, disengage, free_attack, movement
from app.rules.harp.skills import first_aid, skills
from app.rules.harp.table.state import Encounter
from app.rules.harp.table.tables import HarpTables
from app.rules.harp.turns import initiative, interception, surprise, turns
from app.rules.harp.wounds import care
from app.rules.resolution.requests import Resolution
from app.rules.resolution.steps import StepResult
from app.values import value


@value
class Harp:
    """The ruleset with one pack of tables."""

    tables: HarpTables

    def resolve(self, state: Encounter, step: Step) -> Resolution[Result]:
        """The rule of ``step``; raises Invalid or Illegal before it asks for anything."""
        ruling = self._ruling(state, step)
        if isinstance(ruling, StepResult):
            return cut_in.hold_back(self.tables, state, step, ruling)
        held = self._held_before_it_rolls(state, step, ruling)
        if held is not None:
            return held
        result = yield from ruling
        return cut_in.hold_back(self.tables, state, step, result)

    def _held_before_it_rolls(
        self, state: Encounter, step: Step, ruling: Resolution[Result]
    ) -> Result | None:
        """The action begun and nothing rolled for it yet, where somebody may cut into it (DH-47)."""
        taken = cut_in.rolled_action(state, step)
        held = None if taken is None else cut_in.held_back(self.tables, state, step, taken)
        if held is not None:
            # Whatever refuses the action does so before it asks for anything.
            with suppress(StopIteration):
                _ = next(ruling)
            ruling.close()
        return held

    def _finish(self, state: Encounter, step: Finish) -> Resolution[Result]:
        """An action that was held back does now what it does, if it is still possible (DH-47)."""
        try:
            ruling = self._ruling(cut_in.as_before(state, step), step.step)
            result = ruling if isinstance(ruling, StepResult) else (yield from ruling)
        except Illegal:
            return cut_in.given_up(state, step)
        return cut_in.finished(state, result, step)

    def _ruling(self, state: Encounter, step: Step) -> Result | Resolution[Result]:
        tables = self.tables
        match step:
            case Add():
                return roster.add(tables, state, step)
            case Remove():
                return roster.remove(state, step)
            case Sync():
                return roster.sync(tables, state, step)
            case Start():
                return turns.start(state)
            case End():
                return turns.end(state)
            case Surprise():
                return surprise.surprise(tables, state, step)
            case Declare():
                return turns.declare(tables, state, step)
            case RollInitiative():
                return initiative.roll_initiative(tables, state)
            case Reorder():
                return turns.reorder(state, step)
            case Wait():
                return turns.wait(state, step)
            case ActNow():
                return turns.act_now(state, step)
            case EndTurn():
                return turns.end_turn(state, step)
            case Attack():
                return attack.attack(tables, state, step)
            case Parry():
                return parry.parry(tables, state, step)
            case FullParry():
                return parry.full_parry(tables, state, step)
            case MultipleParry():
                return parry.multiple_parry(tables, state, step)
            case RollParry():
                return parry.roll_parry(tables, state, step)
            case Dodge():
                return dodge.dodge(tables, state, step)
            case InstinctiveDodge():
                return dodge.instinctive_dodge(tables, state, step)
            case OfferDodge():
                return dodge.offer_dodge(state, step)
            case Disengage():
                return disengage.disengage(tables, state, step)
            case PlantShield():
                return shields.plant_shield(tables, state, step)
            case Intercept():
                return interception.intercept(tables, state, step)
            case LieInWait():
                return interception.lie_in_wait(state, step)
            case CutIn():
                return reaction.interrupt(tables, state, step)
            case React():
                return reaction.react(tables, state, step)
            case GoOn():
                return reaction.go_on(state, step)
            case Finish():
                return self._finish(state, step)
            case Damage():
                return care.damage(state, step)
            case Heal():
                return care.heal(state, step)
            case EffectAdd():
                return care.effect_add(state, step)
            case EffectRemove():
                return care.effect_remove(state, step)
            case SaveOrResist():
                return care.save_or_resist(state, step)
            case Edit():
                return care.edit(tables, state, step)
            case Manoeuvre():
                return skills.manoeuvre(tables, state, step)
            case FirstAid():
                return first_aid.first_aid(state, step)
            case Bandage():
                return first_aid.bandage(tables, state, step)
            case Move():
                return movement.move(state, step)
            case Run():
                return movement.run(state, step)
            case MoveAndAttack():
                return movement.move_and_attack(tables, state, step)
            case Charge():
                return charge.charge(tables, state, step)
            case Shoot():
                return missile.shoot(tables, state, step)
            case FlyOn():
                return missile.fly_on(tables, state, step)
            case PushShooter():
                return harass.push_shooter(tables, state, step)
            case Draw():
                return gear.draw(tables, state, step)
            case Reload():
                return gear.reload(tables, state, step)
            case Stand():
                return gear.stand(tables, state, step)
            case Hold():
                return gear.hold(state, step)
            case Ready():
                return gear.ready(tables, state, step)
            case Travel():
                return movement.travel(tables, state, step)
            case FreeAttack():
                return free_attack.free_attack(tables, state, step)
            case Engage():
                return movement.engage(tables, state, step)
            case Shove():
                return harass.shove(tables, state, step)
            case ContinueAction():
                return gear.continue_action(state, step)
            case BeginTurn():
                return turns.begin_turn(state, step)
            case PassIfHelpless():
                return turns.pass_if_helpless(state, step)
            case CloseTurn():
                return turns.close_turn(step)
            case NextTurn():
                return turns.next_turn(state)
            case Strike():
                return attack.strike(tables, state, step)
            case CriticalRoll():
                return critical.critical(tables, state, step)
            case ResistStun():
                return critical.resist_stun(state, step)
            case FumbleRoll():
                return fumble.fumble(tables, state, step)
            case BreakCheck():
                return fumble.break_check(tables, state, step)
            case WildAttack():
                return fumble.wild_attack(state, step)
            case _:
                assert_never(step)

    def evolve(self, state: Encounter, event: Event) -> Encounter:
        """The encounter after ``event``."""
        return evolve.evolve(state, event)
