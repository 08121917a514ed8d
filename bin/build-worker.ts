// Bundles the service worker into one file. Its address must stay the same, so it is not one of the build's files with a hash.
import { join } from "node:path";
import { build } from "vite";

const root = join(import.meta.dirname, "..");

await build({
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    target: "es2022",
    outDir: join(root, "build/worker"),
    lib: { entry: join(root, "src/worker/service-worker.ts"), formats: ["es"], fileName: () => "sw.js" },
  },
});
