// The server, the fight of the scene, and what everything here needs.

import { Estoc, Refusal } from "./estoc-client/index.js";

export const ID = "estoc";
const RULESETS = { pf1: "pf1", D35E: "dnd35" };

export const words = (key, data = {}) => game.i18n.format(`ESTOC.${key}`, data);
export const escaped = (text) => String(text).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The one GM whose browser speaks for the table: several are often there. */
export const isLeader = () => game.users.activeGM?.isSelf ?? false;

export function registerSettings() {
  const text = (key, scope) => ({
    scope, config: true, type: String, default: "", requiresReload: true,
    name: `ESTOC.${key}`, hint: `ESTOC.${key}Hint`,
  });
  game.settings.register(ID, "server", text("server", "world"));
  // Settings of the world are sent to everybody: a key is kept in its browser.
  game.settings.register(ID, "key", text("key", "client"));
}

export function server() {
  const [url, key] = ["server", "key"].map((name) => game.settings.get(ID, name));
  return url && key ? new Estoc(url, key, { language: game.i18n.lang }) : null;
}

/** The fight of the scene, as whoever sits here may see it; null where there is none. */
export function fightOf(scene) {
  const id = scene?.getFlag(ID, "encounter");
  return id ? (server()?.encounters.of(id) ?? null) : null;
}

export function ruleset() {
  const found = RULESETS[game.system.id];
  if (!found) throw new Error(words("noSystem", { system: game.system.id }));
  return found;
}

/** Runs something that a person asked for; what goes wrong is told to that person. */
export async function telling(what) {
  try {
    return await what();
  } catch (error) {
    const faults = error instanceof Refusal ? [...error.failedChecks, ...error.errors] : [];
    const said = error instanceof Refusal ? [error.detail, ...faults.map(({ message }) => message)] : [error.message];
    ui.notifications.error([...new Set(said)].filter(Boolean).join(" "));
    return null;
  }
}
