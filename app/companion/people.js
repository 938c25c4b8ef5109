// @ts-check
// Those who fight: their sheet with what is done to them in one tap, who joins, and who is invited.

import { call, get } from "./api.js";
import { Health, stateName } from "./order.js";
import { wish } from "./outbox.js";
import { Field, Form, html, Sheet, Sign, useEffect, useRef, useState } from "./ui.js";
import { t } from "./words.js";

const AMOUNTS = [1, 2, 5, 10];

/** @param {{one: any, fight: any, at: string, me: any, act: (command: any) => void, onClose: () => void, onInvite: (one: any) => void}} props */
export function Person({ one, fight, at, me, act, onClose, onInvite }) {
  const isGm = me.role !== "player" && me.role !== "spectator";
  const isHarp = fight.encounter.ruleset === "harp-tdm";
  const [amount, setAmount] = useState("");
  /** @param {number} points */
  const damage = (points) => act({ type: "damage", target: one.id, ...(isHarp ? { hits: points } : { points }) });
  /** @param {number} points */
  const heal = (points) => act({ type: "heal", target: one.id, ...(isHarp ? { hits: points } : { hp: points }) });
  const isHidden = one.disclosure?.visibility && one.disclosure.visibility !== "visible";
  const show = () => act({ type: "edit", target: one.id, disclosure: { ...one.disclosure, visibility: isHidden ? "visible" : "hidden" } });
  const given = Number(amount);
  return html`<${Sheet} title=${one.name} onClose=${onClose}>
    <p class="line"><${Sign} side=${one.side} /> <${Health} one=${one} /></p>
    ${one.states.length > 0 && html`<p>${one.states.map(stateName).join(", ")}</p>`}
    ${isGm && html`
      <h3>${t("damage")}</h3>
      <div class="amounts">${AMOUNTS.map((points) => html`<button key=${points} class="danger" onClick=${() => damage(points)}>−${points}</button>`)}</div>
      <h3>${t("heal")}</h3>
      <div class="amounts">${AMOUNTS.map((points) => html`<button key=${points} onClick=${() => heal(points)}>+${points}</button>`)}</div>
      <div class="line"><input class="grow" type="number" min="1" max="999" inputmode="numeric" aria-label=${t("amount")} placeholder=${t("amount")}
          value=${amount} onInput=${(/** @type {any} */ event) => setAmount(event.target.value)} />
        <button class="danger" disabled=${!given} onClick=${() => damage(given)}>${t("damage.do")}</button>
        <button disabled=${!given} onClick=${() => heal(given)}>${t("heal.do")}</button></div>
      <div class="line">
        <button onClick=${show}>${t(isHidden ? "reveal" : "hide")}</button>
        ${!isHidden && one.side !== "foes" && html`<button onClick=${() => onInvite(one)}>${t("invite")}</button>`}
        <button class="bare" onClick=${() => { act({ type: "remove", actor: one.id }); onClose(); }}>${t("remove")}</button>
      </div>
      <${Figures} one=${one} />`}
  <//>`;
}

/** The sheet as it was given. @param {{one: any}} props */
const Figures = ({ one }) => html`<details><summary>${t("sheet")}</summary>
  <pre class="figures">${JSON.stringify(one.sheet, null, 1)}</pre></details>`;

const STARTERS = {
  "harp-tdm": { hits: 60, db: 30, armour_type: 4, weapons: [{ id: "sword", model: "broadsword", ob: 60 }] },
  pf1: { hp: 20, ac: { total: 15, touch: 11, flat_footed: 14 }, bab: 3, abilities: { strength: 14 }, weapons: [{ id: "sword", model: "longsword" }] },
  dnd35: { hp: 20, ac: { total: 15, touch: 11, flat_footed: 14 }, bab: 3, abilities: { strength: 14 }, weapons: [{ id: "sword", model: "longsword" }] },
};

/** Somebody joins: by a few figures, or by a stat block as printed. @param {{fight: any, at: string, onClose: () => void, onDone: () => void}} props */
export function Joining({ fight, at, onClose, onDone }) {
  const { ruleset } = fight.encounter;
  const isHarp = ruleset === "harp-tdm";
  const [read, setRead] = useState(/** @type {any[]} */ ([]));
  /** @param {FormData} form */
  const quick = async (form) => {
    const sheet = structuredClone(STARTERS[/** @type {keyof STARTERS} */ (ruleset)]);
    const points = Number(form.get("points"));
    const attack = Number(form.get("attack"));
    const defence = Number(form.get("defence"));
    const count = Number(form.get("count")) || 1;
    if (isHarp) Object.assign(sheet, { hits: points, db: defence, weapons: [{ id: "weapon", model: form.get("model"), ob: attack }] });
    else Object.assign(sheet, { hp: points, ac: { total: defence, touch: Math.min(10, defence), flat_footed: defence }, weapons: [{ id: "weapon", model: form.get("model"), attack, damage: form.get("damage") }] });
    const isHidden = form.get("hidden") === "on";
    await joinAll(at, fight, [{ name: String(form.get("name")), side: String(form.get("side")), sheet, count, isHidden }]);
    onDone();
  };
  /** @param {FormData} form */
  const understand = async (form) => {
    const answer = await call("POST", `/v1/creatures:read?ruleset=${ruleset}`, String(form.get("block")), { "Content-Type": "text/plain" });
    setRead(answer.creatures);
  };
  return html`<${Sheet} title=${t("join")} onClose=${onClose}>
    <${Form} label=${t("join.do")} onSend=${quick}>
      <${Field} label=${t("join.name")}><input name="name" required maxlength="80" /><//>
      <div class="pair"><${Field} label=${t("join.side")}><select name="side"><option value="heroes">${t("side.heroes")}</option><option value="foes">${t("side.foes")}</option></select><//>
      <${Field} label=${t("join.count")}><input name="count" type="number" min="1" max="20" value="1" /><//></div>
      <div class="pair"><${Field} label=${t(isHarp ? "join.hits" : "join.hp")}><input name="points" type="number" min="1" max="999" value=${isHarp ? 60 : 20} /><//>
      <${Field} label=${t(isHarp ? "join.db" : "join.ac")}><input name="defence" type="number" min="0" max="250" value=${isHarp ? 30 : 15} /><//></div>
      <${Weapons} fight=${fight} />
      <div class="pair"><${Field} label=${t(isHarp ? "join.ob" : "join.attack")}><input name="attack" type="number" min="-20" max="250" value=${isHarp ? 60 : 5} /><//>
      ${!isHarp && html`<${Field} label=${t("join.damage")}><input name="damage" value="1d8+2" pattern="[0-9]+d[0-9]+([+\\-][0-9]+)?" /><//>`}</div>
      <label class="tick"><input type="checkbox" name="hidden" /> ${t("join.hidden")}</label>
    <//>
    <details class="new"><summary>${t("join.block")}</summary>
      <${Form} label=${t("join.read")} onSend=${understand}>
        <${Field} label=${t("join.block.text")}><textarea name="block" rows="8" required></textarea><//>
      <//>
      ${read.map((one, index) => html`<div key=${index} class="read">
        <p class="tale">${one.count > 1 ? `${one.count} × ` : ""}${one.name}</p>
        <ul>${one.not_read.map((/** @type {any} */ part, /** @type {number} */ at_) => html`<li key=${at_} class="soft">${t("join.not_read", { text: part.printed ?? part.about ?? "" })}</li>`)}</ul>
        <${Form} label=${t("join.do")} onSend=${async (/** @type {FormData} */ form) => { await joinAll(at, fight, [{ ...one, side: String(form.get("side")), isHidden: form.get("hidden") === "on" }]); onDone(); }}>
          <${Field} label=${t("join.side")}><select name="side"><option value="foes">${t("side.foes")}</option><option value="heroes">${t("side.heroes")}</option></select><//>
          <label class="tick"><input type="checkbox" name="hidden" /> ${t("join.hidden")}</label>
        <//></div>`)}
    </details>
  <//>`;
}

/** The weapons of the tables, by name. @param {{fight: any}} props */
function Weapons({ fight }) {
  const [rows, setRows] = useState(/** @type {string[]} */ ([]));
  const { id, version } = fight.encounter.table_pack;
  useEffect(() => {
    get(`/v1/table-packs/${id}/tables/weapons?version=${version}`)
      .then((told) => setRows((Array.isArray(told.table) ? told.table : Object.values(told.table)).map((/** @type {any} */ row) => row.id ?? row.key).filter(Boolean)))
      .catch(() => {});
  }, [id]);
  const usual = fight.encounter.ruleset === "harp-tdm" ? "broadsword" : "longsword";
  return html`<${Field} label=${t("join.weapon")}><input name="model" list="weapons" required value=${usual} />
    <datalist id="weapons">${rows.map((row) => html`<option key=${row} value=${row} />`)}</datalist><//>`;
}

/** Several of one sheet bear a number each. @param {string} at @param {any} fight @param {any[]} groups */
async function joinAll(at, fight, groups) {
  for (const { name, side, sheet, count, left, isHidden } of groups) {
    const secret = isHidden ? { disclosure: { visibility: "hidden" } } : {};
    const taken = new Set(fight.combatants.map((/** @type {any} */ one) => one.name));
    for (let number = 1, joined = 0; joined < (count || 1); number += 1) {
      const called = (count || 1) > 1 || taken.has(name) ? `${name} ${number}` : name;
      if (taken.has(called)) continue;
      taken.add(called);
      const spot = fight.encounter.map ? { at: freeCell(fight, side, joined) } : {};
      await wish(`${at}/combatants`, { name: called, side, sheet, ...spot, ...secret, ...(left ?? {}) });
      joined += 1;
    }
  }
}

/** A cell on its side of the map that nobody stands on. @param {any} fight @param {string} side @param {number} skip */
function freeCell(fight, side, skip) {
  const { map } = fight.encounter;
  const held = new Set(fight.combatants.map((/** @type {any} */ one) => String(one.at)));
  const columns = map.rows[0].length;
  const rows = map.rows.length;
  const order = [...Array(columns).keys()];
  if (side !== "heroes") order.reverse();
  let left = skip;
  for (const x of order.slice(2)) {
    for (let y = 2; y < rows - 1; y += 2) {
      if (!held.has(`${x},${y}`) && left-- <= 0) return [x + map.origin[0], y + map.origin[1]];
    }
  }
  return [map.origin[0], map.origin[1]];
}

/** A seat for a player: a link with its token in the fragment, and the same to be scanned. @param {{one: any, fight: any, me: any, onClose: () => void}} props */
export function Invitation({ one, fight, me, onClose }) {
  const [link, setLink] = useState("");
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    const seat = { role: one ? "player" : "spectator", label: one?.name ?? "", controls: one ? [one.id] : [] };
    wish(`/v1/campaigns/${me.campaign.id}/tokens`, { tokens: [seat] })
      .then((made) => setLink(`${location.origin}/#t=${made.tokens[0].token}&e=${fight.encounter.id}`))
      .catch((error) => setTrouble(error.message));
  }, []);
  return html`<${Sheet} title=${one ? t("invite.for", { name: one.name }) : t("invite.watch")} onClose=${onClose}>
    ${trouble && html`<p class="trouble" role="alert">${trouble}</p>`}
    ${!link && !trouble && html`<p role="status">${t("loading")}</p>`}
    ${link && html`<${Code} text=${link} />
      <p>${t("invite.how")}</p>
      ${["localhost", "127.0.0.1"].includes(location.hostname) && html`<p class="hint">${t("invite.local")}</p>`}
      <input class="wide link" readonly aria-label=${t("invite.link")} value=${link} onFocus=${(/** @type {any} */ event) => event.target.select()} />
      <button class="wide" onClick=${() => navigator.clipboard?.writeText(link)}>${t("invite.copy")}</button>`}
  <//>`;
}

/** @param {{text: string}} props */
function Code({ text }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  useEffect(() => {
    // @ts-ignore: the types of this file are not where it is served
    import("/companion/vendor/lean-qr.js").then(({ generate }) => {
      if (canvas.current) generate(text).toCanvas(canvas.current, { on: [0, 0, 0, 255], off: [255, 255, 255, 255], padX: 3, padY: 3 });
    });
  }, [text]);
  return html`<canvas class="code" ref=${canvas} role="img" aria-label=${t("invite.code")}></canvas>`;
}

