// A fight with the types that openapi-typescript makes: from the body to the answer.
// Takes the address of a server and a GM's token; prints what happened.

import createClient from "openapi-fetch";
import type { components, paths } from "./generated/schema";

declare const process: { argv: string[] };

type Sheet = components["schemas"]["Sheet"];

const [address, token] = process.argv.slice(2) as [string, string];
const client = createClient<paths>({ baseUrl: address, headers: { Authorization: `Bearer ${token}` } });

function fresh(): { "Idempotency-Key": string } {
  return { "Idempotency-Key": crypto.randomUUID() };
}

function found<Answer>(answer: { data?: Answer; error?: components["schemas"]["Problem"] }): Answer {
  if (answer.data === undefined) {
    throw new Error(answer.error?.detail);
  }
  return answer.data;
}

const encounter = found(
  await client.POST("/v1/encounters", { params: { header: fresh() }, body: { ruleset: "harp-tdm" } }),
);
const path = { encounter_id: encounter.id };
const sheets: Record<string, Sheet> = {
  dafur: { hits: 60, db: 35, armour_type: 5, weapons: [{ id: "axe", model: "axe", ob: 80 }] },
  orc: { hits: 55, db: 45, armour_type: 4, weapons: [{ id: "scimitar", model: "orc-scimitar", ob: 50 }] },
};
for (const [ref, sheet] of Object.entries(sheets)) {
  found(
    await client.POST("/v1/encounters/{encounter_id}/combatants", {
      params: { path, header: fresh() },
      body: { name: ref, ref, sheet },
    }),
  );
}
const action = found(
  await client.POST("/v1/encounters/{encounter_id}/actions", {
    params: { path, header: fresh() },
    body: { command: { type: "attack", actor: "dafur", target: "orc", weapon: "axe" }, dice: [55, 42] },
  }),
);
console.log(action.narration.text.plain);
