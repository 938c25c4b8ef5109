// @ts-check
// Where one is in the page: the start, or a fight. Secrets stand in fragments alone, and not for long.

import { get, hasSeat, leave, Refused, sit, Unreachable } from "./api.js";
import { Fight } from "./fight.js";
import { deliver } from "./outbox.js";
import { Start } from "./start.js";
import { html, render, useEffect, useState } from "./ui.js";
import { learnWords, t } from "./words.js";

/** What the address says: a seat to take, a fight to show. */
function readAddress() {
  const said = new URLSearchParams(location.hash.slice(1));
  const seat = said.get("t");
  if (seat) {
    sit(seat);
    const fight = said.get("e");
    history.replaceState(null, "", fight ? `/#e=${fight}` : "/");
  }
  return new URLSearchParams(location.hash.slice(1)).get("e");
}

function Page() {
  const [fight, setFight] = useState(readAddress);
  const [me, setMe] = useState(/** @type {any} */ (null));
  const [trouble, setTrouble] = useState("");

  useEffect(() => {
    const onHash = () => setFight(readAddress());
    window.addEventListener("hashchange", onHash);
    return () => window.removeEventListener("hashchange", onHash);
  }, []);

  const enter = async () => {
    if (!hasSeat()) return setMe({ role: null });
    try {
      setTrouble("");
      setMe(await get("/v1/token"));
      void deliver();
    } catch (error) {
      if (error instanceof Refused && error.status === 401) leave();
      setMe(error instanceof Refused ? { role: null } : null);
      setTrouble(error instanceof Unreachable ? t("unreachable") : t("seat.refused"));
    }
  };
  useEffect(() => void enter(), [fight]);

  if (me === null) {
    return html`<main class="start"><p role="status">${trouble || t("loading")}</p>
      ${trouble && html`<button onClick=${enter}>${t("again")}</button>`}</main>`;
  }
  if (me.role === null || !fight) {
    return html`<${Start} me=${me} trouble=${trouble} onSeat=${enter} />`;
  }
  return html`<${Fight} key=${fight} id=${fight} me=${me} />`;
}

await learnWords();
const place = document.getElementById("page");
if (place) render(html`<${Page} />`, place);
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/service-worker.js").catch(() => {});
