// @ts-check
// What is wanted of the service is written down with its key before it is sent, and sent until a final answer
// comes: through lost networks, restarts of the server and reloads of the page it happens once.

import { call, OUTBOX as PLACE, Refused, Unreachable } from "./api.js";

const LONGEST_PAUSE_MS = 8000;

/** @typedef {{key: string, path: string, body: any, made: number}} Wish */

/** @returns {Wish[]} */
const read = () => JSON.parse(localStorage.getItem(PLACE) ?? "[]");
/** @param {Wish[]} wishes */
const write = (wishes) => localStorage.setItem(PLACE, JSON.stringify(wishes));

/** @type {Map<string, {resolve: (answer: any) => void, reject: (error: unknown) => void}>} */
const waiting = new Map();
/** @type {Set<(count: number) => void>} */
const listeners = new Set();

/** Told how many wishes are on their way. @param {(count: number) => void} listener */
export function onOutbox(listener) {
  listeners.add(listener);
  listener(read().length);
  return () => listeners.delete(listener);
}

const tell = () => listeners.forEach((listener) => listener(read().length));

/** The key of a wish; also where a page is served without https, as on a local network. */
function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Have something done once; the answer, or Refused.
 * @param {string} path @param {any} body @returns {Promise<any>}
 */
export function wish(path, body) {
  const one = { key: freshKey(), path, body, made: Date.now() };
  write([...read(), one]);
  tell();
  const done = new Promise((resolve, reject) => waiting.set(one.key, { resolve, reject }));
  void deliver();
  return done;
}

let isDelivering = false;

/** Send what is written down, one after the other; of several tabs one does it. */
export async function deliver() {
  if (isDelivering) return;
  isDelivering = true;
  try {
    // What is wished while the lock is given back waits for nobody else.
    while (read().length > 0) await (navigator.locks?.request("estoc-outbox", sendAll) ?? sendAll());
  } finally {
    isDelivering = false;
  }
}

async function sendAll() {
  for (let pause = 250; ; ) {
    const [first] = read();
    if (first === undefined) return;
    const outcome = await attempt(first);
    if (outcome === null) {
      await new Promise((back) => setTimeout(back, pause));
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      continue;
    }
    pause = 250;
    write(read().filter((one) => one.key !== first.key));
    tell();
    const asker = waiting.get(first.key);
    waiting.delete(first.key);
    if (asker) outcome.answer === undefined ? asker.reject(outcome.error) : asker.resolve(outcome.answer);
  }
}

/** The final answer to a wish, or null where it has to be sent again. @param {Wish} one */
async function attempt(one) {
  try {
    return { answer: await call("POST", one.path, one.body, { "Idempotency-Key": one.key }) };
  } catch (error) {
    if (error instanceof Unreachable) return null;
    if (error instanceof Refused && comesBack(error)) return null;
    return { error };
  }
}

/** Too many requests, a server in trouble, or the same request still under way. @param {Refused} error */
function comesBack(error) {
  return [429, 502, 503, 504].includes(error.status) || error.problem.code === "request_in_flight";
}
