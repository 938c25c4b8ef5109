// @ts-check
// Small pieces that every view is made of.

import { html } from "htm/preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "./words.js";

export { html };
export { render } from "preact";
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

const PATHS = {
  blade: "M4 16 16 4l1-3-3 1L5 12M4 11l5 5M6 14l-3 3",
  undo: "M4 8h8a4 4 0 0 1 0 8H7M4 8l3-3M4 8l3 3",
  redo: "M16 8H8a4 4 0 0 0 0 8h5M16 8l-3-3M16 8l-3 3",
  eye: "M2 10c2-4 5-5 8-5s6 1 8 5c-2 4-5 5-8 5s-6-1-8-5zM10 8a2 2 0 1 0 .1 0",
  hidden: "M2 10c2-4 5-5 8-5s6 1 8 5c-2 4-5 5-8 5s-6-1-8-5zM3 3l14 14",
  close: "M5 5l10 10M15 5L5 15",
  more: "M4 10h.1M10 10h.1M16 10h.1",
  list: "M7 5h10M7 10h10M7 15h10M3 5h.1M3 10h.1M3 15h.1",
  map: "m3 5 5-2 4 2 5-2v12l-5 2-4-2-5 2zM8 3v12M12 5v12",
  book: "M10 5C8 4 5 4 3 4v11c2 0 5 0 7 1 2-1 5-1 7-1V4c-2 0-5 0-7 1zM10 5v11",
  fight: "M4 16 15 5l2-3-3 2L5 13M16 16 5 5 3 2l3 2 9 9M4 12l4 4M16 12l-4 4",
  warn: "M10 3 2 17h16zM10 8v4M10 14.500v.1",
  up: "M5 12l5-5 5 5",
  down: "M5 8l5 5 5-5",
};
const SIGNS = {
  shield: html`<path d="M10 2.500 4 4.500v5.500c0 4 2.600 6.300 6 7.500 3.400-1.200 6-3.500 6-7.500V4.500z" />`,
  lozenge: html`<path d="M10 2 18 10 10 18 2 10z" />`,
  circle: html`<circle cx="10" cy="10" r="7" />`,
};

/** A line drawing; a word always stands with it. @param {{name: keyof PATHS}} props */
export const Icon = ({ name }) =>
  html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;

/** Sides that are told apart by shape as well as by colour. @param {string} side */
export const signOf = (side) => (side === "heroes" ? "shield" : side === "foes" ? "lozenge" : "circle");

/** @param {{side: string}} props */
export const Sign = ({ side }) =>
  html`<svg class=${`sign ${signOf(side)}`} viewBox="0 0 20 20" role="img" aria-label=${side}>${SIGNS[signOf(side)]}</svg>`;

/**
 * A part of the page that lies over the rest until it is closed; the focus stays in it and goes back afterwards.
 * @param {{title: string, onClose: () => void, children?: any}} props
 */
export function Sheet({ title, onClose, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => before instanceof HTMLElement && before.focus();
  }, []);
  return html`<dialog ref=${dialog} class="sheet" aria-label=${title} onClose=${onClose}
      onClick=${(/** @type {any} */ event) => event.target === dialog.current && onClose()}>
    <div class="sheet-head"><h2>${title}</h2>
      <button class="bare" aria-label=${t("close")} onClick=${onClose}><${Icon} name="close" /></button></div>
    <div class="sheet-body">${children}</div>
  </dialog>`;
}

/**
 * A form whose button says what it does, and which says in place what was refused.
 * @param {{onSend: (form: FormData) => Promise<void>, label: string, children?: any}} props
 */
export function Form({ onSend, label, children }) {
  const [trouble, setTrouble] = useState("");
  const [isSending, setSending] = useState(false);
  /** @param {any} event */
  const send = async (event) => {
    event.preventDefault();
    setTrouble("");
    setSending(true);
    try {
      await onSend(new FormData(event.target));
    } catch (error) {
      setTrouble(error instanceof Error && error.message ? error.message : t("unreachable"));
    }
    setSending(false);
  };
  return html`<form onSubmit=${send}>
    ${children}
    ${trouble && html`<p class="trouble" role="alert">${trouble}</p>`}
    <button class="go wide" disabled=${isSending}>${isSending ? t("sending") : label}</button>
  </form>`;
}

/** @param {{label: string, children?: any}} props */
export const Field = ({ label, children }) => html`<label class="field"><span>${label}</span>${children}</label>`;

/** Told to those who listen, not shown. @param {{text: string}} props */
export const Said = ({ text }) => html`<p class="said" role="status" aria-live="polite">${text}</p>`;
