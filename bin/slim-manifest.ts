// Shortens the list of the site's pages, which comes with every page.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const BEFORE = "window.__reactRouterManifest=";

interface Manifest {
  routes: Record<string, { parentId?: string; imports?: string[] }>;
}

/**
 * Leaves out what the pages of the back office import: a sixth of the list. Shoppers never open them, and the browser finds the files
 * by itself.
 * @param layout the id of the layout around these pages
 */
export function slimManifest(layout: string): Plugin {
  return {
    name: "slim-manifest",
    // React Router writes the list while it builds the server.
    applyToEnvironment: ({ name }) => name === "ssr",
    closeBundle: {
      order: "post",
      handler() {
        const folder = join(this.environment.getTopLevelConfig().environments["client"]!.build.outDir, "assets");
        const [file, ...others] = readdirSync(folder).filter((name) => /^manifest-\w+\.js$/.test(name));
        if (!file || others.length > 0) throw new Error("React Router wrote no list of the pages, or several.");
        writeFileSync(join(folder, file), slimmed(readFileSync(join(folder, file), "utf8"), layout));
      },
    },
  };
}

function slimmed(script: string, layout: string): string {
  if (!script.startsWith(BEFORE)) throw new Error("React Router writes its list of the pages in another way.");
  const manifest = JSON.parse(script.slice(BEFORE.length).replace(/;\s*$/, "")) as Manifest; // written by React Router
  for (const route of Object.values(manifest.routes)) if (route.parentId === layout) delete route.imports;
  return `${BEFORE}${JSON.stringify(manifest)};`;
}
