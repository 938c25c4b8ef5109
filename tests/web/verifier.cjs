// Runs the script of the page given first, and answers what the tests ask: a JSON document on standard input,
// {"rolls": […], "seeds": […], "proofs": […]}, with the answers in the same order on standard output.
const { readFileSync } = require("node:fs");
const { runInThisContext } = require("node:vm");

const page = readFileSync(process.argv[2], "utf8");
runInThisContext(/<script>([\s\S]*?)<\/script>/.exec(page)[1]);
const { EstocDice } = globalThis;

const answer = async ({ seeds, rolls, proofs }) => {
  const said = { commitments: [], rolls: [], proofs: [] };
  for (const seed of seeds) said.commitments.push(await EstocDice.commitment(seed));
  for (const { seed, sides, domain, ...roll } of rolls) {
    const message = roll.encounter
      ? EstocDice.message(roll.encounter, roll.epoch, roll.index, roll.salt)
      : roll.message;
    said.rolls.push({ message, faces: await EstocDice.fallAll(seed, message, sides, domain) });
  }
  for (const proof of proofs) said.proofs.push(await EstocDice.check(EstocDice.read(JSON.stringify(proof))));
  return said;
};

answer(JSON.parse(readFileSync(0, "utf8"))).then((said) => process.stdout.write(JSON.stringify(said)));
