// @ts-check
// What the page says, in the reader's language.

import { get, speak } from "./api.js";

const CHOSEN = "estoc.language";
/** @type {Record<string, string>} */
let words = {};
export let locale = "en";
/** @type {string[]} */
export let locales = ["en"];

/** The words of the language that was chosen here, or that the browser prefers. */
export async function learnWords() {
  const wanted = [localStorage.getItem(CHOSEN) ?? "", ...navigator.languages.map((tag) => tag.slice(0, 2)), "en"];
  for (const tag of wanted.filter(Boolean)) {
    try {
      const told = await get(`/companion/words/${tag}`);
      words = told.words;
      locale = told.locale;
      locales = told.locales;
      break;
    } catch {
      // the next one
    }
  }
  speak(locale);
  document.documentElement.lang = locale;
}

/** @param {string} tag */
export function choose(tag) {
  localStorage.setItem(CHOSEN, tag);
  location.reload();
}

/**
 * A text with its parts filled in.
 * @param {string} id @param {Record<string, string | number>} [params]
 */
export function t(id, params = {}) {
  const text = words[id] ?? id;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(params[name] ?? whole));
}

/** A number as the language writes it. @param {number} value */
export const figure = (value) => new Intl.NumberFormat(locale).format(value);

/** A chance from 0 to 1 in percent. @param {number} value */
export const percent = (value) =>
  new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }).format(value);
