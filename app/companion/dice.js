// @ts-check
// What is waited for: dice thrown at the table, entered with big keys, and choices.

import { played } from "./store.js";
import { html, Icon, useEffect, useLayoutEffect, useState } from "./ui.js";
import { figure, t } from "./words.js";

const CHANCE_OF_TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/**
 * Everything that an action waits for, as far as the viewer may answer it.
 * @param {{fight: any, me: any, onAnswer: (answers: any[]) => Promise<void>, onCancel: (() => void) | null}} props
 */
export function Waiting({ fight, me, onAnswer, onCancel }) {
  const { pending } = fight.encounter;
  if (!pending) return null;
  const mine = pending.awaiting.filter((/** @type {any} */ one) => mayAnswer(one, me, played(me, fight.combatants)));
  if (mine.length === 0) {
    return html`<section class="wait"><p class="tale">${t("waiting.others")}</p></section>`;
  }
  const first = mine[0];
  return html`<section class="wait" aria-label=${t("waiting")}>
    <${Clock} until=${first.expires_at} />
    <h2 class="tale">${nameOf(fight, first.who)} · ${first.text}</h2>
    ${first.kind === "roll"
      ? html`<${Throw} key=${first.decision_id} asked=${first} onAnswer=${onAnswer} />`
      : html`<${Choice} key=${first.decision_id} asked=${first} onAnswer=${onAnswer} />`}
    ${mine.length > 1 && html`<p class="soft">${t("waiting.more", { count: mine.length - 1 })}</p>`}
    ${onCancel && html`<button class="bare" onClick=${onCancel}>${t("cancel")}</button>`}
  </section>`;
}

/** @param {any} asked @param {any} me @param {any[]} own */
const mayAnswer = (asked, me, own) =>
  me.role !== "spectator" && (me.role !== "player" || (asked.asked === "players" && own.some((one) => one.id === asked.who)));

/** @param {any} fight @param {string} id */
const nameOf = (fight, id) => fight.combatants.find((/** @type {any} */ one) => one.id === id)?.name ?? t("somebody");

/** @param {{until: string | null}} props */
function Clock({ until }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!until) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  if (!until) return null;
  const left = Math.max(0, Math.round((Date.parse(until) - now) / 1000));
  return html`<p class="clock">${t("waiting.left", { seconds: left })}</p>`;
}

/** @param {{asked: any, onAnswer: (answers: any[]) => Promise<void>}} props */
function Choice({ asked, onAnswer }) {
  return html`<div class="options">
    ${asked.options.map((/** @type {string} */ option) => html`<button key=${option} class="deed"
        onClick=${() => onAnswer([{ decision_id: asked.decision_id, choice: option }])}>
      <span class="grow">${asked.option_texts[option] ?? option}</span>
      ${option === asked.default && html`<small>${t("default")}</small>`}
    </button>`)}
  </div>`;
}

/**
 * The dice of one roll. One that opens asks for the next; the page adds faces and nothing else.
 * @param {{asked: any, onAnswer: (answers: any[]) => Promise<void>}} props
 */
function Throw({ asked, onAnswer }) {
  const [faces, setFaces] = useState(/** @type {number[]} */ ([]));
  const [typed, setTyped] = useState("");
  const { sides, open_from: opens } = asked.dice;
  const needed = sidesNeeded(sides, opens, faces);
  const isFull = faces.length === needed.length;
  const die = needed[faces.length] ?? 0;
  const last = faces[faces.length - 1];
  const hasOpened = opens !== null && last !== undefined && last >= opens && !isFull;
  /** @param {number} face */
  const enter = (face) => {
    setFaces([...faces, face]);
    setTyped("");
  };
  /** @param {string} digit */
  const type = (digit) => {
    const text = typed + digit;
    const value = Number(text) || (text.length >= 2 ? 100 : 0);
    if (value > die) return;
    if (text.length >= String(die).length - 1 && text.length >= 2) enter(value);
    else setTyped(text);
  };
  const back = () => (typed ? setTyped("") : setFaces(faces.slice(0, -1)));
  const send = () => onAnswer([{ decision_id: asked.decision_id, dice: faces }]);
  useKeys({ isFull, die, type, enter, back, send });
  const sum = faces.reduce((all, face) => all + face, 0);
  return html`<div class="throw">
    <p class="why">${asked.dice.notation}${asked.modifiers.length > 0 && html` <${Why} asked=${asked} />`}</p>
    <p class="dice" aria-live="polite">
      ${faces.map((face, index) => html`<b key=${index} class="die">${face}</b>`)}
      ${!isFull && html`<b class="die on">${typed || "\u00a0"}</b>`}
      ${faces.length > 0 && html`<span class="num">= ${figure(sum + asked.modifier)}</span>`}
    </p>
    ${hasOpened && html`<p class="hint"><${Icon} name="warn" />${t("dice.opens", { face: last ?? 0 })}</p>`}
    ${!isFull && html`<${Pad} sides=${die} onDigit=${type} onFace=${enter} onBack=${back} />`}
    <div class="act">
      ${isFull && html`<button class="go grow" onClick=${send}>${t("dice.send", { faces: faces.join(", ") })}</button>
        <button onClick=${back}>${t("dice.back")}</button>`}
      ${!isFull && html`<button class="grow" onClick=${() => onAnswer([{ decision_id: asked.decision_id }])}>${t("dice.for_me")}</button>`}
    </div>
  </div>`;
}

/** The sides of every die of a throw, as many as have to fall. @param {number[]} sides @param {number | null} opens @param {number[]} faces */
export function sidesNeeded(sides, opens, faces) {
  const needed = [];
  let at = 0;
  for (const die of sides) {
    needed.push(die);
    while (opens !== null && at < faces.length && faces[at] >= opens) {
      needed.push(die);
      at += 1;
    }
    at += 1;
  }
  return needed;
}

/** @param {{asked: any}} props */
const Why = ({ asked }) => html`<details class="parts"><summary>${asked.modifier >= 0 ? "+" : "−"}${Math.abs(asked.modifier)}</summary>
  <${Parts} parts=${asked.modifiers} /></details>`;

/** Every part of a number, with its rule. @param {{parts: any[]}} props */
export const Parts = ({ parts }) => html`<table class="parts"><tbody>
  ${parts.map((part, index) => html`<tr key=${index} class=${part.applied ? "" : "gone"}>
    <td>${part.text}</td><td class="soft">${part.rule_id}</td><td class="num">${part.value === null ? "?" : signed(part.value)}</td></tr>`)}
</tbody></table>`;

/** @param {number} value */
const signed = (value) => (value < 0 ? `−${figure(-value)}` : `+${figure(value)}`);

/** @param {{sides: number, onDigit: (digit: string) => void, onFace: (face: number) => void, onBack: () => void}} props */
function Pad({ sides, onDigit, onFace, onBack }) {
  if (sides <= 20) {
    const faces = Array.from({ length: sides }, (_, index) => index + 1);
    return html`<div class="pad small" style=${{ "--columns": sides > 10 ? 5 : Math.min(sides, 4) }}>
      ${faces.map((face) => html`<button key=${face} onClick=${() => onFace(face)}>${face}</button>`)}</div>`;
  }
  return html`<div class="pad">
    ${[7, 8, 9, 4, 5, 6, 1, 2, 3].map((digit) => html`<button key=${digit} onClick=${() => onDigit(String(digit))}>${digit}</button>`)}
    <button onClick=${() => onFace(sides)}>${sides === 100 ? "00" : sides}</button>
    <button onClick=${() => onDigit("0")}>0</button>
    <button aria-label=${t("dice.back")} onClick=${onBack}>⌫</button>
  </div>`;
}

/** The keyboard enters faces as the pad does. @param {{isFull: boolean, die: number, type: (digit: string) => void, enter: (face: number) => void, back: () => void, send: () => void}} pad */
function useKeys({ isFull, die, type, enter, back, send }) {
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const onKey = (event) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Backspace") back();
      else if (event.key === "Enter" && isFull && event.target === document.body) send();
      else if (!isFull && /^[0-9]$/.test(event.key)) {
        if (die < 10 && CHANCE_OF_TEN.slice(0, die).includes(Number(event.key))) enter(Number(event.key));
        else type(event.key);
      } else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
}
