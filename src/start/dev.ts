import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { createServer } from "vite";
import type { ServerBuild } from "react-router";
import { EVERYTHING } from "#server/cache/response-cache.ts";
import { webHandler, type Web } from "#server/render/render.ts";
import type { Shop } from "#server/shop.ts";

/** Serves the web from its sources with Vite in this server, so that changes show at once. Never loaded in production. */
export async function loadDevWeb(shop: Shop, app: FastifyInstance): Promise<Web> {
  const vite = await createServer({ appType: "custom", server: { middlewareMode: true, hmr: { server: app.server } } });
  vite.watcher.on("all", () => shop.cache.invalidate([EVERYTHING]));
  app.addHook("onRequest", (request, reply, done) => {
    if (request.url.startsWith("/api/")) return done();
    vite.middlewares(request.raw, reply.raw, done);
  });
  // Vite's live connection may stay silent for hours.
  app.server.on("upgrade", (_request, socket: Socket) => socket.setTimeout(0));
  // Before the server closes, because it waits for the browsers' live connections.
  app.addHook("preClose", () => vite.close());
  return {
    files: undefined,
    // Vite's client waits for a restarting server in a worker.
    policy: ["worker-src 'self' blob:"],
    async render(request) {
      const build = await vite.ssrLoadModule("virtual:react-router/server-build");
      return webHandler(build as ServerBuild, shop.inProcess, "development")(request);
    },
  };
}
