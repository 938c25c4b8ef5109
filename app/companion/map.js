// @ts-check
// The map, live: whoever may act is moved by a tap on a square or by dragging; the server says what is legal, the
// page shows it and does nothing by itself. North is up; y grows to the north.

import { call, Refused } from "./api.js";
import { acting } from "./store.js";
import { html, Icon, signOf, useMemo, useRef, useState } from "./ui.js";
import { t } from "./words.js";

const NEAREST = 0.4;
const FARTHEST = 4;
/** Milliseconds between two questions to the server while somebody is dragged. */
const ASK_EVERY = 200;

/** @param {{fight: any, at: string, actor: any, chosen: any, onChoose: (offer: any) => void, onDo: (body: any) => void}} props */
export function MapView({ fight, at, actor, chosen, onChoose, onDo }) {
  const { map } = fight.encounter;
  const ground = useMemo(() => drawnGround(map), [map]);
  const [zoom, setZoom] = useState(1);
  const [centre, setCentre] = useState(/** @type {[number, number]} */ ([ground.width / 2, ground.height / 2]));
  const [proposed, setGoal] = useState(/** @type {{cell: [number, number], legal: boolean | null, why: string, body: any, version: number} | null} */ (null));
  const { version } = fight.encounter;
  const goal = proposed?.version === version ? proposed : null;
  const [drag, setDrag] = useState(/** @type {any} */ (null));
  const frame = useRef(/** @type {SVGSVGElement | null} */ (null));
  const asked = useRef(0);

  const width = ground.width / zoom;
  const height = ground.height / zoom;
  const view = [centre[0] - width / 2, centre[1] - height / 2, width, height];
  /** @param {number} factor */
  const scale = (factor) => setZoom(Math.min(FARTHEST, Math.max(NEAREST, zoom * factor)));
  const fit = () => (setZoom(1), setCentre([ground.width / 2, ground.height / 2]));

  /** The cell under the pointer. @param {any} event @returns {[number, number]} */
  const cellOf = (event) => {
    const matrix = frame.current?.getScreenCTM()?.inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [Math.floor(point.x) + map.origin[0], ground.height - 1 - Math.floor(point.y) + map.origin[1]];
  };
  /** Ask the server whether the actor may go there. @param {[number, number]} cell */
  const propose = async (cell) => {
    if (!actor || fight.encounter.pending) return;
    const target = fight.combatants.find((/** @type {any} */ one) => one.id !== actor.id && covers(one, cell));
    if (target) {
      const offer = fight.offers?.possible.find((/** @type {any} */ one) => one.target === target.id);
      if (offer) onChoose(offer);
      return;
    }
    const number = ++asked.current;
    const body = { command: moveTo(fight, actor, cell) };
    setGoal({ cell, legal: null, why: "", body, version });
    try {
      const told = await call("POST", `${at}/preview`, body);
      if (number !== asked.current) return;
      const why = told.failed_checks.map((/** @type {any} */ check) => check.message).join(" ");
      setGoal({ cell, legal: told.legal, why, body, version });
    } catch (error) {
      if (number === asked.current && error instanceof Refused) setGoal({ cell, legal: false, why: error.message, body, version });
    }
  };

  const lastAsked = useRef(0);
  /** @param {any} event */
  const down = (event) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const cell = cellOf(event);
    setDrag({ from: [event.clientX, event.clientY], centre, isToken: actor && covers(actor, cell), hasMoved: false });
  };
  /** @param {any} event */
  const move = (event) => {
    if (!drag) return;
    const by = [event.clientX - drag.from[0], event.clientY - drag.from[1]];
    if (!drag.hasMoved && Math.hypot(by[0], by[1]) < 6) return;
    if (!drag.hasMoved) setDrag({ ...drag, hasMoved: true });
    if (drag.isToken) {
      const cell = cellOf(event);
      if (String(cell) === String(goal?.cell) || event.timeStamp - lastAsked.current < ASK_EVERY) return;
      lastAsked.current = event.timeStamp;
      void propose(cell);
    } else if (frame.current) {
      const unit = width / frame.current.clientWidth;
      setCentre([drag.centre[0] - by[0] * unit, drag.centre[1] - by[1] * unit]);
    }
  };
  /** @param {any} event */
  const up = (event) => {
    if (drag && (!drag.hasMoved || drag.isToken)) void propose(cellOf(event));
    setDrag(null);
  };
  /** @param {any} event */
  const key = (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[/** @type {string} */ (event.key)];
    if (step) {
      if (event.shiftKey) setCentre([centre[0] + step[0] * 2, centre[1] - step[1] * 2]);
      else if (actor?.at) {
        const from = goal?.cell ?? actor.at;
        void propose([from[0] + step[0], from[1] + step[1]]);
      }
    } else if (event.key === "+") scale(1.25);
    else if (event.key === "-") scale(0.8);
    else if (event.key === "0") fit();
    else if (event.key === "Enter" && goal?.legal) onDo(goal.body);
    else if (event.key === "Escape") setGoal(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const letters = useMemo(() => lettersOf(fight.combatants), [fight.combatants]);
  const lane = chosen?.body?.command?.path ?? [];
  return html`<section class="map" aria-label=${t("map")}>
    <svg ref=${frame} viewBox=${view.join(" ")} tabindex="0" role="application" aria-label=${described(fight)} onKeyDown=${key}
        onPointerDown=${down} onPointerMove=${move} onPointerUp=${up} onPointerCancel=${() => setDrag(null)}
        onWheel=${(/** @type {any} */ event) => (event.preventDefault(), scale(event.deltaY < 0 ? 1.1 : 0.9))}>
      <defs>
        <pattern id="cells" width="1" height="1" patternUnits="userSpaceOnUse"><path d="M1 0H0v1" class="grid-line" /></pattern>
        <pattern id="rough" width=".5" height=".5" patternUnits="userSpaceOnUse"><path d="M.1.4l.1-.2.1.2" class="rough-line" /></pattern>
      </defs>
      <rect class="ground" width=${ground.width} height=${ground.height} />
      ${ground.rough.map(([x, y]) => html`<rect key=${`r${x},${y}`} x=${x} y=${y} width="1" height="1" fill="url(#rough)" />`)}
      <rect width=${ground.width} height=${ground.height} fill="url(#cells)" />
      ${ground.walls.map(([x, y]) => html`<rect key=${`w${x},${y}`} class="wall" x=${x} y=${y} width="1" height="1" />`)}
      ${ground.edges.map((/** @type {any} */ edge, /** @type {number} */ index) => html`<path key=${index} class=${`edge ${edge.kind}`} d=${edge.d} />`)}
      ${lane.map((/** @type {number[]} */ cell) => html`<rect key=${String(cell)} class="lane" ...${placed(map, ground, cell)} width="1" height="1" />`)}
      ${goal && html`<${Ghost} map=${map} ground=${ground} goal=${goal} from=${actor?.at} />`}
      ${fight.combatants.filter((/** @type {any} */ one) => one.at).map((/** @type {any} */ one) => html`<${Token} key=${one.id} one=${one} map=${map} ground=${ground}
        letters=${letters.get(one.id)} isNow=${one.id === acting(fight.encounter)} isTarget=${chosen?.target === one.id} />`)}
    </svg>
    <div class="map-bar">
      <button aria-label=${t("map.out")} onClick=${() => scale(0.8)}>−</button>
      <button aria-label=${t("map.in")} onClick=${() => scale(1.25)}>+</button>
      <button onClick=${fit}>${t("map.fit")}</button>
    </div>
    ${goal && html`<div class="map-say" role="status">
      <span class="grow">${goal.legal === null ? t("odds.reckoning") : goal.legal ? t("map.go", { x: goal.cell[0], y: goal.cell[1] }) : goal.why}</span>
      ${goal.legal && html`<button class="go" onClick=${() => onDo(goal.body)}>${t("map.move")}</button>`}
      <button class="bare" aria-label=${t("close")} onClick=${() => setGoal(null)}><${Icon} name="close" /></button>
    </div>`}
  </section>`;
}

/** A move of the game's own form: d20 says where it ends, HARP which way. @param {any} fight @param {any} actor @param {[number, number]} cell */
const moveTo = (fight, actor, cell) => fight.encounter.ruleset === "harp-tdm" ? { type: "move", actor: actor.id, path: [cell] } : { type: "move", actor: actor.id, to: cell };

/** @param {any} one @param {number[]} cell */
const covers = (one, cell) => (one.space ?? (one.at ? spaceOf(one) : [])).some((/** @type {number[]} */ held) => held[0] === cell[0] && held[1] === cell[1]);

/** @param {any} one */
function spaceOf(one) {
  const side = one.cells ?? 1;
  return Array.from({ length: side * side }, (_, index) => [one.at[0] + (index % side), one.at[1] + Math.floor(index / side)]);
}

/** @param {any} map @param {{height: number}} ground @param {number[]} cell */
const placed = (map, ground, cell) => ({ x: cell[0] - map.origin[0], y: ground.height - 1 - (cell[1] - map.origin[1]) });

/** The drawing as shapes, north on top. @param {any} map */
function drawnGround(map) {
  const height = map.rows.length;
  const width = map.rows[0].length;
  /** @type {number[][]} */ const walls = [];
  /** @type {number[][]} */ const rough = [];
  map.rows.forEach((/** @type {string} */ row, /** @type {number} */ y) => [...row].forEach((sign, x) => {
    if (sign === "#") walls.push([x, y]);
    else if (sign !== ".") rough.push([x, y]);
  }));
  const edges = map.edges.map((/** @type {any} */ edge) => ({ kind: edge.kind, d: edgePath(map, height, edge.between) }));
  return { width, height, walls, rough, edges };
}

/** @param {any} map @param {number} height @param {number[][]} between */
function edgePath(map, height, [one, other]) {
  const [x, y] = [Math.max(one[0], other[0]) - map.origin[0], Math.max(one[1], other[1]) - map.origin[1]];
  return one[0] === other[0] ? `M${x} ${height - y}h1` : `M${x} ${height - 1 - y}v1`;
}

/** @param {any} props */
function Ghost({ map, ground, goal, from }) {
  const { x, y } = placed(map, ground, goal.cell);
  const start = from && placed(map, ground, from);
  return html`<g class=${`ghost ${goal.legal === false ? "no" : ""}`}>
    ${start && html`<path class="way" d=${`M${start.x + 0.5} ${start.y + 0.5}L${x + 0.5} ${y + 0.5}`} />`}
    <rect x=${x + 0.08} y=${y + 0.08} width=".84" height=".84" rx=".1" />
  </g>`;
}

const SHAPES = {
  shield: "M.5.06.92.2v.34c0 .2-.18.34-.42.42C.26.88.08.74.08.54V.2z",
  lozenge: "M.5.03.97.5.5.97.03.5z",
  circle: "M.5.06a.44.44 0 1 0 .001 0z",
};

/** @param {any} props */
function Token({ one, map, ground, letters, isNow, isTarget }) {
  const cells = one.space ?? spaceOf(one);
  const side = Math.round(Math.sqrt(cells.length)) || 1;
  const { x, y } = placed(map, ground, one.at);
  const isDown = one.states.some((/** @type {string} */ state) => ["down", "dead", "dying", "unconscious"].includes(state));
  const isHidden = one.disclosure && one.disclosure.visibility !== "visible";
  return html`<g class=${`token ${signOf(one.side)} ${isNow ? "now" : ""} ${isDown ? "is-down" : ""} ${isHidden ? "is-hidden" : ""} ${isTarget ? "target" : ""}`}
      transform=${`translate(${x} ${y - side + 1}) scale(${side})`}>
    <title>${one.name}</title>
    <path d=${SHAPES[/** @type {keyof SHAPES} */ (signOf(one.side))]} />
    <text x=".5" y=".63">${letters}</text>
    ${isDown && html`<path class="cross" d="M.2.2l.6.6M.8.2l-.6.6" />`}
  </g>`;
}

/** Two signs for each, never the same. @param {any[]} combatants */
export function lettersOf(combatants) {
  /** @type {Map<string, string>} */ const told = new Map();
  const taken = new Set();
  for (const one of combatants) {
    const number = /(\d+)$/.exec(one.name)?.[1] ?? "";
    const letters = one.name.replace(/[^\p{L}]/gu, "");
    const wished = number ? [letters[0] + number.slice(-1)] : [];
    wished.push(letters.slice(0, 2), ...[...letters.slice(1)].map((letter) => letters[0] + letter));
    wished.push(...[...Array(99).keys()].map((index) => `${letters[0] ?? "?"}${index + 1}`));
    const free = wished.find((name) => name && !taken.has(name.toLowerCase())) ?? "?";
    taken.add(free.toLowerCase());
    told.set(one.id, free);
  }
  return told;
}

/** @param {any} fight */
const described = (fight) => `${t("map.keys")} ${fight.combatants.filter((/** @type {any} */ one) => one.at).map((/** @type {any} */ one) => `${one.name} ${one.at.join(", ")}`).join("; ")}`;
