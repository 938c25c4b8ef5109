// The room and its tokens: what of them the fight knows, and where they are in its cells.

import OBR from "@owlbear-rodeo/sdk";

const FIGHT = "io.github.estoc/fight"; // in the room's metadata: everybody reads it, so it holds no secret
const AROUND = 15; // cells of ground around the tokens with which a fight begins
const LAYERS = ["CHARACTER", "MOUNT"];

export const refOf = (item) => ({ system: "owlbear", kind: "token", id: item.id });
export const nameOf = (item) => item.text?.plainText || item.name;
export const tokens = () => OBR.scene.items.getItems((item) => LAYERS.includes(item.layer));
export const itemOf = (combatant) => combatant.external_refs.find(({ system }) => system === "owlbear")?.id;

/** What the room says of its fight: `{ id, left, top, rows }` in cells, or nothing. */
export const fightIn = (metadata) => metadata[FIGHT] ?? null;
export const readFight = async () => fightIn(await OBR.room.getMetadata());
export const keepFight = (fight) => OBR.room.setMetadata({ [FIGHT]: fight });

/** Whether this is the one GM whose browser speaks for the table: of several, the first by connection. */
export async function isLeader() {
  if ((await OBR.player.getRole()) !== "GM") return false;
  const mine = await OBR.player.getConnectionId();
  const others = (await OBR.party.getPlayers()).filter(({ role }) => role === "GM");
  return others.every(({ connectionId }) => mine < connectionId);
}

const widthOf = (item) => Math.max(1, Math.round(((item.image?.width ?? 0) / (item.grid?.dpi ?? 1)) * item.scale.x));

/** The north-west cell of a token, whose position is its middle; both count downwards. */
function cornerOf(item, dpi) {
  const half = (widthOf(item) * dpi) / 2;
  return [Math.round((item.position.x - half) / dpi), Math.round((item.position.y - half) / dpi)];
}

/** Where a new fight lies, and its ground. */
export async function ground(items) {
  const dpi = await OBR.scene.grid.getDpi();
  const { multiplier, unit } = (await OBR.scene.grid.getScale()).parsed;
  const corners = items.map((item) => cornerOf(item, dpi));
  const [columns, rows] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const left = Math.min(...columns) - AROUND;
  const top = Math.min(...rows) - AROUND;
  const wide = Math.min(200, Math.max(...columns) + AROUND - left);
  const high = Math.min(200, Math.max(...rows) + AROUND - top);
  const cell = { value: multiplier, unit: unit.startsWith("m") ? "m" : "ft" };
  return { place: { left, top, rows: high }, map: { rows: Array(high).fill(".".repeat(wide)), cell } };
}

/** The south-west cell of a token in the fight, which counts upwards. */
export async function cellOf(item, { left, top, rows }) {
  const [column, row] = cornerOf(item, await OBR.scene.grid.getDpi());
  return [column - left, rows - (row - top) - widthOf(item)];
}

/** Moves a token to where the fight has it. */
export async function move(id, [column, row], { left, top, rows }) {
  const dpi = await OBR.scene.grid.getDpi();
  await OBR.scene.items.updateItems([id], (drafts) => {
    for (const draft of drafts) {
      const half = widthOf(draft) / 2;
      const [x, y] = [(left + column + half) * dpi, (top + rows - row - half) * dpi];
      if (draft.position.x !== x || draft.position.y !== y) draft.position = { x, y };
    }
  });
}
