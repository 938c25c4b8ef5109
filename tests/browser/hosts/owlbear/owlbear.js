// A room of Owlbear Rodeo as its extensions meet it: messages to and from frames of another origin, in the form that
// the published SDK (3.1.0) sends and expects. Strict: nothing before it is ready, an update replaces what it names
// whole, metadata of the room stays below 16 kB, a player changes nothing, errors are plain objects.

const MOST_METADATA = 16_384;
const settings = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const { extension, items, players } = settings;
const frames = new Map();
const subscribed = new Set();
let metadata = {};
globalThis.room = { items, players, notified: [], metadata: () => metadata };

const told = (player, id, data) => frames.get(player.id).contentWindow.postMessage({ id, data }, extension);
const publish = (event, data) => {
  for (const player of players) if (subscribed.has(`${player.id} ${event}`)) told(player, event, data(player));
};
const others = (player) => players.filter((one) => one !== player);

const calls = {
  OBR_PLAYER_GET_ROLE: ({ role }) => ({ role }),
  OBR_PLAYER_GET_CONNECTION_ID: ({ connectionId }) => ({ connectionId }),
  OBR_PLAYER_GET_SELECTION: ({ selection }) => ({ selection }),
  OBR_PARTY_GET_PLAYERS: (player) => ({ players: others(player) }),
  OBR_NOTIFICATION_SHOW: (player, { message }) => {
    room.notified.push([player.id, message]);
    return { id: String(room.notified.length) };
  },
  OBR_ROOM_GET_METADATA: () => ({ metadata }),
  OBR_ROOM_SET_METADATA: (player, { update }) => {
    const next = { ...metadata, ...update };
    if (JSON.stringify(next).length > MOST_METADATA) throw new Error("metadata of the room is too large");
    metadata = next;
    publish("OBR_ROOM_METADATA_EVENT_CHANGE", () => ({ metadata }));
    return {};
  },
  OBR_SCENE_GRID_GET_DPI: () => ({ dpi: 150 }),
  OBR_SCENE_GRID_GET_SCALE: () => ({ raw: "5ft", parsed: { multiplier: 5, unit: "ft", digits: 0 } }),
  OBR_SCENE_ITEMS_GET_ALL_ITEMS: (player) => ({ items: items.filter(({ visible }) => visible || player.role === "GM") }),
  OBR_SCENE_ITEMS_GET_ITEMS: (player, { ids }) => ({ items: items.filter(({ id }) => ids.includes(id)) }),
  OBR_SCENE_ITEMS_UPDATE_ITEMS: (player, { updates }) => {
    if (player.role !== "GM") throw new Error("no permission CHARACTER_UPDATE");
    for (const update of updates) Object.assign(items.find(({ id }) => id === update.id), update);
    publish("OBR_SCENE_ITEMS_EVENT_CHANGE", (one) => calls.OBR_SCENE_ITEMS_GET_ALL_ITEMS(one));
    return {};
  },
};
const subscriptions = {
  OBR_PLAYER_SUBSCRIBE: "OBR_PLAYER_EVENT_CHANGE",
  OBR_ROOM_METADATA_SUBSCRIBE: "OBR_ROOM_METADATA_EVENT_CHANGE",
  OBR_SCENE_ITEMS_SUBSCRIBE: "OBR_SCENE_ITEMS_EVENT_CHANGE",
};

window.addEventListener("message", ({ origin, source, data: { id, data, ref, nonce } }) => {
  if (origin !== extension) return;
  const player = players.find((one) => frames.get(one.id).contentWindow === source);
  if (!player || ref !== `ref-${player.id}`) throw new Error("a message from nowhere");
  if (id in subscriptions) return subscribed.add(`${player.id} ${subscriptions[id]}`);
  try {
    if (!(id in calls)) throw new Error(`${id} is not known here`);
    told(player, `${id}_RESPONSE${nonce}`, structuredClone(calls[id](player, data)));
  } catch ({ message }) {
    told(player, `${id}_ERROR${nonce}`, { error: { name: "ValidationError", message } });
  }
});

globalThis.select = (name, selection) => {
  const player = players.find(({ id }) => id === name);
  player.selection = selection;
  if (subscribed.has(`${name} OBR_PLAYER_EVENT_CHANGE`)) told(player, "OBR_PLAYER_EVENT_CHANGE", { player });
};
globalThis.drag = (id, x, y) => {
  const gm = players.find(({ role }) => role === "GM");
  calls.OBR_SCENE_ITEMS_UPDATE_ITEMS(gm, { updates: [{ id, position: { x, y } }] });
};

for (const player of players) {
  const frame = document.createElement("iframe");
  frame.name = player.id;
  frame.width = 400;
  frame.height = 900;
  frame.src = `${extension}/index.html?obrref=${encodeURIComponent(btoa(`${location.origin} a-room`))}`;
  frames.set(player.id, frame);
  frame.addEventListener("load", () => told(player, "OBR_READY", { ref: `ref-${player.id}`, userId: player.id }));
  document.body.append(frame);
}
