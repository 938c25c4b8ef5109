// @ts-check
// One fight as the server tells it: nothing is shown here that is not stored there.

import { follow, get, Refused, Unreachable } from "./api.js";

/**
 * @typedef {object} Fight
 * @property {any} encounter @property {any[]} combatants @property {any[]} log
 * @property {any | null} offers  what the acting combatant can do, null while nobody acts or somebody is waited for
 * @property {"live" | "away" | "offline"} line @property {string | null} trouble @property {number} seenAt
 */

export class Store {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.at = `/v1/encounters/${id}`;
    /** @type {Fight} */
    this.fight = { encounter: null, combatants: [], log: [], offers: null, line: "away", trouble: null, seenAt: 0 };
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.stop = new AbortController();
    /** Actions of which an event came and that are not read yet. @type {Set<string>} */
    this.heard = new Set();
    this.isLogRead = false;
    /** @type {Promise<void> | null} */
    this.reading = null;
    this.isStale = false;
  }

  /** @param {() => void} listener */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @param {Partial<Fight>} change */
  set(change) {
    this.fight = { ...this.fight, ...change };
    this.listeners.forEach((listener) => listener());
  }

  async open() {
    const { signal } = this.stop;
    window.addEventListener("offline", () => this.set({ line: "offline" }), { signal });
    window.addEventListener("online", () => void this.refresh(), { signal });
    await this.refresh();
    if (!this.fight.encounter) return;
    const onEvent = (/** @type {any} */ event) => {
      if (event.type === "reset") this.isLogRead = false;
      if (event.action_id) this.heard.add(event.action_id);
      void this.refresh();
    };
    /** @param {"live" | "away"} line */
    const onLine = (line) => this.set({ line: navigator.onLine ? line : "offline" });
    follow(this.id, this.fight.encounter.last_event, this.stop.signal, onEvent, onLine).catch((error) =>
      this.set({ trouble: error.message }),
    );
  }

  close() {
    this.stop.abort();
  }

  /** Read what is new; whatever happens meanwhile is read right afterwards, and no sooner. */
  refresh() {
    this.isStale = true;
    this.reading ??= this.readOn().finally(() => (this.reading = null));
    return this.reading;
  }

  async readOn() {
    while (this.isStale) {
      this.isStale = false;
      try {
        const [encounter, combatants, log] = await Promise.all([get(this.at), this.everybody(), this.newLog()]);
        const line = this.fight.line === "offline" ? "live" : this.fight.line;
        // All at once: what is offered is of the state that is shown.
        const offers = await this.offersOf(encounter, combatants);
        this.set({ encounter, combatants, log, offers, line, trouble: null, seenAt: Date.now() });
      } catch (error) {
        if (error instanceof Unreachable) this.set({ line: navigator.onLine ? "away" : "offline" });
        else if (error instanceof Error) this.set({ trouble: error.message });
      }
    }
  }

  async everybody() {
    const found = [];
    for (let cursor = ""; ; ) {
      const page = await get(`${this.at}/combatants?limit=200${cursor}`);
      found.push(...page.items);
      if (page.next === null) return found;
      cursor = `&cursor=${encodeURIComponent(page.next)}`;
    }
  }

  /** The log: all of it at first, then the actions of which something was heard. */
  async newLog() {
    const heard = [...this.heard];
    this.heard.clear();
    const found = this.isLogRead ? await Promise.all(heard.map((id) => this.action(id))) : await this.wholeLog();
    this.isLogRead = true;
    const gone = new Map(found.flatMap((one) => one.reverts.map((/** @type {string} */ id) => [id, one.id])));
    const fresh = new Set(found.map((one) => one.id));
    return [...this.fight.log.filter((one) => !fresh.has(one.id)), ...found]
      .map((one) => (gone.has(one.id) ? { ...one, reverted_by: gone.get(one.id) } : one))
      .sort((one, other) => one.seq - other.seq);
  }

  /** @param {string} id */
  action(id) {
    return get(`${this.at}/actions/${id}`).catch((error) => {
      this.heard.add(id);
      throw error;
    });
  }

  async wholeLog() {
    const found = [];
    for (let cursor = ""; ; ) {
      const page = await get(`${this.at}/actions?limit=100${cursor}`);
      found.push(...page.items);
      if (page.next === null) return found;
      cursor = `&cursor=${encodeURIComponent(page.next)}`;
    }
  }

  /** @param {any} encounter @param {any[]} combatants */
  async offersOf(encounter, combatants) {
    const who = acting(encounter) ?? this.ownOf(combatants);
    if (!who || encounter.pending || encounter.has_ended) return null;
    try {
      return await get(`${this.at}/legal-actions?combatant=${who}&limit=8`);
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  /** The player whose fight it is; null for a GM. @type {any} */
  me = null;

  /** Whose actions are shown while no turns are counted. @param {any[]} combatants @returns {string | null} */
  ownOf(combatants) {
    return this.me && (played(this.me, combatants)[0]?.id ?? null);
  }
}

/** Whose turn it is, by id. @param {any} encounter @returns {string | null} */
export const acting = (encounter) => encounter?.round?.interrupting ?? encounter?.round?.current ?? null;

/** The combatants in the order of initiative, then those without one. @param {Fight} fight */
export function inOrder(fight) {
  const order = fight.encounter?.round?.order ?? [];
  const places = new Map(order.map((/** @type {any} */ place, /** @type {number} */ index) => [place.combatant, { ...place, index }]));
  const last = order.length;
  return fight.combatants
    .map((one) => ({ one, place: places.get(one.id) ?? null }))
    .sort((a, b) => (a.place?.index ?? last) - (b.place?.index ?? last));
}

/** Whoever comes after the acting one, by id. @param {Fight} fight */
export function nextUp(fight) {
  const order = inOrder(fight).filter(({ place }) => place);
  const now = order.findIndex(({ one }) => one.id === acting(fight.encounter));
  return now < 0 || order.length < 2 ? null : order[(now + 1) % order.length].one.id;
}

/** Hits or hit points left and at most; null for what is not told. @param {any} one */
export function healthOf(one) {
  if (one.health) return { left: one.health.left, most: one.health.most, fares: one.health.fares };
  const left = one.hits ?? one.current_hp ?? one.hp;
  const most = one.sheet?.hits ?? one.sheet?.hp;
  return { left, most, fares: null };
}

/**
 * The combatants that a player plays. A token names them as whoever made it did: by id, `ref` or external reference.
 * @param {any} me @param {any[]} combatants
 */
export const played = (me, combatants) =>
  combatants.filter((one) => [one.id, one.ref, ...one.external_refs.map((/** @type {any} */ ref) => `${ref.system}:${ref.kind}:${ref.id}`)].some((name) => name && me.controls.includes(name)));
