// The installed client alone, against answers that are written here.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as client from "estoc-client";

const { Estoc } = client;
const json = (status, body, headers = {}) => ({ status, body: JSON.stringify(body), headers });
const problem = (status, code, more = {}, headers = {}) => json(status, { code, detail: "", status, ...more }, headers);
const done = json(201, { id: "act_1", awaiting: [] });
const cut = new TypeError("fetch failed");
const soon = { pauseSeconds: 0 };

// Answers what it was told to, in order, and remembers what was asked.
function scripted(...answers) {
  const asked = [];
  const fetch = async (url, request = {}) => {
    asked.push({ url, ...request });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    const { status, body, headers } = answer;
    return new Response(body, { status, headers: { "Content-Type": "application/json", ...headers } });
  };
  return { asked, estoc: (retry = soon) => new Estoc("http://estoc/", "estoc_cmp_x", { retry, fetch }) };
}

const attack = (estoc) => estoc.encounters.of("enc_1").attack({ actor: "dafur", target: "orc", weapon: "axe" });
const unsure = {
  cut,
  "a proxy's 502": { status: 502, body: "<html>" },
  "a proxy's 504": { status: 504, body: "" },
};
const nothingDone = {
  429: problem(429, "too_many_requests"),
  503: problem(503, "database_unavailable"),
  "in flight": problem(409, "request_in_flight"),
};

for (const [name, first] of Object.entries({ ...unsure, ...nothingDone, 500: problem(500, "internal_error") })) {
  test(`an action is sent again with its own key after ${name}`, async () => {
    const server = scripted(first, done);
    assert.equal((await attack(server.estoc())).id, "act_1");
    const [one, other] = server.asked;
    assert.ok(one.headers["Idempotency-Key"]);
    assert.equal(one.headers["Idempotency-Key"], other.headers["Idempotency-Key"]);
    assert.equal(one.body, other.body);
  });
}

test("a defect of the server is tried once more only", async () => {
  const server = scripted(...Array(9).fill(problem(500, "internal_error")));
  await assert.rejects(attack(server.estoc()), client.ServerFault);
  assert.equal(server.asked.length, 2);
});

test("attempts are bounded, and the key is told", async () => {
  const server = scripted(...Array(9).fill(cut));
  await assert.rejects(attack(server.estoc()), (failed) => {
    assert.ok(failed instanceof client.ConnectionFailed);
    assert.equal(failed.key, server.asked[0].headers["Idempotency-Key"]);
    return true;
  });
  assert.equal(server.asked.length, 6);
});

test("every wish has a key of its own, or the caller's", async () => {
  const server = scripted(done, done, done);
  const fight = server.estoc().encounters.of("enc_1");
  await fight.undo();
  await fight.undo();
  await fight.act({ type: "end" }, { key: "mine" });
  const keys = server.asked.map(({ headers }) => headers["Idempotency-Key"]);
  assert.equal(new Set(keys).size, 3);
  assert.equal(keys[2], "mine");
});

for (const [name, first] of Object.entries({ ...unsure, "a proxy's 503": { status: 503, body: "" } })) {
  test(`an edit that may have arrived is not sent again after ${name}`, async () => {
    const server = scripted(first, done);
    await assert.rejects(server.estoc().encounters.of("enc_1").update({ title: "x" }), client.EstocError);
    assert.equal(server.asked.length, 1);
  });
}

test("an edit of which nothing was done is sent again, with its tag", async () => {
  const server = scripted(problem(503, "encounter_busy"), json(200, { id: "enc_1" }, { ETag: '"7"' }));
  const fight = server.estoc().encounters.of("enc_1");
  await fight.update({ title: "x" }, { ifMatch: '"6"' });
  assert.equal(fight.etag, '"7"');
  assert.deepEqual(server.asked.map(({ headers }) => headers["If-Match"]), ['"6"', '"6"']);
});

test("a table is brought in line again, unless it was decided on a tag", async () => {
  const body = { mode: "merge", combatants: [] };
  const again = scripted(cut, json(200, {}));
  await again.estoc().encounters.of("enc_1").syncCombatants(body);
  assert.equal(again.asked.length, 2);
  const once = scripted(cut, json(200, {}));
  await assert.rejects(once.estoc().encounters.of("enc_1").syncCombatants(body, { ifMatch: '"6"' }));
  assert.equal(once.asked.length, 1);
});

test("a server that asks for too much patience is not waited for", async () => {
  const server = scripted(problem(503, "database_unavailable", {}, { "Retry-After": "61" }));
  await assert.rejects(attack(server.estoc()), client.ServerFault);
});

const illegal = { failed_checks: [{ code: "NOT_PRONE", rule_id: "H-RND-2" }] };
for (const [status, code, more, kind] of [
  [401, "c", {}, "NotAuthenticated"], [403, "c", {}, "NotAllowed"], [404, "c", {}, "NotFound"],
  [412, "c", {}, "Stale"], [409, "NOT_PRONE", illegal, "Illegal"], [409, "decision_pending", {}, "DecisionPending"],
  [409, "c", {}, "Conflict"], [400, "c", {}, "Invalid"], [422, "c", {}, "Invalid"], [507, "c", {}, "ServerFault"],
]) {
  test(`${status} ${code} is ${kind}`, async () => {
    const errors = [{ pointer: "/command/weapon", code: "x", message: "y" }];
    const server = scripted(problem(status, code, { errors, action_id: "act_2", ...more }));
    const refused = await attack(server.estoc()).catch((error) => error);
    assert.equal(refused.constructor, client[kind]);
    assert.equal(refused.name, kind);
    assert.deepEqual([refused.code, refused.pointer, refused.actionId], [code, "/command/weapon", "act_2"]);
    assert.equal(server.asked.length, 1);
  });
}

test("lists go through every page", async () => {
  const pages = [{ items: [1, 2], next: "b" }, { items: [], next: "c" }, { items: [3], next: null }];
  const server = scripted(...pages.map((page) => json(200, page)));
  const items = [];
  for await (const item of server.estoc().encounters.of("enc_1").log()) items.push(item);
  assert.deepEqual(items, [1, 2, 3]);
  const cursors = server.asked.map(({ url }) => new URL(url).searchParams.get("cursor"));
  assert.deepEqual(cursors, [null, "b", "c"]);
});

const sent = (numbers, type = "hit") => ({
  status: 200,
  body: `: a sign of life\n\n${numbers.map((seq) => `id: ${seq}\ndata: ${JSON.stringify({ seq, type })}\n\n`).join("")}`,
});

async function followed(server, after, until = () => false) {
  const told = [];
  for await (const { seq } of server.estoc().encounters.of("enc_1").stream({ after })) {
    told.push(seq);
    if (until(seq)) break;
  }
  return told;
}

test("a stream closes gaps and tells nothing twice", async () => {
  const server = scripted(sent([3, 5]), sent([4, 5]), cut, sent([5, 6]));
  assert.deepEqual(await followed(server, 2, (seq) => seq === 6), [3, 4, 5, 6]);
  const asked = server.asked.map(({ url }) => new URL(url).searchParams.get("after"));
  assert.deepEqual(asked, ["2", "3", "5", "5"]);
});

test("a gap that stays is told", async () => {
  const server = scripted(...Array(9).fill(sent([5])));
  await assert.rejects(followed(server, 2), client.GapInEvents);
  assert.equal(server.asked.length, 6);
});

test("what is not for this token is passed over, and a reset is told", async () => {
  const server = scripted(sent([3], "skip"), sent([4]), sent([2], "reset"), sent([3]));
  assert.deepEqual(await followed(server, 2, (seq) => seq === 3), [4, 2, 3]);
});

test("a stream ends where the server says so, or the caller", async () => {
  await assert.rejects(followed(scripted(sent([1]), problem(401, "x")), 0), client.NotAuthenticated);
  await assert.rejects(followed(scripted(problem(404, "x")), 0), client.NotFound);
  const stop = new AbortController();
  const told = [];
  const fight = scripted(sent([1]), sent([2])).estoc({ pauseSeconds: 60 }).encounters.of("enc_1");
  for await (const { seq } of fight.stream({ signal: stop.signal })) {
    told.push(seq);
    setImmediate(() => stop.abort());
  }
  assert.deepEqual(told, [1]);
});

test("a file is sent as it is", async () => {
  const server = scripted(json(200, { creatures: [] }));
  await server.estoc().call("post", "/v1/creatures:read", { query: { ruleset: "pf1" }, body: "Bog Lurker\nAC 17" });
  const [{ url, body, headers }] = server.asked;
  assert.equal(url, "http://estoc/v1/creatures:read?ruleset=pf1");
  assert.equal(body, "Bog Lurker\nAC 17");
  assert.equal(headers["Content-Type"], "application/octet-stream");
});

test("parts of an address are escaped", async () => {
  const server = scripted(json(200, {}));
  await server.estoc().encounters.of("enc_1").combatant("foundry:token:a/b?c");
  assert.equal(server.asked[0].url, "http://estoc/v1/encounters/enc_1/combatants/foundry%3Atoken%3Aa%2Fb%3Fc");
});

test("a call that the caller gives up is not sent again", async () => {
  const stop = new AbortController();
  const server = scripted(cut, done);
  stop.abort();
  const given = { path: { ruleset: "pf1" }, signal: stop.signal };
  await assert.rejects(server.estoc().call("get", "/v1/rulesets/{ruleset}", given));
  assert.equal(server.asked.length, 1);
});
