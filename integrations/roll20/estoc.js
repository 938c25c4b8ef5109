// A Mod script for Roll20: the page's tokens as text for Estoc, and Estoc's answers back onto the tokens.
// The sandbox reaches no server, so that text is copied by hand in both directions. GMs only:
//   !estoc tokens            whispers the body of `combatants:sync` for the page with the players
//   !estoc take {…}          takes an answer of `combatants:sync` or of an action: whispers what happened, moves tokens,
//                            sets bar 1 to the hits left
//   !estoc tell {…}          as take, but everybody reads it: paste what a spectator's key was answered

"use strict";

const Estoc = (() => {
  const SQUARE = 70;
  const LAYERS = ["objects", "gmlayer"];

  const known = () => (state.Estoc = state.Estoc || { tokens: {} }).tokens;

  /** The parts of a typed line: what is to be done, and the document after it. Null where it is not for us. */
  function parse(content) {
    const found = /^!estoc(?=\s|$)(?:\s+(\w+))?\s*([\s\S]*)$/.exec(content);
    if (!found) return null;
    const [, wish = "", text] = found;
    if (!text.trim()) return { wish, document: null };
    try {
      const document = JSON.parse(text);
      return document !== null && typeof document === "object" ? { wish, document } : { wish, fault: "that is no document" };
    } catch (error) {
      return { wish, fault: `that is no JSON: ${error.message}` };
    }
  }

  const escaped = (text) => String(text).replace(/[&<>"'[\]{}@%|]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const whisper = (html) => sendChat("Estoc", `/w gm ${html}`, null, { noarchive: true });

  const page = () => getObj("page", Campaign().get("playerpageid"));
  const tokensOf = (where) =>
    findObjs({ _type: "graphic", _subtype: "token", _pageid: where.id }).filter((one) => LAYERS.includes(one.get("layer")));

  /** The south-west square of a token; Roll20 gives the middle in pixels, counted downwards. */
  function squareOf(token, rows) {
    const column = Math.round((token.get("left") - token.get("width") / 2) / SQUARE);
    return [column, rows - Math.round((token.get("top") + token.get("height") / 2) / SQUARE)];
  }

  function entryOf(token, rows) {
    return {
      external_refs: [{ system: "roll20", kind: "token", id: token.id }],
      name: token.get("name") || "Token",
      at: squareOf(token, rows),
      disclosure: { visibility: token.get("layer") === "gmlayer" ? "hidden" : "visible" },
    };
  }

  function tokens() {
    const where = page();
    const combatants = tokensOf(where).map((token) => entryOf(token, where.get("height")));
    whisper(`<code>${escaped(JSON.stringify({ mode: "merge", combatants }))}</code>`);
  }

  function learn(combatants) {
    for (const { id, external_refs: refs = [] } of combatants) {
      const ref = refs.find(({ system }) => system === "roll20");
      if (ref) known()[id] = ref.id;
    }
  }

  function change({ path, to }) {
    const [, id, member] = /^\/combatants\/(\w+)\/(at|hp|hits)$/.exec(path) || [];
    const token = id && known()[id] && getObj("graphic", known()[id]);
    if (!token || to === null) return;
    if (member !== "at") {
      token.set({ bar1_value: to });
      return;
    }
    const [column, row] = to;
    const rows = getObj("page", token.get("_pageid")).get("height");
    token.set({
      left: column * SQUARE + token.get("width") / 2,
      top: (rows - row) * SQUARE - token.get("height") / 2,
    });
  }

  function take(document, isPublic) {
    learn(document.combatants || []);
    for (const one of document.changes || []) change(one);
    const text = document.narration && document.narration.text && document.narration.text.plain;
    if (!text) return;
    const said = escaped(text).replace(/\n/g, "<br>");
    if (isPublic) sendChat("Estoc", said);
    else whisper(said);
  }

  function heard(message) {
    if (message.type !== "api") return;
    const typed = parse(message.content);
    if (!typed || !playerIsGM(message.playerid)) return;
    const { wish, document, fault } = typed;
    if (fault) whisper(escaped(fault));
    else if (wish === "tokens") tokens();
    else if (document && (wish === "take" || wish === "tell")) take(document, wish === "tell");
    else whisper("!estoc tokens, !estoc take {…}, !estoc tell {…}");
  }

  on("chat:message", heard);
  return { parse };
})();
