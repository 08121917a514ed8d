import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { createServer, type ViteDevServer } from "vite";
import type { ServerBuild } from "react-router";
import { EVERYTHING } from "#server/cache/response-cache.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { webHandler, type Web } from "#server/render/render.ts";
import type { Shop } from "#server/shop.ts";
import { prefixOf, splitLanguage, type Language } from "#words/language.ts";

/** Serves the web from its sources with Vite in this server, so that changes show at once. Never loaded in production. */
export async function loadDevWeb(shop: Shop, app: FastifyInstance): Promise<Web> {
  const opened = new Map<Language, Promise<ViteDevServer>>();
  const viteFor = (spoken: Language): Promise<ViteDevServer> => {
    const known = opened.get(spoken);
    if (known) return known;
    const vite = openVite(app, spoken);
    opened.set(spoken, vite);
    void vite.then(({ watcher }) => watcher.on("all", () => shop.cache.invalidate([EVERYTHING])));
    return vite;
  };
  await viteFor("en");
  app.addHook("onRequest", (request, reply, done) => {
    if (request.url.startsWith("/api/")) return done();
    const { url } = request;
    const pass = (error?: unknown) => {
      // Vite has removed the language from it.
      request.raw.url = url;
      done(error instanceof Error ? error : undefined);
    };
    // The Spanish one is opened by the first request for it.
    viteFor(splitLanguage(url).spoken).then(({ middlewares }) => middlewares(request.raw, reply.raw, pass), pass);
  });
  // Vite's live connection may stay silent for hours.
  app.server.on("upgrade", (_request, socket: Socket) => socket.setTimeout(0));
  // Before the server closes, because it waits for the browsers' live connections.
  app.addHook("preClose", async () => {
    for (const vite of await Promise.all(opened.values())) await vite.close();
  });
  return {
    files: undefined,
    // Vite's client waits for a restarting server in a worker.
    policy: ["worker-src 'self' blob:"],
    async render(request) {
      const { spoken } = splitLanguage(new URL(request.url).pathname);
      const build = await (await viteFor(spoken)).ssrLoadModule("virtual:react-router/server-build");
      return inLanguage(spoken, () => webHandler(build as ServerBuild, shop.inProcess, "development")(request));
    },
  };
}

/** Vite with the texts of a language. Modules of Spanish pages have addresses of their own. */
async function openVite({ server }: FastifyInstance, spoken: Language): Promise<ViteDevServer> {
  // Read by the configurations while they load.
  process.env["BUILT_LANGUAGE"] = spoken;
  return createServer({
    appType: "custom",
    base: `${prefixOf(spoken)}/`,
    cacheDir: `node_modules/.vite/${spoken}`,
    server: { middlewareMode: true, hmr: { server } },
  });
}
