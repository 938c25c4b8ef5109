// @ts-check
// Before a fight: taking a seat, the fights of a campaign, a new one.

import { get, leave, sit } from "./api.js";
import { wish } from "./outbox.js";
import { Field, Form, html, Icon, useEffect, useState } from "./ui.js";
import { choose, locale, locales, t } from "./words.js";

const RULESETS = ["harp-tdm", "pf1", "dnd35"];
const EMPTY_MAP = { rows: Array(16).fill(".".repeat(22)), cell: { value: 5, unit: "ft" } };

/** @param {{me: any, trouble: string, onSeat: () => void}} props */
export function Start({ me, trouble, onSeat }) {
  return html`<main class="start">
    <header class="brand"><${Icon} name="blade" /><h1>Estoc</h1></header>
    ${me.role === null ? html`<${Seat} trouble=${trouble} onSeat=${onSeat} />` : html`<${Campaign} me=${me} />`}
    <footer class="soft">
      <${Languages} /> <a href="/developers">${t("developers")}</a>
    </footer>
  </main>`;
}

/** @param {{trouble: string, onSeat: () => void}} props */
function Seat({ trouble, onSeat }) {
  /** @param {FormData} form */
  const take = async (form) => {
    const given = String(form.get("token") ?? "");
    const inLink = /[#&]t=([^&\s]+)/.exec(given);
    sit(inLink ? inLink[1] : given);
    onSeat();
  };
  return html`<p class="tale">${t("seat.lead")}</p>
    ${trouble && html`<p class="trouble" role="alert">${trouble}</p>`}
    <${Form} label=${t("seat.take")} onSend=${take}>
      <${Field} label=${t("seat.token")}><input name="token" required autocomplete="off" autocapitalize="none" spellcheck=${false} /><//>
      <p class="soft">${t("seat.where")}</p>
    <//>`;
}

/** @param {{me: any}} props */
function Campaign({ me }) {
  const [fights, setFights] = useState(/** @type {any[] | null} */ (null));
  useEffect(() => {
    get("/v1/encounters?limit=50").then((page) => setFights(page.items)).catch(() => setFights([]));
  }, []);
  const mayBegin = me.role !== "player" && me.role !== "spectator";
  const rise = () => {
    leave();
    location.reload();
  };
  return html`<p class="soft">${t(`role.${me.role}`)}${me.label && ` · ${me.label}`}</p>
    <h2 class="tale">${me.campaign.name}</h2>
    ${fights === null && html`<p role="status">${t("loading")}</p>`}
    ${fights?.length === 0 && html`<p>${t(mayBegin ? "fights.none" : "fights.none_yet")}</p>`}
    <ul class="fights">${fights?.map((one) => html`<li key=${one.id}><a href=${`#e=${one.id}`}>
      <span class="tale grow">${one.title || t("fight.untitled")}</span>
      <small>${t(`ruleset.${one.ruleset}`)} · ${one.has_ended ? t("fight.over") : one.round?.number ? t("round", { number: one.round.number }) : t("fight.before")}</small>
    </a></li>`)}</ul>
    ${mayBegin && html`<${NewFight} />`}
    <p><button class="bare" onClick=${rise}>${t("seat.leave")}</button></p>`;
}

function NewFight() {
  /** @param {FormData} form */
  const begin = async (form) => {
    const ruleset = String(form.get("ruleset"));
    const own = form.get("own") === "on";
    const begun = await wish("/v1/encounters", {
      ruleset,
      title: String(form.get("title")),
      ...(form.get("map") === "on" ? { map: EMPTY_MAP } : {}),
      ...(own ? { dice_policy: { rows: [{ side: "heroes", rolls: "players", choices: "players" }] } } : {}),
    });
    location.hash = `#e=${begun.id}`;
  };
  return html`<details class="new"><summary>${t("fight.new")}</summary>
    <${Form} label=${t("fight.begin_new")} onSend=${begin}>
      <${Field} label=${t("fight.title")}><input name="title" required maxlength="200" /><//>
      <${Field} label=${t("fight.ruleset")}><select name="ruleset">
        ${RULESETS.map((one) => html`<option key=${one} value=${one}>${t(`ruleset.${one}`)}</option>`)}</select><//>
      <label class="tick"><input type="checkbox" name="own" /> ${t("fight.own_dice")}</label>
      <label class="tick"><input type="checkbox" name="map" /> ${t("fight.map")}</label>
    <//></details>`;
}

const NAMES = { en: "English", fr: "Français", it: "Italiano" };

export const Languages = () => html`<label class="tick">${t("language")}
  <select value=${locale} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
    ${locales.map((tag) => html`<option key=${tag} value=${tag}>${NAMES[/** @type {keyof NAMES} */ (tag)] ?? tag}</option>`)}
  </select></label>`;
