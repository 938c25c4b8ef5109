import { expect } from "vitest";
import { test } from "./campaign.js";

const sheet = {
  hp: 20, bab: 3, ac: { total: 16, touch: 12, flat_footed: 14 }, abilities: { strength: 16 },
  weapons: [{ id: "sword", model: "longsword" }],
};

test("the dice decide, and they are given", async ({ estoc }) => {
  const fight = await estoc.encounters.begin({ ruleset: "pf1" });
  const [, orc] = await Promise.all(["ada", "orc"].map((ref) => fight.addCombatant({ name: ref, ref, side: ref, sheet })));
  const blow = await fight.attack({ actor: "ada", target: "orc", weapon: "sword" }, { dice: [15, 6], strict: true });
  expect(blow.result.attack_total).toBe(21);
  expect((await fight.combatant(orc.id)).hp).toBe(11);
});

test("nothing of another test is here", async ({ estoc, campaign }) => {
  const there = [];
  for await (const encounter of estoc.encounters.all()) there.push(encounter);
  expect(there).toEqual([]);
  expect(campaign.name).toBe("nothing of another test is here");
});
