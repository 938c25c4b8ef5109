// What the types of the installed client allow, and what they do not.

import { Action, Estoc, Refusal, type Told } from "estoc-client";

const estoc = new Estoc("http://127.0.0.1:8000", "estoc_x", { language: "fr", retry: { attempts: 2 } });
const fight = await estoc.encounters.begin({ ruleset: "pf1", title: "At the gate" });
const blow: Action = await fight.attack({ actor: "ada", target: "orc", weapon: "sword" }, { dice: [15, 6] });
const words: string = blow.text;
const bodies = (await fight.legalActions("ada")).possible.map((offer) => offer.body);
await fight.act(bodies[0]!, { key: words });
await fight.parry({ actor: "ada", opponent: "orc", weapon: "sword", points: 40 });
const heard: Told[] = [];
for await (const event of fight.stream({ after: 3 })) heard.push(event);
const pf1 = await estoc.call("get", "/v1/rulesets/{ruleset}", { path: { ruleset: "pf1" } });
const id: string = pf1.id;
const pointer: string | null = new Refusal(422, { code: id }).pointer;

// @ts-expect-error a blow needs a target
await fight.attack({ actor: "ada", weapon: "sword" });
// @ts-expect-error no member is called so
await fight.attack({ actor: "ada", target: "orc", weapon: "sword", wepon: 1 });
// @ts-expect-error there is no such game
await estoc.encounters.begin({ ruleset: "chess" });
// @ts-expect-error a rule set has an id
await estoc.call("get", "/v1/rulesets/{ruleset}", {});
// @ts-expect-error nothing is put there
await estoc.call("put", "/v1/rulesets/{ruleset}", { path: { ruleset: "pf1" } });
// @ts-expect-error no path is called so
await estoc.call("get", "/v1/nowhere", {});
// @ts-expect-error it may be null
pointer.length;
