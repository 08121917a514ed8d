import { basename, join } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, parseSync, Visitor, type Plugin, type Rolldown } from "vite";
import { slimManifest } from "./bin/slim-manifest.ts";
import { inlineWords } from "./bin/words/inline-words.ts";
import { BUILT_LANGUAGE } from "./react-router.config.ts";

const ROOT = join(import.meta.dirname, "src/site/root.tsx");
const HOME = join(import.meta.dirname, "src/site/home.tsx");
/** What every page loads once it is idle, in this order. */
const AFTER_LOAD = ["after-load.tsx", "live-updates.tsx", "language-proposal.tsx", "offline/offline.tsx"].map((file) =>
  join(import.meta.dirname, "src/site", file),
);
const REACT = /\/node_modules\/(react-dom|scheduler)\//;
/** Comes with the library's index, but only long lists of orders and products use it. */
const ENDLESS = /\/@tanstack\/.*[iI]nfiniteQuery(?!Behavior)/;
let ofEveryPage: Set<string> | undefined;
let ofHome: Set<string> | undefined;
let ofAfterLoad: Set<string>[] | undefined;

/**
 * What comes with every page is one file, what the home page adds is another, most of which other lists of products need too, and so is
 * each part that follows when a page is idle: few requests, which compress well.
 */
function chunkOf(id: string, context: Rolldown.ChunkingContext): string | null {
  ofEveryPage ??= importedBy(ROOT, context);
  ofHome ??= importedBy(HOME, context);
  if (ENDLESS.test(id)) return null;
  if (ofEveryPage.has(id) || REACT.test(id)) return "frame";
  return ofHome.has(id) ? "storefront" : null;
}

/** The part that first needs a module once the page is idle. */
function partOf(id: string, context: Rolldown.ChunkingContext): string | null {
  ofAfterLoad ??= AFTER_LOAD.map((file) => importedBy(file, context));
  const part = id.includes("/node_modules/") ? -1 : ofAfterLoad.findIndex((modules) => modules.has(id));
  return part < 0 ? null : `after-load-${part}`;
}

/** The modules that come with a module at once; of the icons only those that they name. */
function importedBy(root: string, context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>();
  const icons = new Set<string>();
  const visit = (id: string) => {
    const info = context.getModuleInfo(id);
    if (found.has(id) || !info) return;
    if (id.includes("/lucide-react/")) return visitIcons(id);
    for (const [, names = ""] of info.code?.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g) ?? []) {
      for (const name of names.split(",")) icons.add(fileOfIcon(name.trim().split(/\s/)[0] ?? ""));
    }
    found.add(id);
    info.importedIds.forEach(visit);
  };
  const others = new Set<string>();
  const visitIcons = (id: string) => {
    if (others.has(id) || !id.includes("/lucide-react/")) return;
    others.add(id);
    context.getModuleInfo(id)?.importedIds.forEach(visitIcons);
  };
  visit(root);
  for (const id of others) if (!id.includes("/icons/") || icons.has(basename(id, ".mjs"))) found.add(id);
  return found;
}

/** `CircleUserRound` is in `circle-user-round.mjs`. */
function fileOfIcon(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z])(?=\d)/g, "-").toLowerCase();
}

const CONTRACT = /\/src\/(features\/.*\/contract|shared\/\w+)\.ts$/;
const ZOD = 'import * as z from "zod/mini";';
/** What a browser needs of an endpoint to call it. */
const NEEDED = new Set(["method", "path", "file"]);

/**
 * Contracts without their schemas, for the browser: zod is a fifteenth of what a first visitor loads, and descriptions of what is sent and
 * answered are half of a contract.
 */
const leaveOutSchemas: Plugin = {
  name: "leave-out-schemas",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  transform(code, id) {
    if (!CONTRACT.test(id) || !code.includes(ZOD)) return undefined;
    const kept = partsLeftOut(code).reduceRight(
      // Line numbers stay.
      (text, [start, end]) => text.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/g, "") + text.slice(end),
      code,
    );
    return { code: kept.replace(ZOD, 'import { z } from "#web/no-schemas.ts";'), map: null };
  },
};

/** Where the fields of endpoints are that browsers do not need. */
function partsLeftOut(code: string): [start: number, end: number][] {
  const parts: [number, number][] = [];
  new Visitor({
    CallExpression({ callee, arguments: [value] }) {
      if (callee.type !== "Identifier" || callee.name !== "endpoint" || value?.type !== "ObjectExpression") return;
      for (const [n, field] of value.properties.entries()) {
        if (field.type !== "Property" || field.key.type !== "Identifier" || NEEDED.has(field.key.name)) continue;
        parts.push([field.start, value.properties[n + 1]?.start ?? value.end - 1]);
      }
    },
  }).visit(parseSync("contract.ts", code).program);
  return parts;
}

/** Icons with counted keys for React: the random ones compress badly, and every page has two dozen icons. */
const countIconKeys: Plugin = {
  name: "count-icon-keys",
  transform(code, id) {
    if (!/\/lucide-react\/.*\/icons\//.test(id)) return undefined;
    let count = 0;
    return { code: code.replaceAll(/\bkey: "\w+"/g, () => `key: "${count++}"`), map: null };
  },
};

const RELOAD = "window.location.reload();";
let isAsked = false;

/** The router reloads the page if code is missing. Here it asks first, since on a dead line that would lose the page (`src/site/offline/keep-page.ts`). */
const askBeforeReload: Plugin = {
  name: "ask-before-reload",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  transform(code, id) {
    if (!/\/react-router\/.*\/routeModules\.js$/.test(id) || !code.includes(RELOAD)) return undefined;
    isAsked = true;
    const asked = `if (window.dispatchEvent(new Event("code-missing", { cancelable: true }))) ${RELOAD}`;
    return { code: code.replace(RELOAD, asked), map: null };
  },
  buildEnd(error) {
    if (!error && !isAsked) throw new Error("The router no longer reloads the page in routeModules.js.");
  },
};

export default defineConfig({
  plugins: [
    inlineWords(BUILT_LANGUAGE),
    leaveOutSchemas,
    countIconKeys,
    askBeforeReload,
    tailwindcss(),
    reactRouter(),
    slimManifest("../features/account/pages/staff-only"),
  ],
  // Whole, it is 1,700 icons to load before the first page is rendered.
  ssr: { noExternal: ["lucide-react"] },
  // The English build has them.
  publicDir: BUILT_LANGUAGE === "en" ? "public" : false,
  build: {
    target: "es2022",
    cssMinify: true,
    // The builds of the languages run at the same time; `bin/prepare.mjs` has emptied the folder.
    emptyOutDir: false,
    // A file that the first load asks for later may be imported as usual by pages that come later anyway.
    rolldownOptions: {
      checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
      // Every page lists the files that may follow, and the random part of their names compresses badly.
      output: { hashCharacters: "hex" },
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          treeshake: { manualPureFunctions: ["z", "endpoint"], propertyReadSideEffects: false, unknownGlobalSideEffects: false },
          output: {
            codeSplitting: {
              groups: [
                { name: chunkOf, debugName: "frame", priority: 2 },
                { name: partOf, debugName: "after-load", priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
});
