"""A d20 game as a ruleset: which rule resolves which step."""

from typing import assert_never

from app.rules.d20 import roster
from app.rules.d20.attack import attack
from app.rules.d20.charge import charge
from app.rules.d20.contract.commands.attack import Attack, FullAttack, TwoWeaponAttack, Volley
from app.rules.d20.contract.commands.care import (
    Damage,
    Edit,
    EffectAdd,
    EffectRemove,
    Heal,
    SaveOrResist,
    Stabilise,
    SurviveMassiveDamage,
)
from app.rules.d20.contract.commands.command import Add, Remove, Step, Sync
from app.rules.d20.contract.commands.maneuvers import Disarm, Grapple, Overrun, Sunder, TripUp
from app.rules.d20.contract.commands.movement import (
    BullRush,
    Charge,
    Dismount,
    Draw,
    Drop,
    FiveFootStep,
    MountUp,
    Move,
    Run,
    Sheathe,
    Stand,
    Withdraw,
)
from app.rules.d20.contract.commands.saddle import CastMounted, FallFromSaddle, KeepSaddle, RideCheck
from app.rules.d20.contract.commands.splash import Burn, Extinguish, Lob, ThrowSplash
from app.rules.d20.contract.commands.support import AidAnother, Feint
from app.rules.d20.contract.commands.turns import (
    ActNow,
    BeginTurn,
    CloseTurn,
    Delay,
    End,
    EndInterruption,
    EndTurn,
    NextTurn,
    PassIfHelpless,
    Perform,
    Ready,
    Reorder,
    RollInitiative,
    Start,
    Strain,
    Surprise,
    TotalDefense,
    UseAction,
)
from app.rules.d20.contract.events.event import Event
from app.rules.d20.contract.evolve import evolve
from app.rules.d20.contract.result import Result
from app.rules.d20.contract.steps import Hurt, Strike
from app.rules.d20.contract.steps_maneuvers import Attempt, Felled, LetGo, Overrunning, Seize
from app.rules.d20.contract.steps_movement import (
    Advance,
    Arrive,
    CutIn,
    Drive,
    GetUp,
    Handle,
    MeetCharge,
    Opportunity,
    Push,
    Wrestle,
)
from app.rules.d20.full_attack import full_attack, two_weapons
from app.rules.d20.maneuvers import attempts, bull_rush, grapple, overrun, wrestling
from app.rules.d20.maneuvers import push_back as driving
from app.rules.d20.movement import gear, movement, running
from app.rules.d20.opportunity import opportunity
from app.rules.d20.saddle import casting, falling, mounted, riding
from app.rules.d20.splash import splash
from app.rules.d20.support import aid, feint
from app.rules.d20.table.book import Book
from app.rules.d20.table.state import Encounter
from app.rules.d20.travel import brace, cutting_in, travel
from app.rules.d20.turns import initiative, ready, turns
from app.rules.d20.turns.after_step import with_aftermath
from app.rules.d20.wounds import burning, care, hit_points
from app.rules.resolution.requests import Resolution
from app.rules.resolution.steps import StepResult
from app.values import value


@value
class D20:
    """The ruleset with one edition's profile and one pack of tables."""

    book: Book

    def resolve(self, state: Encounter, step: Step) -> Resolution[Result]:
        """The rule of ``step``; raises Invalid or Illegal before it asks for anything."""
        ruling = self._ruling(state, step)
        result = ruling if isinstance(ruling, StepResult) else (yield from ruling)
        return with_aftermath(state, result)

    def _ruling(self, state: Encounter, step: Step) -> Result | Resolution[Result]:
        book = self.book
        match step:
            case Add():
                return roster.add(book, state, step)
            case Remove():
                return roster.remove(state, step)
            case Sync():
                return roster.sync(book, state, step)
            case Move():
                return movement.move(book, state, step)
            case Run():
                return running.run(book, state, step)
            case RideCheck():
                return riding.ride_check(book, state, step)
            case CastMounted():
                return casting.cast_mounted(book, state, step)
            case KeepSaddle():
                return falling.keep_saddle(state, step)
            case FallFromSaddle():
                return falling.fall_from_saddle(book, state, step)
            case FiveFootStep():
                return movement.five_foot_step(book, state, step)
            case Withdraw():
                return movement.withdraw(book, state, step)
            case Stand():
                return movement.stand(book, state, step)
            case Draw():
                return gear.draw(book, state, step)
            case Sheathe():
                return gear.sheathe(book, state, step)
            case Drop():
                return gear.drop(book, state, step)
            case MountUp():
                return mounted.mount(book, state, step)
            case Dismount():
                return mounted.dismount(book, state, step)
            case Charge():
                return charge.charge(book, state, step)
            case BullRush():
                return bull_rush.bull_rush(book, state, step)
            case Disarm() | Sunder() | TripUp():
                return attempts.command(book, state, step)
            case Overrun():
                return overrun.overrun(book, state, step)
            case Overrunning():
                return overrun.overrunning(book, state, step)
            case Grapple():
                return grapple.grapple(book, state, step)
            case Seize():
                return wrestling.seize(book, state, step)
            case Wrestle():
                return wrestling.wrestle(book, state, step)
            case LetGo():
                return wrestling.let_go(state, step)
            case Attempt():
                return attempts.attempt(book, state, step)
            case Felled():
                return opportunity.felled(book, state, step)
            case Advance():
                return travel.advance(book, state, step)
            case CutIn():
                return cutting_in.cut_in(book, state, step)
            case Opportunity():
                return opportunity.opportunity(book, state, step)
            case MeetCharge():
                return brace.meet_charge(book, state, step)
            case Arrive():
                return charge.arrive(book, state, step)
            case Push():
                return bull_rush.push(book, state, step)
            case Drive():
                return driving.drive(book, state, step)
            case GetUp():
                return movement.get_up(state, step)
            case Handle():
                return gear.handle(state, step)
            case Attack():
                return attack.attack(book, state, step)
            case FullAttack():
                return full_attack.full_attack(book, state, step)
            case TwoWeaponAttack():
                return two_weapons.two_weapon_attack(book, state, step)
            case ThrowSplash():
                return splash.throw_splash(book, state, step)
            case Lob():
                return splash.lob(book, state, step)
            case Burn():
                return burning.burn(step)
            case Extinguish():
                return burning.extinguish(book, state, step)
            case Feint():
                return feint.feint(book, state, step)
            case AidAnother():
                return aid.aid_another(book, state, step)
            case Volley():
                return full_attack.volley(book, state, step)
            case Strike():
                return attack.strike(book, state, step)
            case Start():
                return turns.start(state)
            case End():
                return turns.end(state)
            case Surprise():
                return initiative.surprise(state, step)
            case RollInitiative():
                return initiative.roll_initiative(book, state)
            case Reorder():
                return turns.reorder(state, step)
            case Delay():
                return ready.delay(state, step)
            case Ready():
                return ready.ready(book, state, step)
            case ActNow():
                return ready.act_now(book, state, step)
            case EndTurn():
                return turns.end_turn(state, step)
            case TotalDefense():
                return turns.total_defense(state, step)
            case UseAction():
                return turns.use_action(book, state, step)
            case BeginTurn():
                return turns.begin_turn(book, state, step)
            case CloseTurn():
                return turns.close_turn(book, state, step)
            case EndInterruption():
                return ready.end_interruption(state, step)
            case NextTurn():
                return turns.next_turn(state)
            case Perform():
                return turns.perform(state, step)
            case PassIfHelpless():
                return turns.pass_if_helpless(state, step)
            case Damage():
                return care.damage(state, step)
            case Heal():
                return care.heal(book, state, step)
            case EffectAdd():
                return care.effect_add(book, state, step)
            case EffectRemove():
                return care.effect_remove(state, step)
            case SaveOrResist():
                return care.save_or_resist(book, state, step)
            case Edit():
                return care.edit(book, state, step)
            case Hurt():
                return hit_points.hurt(book, state, step)
            case Stabilise():
                return hit_points.stabilise(book, state, step)
            case SurviveMassiveDamage():
                return hit_points.survive_massive_damage(book, state, step)
            case Strain():
                return hit_points.strain(book, state, step)
            case _:
                assert_never(step)

    def evolve(self, state: Encounter, event: Event) -> Encounter:
        """The encounter after ``event``."""
        return evolve.evolve(state, event)
