// Tokens of a scene as combatants, and what the fight does to them.

import { escaped, ID, isLeader, server, words } from "./table.js";

const SIDES = { 1: "heroes", 0: "bystanders", "-1": "foes", "-2": "foes" };
const SECRET = -2;
const read = new Map(); // the creature of each sheet, by the sheet as JSON
const told = new Set(); // sheets of which it was said what could not be taken over

/** The name of a token for the server: never its name, which several may have. */
export const idOf = (token) => `${token.parent.id}.${token.id}`;
export const refOf = (token) => `foundry:token:${idOf(token)}`;

export function tokenOf(combatant) {
  const ref = combatant.external_refs.find(({ system, kind }) => system === "foundry" && kind === "token");
  const [scene, token] = ref?.id.split(".") ?? [];
  return game.scenes.get(scene)?.tokens.get(token) ?? null;
}

/** The scene's cells: rows go down in pixels and up for the server. Null where the grid has no squares. */
function gridOf(scene) {
  if (!canvas.grid.isSquare) return null;
  const { sceneX, sceneY, sceneWidth, sceneHeight, size } = canvas.dimensions;
  const first = canvas.grid.getOffset({ x: sceneX, y: sceneY });
  const rows = Math.ceil(sceneHeight / size);
  const columns = Math.ceil(sceneWidth / size);
  return { first, rows, columns, distance: scene.grid.distance, units: scene.grid.units };
}

export function mapOf(scene) {
  const grid = gridOf(scene);
  if (grid === null) return null;
  const unit = grid.units.toLowerCase().startsWith("m") ? "m" : "ft";
  return { rows: Array(grid.rows).fill(".".repeat(grid.columns)), cell: { value: grid.distance, unit } };
}

const squaresHigh = (token) => Math.max(1, Math.round(token.height));

/** Where the south-west square of a token is. */
function placeOf(token) {
  const grid = gridOf(token.parent);
  if (grid === null) return null;
  const { i, j } = canvas.grid.getOffset({ x: token.x, y: token.y });
  return [j - grid.first.j, grid.rows - (i - grid.first.i) - squaresHigh(token)];
}

function pixelsOf(token, [x, y]) {
  const { first, rows } = gridOf(token.parent);
  return canvas.grid.getTopLeftPoint({ i: first.i + rows - y - squaresHigh(token), j: first.j + x });
}

/** The sheet of a token, read once for each state that it has. */
async function creatureOf(token) {
  const sheet = token.actor.toObject();
  const text = JSON.stringify(sheet);
  if (!read.has(text)) {
    const { creatures } = await server().call("post", "/v1/creatures:read", { body: sheet });
    read.set(text, creatures[0]);
  }
  return read.get(text);
}

/** A token as the server takes it; a part that is left out stays as it is there. */
async function entryOf(token, known) {
  const creature = await creatureOf(token);
  const isHidden = token.hidden || token.disposition === SECRET;
  const visibility = isHidden ? "hidden" : "visible";
  const at = placeOf(token);
  return {
    external_refs: [{ system: "foundry", kind: "token", id: idOf(token) }],
    name: token.name,
    side: SIDES[token.disposition] ?? "foes",
    sheet: creature.sheet,
    disclosure: { ...known?.disclosure, visibility },
    ...(at === null ? {} : { at, elevation: Math.round((token.elevation || 0) / token.parent.grid.distance) }),
    ...(known ? {} : creature.left), // play goes on with what it has done
  };
}

/** Brings the fight in line with the scene's tokens, as the leader alone. */
export async function push(fight, scene) {
  if (!isLeader()) return;
  const known = new Map();
  for await (const one of fight.combatants()) {
    const token = tokenOf(one);
    if (token) known.set(token.id, one);
  }
  const tokens = scene.tokens.filter((token) => token.actor);
  const combatants = [];
  for (const token of tokens) combatants.push(await entryOf(token, known.get(token.id)));
  await fight.syncCombatants({ mode: "replace", combatants });
  await tellWhatIsMissing(tokens);
}

// In a dialog of this browser: a whisper reaches every browser at the table, and names what is hidden.
async function tellWhatIsMissing(tokens) {
  const parts = [];
  for (const token of tokens) {
    const creature = await creatureOf(token);
    if (told.has(creature)) continue;
    told.add(creature);
    const missing = [
      ...creature.not_read.map(({ printed }) => printed),
      ...[...creature.warnings, ...creature.guessed].map(({ message }) => message),
    ];
    if (missing.length) {
      const lines = missing.map((line) => `<li>${escaped(line)}</li>`).join("");
      parts.push(`<details><summary>${escaped(token.name)}</summary><ul>${lines}</ul></details>`);
    }
  }
  if (!parts.length) return;
  const close = { action: "close", label: "OK", default: true };
  void foundry.applications.api.DialogV2.wait({
    window: { title: words("unmapped") }, content: parts.join(""), buttons: [close], rejectClose: false,
  });
}

/** Moves tokens and writes hit points as an event says; only the leader's browser may do that for everybody. */
export async function apply(fight, changes) {
  for (const { path, to } of changes) {
    const [, id, member] = /^\/combatants\/(\w+)\/(at|hp)$/.exec(path) ?? [];
    if (!id || to === null) continue;
    const combatant = await fight.combatant(id).catch(() => null);
    const token = combatant && tokenOf(combatant);
    if (!token) continue;
    if (member === "at" && gridOf(token.parent)) {
      const point = pixelsOf(token, to);
      if (point.x !== token.x || point.y !== token.y) await token.update({ x: point.x, y: point.y }, { [ID]: true });
    }
    if (member === "hp") await token.actor.update(hitPoints(combatant, to), { [ID]: true });
  }
}

// pf1 keeps what is lost, D35E what is left.
function hitPoints(combatant, hp) {
  if (game.system.id === "pf1") return { "system.attributes.hp.offset": Math.min(0, hp - combatant.sheet.hp) };
  return { "system.attributes.hp.value": hp };
}
