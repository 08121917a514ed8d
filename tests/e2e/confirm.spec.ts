import { join } from "node:path";
import { build, type Rolldown } from "vite";
import { expect, isGreen, test } from "./shop.ts";

const UI = join(import.meta.dirname, "../../src/ui");

/** The script of a page that asks a question in the shop's own dialog and writes the answer to its title. */
const QUESTION = `
  import { createElement } from "react";
  import { createRoot } from "react-dom/client";
  import { Confirm } from "${UI}/dialogs/confirm.tsx";
  const answer = (text) => () => void (document.title = text);
  createRoot(document.body.appendChild(document.createElement("div"))).render(
    createElement(Confirm, {
      title: "A question", text: "Yes or no?", onConfirm: answer("confirmed"), onDeny: answer("denied"), onCancel: answer("cancelled"),
    }),
  );`;

async function bundled(script: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: "silent",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [{ name: "script", resolveId: (id) => (id === "script" ? id : null), load: (id) => (id === "script" ? script : null) }],
    build: { write: false, rolldownOptions: { input: "script", output: { format: "iife" } } },
  });
  return (made as Rolldown.RolldownOutput).output[0].code; // one input, nothing watched
}

test.use({ bypassCSP: true });

test("STAT-7 a question's buttons are OK, No and Cancel by default, the one that confirms in green", async ({ shop, page }) => {
  const script = await bundled(QUESTION);
  for (const [name, answer] of [
    ["OK", "confirmed"],
    ["No", "denied"],
    ["Cancel", "cancelled"],
  ] as const) {
    await shop.open("/about-us");
    await page.addScriptTag({ content: script });
    const question = page.getByRole("dialog", { name: "A question" });
    await expect(question.getByRole("button")).toHaveText(["Cancel", "No", "OK"]);
    expect(await isGreen(question.getByRole("button", { name: "OK" }))).toBe(true);
    expect(await isGreen(question.getByRole("button", { name: "No" }))).toBe(false);
    await question.getByRole("button", { name }).click();
    await expect(page).toHaveTitle(answer);
  }
});
