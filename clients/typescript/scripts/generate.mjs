// Writes what follows from docs/openapi.json into src/generated: the types, a method for each command, and
// which operations carry which header.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";

const DOCUMENT = new URL("../../../docs/openapi.json", import.meta.url);
const PLACE = new URL("../src/generated/", import.meta.url);
const PACKAGE = new URL("../package.json", import.meta.url);

const contract = JSON.parse(readFileSync(DOCUMENT, "utf8"));
const { version } = JSON.parse(readFileSync(PACKAGE, "utf8"));
if (version !== contract.info.version) {
  throw new Error(`package.json has version ${version}, the contract ${contract.info.version}`);
}
const { schemas, parameters } = contract.components;
const named = (place, { $ref }) => place[$ref.split("/").at(-1)];

mkdirSync(PLACE, { recursive: true });
const types = await openapiTS(contract, { defaultNonNullable: false, emptyObjectsUnknown: true });
writeFileSync(new URL("contract.ts", PLACE), astToString(types));
writeFileSync(new URL("operations.ts", PLACE), operations());
writeFileSync(new URL("commands.ts", PLACE), commands());

function operations() {
  const taking = (header) =>
    Object.entries(contract.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { parameters: taken = [] }]) =>
          taken.some((one) => (one.$ref ? named(parameters, one) : one).name === header),
        )
        .map(([method]) => `  ${JSON.stringify(`${method} ${path}`)},\n`),
    );
  return [
    `export const CONTRACT_VERSION = ${JSON.stringify(version)};\n`,
    "/** What stores something under a key of the caller's. */\n",
    `export const KEYED: ReadonlySet<string> = new Set([\n${taking("Idempotency-Key").join("")}]);\n`,
    "/** What is decided on the tag of what was read. */\n",
    `export const TAGGED: ReadonlySet<string> = new Set([\n${taking("If-Match").join("")}]);\n`,
  ].join("\n");
}

function commands() {
  const forms = new Map();
  for (const game of schemas.Command.anyOf) {
    for (const [kind, $ref] of Object.entries(named(schemas, game).discriminator.mapping)) {
      forms.set(kind, [...(forms.get(kind) ?? []), named(schemas, { $ref })]);
    }
  }
  const methods = [...forms].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, of]) => method(kind, of));
  return `import type { ActionBody, Command, Members, Options } from "../shapes.js";

function body(type: string, members: object, options: Options): ActionBody {
  return { ...options, command: { type, ...members } as Command };
}

/** A method for each command of the games; what a ruleset does not have, the server refuses. */
export abstract class Commands<Done> {
  protected abstract carryOut(body: ActionBody): Done;
${methods.join("")}}
`;
}

function method(kind, forms) {
  const said = forms.map(({ description }) => description.split("\n\n")[0].replaceAll("``", "`"));
  const longest = said.sort((a, b) => b.length - a.length)[0].replaceAll(/\s+/g, " ");
  const isBare = forms.every(({ required = [] }) => required.every((member) => member === "type"));
  const name = kind.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());
  const type = JSON.stringify(kind);
  return `
  /** ${longest} */
  ${name}(members: Members<${type}>${isBare ? " = {}" : ""}, options: Options = {}): Done {
    return this.carryOut(body(${type}, members, options));
  }
`;
}
