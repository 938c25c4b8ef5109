// Calls of the API carried out with the installed client: a line of JSON for each call, and one for its answer.
// node bridge.mjs URL TOKEN

import { createInterface } from "node:readline";
import { Estoc, Refusal } from "estoc-client";

const [url, token] = process.argv.slice(2);
const estoc = new Estoc(url, token, { timeoutSeconds: 120 });
const helped = new Set();
const actions = new Map();
const listed = async (items) => {
  const all = [];
  for await (const item of items) all.push(item);
  return { items: all, next: null };
};

function told(action, status) {
  actions.set(action.id, action);
  return [action.awaiting.length ? 202 : status, action.data];
}

// By the command's own method; one that the client does not know has to be said as JSON.
function act(fight, { command, ...options }) {
  const { type, ...members } = command;
  const name = String(type).replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());
  const isKnown = Object.hasOwn(Object.getPrototypeOf(Object.getPrototypeOf(fight)), name);
  if (!isKnown || name === "carryOut" || name === "constructor") return fight.act({ command, ...options });
  helped.add(type);
  return fight[name](members, options);
}

async function answer(method, path, body) {
  const [, id, ...rest] = path.split("/").slice(2);
  if (id === undefined) return [201, (await estoc.encounters.begin(body)).view];
  const fight = estoc.encounters.of(id);
  switch (`${method} ${rest.at(-1) ?? ""}`) {
    case "PATCH ":
      return [200, await fight.update(body)];
    case "POST combatants":
      return [201, await fight.addCombatant(body)];
    case "GET combatants":
      return [200, await listed(fight.combatants())];
    case "GET actions":
      return [200, await listed(fight.log())];
    case "GET events":
      return [200, await listed(fight.events())];
    case "GET scenario":
      return [200, await fight.scenario()];
    case "POST actions":
      return told(await act(fight, body), 201);
    case "POST answers":
      return told(await actions.get(rest[1]).answer(body.answers), 200);
    case "POST cancel":
      return told(await actions.get(rest[1]).cancel(), 200);
    case "POST undo":
      return told(await fight.undo(), 201);
    case "POST redo":
      return told(await fight.redo(), 201);
    default:
      throw new Error(`${method} ${path}`);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { method, path, body } = JSON.parse(line);
  const answered =
    path === "/helped"
      ? [200, [...helped]]
      : await answer(method, path, body).catch((error) => {
          if (!(error instanceof Refusal)) throw error;
          return [error.status, error.document];
        });
  console.log(JSON.stringify(answered));
}
