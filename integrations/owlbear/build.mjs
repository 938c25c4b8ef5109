// Puts the extension together. node build.mjs [FOLDER [SDK]]: the SDK may be another file, which tests use.

import { cpSync, mkdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");
const place = resolve(process.argv[2] ?? `${here}/dist`);
const sdk = process.argv[3];
rmSync(place, { recursive: true, force: true });
mkdirSync(place, { recursive: true });
for (const file of ["manifest.json", "index.html", "icon.svg"]) cpSync(`${here}/src/${file}`, `${place}/${file}`);
await build({
  entryPoints: [`${here}/src/extension.js`],
  outfile: `${place}/extension.js`,
  bundle: true,
  format: "esm",
  target: "es2022",
  loader: { ".json": "json" },
  alias: {
    "estoc-client": `${here}/../../clients/typescript/dist/index.js`,
    ...(sdk ? { "@owlbear-rodeo/sdk": resolve(sdk) } : {}),
  },
});
console.log(place);
