// Puts the module together: what is in this folder, and the built client. node build.mjs [FOLDER]

import { cpSync, mkdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const place = resolve(process.argv[2] ?? `${here}/dist/estoc`);
rmSync(place, { recursive: true, force: true });
mkdirSync(place, { recursive: true });
for (const part of ["module.json", "lang", "scripts", "README.md"]) {
  cpSync(`${here}/${part}`, `${place}/${part}`, { recursive: true });
}
const client = `${here}/../../clients/typescript/dist`;
cpSync(client, `${place}/scripts/estoc-client`, {
  recursive: true,
  filter: (path) => !path.endsWith(".d.ts") && !path.endsWith(".made"),
});
console.log(place);
