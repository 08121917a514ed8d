import { join } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Rolldown } from "vite";

const ROOT = join(import.meta.dirname, "src/site/root.tsx");
let ofEveryPage: Set<string> | undefined;

/** What comes with every page is one file: few requests, and no page loads the code of another. */
function chunkOf(id: string, context: Rolldown.ChunkingContext): string | null {
  ofEveryPage ??= importedBy(ROOT, context);
  return ofEveryPage.has(id) ? "frame" : null;
}

/** The modules that come with a module at once. */
function importedBy(root: string, context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    context.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  visit(root);
  return found;
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Whole, it is 1,700 icons to load before the first page is rendered.
  ssr: { noExternal: ["lucide-react"] },
  build: { target: "es2022", cssMinify: true },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          checks: { bundlerTimings: false },
          output: { codeSplitting: { groups: [{ name: chunkOf, debugName: "frame" }] } },
        },
      },
    },
  },
});
