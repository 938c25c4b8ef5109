// A fight, and the actions in it.

import type { Estoc } from "./estoc.js";
import { Commands } from "./generated/commands.js";
import type { Act, ActionBody, Answer, Schemas, Sending, Told } from "./shapes.js";
import { follow, type Following } from "./stream.js";

export type EncounterView = Schemas["Encounter"];
export type ActionResult = Schemas["ActionResult"];
export type GivenAnswer = Schemas["GivenAnswer"];
export interface Group {
  actions: ActionResult[];
  refused: { command: number; action_id?: string; problem: Schemas["Problem"] } | null;
}

const ENCOUNTER = "/v1/encounters/{encounter_id}";
const ACTION = `${ENCOUNTER}/actions/{action_id}` as const;
const COMBATANT = `${ENCOUNTER}/combatants/{combatant_id}` as const;
/** Entries of a page, as many as the server gives. */
const MOST = 200;

function bodyOf(act: Act): ActionBody | Schemas["GroupBody"] {
  return "command" in act || "commands" in act ? (act as ActionBody) : { command: act };
}

/** An action: carried out, or waiting for dice and choices. `data` is the whole answer. */
export class Action {
  constructor(
    private readonly estoc: Estoc,
    readonly data: ActionResult,
    /** Whether it had been done before it was asked for this time. */
    readonly isReplayed = false,
  ) {}

  get id(): string {
    return this.data.id;
  }

  /** What happened, in words. */
  get text(): string {
    return this.data.narration.text.plain;
  }

  /** The figures of the action. */
  get result(): ActionResult["result"] {
    return this.data.result;
  }

  get events(): ActionResult["events"] {
    return this.data.events;
  }

  /** The dice and choices that it waits for; none where it is over. */
  get awaiting(): ActionResult["awaiting"] {
    return this.data.awaiting;
  }

  /** Answers decisions by their `decision_id`; without die or choice the server does. Gives the action as it is then. */
  answer(answers: GivenAnswer[], sending: Sending = {}): Promise<Action> {
    return this.#answered({ answers }, sending);
  }

  /** Gives the dice of the first roll that is waited for. */
  roll(...dice: number[]): Promise<Action> {
    return this.answer([{ decision_id: this.#first("roll"), dice }]);
  }

  /** Answers the first choice that is waited for. */
  choose(choice: string): Promise<Action> {
    return this.answer([{ decision_id: this.#first("choice"), choice }]);
  }

  /** Lets the server roll whatever is waited for, and take the default of each choice. */
  leaveToServer(): Promise<Action> {
    return this.answer(this.awaiting.map(({ decision_id }) => ({ decision_id })));
  }

  /** Puts the GM's dice in the place of a roll made already, by its index in `rolls`. */
  override(roll: number, dice: number[], sending: Sending = {}): Promise<Action> {
    return this.#answered({ override: { roll, dice } }, sending);
  }

  /** Withdraws an action that waits. */
  async cancel(sending: Sending = {}): Promise<Action> {
    const data = await this.estoc.call("post", `${ACTION}/cancel`, { path: this.#path, body: {}, ...sending });
    return new Action(this.estoc, data);
  }

  get #path(): { encounter_id: string; action_id: string } {
    return { encounter_id: this.data.encounter_id, action_id: this.id };
  }

  async #answered(body: Schemas["AnswersBody"], sending: Sending): Promise<Action> {
    const given = { path: this.#path, body, ...sending };
    const { data, isReplayed } = await this.estoc.ask("post", `${ACTION}/answers`, given);
    return new Action(this.estoc, data, isReplayed);
  }

  #first(kind: "roll" | "choice"): string {
    const found = this.awaiting.find((awaited) => awaited.kind === kind);
    if (found === undefined) throw new Error(`this action waits for no ${kind}`);
    return found.decision_id;
  }
}

/** A fight: each command of its game is a method. `view` and `etag` are as they were last read. */
export class Encounter extends Commands<Promise<Action>> {
  constructor(
    private readonly estoc: Estoc,
    readonly id: string,
    public view: EncounterView | null = null,
    public etag: string | null = null,
  ) {
    super();
  }

  /** Carries out a command, or the body of an action as legal actions give it. */
  async act(action: Exclude<Act, Schemas["GroupBody"]>, sending: Sending = {}): Promise<Action> {
    const given = { path: this.#path, body: bodyOf(action), ...sending };
    return this.#action(await this.estoc.ask("post", `${ENCOUNTER}/actions`, given));
  }

  /** Several commands in order, all or none until a die of the server has fallen. */
  async actAll(body: Schemas["GroupBody"], sending: Sending = {}): Promise<Group> {
    const answer: unknown = await this.estoc.call("post", `${ENCOUNTER}/actions`, { path: this.#path, body, ...sending });
    return answer as Group;
  }

  async refresh(): Promise<EncounterView> {
    return this.#read(await this.estoc.ask("get", ENCOUNTER, { path: this.#path }));
  }

  /** Changes the title or the dice policy. */
  async update(body: Schemas["Edit"], sending: Sending = {}): Promise<EncounterView> {
    return this.#read(await this.estoc.ask("patch", ENCOUNTER, { path: this.#path, body, ...sending }));
  }

  async delete(sending: Sending = {}): Promise<void> {
    await this.estoc.call("delete", ENCOUNTER, { path: this.#path, ...sending });
  }

  /** A copy, to try something. */
  async clone(body: Schemas["CloneBody"] = {}, sending: Sending = {}): Promise<Encounter> {
    const given = { path: this.#path, body, ...sending };
    const { data, etag } = await this.estoc.ask("post", `${ENCOUNTER}/clone`, given);
    return new Encounter(this.estoc, data.id, data, etag);
  }

  /** The fight written down, to be played elsewhere. */
  scenario(): Promise<Schemas["Scenario"]> {
    return this.estoc.call("get", `${ENCOUNTER}/scenario`, { path: this.#path });
  }

  addCombatant(body: Schemas["CombatantBody"], sending: Sending = {}): Promise<Schemas["Combatant"]> {
    return this.estoc.call("post", `${ENCOUNTER}/combatants`, { path: this.#path, body, ...sending });
  }

  combatants(): AsyncGenerator<Schemas["Combatant"]> {
    return this.estoc.pages((cursor) =>
      this.estoc.call("get", `${ENCOUNTER}/combatants`, { path: this.#path, query: { limit: MOST, cursor } }),
    );
  }

  combatant(id: string): Promise<Schemas["Combatant"]> {
    return this.estoc.call("get", COMBATANT, { path: { ...this.#path, combatant_id: id } });
  }

  editCombatant(id: string, body: Schemas["CombatantEdit"], sending: Sending = {}): Promise<Schemas["Combatant"]> {
    return this.estoc.call("patch", COMBATANT, { path: { ...this.#path, combatant_id: id }, body, ...sending });
  }

  async removeCombatant(id: string, sending: Sending = {}): Promise<void> {
    await this.estoc.call("delete", COMBATANT, { path: { ...this.#path, combatant_id: id }, ...sending });
  }

  /** Brings all combatants in line with those of another system; the answer is an action where somebody has to roll. */
  syncCombatants(
    body: Schemas["SyncBody"],
    sending: Sending = {},
  ): Promise<Schemas["SyncResult"] | ActionResult> {
    return this.estoc.call("put", `${ENCOUNTER}/combatants:sync`, { path: this.#path, body, ...sending });
  }

  /** Every action, or those that another system calls so (`system:kind:id`). */
  log(externalRef?: string): AsyncGenerator<ActionResult> {
    return this.estoc.pages((cursor) =>
      this.estoc.call("get", `${ENCOUNTER}/actions`, {
        path: this.#path,
        query: { cursor, external_ref: externalRef ?? null },
      }),
    );
  }

  async action(id: string): Promise<Action> {
    return this.#action(await this.estoc.ask("get", ACTION, { path: { ...this.#path, action_id: id } }));
  }

  /** Takes back so many actions. */
  async undo(steps = 1, sending: Sending = {}): Promise<Action> {
    const given = { path: this.#path, body: { steps }, ...sending };
    return this.#action(await this.estoc.ask("post", `${ENCOUNTER}/undo`, given));
  }

  /** Does again what was taken back. */
  async redo(steps = 1, sending: Sending = {}): Promise<Action> {
    const given = { path: this.#path, body: { steps }, ...sending };
    return this.#action(await this.estoc.ask("post", `${ENCOUNTER}/redo`, given));
  }

  /** Back to the beginning of the fight. */
  async reset(sending: Sending = {}): Promise<Action> {
    const given = { path: this.#path, body: {}, ...sending };
    return this.#action(await this.estoc.ask("post", `${ENCOUNTER}/reset`, given));
  }

  /** What a combatant can do now, each with the body to `act` with. */
  legalActions(combatant: string, only: { type?: string; limit?: number } = {}): Promise<Schemas["LegalActions"]> {
    const query = { combatant, ...only };
    return this.estoc.call("get", `${ENCOUNTER}/legal-actions`, { path: this.#path, query });
  }

  /** Whether it is allowed and with which figures; nothing is rolled or stored. */
  preview(action: Act): Promise<Schemas["Preview"]> {
    return this.estoc.call("post", `${ENCOUNTER}/preview`, { path: this.#path, body: bodyOf(action) });
  }

  /** How likely is what may come of it. */
  odds(action: Act): Promise<Schemas["Odds"]> {
    return this.estoc.call("post", `${ENCOUNTER}/odds`, { path: this.#path, body: bodyOf(action) });
  }

  /** Several actions beside each other, each under its name. */
  compareOdds(variants: Record<string, Act>): Promise<Schemas["ComparedOdds"]> {
    const named = Object.entries(variants).map(([name, act]) => ({ name, action: bodyOf(act) }));
    return this.estoc.call("post", `${ENCOUNTER}/odds:compare`, { path: this.#path, body: { variants: named } });
  }

  /** The map as a picture, with the squares that a combatant threatens. */
  mapSvg(reach?: string): Promise<string> {
    return this.estoc.call("get", `${ENCOUNTER}/map.svg`, { path: this.#path, query: { reach: reach ?? null } });
  }

  diceProof(): Promise<Schemas["Proof"]> {
    return this.estoc.call("get", `${ENCOUNTER}/dice-proof`, { path: this.#path });
  }

  /** What has happened after an event, up to now. */
  async *events(after = 0): AsyncGenerator<Told> {
    for (;;) {
      const query = { after, limit: MOST };
      const page = await this.estoc.call("get", `${ENCOUNTER}/events`, { path: this.#path, query });
      for (const event of page.items) if (event.type !== "skip") yield event as Told;
      if (page.items.length === 0) return;
      after = page.next;
    }
  }

  /**
   * What happens, as it happens, and first what has happened after an event. A stream that is cut goes on where it
   * was. Throws NotFound when the encounter is gone, NotAuthenticated when the token is revoked.
   */
  stream(following: Following = {}): AsyncGenerator<Told> {
    return follow(this.estoc, this.id, following);
  }

  protected override carryOut(body: ActionBody): Promise<Action> {
    return this.act(body);
  }

  get #path(): { encounter_id: string } {
    return { encounter_id: this.id };
  }

  #action({ data, isReplayed }: Answer<ActionResult>): Action {
    return new Action(this.estoc, data, isReplayed);
  }

  #read({ data, etag }: Answer<EncounterView>): EncounterView {
    this.view = data;
    this.etag = etag;
    return data;
  }
}
