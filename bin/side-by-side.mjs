// Runs scripts of package.json, two at a time because most of them use one core. Each one's output is shown when it ends.
// Usage: node bin/side-by-side.mjs SCRIPT…
import { spawn } from "node:child_process";

const waiting = process.argv.slice(2);

/** Runs a script, and returns whether it succeeded. */
function run(script) {
  return new Promise((resolve) => {
    const child = spawn("npm", ["run", "-s", script], { stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (printed += text));
    child.once("close", (status) => {
      process.stdout.write(printed);
      if (status !== 0) console.error(`\n\`npm run ${script}\` failed.`);
      resolve(status === 0);
    });
  });
}

/** Runs scripts until none waits. */
async function work() {
  for (let script = waiting.shift(); script; script = waiting.shift()) if (!(await run(script))) process.exitCode = 1;
}

await Promise.all([work(), work()]);
