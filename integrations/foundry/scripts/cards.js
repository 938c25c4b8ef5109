// Cards in the chat. A message holds the name of an action and nothing of it, since every browser receives every
// message: each browser fills the card with what its own key may see.

import { fightOf, ID, isLeader, telling, words } from "./table.js";

const SET_UP = new Set(["add", "edit", "remove", "sync", "undo", "redo", "reset", "update"]);
const FRESH = 20; // cards that are filled again when something is taken back

const flagOf = (message) => message.getFlag(ID, "action");

/** The last event of which there is a card of this fight. */
export function lastTold(fight) {
  const told = game.messages.filter((message) => message.getFlag(ID, "encounter") === fight.id);
  return Math.max(0, ...told.map((message) => message.getFlag(ID, "seq")));
}

/** Posts the card of an action, once for the whole table. */
export async function post(fight, { action_id: action, seq }) {
  if (!isLeader() || game.messages.some((message) => flagOf(message) === action)) return;
  const { data } = await fight.action(action);
  if (SET_UP.has(data.command.type) || game.messages.some((message) => flagOf(message) === action)) return;
  await ChatMessage.create({
    content: `<p>${words("card")}</p>`,
    speaker: { alias: "Estoc" },
    flags: { [ID]: { encounter: fight.id, action, seq } },
  });
}

/** Fills a card when the chat shows it. */
export async function fill(message, element) {
  const action = flagOf(message);
  const fight = fightOf(canvas.scene);
  if (!action || fight?.id !== message.getFlag(ID, "encounter")) return;
  element.dataset.estocAction = action;
  const body = element.querySelector(".message-content") ?? element;
  const { data } = await fight.action(action).catch(() => ({ data: null }));
  element.hidden = data === null; // not for the eyes of whoever sits here
  if (data === null) return;
  body.replaceChildren(make("p", data.narration.text.plain));
  const parts = data.breakdown.filter(({ applied }) => applied);
  if (parts.length) body.append(breakdown(parts));
  if (data.reverted_by) body.append(make("strong", words("undone")));
  else if (game.user.isGM && data.status === "resolved") body.append(undoButton(fight, data));
}

export function refill() {
  for (const element of [...document.querySelectorAll("[data-estoc-action]")].slice(-FRESH)) {
    const message = game.messages.find((one) => flagOf(one) === element.dataset.estocAction);
    if (message) void fill(message, element);
  }
}

function make(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function breakdown(parts) {
  const details = document.createElement("details");
  const table = document.createElement("table");
  for (const { of, text, value, rule_id } of parts) {
    const row = table.insertRow();
    for (const said of [of, text, value, rule_id]) row.insertCell().textContent = said;
  }
  details.append(make("summary", words("why")), table);
  return details;
}

function undoButton(fight, data) {
  const button = make("button", words("undo"));
  button.type = "button";
  button.dataset.action = "estoc-undo";
  button.addEventListener("click", () => telling(() => undo(fight, data)));
  return button;
}

/** Takes back an action and what came after it. */
async function undo(fight, { seq }) {
  let count = 0;
  for await (const action of fight.log()) {
    const stands = action.status === "resolved" && !action.reverted_by;
    if (action.seq >= seq && stands && !["undo", "redo", "reset"].includes(action.command.type)) count += 1;
  }
  const { DialogV2 } = foundry.applications.api;
  const content = `<p>${words("undoMore", { count })}</p>`;
  if (count > 1 && !(await DialogV2.confirm({ window: { title: words("undo") }, content, rejectClose: false }))) return;
  await fight.undo(Math.max(1, count));
}
