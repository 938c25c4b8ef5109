// What a person decides: an action, and the dice and choices that one waits for.

import { escaped, isLeader, words } from "./table.js";
import { refOf, tokenOf } from "./tokens.js";

const asked = new Set();

function dialog(title, content, buttons) {
  const { DialogV2 } = foundry.applications.api;
  return DialogV2.wait({ window: { title }, content, buttons, rejectClose: false });
}

/** Offers what a token can do now, and does what is chosen. */
export async function offer(fight, token) {
  const { possible } = await fight.legalActions(refOf(token));
  if (!possible.length) return ui.notifications.info(words("nothing"));
  const targets = await Promise.all([...game.user.targets].map((one) => fight.combatant(refOf(one.document))));
  const wanted = possible.findIndex(({ target }) => targets.some(({ id, ref }) => target === id || target === ref));
  const options = possible.map(({ label }, index) => {
    const chosen = index === Math.max(0, wanted) ? " selected" : "";
    return `<option value="${index}"${chosen}>${escaped(label)}</option>`;
  });
  const chosen = await dialog(words("act"), `<select name="which">${options.join("")}</select>`, [
    {
      action: "do", label: words("do"), default: true,
      callback: (event, button) => Number(button.form.elements.which.value),
    },
  ]);
  if (typeof chosen !== "number") return null;
  // Its name here: should it be sent by two browsers, it is done once.
  const message = { system: "foundry", kind: "message", id: foundry.utils.randomID() };
  return fight.act({ ...possible[chosen].body, external_refs: [message] });
}

/** Asks whoever sits here what the fight waits for from them. */
export async function ask(fight, pending) {
  for (const decision of pending?.awaiting ?? []) {
    const { decision_id } = decision;
    if (asked.has(decision_id)) continue;
    const combatant = decision.who ? await fight.combatant(decision.who).catch(() => null) : null;
    if (asked.has(decision_id) || !isMine(decision, combatant)) continue;
    asked.add(decision_id);
    const given = await (decision.kind === "roll" ? rolled(decision, combatant) : chosen(fight, decision, combatant));
    if (given === null) asked.delete(decision_id); // closed: it is asked again when something happens
    else await (await fight.action(pending.action_id)).answer([{ decision_id, ...given }]);
  }
}

/** Players are asked for their own, by the first of them who has a key; the leader for all the rest. */
function isMine({ asked: whom }, combatant) {
  if (whom === "gm") return isLeader();
  const actor = combatant && tokenOf(combatant)?.actor;
  const owners = game.users.filter(
    (user) => user.active && !user.isGM && user.getFlag("estoc", "plays") && actor?.testUserPermission(user, "OWNER"),
  );
  return owners.length ? owners[0].isSelf : isLeader();
}

const titled = ({ text }, combatant) => (combatant ? `${combatant.name}: ${text}` : text);

async function chosen(fight, decision, combatant) {
  const names = new Map();
  for await (const { id, ref, name } of fight.combatants()) for (const known of [id, ref]) names.set(known, name);
  const buttons = decision.options.map((option, index) => ({
    action: `option-${index}`,
    label: decision.option_texts[option] ?? names.get(option) ?? option,
    default: option === decision.default,
    callback: () => ({ choice: option }),
  }));
  return dialog(titled(decision, combatant), "", buttons);
}

async function rolled(decision, combatant) {
  const content = `<p>${escaped(decision.dice.notation)}</p><input name="dice" inputmode="numeric">`;
  return dialog(titled(decision, combatant), content, [
    {
      action: "answer", label: words("answer"), default: true,
      callback: (event, button) => ({ dice: button.form.elements.dice.value.split(/[ ,]+/).filter(Boolean).map(Number) }),
    },
    { action: "server", label: words("server_rolls"), callback: () => ({}) },
  ]);
}
