// The module: its hooks, and the events of the fight.

import { ask, offer } from "./asking.js";
import { fill, lastTold, post, refill } from "./cards.js";
import { fightOf, ID, isLeader, registerSettings, ruleset, server, telling, words } from "./table.js";
import { apply, mapOf, push } from "./tokens.js";

const STEPS = { start: "start", initiative: "roll-initiative", end: "end" };
let following = null;
let timer = null;

// ---- Following the fight -----------------------------------------------------------------------------------------

async function follow() {
  following?.abort();
  following = new AbortController();
  const { signal } = following;
  const fight = fightOf(canvas.scene);
  if (fight === null) return;
  const view = await fight.refresh();
  void telling(() => ask(fight, view.pending));
  const after = isLeader() ? lastTold(fight) : view.last_event;
  for await (const event of fight.stream({ after, signal })) await telling(() => heard(fight, event));
}

async function heard(fight, event) {
  if (event.type === "reset") return follow();
  if (isLeader()) {
    // What has been overtaken since this browser was away is not done to the tokens again.
    if (event.seq > fight.view.last_event) await telling(() => apply(fight, event.changes));
    await post(fight, event);
  }
  refill();
  if (!event.type.startsWith("action_")) return;
  const { pending, last_event } = await server().encounters.of(fight.id).refresh();
  void telling(() => ask(fight, pending));
  if (pending === null && last_event === event.seq) changed(canvas.scene);
}

const followed = () => void telling(follow);

/** Pushes the tokens once those who move them have come to rest. */
function changed(scene) {
  if (!isLeader() || scene !== canvas.scene || fightOf(scene) === null) return;
  clearTimeout(timer);
  timer = setTimeout(() => telling(() => push(fightOf(scene), scene)), 300);
}

// ---- What the GM types -------------------------------------------------------------------------------------------

async function begin() {
  const scene = canvas.scene;
  const policy = { choices: "players" };
  const body = { ruleset: ruleset(), title: scene.name, map: mapOf(scene), dice_policy: policy };
  const estoc = server();
  if (estoc === null) throw new Error(words("noFight"));
  const fight = await estoc.encounters.begin(body);
  await push(fight, scene);
  await scene.setFlag(ID, "encounter", fight.id);
}

async function command(name) {
  if (name === "begin") return begin();
  const fight = fightOf(canvas.scene);
  if (fight === null) throw new Error(words("noFight"));
  if (name === "push") return push(fight, canvas.scene);
  if (name === "undo" || name === "redo") return fight[name]();
  if (name in STEPS) return fight.act({ type: STEPS[name] });
  throw new Error(words("noCommand", { known: ["begin", "push", "undo", "redo", ...Object.keys(STEPS)].join(", ") }));
}

// ---- Hooks -------------------------------------------------------------------------------------------------------

function button(token) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "control-icon";
  made.dataset.action = "estoc-act";
  made.title = words("act");
  made.textContent = "⚔";
  made.addEventListener("click", () => act(token));
  return made;
}

const act = (token) =>
  telling(() => {
    const fight = fightOf(token.parent);
    if (fight === null) throw new Error(words("noFight"));
    return offer(fight, token);
  });

const tokenOfActor = (actor) => actor.token ?? actor.getActiveTokens()[0]?.document;

Hooks.once("init", registerSettings);
Hooks.once("ready", () => {
  void game.user.setFlag(ID, "plays", server() !== null);
  if (canvas.ready) followed();
});
Hooks.on("canvasReady", () => game.ready && followed());
Hooks.on("updateScene", (scene, changes) => {
  if (scene === canvas.scene && changes.flags?.[ID]) followed();
});
Hooks.on("chatMessage", (log, text) => {
  const [, name] = /^\/estoc(?:\s+(\S+))?\s*$/.exec(text) ?? [];
  if (!text.startsWith("/estoc") || !game.user.isGM) return true;
  void telling(() => command(name ?? ""));
  return false;
});
Hooks.on("renderTokenHUD", (app, element) => {
  if (app.document.isOwner) element.querySelector(".col.right, .right")?.append(button(app.document));
});
// Sheets of the first sort give jQuery, those of the second an element.
Hooks.on("renderActorSheet", (app, html) => {
  const root = html[0] ?? html;
  const token = tokenOfActor(app.actor);
  if (token && app.actor.isOwner && !root.querySelector("[data-action=estoc-act]")) root.prepend(button(token));
});
Hooks.on("getHeaderControlsActorSheetV2", (app, controls) => {
  const token = tokenOfActor(app.document);
  if (token) controls.push({ icon: "fa-solid fa-swords", label: "ESTOC.act", onClick: () => act(token) });
});
Hooks.on("renderChatMessageHTML", (message, element) => void fill(message, element));
for (const kind of ["createToken", "updateToken", "deleteToken"]) Hooks.on(kind, (token) => changed(token.parent));
Hooks.on("updateActor", (actor, changes, options) => {
  if (!options[ID] && tokenOfActor(actor)) changed(canvas.scene);
});
