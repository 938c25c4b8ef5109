// @ts-check
// Talking to the service: who is asking, in which language, and what a refusal says.

/** @typedef {{id: string, role: string, label: string, controls: string[], campaign: {id: string, name: string}}} Me */

/** A refusal: the problem document of the service, in the reader's language. */
export class Refused extends Error {
  /** @param {any} problem @param {number} status */
  constructor(problem, status) {
    const checks = (problem.failed_checks ?? []).map((/** @type {any} */ check) => check.message);
    const faults = (problem.errors ?? []).map((/** @type {any} */ fault) => fault.message);
    super([...new Set([problem.detail ?? problem.title, ...checks, ...faults])].filter(Boolean).join(" "));
    this.problem = problem;
    this.status = status;
  }
}

/** No answer came: the network or the server is away. */
export class Unreachable extends Error {}

const SEAT = "estoc.seat";
/** Where wishes are kept until they are answered; they are those of one seat. */
export const OUTBOX = "estoc.outbox";
/** Milliseconds after which a request without an answer is taken for lost. */
const ANSWERED_WITHIN_MS = 30_000;
let token = localStorage.getItem(SEAT) ?? "";
let locale = "en";

export const hasSeat = () => token !== "";

/** Sit down with a token, which stays in this browser. @param {string} secret */
export function sit(secret) {
  if (secret.trim() !== token) localStorage.removeItem(OUTBOX);
  token = secret.trim();
  localStorage.setItem(SEAT, token);
}

export function leave() {
  token = "";
  localStorage.removeItem(SEAT);
  localStorage.removeItem(OUTBOX);
}

/** @param {string} tag */
export function speak(tag) {
  locale = tag;
}

/**
 * One request; throws Refused for what the service refuses and Unreachable where no answer comes.
 * @param {string} method @param {string} path @param {any} [body] @param {Record<string, string>} [more]
 */
export async function call(method, path, body, more = {}) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": locale, ...more };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined && !headers["Content-Type"]) headers["Content-Type"] = "application/json";
  let answer;
  try {
    const text = typeof body === "string" ? body : body && JSON.stringify(body);
    answer = await fetch(path, { method, headers, body: text, signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) });
  } catch {
    throw new Unreachable();
  }
  if (answer.status === 204) return null;
  const document = await answer.json().catch(() => ({ title: answer.statusText }));
  if (!answer.ok) throw new Refused(document, answer.status);
  return document;
}

/** @param {string} path */
export const get = (path) => call("GET", path);

/**
 * Every event of a fight after a number, as it happens, until the signal; "line" says how the connection is.
 * @param {string} encounter @param {number} after @param {AbortSignal} signal
 * @param {(event: any) => void} onEvent @param {(line: "live" | "away") => void} onLine
 */
export async function follow(encounter, after, signal, onEvent, onLine) {
  for (let pause = 500; !signal.aborted; pause = Math.min(pause * 2, 8000)) {
    try {
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await fetch(`/v1/encounters/${encounter}/stream?after=${after}`, { headers, signal });
      if ([401, 403, 404].includes(answer.status)) throw new Refused(await answer.json(), answer.status);
      if (answer.ok && answer.body) {
        onLine("live");
        const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let rest = ""; ; ) {
          const { value, done } = await reader.read();
          if (done) break;
          pause = 500;
          const messages = (rest + value).split("\n\n");
          rest = messages.pop() ?? "";
          for (const message of messages) {
            const data = message.split("\n").find((line) => line.startsWith("data: "));
            if (data === undefined) continue;
            const event = JSON.parse(data.slice(6));
            after = event.seq;
            onEvent(event);
          }
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refused) throw error;
    }
    onLine("away");
    await new Promise((back) => setTimeout(back, pause + Math.random() * pause));
  }
}
