// @ts-check
// What happened, the newest first; every number opens to its parts and rules.

import { Parts } from "./dice.js";
import { html, useState } from "./ui.js";
import { figure, t } from "./words.js";

const SHOWN_AT_FIRST = 100;
/** Actions that set the table and tell no tale. */
const QUIET = new Set(["sync"]);

/** @param {{fight: any}} props */
export function Log({ fight }) {
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  const told = fight.log.filter((/** @type {any} */ one) => one.narration.text.plain && !QUIET.has(one.command?.type));
  const newest = told.slice(-shown).reverse();
  return html`<section class="log" aria-label=${t("log")}>
    <h2 class="head">${t("log")}</h2>
    ${told.length === 0 && html`<p class="empty">${t("log.empty")}</p>`}
    <ol>${newest.map((/** @type {any} */ one) => html`<${Entry} key=${one.id} one=${one} fight=${fight} />`)}</ol>
    ${told.length > shown && html`<button class="wide" onClick=${() => setShown(shown + SHOWN_AT_FIRST)}>${t("log.more")}</button>`}
  </section>`;
}

/** @param {{one: any, fight: any}} props */
function Entry({ one, fight }) {
  const isGone = one.reverted_by !== null;
  const lines = one.narration.text.plain.split("\n");
  return html`<li class=${`entry ${isGone ? "gone" : ""} ${one.status}`}>
    ${lines.map((/** @type {string} */ line, /** @type {number} */ index) => html`<p key=${index} class="tale">${line}</p>`)}
    ${isGone && html`<p class="soft">${t("undone")}</p>`}
    ${one.status === "awaiting" && html`<p class="soft">${t("so_far")}</p>`}
    ${one.rolls.length > 0 && html`<details><summary>${one.rolls.map(rollInShort).join(" · ")}</summary>
      ${one.rolls.map((/** @type {any} */ roll, /** @type {number} */ index) => html`<${Roll} key=${index} roll=${roll} fight=${fight}
        parts=${one.breakdown.filter((/** @type {any} */ part) => part.roll === index)} />`)}
    </details>`}
  </li>`;
}

/** @param {any} roll */
const rollInShort = (roll) =>
  roll.total === null ? roll.text : roll.against === null ? `${roll.text} ${figure(roll.total)}` : `${roll.text} ${figure(roll.total)} / ${figure(roll.against)}`;

/** @param {{roll: any, parts: any[], fight: any}} props */
function Roll({ roll, parts, fight }) {
  const who = fight.combatants.find((/** @type {any} */ one) => one.id === roll.who)?.name ?? "";
  const faces = roll.dice.map((/** @type {any} */ die) => die.value).join(", ");
  return html`<div class="roll">
    <p><b>${roll.text}</b> · ${who} · ${roll.notation} · ${t(`source.${roll.source}`)}</p>
    <p class="num">${t("roll.faces", { faces })}${roll.total !== null && ` = ${figure(roll.total)}`}${roll.against !== null && ` ${t("roll.against", { value: figure(roll.against) })}`}</p>
    ${parts.length > 0 && html`<${Parts} parts=${parts} />`}
    ${roll.rules.length > 0 && html`<p class="soft">${roll.rules.join(", ")}</p>`}
  </div>`;
}
