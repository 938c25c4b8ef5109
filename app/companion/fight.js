// @ts-check
// The fight: order, deeds, what is waited for, map and log, for the GM and for the players.

import { get } from "./api.js";
import { Waiting } from "./dice.js";
import { Log } from "./log.js";
import { MapView } from "./map.js";
import { Order } from "./order.js";
import { onOutbox, wish } from "./outbox.js";
import { Palette } from "./palette.js";
import { Invitation, Joining, Person } from "./people.js";
import { acting, played, Store } from "./store.js";
import { mixed, Turn } from "./turn.js";
import { html, Icon, Said, useEffect, useLayoutEffect, useState } from "./ui.js";
import { Languages } from "./start.js";
import { t } from "./words.js";

const VIEWS = /** @type {const} */ ([["fight", "fight"], ["map", "map"], ["log", "book"], ["more", "more"]]);

/** @param {{id: string, me: any}} props */
export function Fight({ id, me }) {
  const [store] = useState(() => new Store(id));
  const [fight, setFight] = useState(store.fight);
  const [view, setView] = useState("fight");
  const [over, setOver] = useState(/** @type {any} */ (null));
  const [choice, setChoice] = useState({ offer: /** @type {any} */ (null), version: 0 });
  const [trouble, setTrouble] = useState("");
  const [underWay, setUnderWay] = useState(0);
  const isGm = me.role !== "player" && me.role !== "spectator";

  useEffect(() => {
    const stop = store.subscribe(() => setFight(store.fight));
    if (me.role === "player") store.me = me;
    void store.open();
    return () => (stop(), store.close());
  }, []);
  useEffect(() => onOutbox(setUnderWay), []);
  // A deed is chosen for the state in which it was offered.
  const version = fight.encounter?.version ?? 0;
  const chosen = choice.version === version ? choice.offer : null;
  /** @param {any} offer */
  const setChosen = (offer) => setChoice({ offer, version });

  /** One wish of the user; what is refused is said above the deeds. @param {string} path @param {any} body */
  const ask = async (path, body) => {
    setTrouble("");
    try {
      await wish(`${store.at}${path}`, body);
      setChosen(null);
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
    await store.refresh();
  };
  /** @param {any} command */
  const act = (command) => ask("/actions", { command });
  const goOn = nextStep(fight, me, isGm);
  const go = () => goOn && ask("/actions", goOn.body);
  const undo = () => ask("/undo", {});
  const redo = () => ask("/redo", {});
  const cancel = () => ask(`/actions/${fight.encounter.pending.action_id}/cancel`, {});

  useKeys({ fight, chosen, go, undo, redo, setChosen, setView, setOver, isGm, onDo: (/** @type {any} */ offer) => ask("/actions", offer.body) });

  if (!fight.encounter) {
    return html`<main class="start"><p role="status">${fight.trouble ?? t("loading")}</p><a href="#">${t("back")}</a></main>`;
  }
  const now = acting(fight.encounter) ?? store.ownOf(fight.combatants);
  const who = fight.combatants.find((one) => one.id === now);
  const isMine = isGm || played(me, fight.combatants).some((one) => one.id === now);
  const picked = over?.person && fight.combatants.find((one) => one.id === over.person);
  return html`<div class=${`table ${view}-view ${fight.encounter.map ? "has-map" : ""}`}>
    <header class="top">
      <a class="bare" href="#" aria-label=${t("fights")}><${Icon} name="blade" /></a>
      <h1>${fight.encounter.title || t("fight.untitled")}</h1>
      <${Line} fight=${fight} underWay=${underWay} />
      ${isGm && html`<button class="bare" aria-label=${undoLabel(fight)} title=${undoLabel(fight)} onClick=${undo} disabled=${!!fight.encounter.pending || !lastDeed(fight)}><${Icon} name="undo" /><span class="wide-only">${t("undo")}</span></button>`}
      ${isGm && html`<button class="bare wide-only" onClick=${redo} disabled=${!!fight.encounter.pending}><${Icon} name="redo" />${t("redo")}</button>`}
      <button class="bare wide-only" onClick=${() => setOver({ palette: true })}>${t("search")} <kbd>Ctrl K</kbd></button>
    </header>
    <main class="columns">
      <${Order} fight=${fight} onPick=${(/** @type {string} */ person) => setOver({ person })} />
      <div class="middle">
        ${fight.encounter.map && html`<${MapView} fight=${fight} at=${store.at} actor=${isMine ? who : null} chosen=${chosen}
          onChoose=${setChosen} onDo=${(/** @type {any} */ body) => ask("/actions", body)} />`}
        ${(trouble || fight.trouble) && html`<p class="trouble" role="alert">${trouble || fight.trouble}</p>`}
        ${!isGm && who && !fight.encounter.pending && html`<p class=${`yours ${isMine && acting(fight.encounter) ? "mine" : ""}`}>${acting(fight.encounter) === null ? t("turn.free") : isMine ? t("turn.yours", { name: who.name }) : t("turn.of", { name: who.name })}</p>`}
        <${Waiting} fight=${fight} me=${me} onCancel=${isGm ? cancel : null}
          onAnswer=${(/** @type {any[]} */ answers) => ask(`/actions/${fight.encounter.pending.action_id}/answers`, { answers })} />
        ${!fight.encounter.pending && who && isMine && html`<${Turn} fight=${fight} at=${store.at} who=${who} isNamed=${isGm} chosen=${chosen} onChoose=${setChosen}
          onDo=${(/** @type {any} */ offer) => ask("/actions", offer.body)} />`}
        ${isGm && fight.encounter.status === "free" && html`<${Setting} fight=${fight} setOver=${setOver} />`}
        ${fight.encounter.has_ended && html`<p class="tale">${t("fight.over")}</p>`}
      </div>
      <${Log} fight=${fight} />
      <${More} fight=${fight} isGm=${isGm} setOver=${setOver} redo=${redo} act=${act} me=${me} />
    </main>
    <nav class="foot" aria-label=${t("views")}>
      ${VIEWS.filter(([name]) => name !== "map" || fight.encounter.map).map(([name, icon]) => html`<button key=${name} class=${`tab ${name}-tab`} aria-current=${view === name ? "page" : undefined}
        onClick=${() => setView(view === name ? "fight" : name)}><${Icon} name=${icon} />${t(`view.${name}`)}</button>`)}
      ${isGm && html`<button class="add wide-only" onClick=${() => setOver({ joining: true })}>${t("join")}</button>`}
      ${goOn && html`<button class="go" onClick=${go} disabled=${!!fight.encounter.pending || underWay > 0}>${underWay > 0 ? t("sending") : goOn.label}<kbd class="wide-only">N</kbd></button>`}
    </nav>
    ${picked && html`<${Person} one=${picked} fight=${fight} at=${store.at} me=${me} act=${act} onClose=${() => setOver(null)} onInvite=${(/** @type {any} */ one) => setOver({ invite: one })} />`}
    ${over?.joining && html`<${Joining} fight=${fight} at=${store.at} onClose=${() => setOver(null)} onDone=${() => (setOver(null), store.refresh())} />`}
    ${over?.invite !== undefined && html`<${Invitation} one=${over.invite} fight=${fight} me=${me} onClose=${() => setOver(null)} />`}
    ${over?.palette && html`<${Palette} fight=${fight} onClose=${() => setOver(null)} entries=${[
      ...(goOn ? [{ label: goOn.label, run: go }] : []),
      ...(fight.offers?.possible ?? []).map((/** @type {any} */ offer) => ({ label: offer.label, run: () => setChosen(offer) })),
      ...fight.combatants.map((one) => ({ label: one.name, run: () => setOver({ person: one.id }) })),
      ...(isGm ? [{ label: t("undo"), run: undo }, { label: t("redo"), run: redo }, { label: t("join"), run: () => setOver({ joining: true }) }, { label: t("invite.watch"), run: () => setOver({ invite: null }) }] : []),
    ]} />`}
    <${Said} text=${spoken(fight)} />
  </div>`;
}

/** Before the first round: what is still to be done. @param {{fight: any, setOver: (over: any) => void}} props */
const Setting = ({ fight, setOver }) => html`<div class="setting">
  <p class="tale">${t(fight.combatants.length < 2 ? "fight.needs_two" : "fight.ready")}</p>
  <p class="soft">${t("fight.setting")}</p>
  <p><button onClick=${() => setOver({ joining: true })}>${t("join")}</button></p>
</div>`;

/** What would be taken back: the last action that stands. @param {any} fight */
const lastDeed = (fight) =>
  fight.log.findLast((/** @type {any} */ one) => one.status === "resolved" && !one.reverted_by && !["undo", "redo"].includes(one.command?.type));

/** @param {any} fight */
const undoLabel = (fight) => {
  const told = lastDeed(fight)?.narration.text.plain.split("\n")[0];
  return told ? t("undo.what", { what: told }) : t("undo");
};

/** What the main button does now. @param {any} fight @param {any} me @param {boolean} isGm */
function nextStep(fight, me, isGm) {
  const { encounter } = fight;
  if (!encounter || encounter.has_ended) return null;
  const now = acting(encounter);
  if (now && (isGm || played(me, fight.combatants).some((one) => one.id === now))) {
    return { label: t(isGm ? "next_turn" : "end_turn"), body: { command: { type: "end-turn", actor: now } } };
  }
  if (!isGm || fight.combatants.length < 2) return null;
  if (encounter.status === "free") {
    return { label: t("fight.begin"), body: { commands: [{ type: "start" }, { type: "roll-initiative" }] } };
  }
  return now ? null : { label: t("roll_initiative"), body: { command: { type: "roll-initiative" } } };
}

/** The last sentence of the log, for those who listen. @param {any} fight */
const spoken = (fight) => fight.log[fight.log.length - 1]?.narration.text.plain ?? "";

/** @param {{fight: any, underWay: number}} props */
const Line = ({ fight, underWay }) => html`<span class=${`live ${fight.line}`} role="status"><i aria-hidden="true"></i>${underWay > 0 && fight.line !== "live" ? t("line.kept", { count: underWay }) : t(`line.${fight.line}`)}</span>`;

/** @param {{fight: any, isGm: boolean, setOver: (over: any) => void, redo: () => void, act: (command: any) => void, me: any}} props */
function More({ fight, isGm, setOver, redo, act, me }) {
  const [report, setReport] = useState("");
  const read = () => get(`/v1/encounters/${fight.encounter.id}/report`).then((told) => setReport(told.rounds.flatMap((/** @type {any} */ one) => one.actions.map((/** @type {any} */ action) => action.text)).join("\n")));
  return html`<section class="more" aria-label=${t("view.more")}>
    <h2 class="head">${t("view.more")}</h2>
    ${isGm && html`
      <button class="wide" onClick=${() => setOver({ joining: true })}>${t("join")}</button>
      <button class="wide" onClick=${() => setOver({ invite: null })}>${t("invite.watch")}</button>
      <button class="wide" onClick=${redo}>${t("redo")}</button>
      ${!fight.encounter.has_ended && fight.encounter.status !== "free" && html`<button class="wide" onClick=${() => act({ type: "end" })}>${t("fight.end")}</button>`}`}
    ${isGm && html`<button class="wide" onClick=${read}>${t("report")}</button>`}
    ${report && html`<div class="report">${report.split("\n").map((line, index) => html`<p key=${index} class="tale">${line}</p>`)}</div>`}
    <p class="soft">${t(`role.${me.role}`)} · ${me.campaign.name}</p>
    <${Languages} />
  </section>`;
}

/** @param {any} now */
function useKeys({ fight, chosen, go, undo, redo, setChosen, setView, setOver, isGm, onDo }) {
  // At once with what is shown: a key pressed right afterwards means that.
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const onKey = (event) => {
      const { target } = event;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        return setOver({ palette: true });
      }
      if (event.ctrlKey || event.metaKey || event.altKey || fight.encounter?.pending) return;
      if (target instanceof HTMLElement && target.closest("input, textarea, select, dialog")) return;
      const offers = mixed((fight.offers?.possible ?? []).filter((/** @type {any} */ one) => one.type !== "end-turn"), 9);
      /** @type {Record<string, () => void>} */
      const keys = { n: go, l: () => setView("log"), m: () => setView("map"), f: () => setView("fight") };
      if (isGm) Object.assign(keys, { z: undo, Z: redo, a: () => setOver({ joining: true }) });
      if (chosen) Object.assign(keys, { Escape: () => setChosen(null), d: () => onDo(chosen) });
      const deed = /^[1-9]$/.test(event.key) ? offers[Number(event.key) - 1] : undefined;
      const run = deed ? () => setChosen(deed) : keys[event.key];
      if (!run) return;
      event.preventDefault();
      run();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
}
