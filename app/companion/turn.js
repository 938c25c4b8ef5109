// @ts-check
// What can be done now: the deeds that the rules allow, what may come of one, and the button that does it.

import { call } from "./api.js";
import { Parts } from "./dice.js";
import { html, Icon, useEffect, useState } from "./ui.js";
import { percent, t } from "./words.js";

const FEW = 6;

/**
 * @param {{fight: any, at: string, who: any, isNamed: boolean, chosen: any, onChoose: (offer: any) => void, onDo: (offer: any) => void}} props
 */
export function Turn({ fight, at, who, isNamed, chosen, onChoose, onDo }) {
  const [isWhole, setWhole] = useState(false);
  const offers = fight.offers;
  if (!offers || offers.combatant !== who.id) return null;
  const all = offers.possible.filter((/** @type {any} */ one) => one.type !== "end-turn");
  const shown = isWhole ? all : mixed(all, FEW);
  return html`<section class="turn" aria-label=${t("deeds")}>
    ${isNamed && html`<h2 class="tale">${t("turn.of", { name: who.name })}</h2>`}
    ${all.length === 0 && html`<p class="soft">${t("deeds.none")}</p>`}
    <div class="deeds">${shown.map((/** @type {any} */ offer, /** @type {number} */ index) => html`<button
        key=${deedOf(offer)} class=${`deed ${deedOf(chosen) === deedOf(offer) ? "on" : ""}`} aria-pressed=${deedOf(chosen) === deedOf(offer)}
        onClick=${() => onChoose(deedOf(chosen) === deedOf(offer) ? null : offer)}>
      <kbd>${index + 1}</kbd><span class="grow">${offer.label}</span>
      ${offer.target_is && offer.target_is !== "fighting" && html`<small>${t(`target.${offer.target_is}`)}</small>`}
    </button>`)}</div>
    ${all.length > shown.length && html`<button class="bare" onClick=${() => setWhole(true)}>${t("deeds.more", { count: all.length - shown.length })}</button>`}
    ${chosen && html`<${Ahead} key=${deedOf(chosen)} at=${at} offer=${chosen} version=${offers.version} onDo=${onDo} />`}
    ${isWhole && html`<${NotNow} impossible=${offers.impossible} />`}
  </section>`;
}

/** The same deed is told anew with each reading. @param {any} offer */
const deedOf = (offer) => offer && JSON.stringify(offer.body);

/** What is done to opponents first, then one of each type, so that no type hides the others. @param {any[]} offers @param {number} most */
export function mixed(offers, most) {
  const blows = offers.filter((offer) => offer.target !== null && offer.target_is === "fighting");
  const firsts = offers.filter((offer, index) => offers.findIndex((other) => other.type === offer.type) === index);
  return [...new Set([...blows.filter((offer) => firsts.includes(offer)), ...firsts, ...offers])].slice(0, most);
}

/** What may come of a deed. @param {{at: string, offer: any, version: number, onDo: (offer: any) => void}} props */
function Ahead({ at, offer, version, onDo }) {
  const [odds, setOdds] = useState(/** @type {any} */ (undefined));
  const [preview, setPreview] = useState(/** @type {any} */ (null));
  useEffect(() => {
    let isWanted = true;
    /** @param {(answer: any) => void} set */
    const told = (set) => (/** @type {any} */ answer) => isWanted && set(answer);
    call("POST", `${at}/odds`, offer.body).then(told(setOdds)).catch(() => told(setOdds)(null));
    call("POST", `${at}/preview`, offer.body).then(told(setPreview)).catch(() => {});
    return () => {
      isWanted = false;
    };
  }, [version]);
  const totals = preview ? [...preview.totals, ...preview.awaiting.flatMap((/** @type {any} */ one) => one.totals)] : [];
  return html`<div class="ahead">
    <div class="grow">
      <p class="tale" aria-live="polite">${odds === undefined ? t("odds.reckoning") : odds === null ? "" : inWords(odds, offer)}</p>
      ${strikers(preview).length > 0 && html`<p class="hint"><${Icon} name="warn" />${t("may_strike", { count: strikers(preview).length })}</p>`}
      ${totals.length > 0 && html`<details class="parts"><summary>${t("why")}</summary>
        ${totals.map((/** @type {any} */ total, /** @type {number} */ index) => html`<${Parts} key=${index} parts=${total.parts} />`)}</details>`}
    </div>
    <button class="go" onClick=${() => onDo(offer)}>${offer.label}</button>
  </div>`;
}

/** @param {any} preview */
const strikers = (preview) => preview?.charge?.opportunities ?? [];

/** A sentence: how likely it succeeds, what it does on average, whether it ends the target. @param {any} odds @param {any} offer */
export function inWords(odds, offer) {
  const parts = [];
  const roll = odds.rolls.find((/** @type {any} */ one) => one.success);
  if (roll?.success) parts.push(t("odds.hits", { chance: percent(roll.success.value) }));
  const target = odds.combatants.find((/** @type {any} */ one) => one.combatant === offer.target) ?? null;
  const lost = target?.changes?.find((/** @type {any} */ one) => one.amount === "lost");
  if (lost?.mean) parts.push(t("odds.lost", { mean: Math.round(lost.mean * 10) / 10 }));
  if (target?.down && target.down.value > 0.0005) parts.push(t("odds.down", { chance: percent(target.down.value) }));
  return parts.join(" · ");
}

/** Why the rest is not possible. @param {{impossible: any[]}} props */
const NotNow = ({ impossible }) => html`<details class="not-now"><summary>${t("deeds.not_now")}</summary>
  <ul>${impossible.map((one) => html`<li key=${one.type}><b>${one.label}</b> ${one.failed_checks[0]?.message ?? one.unclear?.message ?? t("deeds.nobody")}</li>`)}</ul>
</details>`;
