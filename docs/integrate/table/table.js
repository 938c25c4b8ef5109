// A whole fight in a page of another origin, with `fetch` alone: no library, no cookie, no inline script.
// What is read here first: `call` (retries with one key), `follow` (live), `ask` (dice that people roll).

import { TABLES } from "./heroes.js";

const $ = (id) => document.getElementById(id);
const STEPS = [{ type: "start" }, { type: "roll-initiative" }, { type: "end" }];
const PATIENCE_MS = 20_000;

let server = "";
let token = "";
let encounter = null;
let combatants = [];

// ---- Talking to the service ------------------------------------------------------------------------------

class Refused extends Error {
  constructor(problem) {
    const checks = (problem.failed_checks ?? []).map((check) => check.message);
    const faults = (problem.errors ?? []).map((fault) => fault.message);
    super([...new Set([problem.detail, ...checks, ...faults])].join("\n"));
    this.problem = problem;
  }
}

// One key for each thing wanted: however often the network makes us ask, it happens once.
async function call(method, path, body, { key = crypto.randomUUID(), raw = false, ...more } = {}) {
  const headers = { Authorization: `Bearer ${token}`, ...more };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (method === "POST") headers["Idempotency-Key"] = key;
  const until = Date.now() + PATIENCE_MS;
  for (let pause = 250; ; pause *= 2) {
    let answer = null;
    try {
      answer = await fetch(server + path, { method, headers, body: body && JSON.stringify(body) });
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    if (answer?.ok) return raw ? answer.text() : answer.status === 204 ? null : answer.json();
    const comesBack = answer === null || [429, 503].includes(answer.status) || isInFlight(answer);
    if (!comesBack || Date.now() > until) throw new Refused(await answer.json());
    const seconds = Number(answer?.headers.get("Retry-After") ?? 0);
    await new Promise((done) => setTimeout(done, Math.max(seconds * 1000, pause)));
  }
}

// The same request is still being worked on: its answer can be had in a moment.
function isInFlight(answer) {
  return answer.status === 409 && answer.headers.has("Retry-After");
}

const at = (rest) => `/v1/encounters/${encounter.id}${rest}`;

// ---- A key that nobody copies: the GM gives it at /link ---------------------------------------------------

async function askTheGm(form) {
  server = form.server.value.replace(/\/+$/, "");
  // Who begins fights sits behind the screen.
  const wish = { client_name: "A table for Estoc", role: "assistant" };
  const { device_code, user_code, verification_uri, ...asked } = await call("POST", "/v1/device-authorizations", wish);
  $("code").textContent = `Tell your GM ${user_code}, for ${verification_uri}`;
  $("code").hidden = false;
  let { interval } = asked;
  for (let key = null; key === null; ) {
    await new Promise((done) => setTimeout(done, 1000 * interval));
    key = await call("POST", "/v1/device-tokens", { device_code }).catch((error) => {
      if (!["authorization_pending", "slow_down"].includes(error.problem?.code)) throw error;
      interval = error.problem.params.interval;
      return null;
    });
    form.token.value = key?.token ?? "";
  }
  $("code").textContent = "Your GM has given you a key.";
}

// ---- The fight -------------------------------------------------------------------------------------------

async function begin(form) {
  server = form.server.value.replace(/\/+$/, "");
  token = form.token.value;
  const table = TABLES[form.ruleset.value];
  const policy = { rolls: "players" };
  encounter = await call("POST", "/v1/encounters", {
    ruleset: form.ruleset.value,
    title: table.title,
    ...(table.map ? { map: table.map } : {}),
    ...(form.own.checked ? { dice_policy: { rows: [{ side: "heroes", ...policy }] } } : {}),
  });
  for (const one of table.combatants) await call("POST", at("/combatants"), one);
  document.querySelector("main").hidden = false;
  await refresh();
  follow(encounter.last_event);
}

async function act(command) {
  await tell(await call("POST", at("/actions"), { command }));
  await refresh();
}

async function goBack(which) {
  await tell(await call("POST", at(`/${which}`), {}));
  await refresh();
}

// Somebody else may act as well: wait for the next event, read anew, and go on after the last one seen.
async function follow(after) {
  for (const id = encounter.id; encounter.id === id; ) {
    try {
      const page = await call("GET", `/v1/encounters/${id}/events?after=${after}&wait=20`);
      if (page.items.length && page.next > encounter.last_event) await refresh();
      after = page.next;
    } catch (error) {
      if (error instanceof Refused) return show(error);
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
}

// ---- Showing it ------------------------------------------------------------------------------------------

async function refresh() {
  [encounter, { items: combatants }] = await Promise.all([
    call("GET", at("")),
    call("GET", at("/combatants?limit=200")),
  ]);
  $("combatants").replaceChildren(...combatants.map(line));
  await Promise.all([drawMap(), offer()]);
}

function acting() {
  return encounter.round?.interrupting ?? encounter.round?.current ?? null;
}

function line(one) {
  const left = one.hits ?? one.hp;
  const most = one.sheet?.hits ?? one.sheet?.hp;
  const meter = make("meter", { min: 0, max: most ?? 1, value: Math.max(0, left ?? 0), title: `${left}` });
  const figure = left === undefined ? "" : `${left} / ${most}`;
  return make("li", { className: one.id === acting() ? "acting" : "" }, [one.name, figure, meter]);
}

async function drawMap() {
  if (encounter.map === null) return;
  const picture = await call("GET", at("/map.svg"), undefined, { raw: true });
  URL.revokeObjectURL($("map").src);
  $("map").src = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
  $("map").alt = `Map: ${combatants.map((one) => `${one.name} on ${one.at}`).join(", ")}`;
  $("map").hidden = false;
}

async function offer() {
  const name = combatants.find((one) => one.id === acting())?.name;
  $("whose").textContent = encounter.has_ended ? "The fight is over" : name ? `${name}'s turn` : "Before the next turn";
  $("asked").hidden = encounter.pending === null;
  if (encounter.pending !== null) {
    $("actions").replaceChildren();
    return ask(encounter.pending);
  }
  const steps = await Promise.all(STEPS.map(async (command) => ((await isLegal(command)) ? command : null)));
  const buttons = steps.filter(Boolean).map((command) => button(command.type.replace("-", " "), command));
  const offered = name ? await legalActions(acting()) : [];
  $("actions").replaceChildren(...buttons, ...offered);
}

async function isLegal(command) {
  return (await call("POST", at("/preview"), { command })).legal;
}

// Every body is ready to be sent; they are put under one heading for each kind of action.
async function legalActions(combatant) {
  const { possible } = await call("GET", at(`/legal-actions?combatant=${combatant}`));
  return [...Map.groupBy(possible, ({ type }) => type)].map(([type, ways]) =>
    make("details", { open: type === "attack" || type === "end-turn" }, [
      make("summary", {}, [type.replaceAll("-", " ")]),
      make("div", {}, ways.map(({ body }) => button(worded(body.command), body.command))),
    ]),
  );
}

function worded(command) {
  const names = new Map(combatants.map((one) => [one.id, one.name]));
  const rest = Object.entries(command).filter(([member]) => member !== "type" && member !== "actor");
  const said = rest.map(([, value]) => names.get(value) ?? (typeof value === "string" ? value : JSON.stringify(value)));
  return [command.type.replaceAll("-", " "), ...said].join(" · ");
}

function button(words, command) {
  const it = make("button", { type: "button" }, [words]);
  it.dataset.type = command.type;
  it.addEventListener("click", () => trying(() => act(command)));
  return it;
}

// Dice that fall on the table, and choices: whoever is asked types what came.
function ask(pending) {
  const asked = pending.awaiting.map((decision) => {
    const given = decision.kind === "roll" ? dice(decision) : choice(decision);
    const who = combatants.find((one) => one.id === decision.who)?.name ?? decision.who ?? "the GM";
    return make("label", {}, [`${who}: ${decision.purpose}`, given]);
  });
  const send = make("button", {}, ["That is it"]);
  $("asked").replaceChildren(...asked, send);
  $("asked").onsubmit = (event) => {
    event.preventDefault();
    const answers = [...$("asked").querySelectorAll("[data-decision]")].map((it) => ({
      decision_id: it.dataset.decision,
      ...(it.dataset.kind === "roll" ? { dice: it.value.trim().split(/[ ,]+/).map(Number) } : { choice: it.value }),
    }));
    trying(async () => {
      await tell(await call("POST", at(`/actions/${pending.action_id}/answers`), { answers }));
      await refresh();
    });
  };
}

function dice(decision) {
  const hint = `${decision.dice.notation}${decision.modifier ? ` (+${decision.modifier} is added)` : ""}`;
  const it = make("input", { required: true, inputMode: "numeric", placeholder: hint });
  Object.assign(it.dataset, { decision: decision.decision_id, kind: "roll", sides: decision.dice.sides.join(" ") });
  return it;
}

function choice(decision) {
  const it = make("select", {}, decision.options.map((option) => make("option", {}, [option])));
  Object.assign(it.dataset, { decision: decision.decision_id, kind: "choice" });
  return it;
}

async function tell(action) {
  const why = action.breakdown.filter((part) => part.applied);
  const rows = why.map((part) => make("tr", {}, [part.of, part.text, String(part.value), part.rule_id].map(cell)));
  const lines = [make("p", {}, [action.narration.text.plain])];
  if (rows.length) lines.push(make("details", {}, [make("summary", {}, ["Why"]), make("table", {}, rows)]));
  $("told").prepend(make("li", {}, lines));
}

const cell = (text) => make("td", {}, [text]);

function make(tag, members, children = []) {
  const it = Object.assign(document.createElement(tag), members);
  it.append(...children);
  return it;
}

function show(error) {
  $("trouble").textContent = error.message;
  $("trouble").hidden = false;
}

async function trying(what) {
  $("trouble").hidden = true;
  const buttons = document.querySelectorAll("button");
  for (const each of buttons) each.disabled = true;
  try {
    await what();
  } catch (error) {
    show(error);
  } finally {
    for (const each of document.querySelectorAll("button")) each.disabled = false;
    document.body.dataset.done = String(Number(document.body.dataset.done ?? 0) + 1);
  }
}

$("connect").addEventListener("submit", (event) => {
  event.preventDefault();
  trying(() => begin(event.target.elements));
});
$("wish").addEventListener("click", () => trying(() => askTheGm($("connect").elements)));
$("undo").addEventListener("click", () => trying(() => goBack("undo")));
$("redo").addEventListener("click", () => trying(() => goBack("redo")));
