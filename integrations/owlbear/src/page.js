// What the popover shows: words in the browser's language, cards, questions, trouble.

import texts from "./words.json";

export const language = Object.keys(texts).find((known) => navigator.language.startsWith(known)) ?? "en";
export const words = (key) => texts[language][key];
export const $ = (id) => document.getElementById(id);

export function make(tag, text, ...children) {
  const element = document.createElement(tag);
  element.append(text, ...children);
  return element;
}

export function button(text, press) {
  const made = make("button", text);
  made.type = "button";
  made.addEventListener("click", () => trying(press));
  return made;
}

export function translate() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-words]")) element.textContent = words(element.dataset.words);
}

/** Does what a person asked for, and says what went wrong with it alone. */
export function trying(what) {
  $("trouble").hidden = true;
  return reporting(what);
}

/** Does what happens by itself and says what went wrong. Owlbear's errors are plain objects, or come after 5 s. */
export async function reporting(what) {
  try {
    return await what();
  } catch (error) {
    const faults = [...(error.failedChecks ?? []), ...(error.errors ?? [])].map(({ message }) => message);
    const said = [error.detail ?? error.message ?? error.error?.message ?? words("silent"), ...faults];
    $("trouble").textContent = [...new Set(said)].filter(Boolean).join("\n");
    $("trouble").hidden = false;
    return null;
  }
}

export function card(action, isGm, undo) {
  const line = make("li", action.narration.text.plain);
  line.dataset.action = action.id;
  const parts = action.breakdown.filter(({ applied }) => applied);
  if (parts.length) {
    const table = document.createElement("table");
    for (const { text, value, rule_id } of parts) {
      const row = table.insertRow();
      for (const said of [text, value, rule_id]) row.insertCell().textContent = said;
    }
    line.append(make("details", make("summary", words("why")), table));
  }
  line.className = action.reverted_by ? "undone" : "";
  if (action.reverted_by) line.append(make("strong", ` ${words("undone")}`));
  else if (isGm && action.status === "resolved") line.append(button(words("undo"), () => undo(action)));
  return line;
}

/** A question as a small form; what is given goes to `answer`. */
export function question(decision, who, names, answer) {
  const box = make("fieldset", make("legend", who ? `${who}: ${decision.text}` : decision.text));
  box.dataset.decision = decision.decision_id;
  if (decision.kind === "choice") {
    for (const option of decision.options) {
      const text = decision.option_texts[option] ?? names.get(option) ?? option;
      box.append(button(text, () => answer({ choice: option })));
    }
    return box;
  }
  const dice = document.createElement("input");
  dice.placeholder = decision.dice.notation;
  const faces = () => dice.value.split(/[ ,]+/).filter(Boolean).map(Number);
  box.append(
    dice,
    button(words("answer"), () => answer({ dice: faces() })),
    button(words("server_rolls"), () => answer({})),
  );
  return box;
}
