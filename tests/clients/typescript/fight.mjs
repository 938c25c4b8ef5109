// A fight with the installed client over a connection that is cut; tells a line of JSON for each thing that came.
// node fight.mjs URL TOKEN LOSSY; a line on its input has it strike once more.

import { createInterface } from "node:readline";
import { Estoc } from "estoc-client";

const [url, token, lossy] = process.argv.slice(2);
const sheet = { hits: 60, db: 45, armour_type: 4, weapons: [{ id: "axe", model: "axe", ob: 80 }] };
const retry = { pauseSeconds: 0.01 };
const told = (what) => console.log(JSON.stringify(what));
const blow = { actor: "dafur", target: "orc", weapon: "axe" };

const begun = await new Estoc(url, token).encounters.begin({ ruleset: "harp-tdm" });
for (const ref of ["dafur", "orc"]) await begun.addCombatant({ name: ref, ref, side: ref, sheet });

const struck = await new Estoc(lossy, token, { retry }).encounters.of(begun.id).attack(blow, { dice: [30] });
told({ encounter: begun.id, struck: struck.id, isReplayed: struck.isReplayed });

const stop = new AbortController();
const lines = createInterface({ input: process.stdin });
lines.on("line", () => begun.attack(blow, { dice: [30] }));
lines.on("close", () => stop.abort());
const cable = new Estoc(process.env.CABLE, token, { retry: { ...retry, attempts: 99 } });
for await (const { seq, type } of cable.encounters.of(begun.id).stream({ signal: stop.signal })) told({ seq, type });
told("over");
