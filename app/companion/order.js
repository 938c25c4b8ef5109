// @ts-check
// Everybody in the order of initiative: how they are, whose turn it is, who is next.

import { acting, healthOf, inOrder, nextUp } from "./store.js";
import { html, Icon, Sign } from "./ui.js";
import { figure, t } from "./words.js";

/** @param {{fight: any, onPick: (id: string) => void}} props */
export function Order({ fight, onPick }) {
  const now = acting(fight.encounter);
  const next = nextUp(fight);
  return html`<section class="order" aria-label=${t("order")}>
    <h2 class="head">${fight.encounter.round?.number ? t("round", { number: fight.encounter.round.number }) : t("order")}</h2>
    <ol>${inOrder(fight).map(({ one, place }) => html`<${Row} key=${one.id} one=${one} place=${place}
      isNow=${one.id === now} isNext=${one.id === next} onPick=${onPick} />`)}</ol>
    ${fight.combatants.length === 0 && html`<p class="empty">${t("order.empty")}</p>`}
  </section>`;
}

/** @param {{one: any, place: any, isNow: boolean, isNext: boolean, onPick: (id: string) => void}} props */
function Row({ one, place, isNow, isNext, onPick }) {
  const isDown = one.states.some((/** @type {string} */ state) => ["down", "dead", "dying", "unconscious"].includes(state));
  const isHidden = one.disclosure && one.disclosure.visibility !== "visible";
  const hasActed = place?.has_ended || place?.has_gone;
  const initiative = place?.initiative ?? one.initiative;
  return html`<li class=${`who ${isNow ? "now" : ""} ${isDown ? "down" : ""}`} aria-current=${isNow ? "step" : undefined}>
    <button class="row-button" onClick=${() => onPick(one.id)}>
      <span class="ini num">${initiative ?? ""}</span>
      <${Sign} side=${one.side} />
      <span class="name">${one.name}</span>
      <span class="tags">
        ${isHidden && html`<span class="chip"><${Icon} name="hidden" />${t("hidden")}</span>`}
        ${isNow && html`<span class="tag">${t("now")}</span>`}
        ${isNext && !isNow && html`<span class="tag next">${t("next")}</span>`}
        ${hasActed && !isNow && html`<span class="soft">${t("acted")}</span>`}
      </span>
      <${Health} one=${one} />
      <span class="chips">${one.states.map((/** @type {string} */ state) => html`<span key=${state} class=${`chip ${isGrave(state) ? "bad" : "warn"}`}>${stateName(state)}</span>`)}</span>
    </button>
  </li>`;
}

/** @param {string} state */
const isGrave = (state) => ["dead", "dying", "down", "unconscious", "stable", "helpless"].includes(state);

/** @param {string} state */
export function stateName(state) {
  const id = `state.${state}`;
  const told = t(id);
  return told === id ? state.replaceAll("-", " ") : told;
}

/** Points as figures, a bar and a word, as far as they are told. @param {{one: any}} props */
export function Health({ one }) {
  const { left, most, fares } = healthOf(one);
  if (left === null || left === undefined || !most) {
    return fares ? html`<span class=${`fares ${fares}`}>${t(`fares.${fares}`)}</span>` : null;
  }
  const share = Math.max(0, Math.min(1, left / most));
  const how = share <= 0.25 ? "near" : share <= 0.5 ? "half" : "";
  return html`<span class=${`health ${how}`}>
    <span class="bar" aria-hidden="true"><b style=${{ width: `${share * 100}%` }}></b></span>
    <span class="num">${t("of", { left: figure(left), most: figure(most) })}</span>
  </span>`;
}
