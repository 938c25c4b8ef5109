// The extension: connects, brings the tokens in line, offers actions, shows what happens.

import OBR from "@owlbear-rodeo/sdk";
import { Estoc } from "estoc-client";
import { $, button, card, language, make, question, reporting, translate, trying, words } from "./page.js";
import {
  cellOf, fightIn, ground, isLeader, itemOf, keepFight, move, nameOf, readFight, refOf, tokens,
} from "./room.js";

const SET_UP = new Set(["add", "edit", "remove", "sync", "undo", "redo", "reset", "update"]);
const SHOWN = 30;

let estoc = null;
let isGm = false;
let following = null;
let current = null; // the fight's place in the room, and the encounter itself

// ---- Connecting: the key stays in this browser, where it may be kept at all ---------------------------------------

const kept = (name) => `estoc.${name}.${OBR.player.id}`;

function remembered(name) {
  try {
    return localStorage.getItem(kept(name)) ?? "";
  } catch {
    return ""; // no cookies in this frame: it is asked for each time
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(kept(name), value);
  } catch {
    // as above
  }
}

async function connect({ server, key }) {
  estoc = new Estoc(server.value, key.value, { language });
  await estoc.call("get", "/v1/token", {});
  for (const field of [server, key]) remember(field.name, field.value);
  $("connect").hidden = true;
  isGm = (await OBR.player.getRole()) === "GM";
  await enterRoom(await readFight());
  OBR.room.onMetadataChange((metadata) => reporting(() => enterRoom(fightIn(metadata))));
  OBR.player.onChange(() => reporting(offer));
  OBR.scene.items.onChange(() => changed());
}

async function enterRoom(place) {
  if (current && place?.id === current.place.id) return;
  following?.abort();
  current = place && { place, fight: await estoc.encounters.get(place.id) };
  $("begin").hidden = !isGm || Boolean(current);
  $("enter").hidden = !isGm || !current;
  if (current) void reporting(follow);
}

// ---- The fight and the room --------------------------------------------------------------------------------------

async function begin(ruleset) {
  const items = await tokens();
  if (!items.length) throw new Error(words("map"));
  const { place, map } = await ground(items);
  const fight = await estoc.encounters.begin({ ruleset, title: "Owlbear", map, dice_policy: { choices: "players" } });
  await keepFight({ ...place, id: fight.id });
}

async function known() {
  const all = new Map();
  for await (const one of current.fight.combatants()) if (itemOf(one)) all.set(itemOf(one), one);
  return all;
}

async function entryOf(item, combatant) {
  const visibility = item.visible ? "visible" : "hidden";
  const disclosure = { ...combatant?.disclosure, visibility };
  return { external_refs: [refOf(item)], name: nameOf(item), at: await cellOf(item, current.place), disclosure };
}

/** The selected tokens enter with the sheet that a stat block has. */
async function enter({ sheet, side }) {
  const wanted = (await OBR.player.getSelection()) ?? [];
  const items = (await tokens()).filter(({ id }) => wanted.includes(id));
  if (!items.length) throw new Error(words("select"));
  const { ruleset } = current.fight.view;
  const given = { query: { ruleset }, body: sheet.value };
  const { creatures } = await estoc.call("post", "/v1/creatures:read", given);
  const [creature] = creatures;
  const combatants = [];
  for (const item of items) {
    combatants.push({ ...(await entryOf(item)), side: side.value, sheet: creature.sheet, ...creature.left });
  }
  await current.fight.syncCombatants({ mode: "merge", combatants });
  const missing = [...creature.not_read.map(({ printed }) => printed), ...creature.warnings.map(({ message }) => message)];
  $("missing").replaceChildren(...missing.map((line) => make("li", line)));
}

let timer = null;
function changed() {
  clearTimeout(timer);
  timer = setTimeout(() => reporting(bringInLine), 300);
}

/** Whoever has entered stands where its token stands, and leaves with it; only one GM's browser says so. */
async function bringInLine() {
  if (!current || !(await isLeader())) return;
  const there = await known();
  const combatants = [];
  for (const item of await tokens()) {
    const combatant = there.get(item.id);
    if (combatant) combatants.push(await entryOf(item, combatant));
    there.delete(item.id);
  }
  if (combatants.length) await current.fight.syncCombatants({ mode: "merge", combatants });
  // One by one, so that whoever enters at this moment stays.
  for (const gone of there.values()) await current.fight.removeCombatant(gone.id);
}

// ---- Following ---------------------------------------------------------------------------------------------------

async function follow() {
  following = new AbortController();
  const { fight } = current;
  const view = await fight.refresh();
  const past = [];
  for await (const action of fight.log()) past.push(action);
  past.sort((a, b) => a.seq - b.seq);
  $("told").replaceChildren();
  for (const action of past.slice(-SHOWN)) show(action);
  await Promise.all([ask(view.pending), offer()]);
  const news = fight.stream({ after: view.last_event, signal: following.signal });
  for await (const event of news) await reporting(() => heard(fight, event));
}

async function heard(fight, event) {
  if (event.type === "reset") return follow();
  if (await isLeader()) await reporting(() => moveTokens(event.changes));
  const { data } = await fight.action(event.action_id);
  show(data);
  for (const id of data.reverts ?? []) show((await fight.action(id)).data);
  const view = await fight.refresh();
  if (view.last_event !== event.seq) return null; // more is to come
  return Promise.all([ask(view.pending), offer()]);
}

async function moveTokens(changes) {
  for (const { path, to } of changes) {
    const [, id] = /^\/combatants\/(\w+)\/at$/.exec(path) ?? [];
    const item = id && to && itemOf(await current.fight.combatant(id));
    if (item) await move(item, to, current.place);
  }
}

function show(action) {
  if (SET_UP.has(action.command.type)) return;
  const line = card(action, isGm, undo);
  const before = document.querySelector(`[data-action="${action.id}"]`);
  if (before) before.replaceWith(line);
  else $("told").prepend(line);
}

/** Takes back an action and whatever was done after it. */
async function undo({ seq }) {
  let steps = 0;
  for await (const { seq: at, status, reverted_by, command } of current.fight.log()) {
    const counts = status === "resolved" && !reverted_by && !["undo", "redo", "reset"].includes(command.type);
    if (at >= seq && counts) steps += 1;
  }
  await current.fight.undo(Math.max(1, steps));
}

/** Players are asked for their own, of which they see the sheet; the GM for the rest. */
async function ask(pending) {
  const boxes = [];
  const names = new Map();
  for await (const { id, ref, name, sheet } of current.fight.combatants()) {
    for (const one of [id, ref]) if (one) names.set(one, name);
    if (sheet) names.set(`own ${id}`, name);
  }
  for (const decision of pending?.awaiting ?? []) {
    const isMine = isGm ? decision.asked === "gm" : decision.asked === "players" && names.has(`own ${decision.who}`);
    if (!isMine) continue;
    const given = { decision_id: decision.decision_id };
    const answer = async (said) => (await current.fight.action(pending.action_id)).answer([{ ...given, ...said }]);
    boxes.push(question(decision, names.get(decision.who), names, answer));
  }
  if (boxes.length && $("asked").hidden) void OBR.notification.show(words("waits"));
  $("asked").replaceChildren(...boxes);
  $("asked").hidden = !boxes.length;
}

/** What the selected token can do now. */
async function offer() {
  const [selected = ""] = (current && (await OBR.player.getSelection())) ?? [];
  if ($("offers").dataset.token !== selected) $("offers").replaceChildren(); // never another one's
  $("offers").dataset.token = selected;
  const there = selected ? await known() : new Map();
  $("offers").hidden = !there.has(selected);
  if (!there.has(selected)) return;
  const { possible } = await current.fight.legalActions(there.get(selected).id).catch(() => ({ possible: [] }));
  if ($("offers").dataset.token !== selected) return; // somebody else was selected meanwhile
  const act = (body) => current.fight.act({ ...body, external_refs: [message()] });
  $("offers").replaceChildren(...possible.map(({ label, body }) => button(label, () => act(body))));
}

// Its name here: should it be sent by two browsers, it is done once.
const message = () => ({ system: "owlbear", kind: "message", id: crypto.randomUUID() });

// ---- The page ----------------------------------------------------------------------------------------------------

function submitted(id, what) {
  $(id).addEventListener("submit", (event) => {
    event.preventDefault();
    void trying(() => what(event.target.elements));
  });
}

translate();
OBR.onReady(() => {
  const { server, key } = $("connect").elements;
  [server.value, key.value] = [remembered("server"), remembered("key")];
  submitted("connect", connect);
  submitted("begin", ({ ruleset }) => begin(ruleset.value));
  submitted("enter", enter);
  if (server.value && key.value) void trying(() => connect({ server, key }));
  document.body.dataset.ready = "true";
});
