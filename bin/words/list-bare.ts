// Lists English text that is not in the catalogue. Usage: node bin/words/list-bare.ts FILE...
import { readFileSync } from "node:fs";
import { findBare } from "./find-bare.ts";

for (const file of process.argv.slice(2)) for (const line of findBare(file, readFileSync(file, "utf8"))) console.log(`${file}:${line}`);
