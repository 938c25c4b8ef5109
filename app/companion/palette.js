// @ts-check
// Everything that can be done now, found by typing.

import { html, Sheet, useState } from "./ui.js";
import { t } from "./words.js";

const SHOWN = 12;

/** @param {{entries: {label: string, run: () => void}[], onClose: () => void}} props */
export function Palette({ entries, onClose }) {
  const [typed, setTyped] = useState("");
  const wanted = plain(typed).split(" ").filter(Boolean);
  const matching = entries.filter((one) => wanted.every((word) => plain(one.label).includes(word)));
  const begin = matching.filter((one) => plain(one.label).startsWith(plain(typed)));
  const found = [...new Set([...begin, ...matching])].slice(0, SHOWN);
  /** @param {{run: () => void}} one */
  const run = (one) => {
    onClose();
    one.run();
  };
  /** @param {any} event */
  const onSubmit = (event) => {
    event.preventDefault();
    if (found[0]) run(found[0]);
  };
  return html`<${Sheet} title=${t("search")} onClose=${onClose}>
    <form onSubmit=${onSubmit}><input class="wide" autofocus aria-label=${t("search")} value=${typed} onInput=${(/** @type {any} */ event) => setTyped(event.target.value)} /></form>
    <ul class="found">${found.map((one, index) => html`<li key=${`${one.label}${index}`}><button class="wide" onClick=${() => run(one)}>${one.label}</button></li>`)}</ul>
    ${found.length === 0 && html`<p class="soft">${t("search.none")}</p>`}
  <//>`;
}

/** Without capitals and accents. @param {string} text */
const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
