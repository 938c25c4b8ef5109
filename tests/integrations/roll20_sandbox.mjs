// A sandbox as Roll20's scripts have it: its own objects and functions, and neither network nor page. Reads a line of
// JSON for each message and writes what was said and the tokens as they are then. node roll20_sandbox.mjs SCRIPT

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import vm from "node:vm";

const kept = [
  { _id: "-Mpage", _type: "page", width: 20, height: 12 },
  { _id: "-Mada", _type: "graphic", _subtype: "token", _pageid: "-Mpage", layer: "objects", name: "Ada", left: 175, top: 245, width: 70, height: 70, bar1_value: 20 },
  { _id: "-Mogre", _type: "graphic", _subtype: "token", _pageid: "-Mpage", layer: "objects", name: "Ogre", left: 280, top: 280, width: 140, height: 140, bar1_value: 30 },
  { _id: "-Mimp", _type: "graphic", _subtype: "token", _pageid: "-Mpage", layer: "gmlayer", name: "Imp", left: 105, top: 245, width: 70, height: 70, bar1_value: 9 },
  { _id: "-Mrug", _type: "graphic", _subtype: "token", _pageid: "-Mpage", layer: "map", name: "Rug", left: 0, top: 0, width: 700, height: 700 },
];
const object = (source) => ({
  id: source._id,
  get: (name) => source[name],
  set: (changes) => {
    for (const name of Object.keys(changes)) if (!(name in source)) throw new Error(`no attribute ${name}`);
    Object.assign(source, changes);
  },
});
const said = [];
const heard = [];
const sandbox = {
  state: {},
  on: (event, call) => {
    if (event !== "chat:message") throw new Error(event);
    heard.push(call);
  },
  log: () => undefined,
  sendChat: (as, text) => said.push(text),
  playerIsGM: (id) => id === "gm",
  Campaign: () => object({ _id: "campaign", playerpageid: "-Mpage" }),
  findObjs: (wanted) => kept.filter((one) => Object.entries(wanted).every(([name, value]) => one[name] === value)).map(object),
  getObj: (type, id) => kept.filter((one) => one._type === type && one._id === id).map(object)[0],
};
vm.runInNewContext(readFileSync(process.argv[2], "utf8"), sandbox);

for await (const line of createInterface({ input: process.stdin })) {
  said.length = 0;
  for (const call of heard) call({ who: "Anna", ...JSON.parse(line) });
  console.log(JSON.stringify({ said, tokens: Object.fromEntries(kept.map((one) => [one._id, one])) }));
}
