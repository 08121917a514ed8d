import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { COMPILED } from "./shop-process.ts";

const MAIN = join(import.meta.dirname, "../../src/start/import-main.ts");

/** Output and exit code of the command. */
export interface Outcome {
  code: number | null;
  text: string;
}

/** Runs `npm run catalogue:import -- …words` as npm does, without settings from the environment. */
export async function runImport(words: readonly string[], env: Record<string, string>, nodeOptions: string[] = []): Promise<Outcome> {
  const child = spawn(process.execPath, [...nodeOptions, MAIN, ...words], { env: { PATH: process.env["PATH"], ...COMPILED, ...env } });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (text += String(part)));
  const [code] = await once(child, "close");
  return { code: code as number | null, text };
}
