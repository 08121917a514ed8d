// Runs the shop for development: Vite updates pages in the browser (see src/start/dev.ts), and the server restarts when one of its
// own files changes. (`node --watch` would also restart for Vite's temporary files.)
import { spawn, type ChildProcess } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";

const QUIET_MS = 100;
const src = join(import.meta.dirname, "../src");
// The server needs the addresses of pages, too.
const ofBrowser = /(^|\/)(web\/(?!(admin-)?paths\.ts$)|(ui|pages)\/)|\.(tsx|css)$|\.test\.ts$/;

let server: ChildProcess | undefined;
let ending = false;
let again = false;
let timer: NodeJS.Timeout | undefined;

function start(): void {
  again = false;
  server = spawn(process.execPath, [join(src, "start/main.ts"), "--dev"], { stdio: "inherit" });
  server.once("exit", (code) => {
    server = undefined;
    if (ending) process.exit(code ?? 0);
    if (again) start();
    else console.log("The server stopped. It will start again after the next change.");
  });
}

watch(src, { recursive: true }, (_event, file) => {
  if (!file?.endsWith(".ts") || ofBrowser.test(file)) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    console.log(`${file} changed`);
    again = true;
    if (server) server.kill("SIGTERM");
    else start();
  }, QUIET_MS);
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    ending = true;
    if (server) server.kill(signal);
    else process.exit(0);
  });
}

start();
