// What a module of Foundry VTT v13 and v14 finds in a browser, written from the public API documentation. The world
// itself is `tests/browser/foundry_world.py`, to which `host(…)` leads; it keeps documents and refuses what a user
// may not do. Strict on purpose: hooks on every client, partial changes, V2 elements without jQuery, unknown settings.

const { user: me, version, system, users, scenes, actors, messages, settings, language } = await host("open", {});

class Collection extends Map {
  [Symbol.iterator]() {
    return this.values();
  }
  filter(wanted) {
    return [...this.values()].filter(wanted);
  }
  find(wanted) {
    return [...this.values()].find(wanted);
  }
  some(wanted) {
    return [...this.values()].some(wanted);
  }
}

const merged = (target, changes) => {
  for (const [path, value] of Object.entries(changes)) {
    const steps = path.split(".");
    const last = steps.pop();
    let place = target;
    for (const step of steps) place = place[step] ??= {};
    const isPart = value !== null && typeof value === "object" && !Array.isArray(value);
    if (isPart && typeof place[last] === "object" && place[last] !== null) merged(place[last], value);
    else place[last] = value;
  }
};

class Document {
  constructor(kind, source, parent = null) {
    this.kind = kind;
    this.parent = parent;
    this.source = source;
  }
  get id() {
    return this.source._id;
  }
  get isOwner() {
    return this.testUserPermission(game.user, "OWNER");
  }
  get isSelf() {
    return this.id === game.user.id;
  }
  testUserPermission(user, level) {
    if (level !== "OWNER") throw new Error(`no such level here: ${level}`);
    const actor = this.kind === "Token" ? this.actor : this;
    return user.isGM || (actor?.source.ownership?.[user.id] ?? actor?.source.ownership?.default ?? 0) >= 3;
  }
  getFlag(scope, key) {
    if (scope !== "estoc") throw new Error(`${scope} is no active package`);
    return this.source.flags?.[scope]?.[key];
  }
  setFlag(scope, key, value) {
    return this.update({ flags: { [scope]: { [key]: value } } });
  }
  toObject() {
    return structuredClone(this.source);
  }
  update(changes, options = {}) {
    return host("update", { kind: this.kind, id: this.id, parent: this.parent?.id ?? null, changes, options });
  }
}
for (const name of ["name", "x", "y", "width", "height", "elevation", "hidden", "disposition", "active", "role"]) {
  Object.defineProperty(Document.prototype, name, {
    get() {
      return this.source[name];
    },
  });
}
Object.defineProperty(Document.prototype, "isGM", { get() { return this.role >= 3; } });
Object.defineProperty(Document.prototype, "grid", { get() { return this.source.grid; } });

class TokenDocument extends Document {
  // An unlinked token has an actor of its own.
  get actor() {
    const base = game.actors.get(this.source.actorId);
    if (!base || this.source.actorLink) return base ?? null;
    this.own ??= Object.assign(new Document("Actor", structuredClone(base.source)), { token: this });
    return this.own;
  }
}

const collected = (kind, sources, parent = null, Kind = Document) =>
  new Collection(sources.map((source) => [source._id, new Kind(kind, source, parent)]));

const hooks = new Map();
let current = 0;
globalThis.Hooks = {
  on: (name, call) => hooks.set(name, [...(hooks.get(name) ?? []), { call, number: (current += 1) }]) && current,
  once(name, call) {
    const number = this.on(name, (...given) => {
      hooks.set(name, hooks.get(name).filter((one) => one.number !== number));
      return call(...given);
    });
  },
  callAll: (name, ...given) => {
    for (const { call } of hooks.get(name) ?? []) call(...given);
  },
  call: (name, ...given) => (hooks.get(name) ?? []).every(({ call }) => call(...given) !== false),
};

const registered = new Map();
const texts = await (await fetch(`modules/estoc/lang/${language}.json`)).json();
const worded = (key) => key.split(".").reduce((place, step) => place?.[step], texts) ?? key;

globalThis.game = {
  ready: false,
  release: { generation: version },
  system: { id: system },
  i18n: {
    lang: language,
    localize: worded,
    format: (key, data) => worded(key).replaceAll(/\{(\w+)\}/g, (_, name) => data[name]),
  },
  settings: {
    register: (scope, key, { scope: where, ...more }) => registered.set(`${scope}.${key}`, { where, ...more }),
    get(scope, key) {
      const setting = registered.get(`${scope}.${key}`);
      if (!setting) throw new Error(`"${scope}.${key}" is not a registered game setting`);
      const kept = setting.where === "client" ? localStorage.getItem(`${scope}.${key}`) : settings[`${scope}.${key}`];
      return kept ?? setting.default;
    },
  },
};
Object.assign(game, {
  users: collected("User", users),
  scenes: collected("Scene", scenes),
  actors: collected("Actor", actors),
  messages: collected("ChatMessage", messages),
});
for (const scene of game.scenes) scene.tokens = collected("Token", scene.source.tokens, scene, TokenDocument);
for (const actor of game.actors) {
  actor.getActiveTokens = () => canvas.scene.tokens.filter((one) => one.source.actorId === actor.id)
    .map((document) => ({ document }));
}
game.user = game.users.get(me);
game.user.targets = new Set();
Object.defineProperty(game.users, "activeGM", {
  get: () => game.users.filter((user) => user.active && user.isGM).sort((a, b) => b.role - a.role || (a.id < b.id ? -1 : 1))[0] ?? null,
});

const scene = [...game.scenes][0];
const { size } = scene.grid;
const padding = { x: 3 * size, y: 2 * size };
globalThis.canvas = {
  ready: true,
  scene,
  dimensions: { size, sceneX: padding.x, sceneY: padding.y, sceneWidth: scene.source.width, sceneHeight: scene.source.height },
  grid: {
    isSquare: true,
    getOffset: ({ x, y }) => ({ i: Math.floor(y / size), j: Math.floor(x / size) }),
    getTopLeftPoint: ({ i, j }) => ({ x: j * size, y: i * size }),
  },
};

globalThis.ui = {
  notifications: Object.fromEntries(
    ["info", "warn", "error"].map((level) => [level, (text) => void host("notified", { level, text })]),
  ),
};

class DialogV2 {
  static wait({ window: { title }, content = "", buttons, rejectClose }) {
    if (rejectClose !== false) throw new Error("a dialog that is closed would reject");
    const box = document.createElement("dialog");
    const form = document.createElement("form");
    const head = document.createElement("h2");
    head.textContent = title;
    form.innerHTML = content;
    box.append(head, form);
    document.body.append(box);
    box.open = true;
    return new Promise((settled) => {
      for (const { action, label, callback } of buttons) {
        const button = document.createElement("button");
        button.type = "button";
        button.dataset.action = action;
        button.textContent = label;
        form.append(button);
        button.addEventListener("click", async (event) => {
          const given = (await callback?.(event, button, box)) ?? action;
          box.remove();
          settled(given);
        });
      }
    });
  }
  static async confirm({ window, content, rejectClose }) {
    const answer = (label) => ({ action: label, label, callback: () => label });
    return (await DialogV2.wait({ window, content, buttons: ["yes", "no"].map(answer), rejectClose })) === "yes";
  }
}

globalThis.foundry = {
  applications: { api: { DialogV2 } },
  utils: {
    randomID: () => crypto.randomUUID().replaceAll("-", "").slice(0, 16),
  },
};
globalThis.CONFIG = { queries: {} };
globalThis.ChatMessage = {
  create: (data) => {
    if ("type" in data || "roll" in data) throw new Error("messages have styles and rolls since v12");
    return host("create", { kind: "ChatMessage", data });
  },
};

// Handlers in the markup are cleaned away, so that only what a hook binds works.
function shown(message) {
  const line = document.createElement("li");
  line.className = "chat-message";
  const body = document.createElement("div");
  body.className = "message-content";
  body.innerHTML = message.source.content;
  for (const element of body.querySelectorAll("*")) {
    for (const { name } of [...element.attributes]) if (name.startsWith("on")) element.removeAttribute(name);
  }
  line.append(body);
  document.getElementById("chat").append(line);
  Hooks.callAll("renderChatMessageHTML", message, line, {});
}

const places = { User: game.users, Scene: game.scenes, Actor: game.actors, ChatMessage: game.messages };

// What the server tells every client, the one that asked for it included.
globalThis.deliver = ({ what, kind, parent, id, data, changes, options, userId }) => {
  const place = kind === "Token" ? game.scenes.get(parent).tokens : places[kind];
  if (what === "create") {
    place.set(id, new Document(kind, data));
    Hooks.callAll(`create${kind}`, place.get(id), options, userId);
    if (kind === "ChatMessage") shown(place.get(id));
    return;
  }
  const document = place.get(id);
  merged(document.source, structuredClone(changes));
  Hooks.callAll(`update${kind}`, document, changes, options, userId);
};

// What people at the table do.
globalThis.say = (text) => {
  if (Hooks.call("chatMessage", {}, text, {})) throw new Error(`everybody reads "${text}"`);
};
globalThis.rightClick = (token) => {
  const element = document.createElement("div");
  element.innerHTML = '<div class="col left"></div><div class="col middle"></div><div class="col right"></div>';
  document.getElementById("hud").replaceChildren(element);
  Hooks.callAll("renderTokenHUD", { document: scene.tokens.get(token) }, element, {}, {});
};
globalThis.openSheet = (actor) => {
  const element = document.createElement("form");
  element.className = "sheet";
  document.getElementById("hud").replaceChildren(element);
  Hooks.callAll("renderActorSheet", { actor: game.actors.get(actor) }, { 0: element, length: 1 }, {});
};

await import("./modules/estoc/scripts/estoc.js");
Hooks.callAll("init");
Hooks.callAll("i18nInit");
Hooks.callAll("setup");
Hooks.callAll("canvasReady", canvas);
game.ready = true;
Hooks.callAll("ready");
for (const message of game.messages) shown(message);
document.body.dataset.ready = "true";
