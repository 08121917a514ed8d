import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { t } from "#words/t.ts";
import { takesBrotli } from "../cache/send-cached.ts";
import type { Database } from "../db/connect.ts";
import { webFiles } from "../db/tables.ts";
import { refuse } from "../http/errors.ts";
import type { Shop } from "../shop.ts";

/** How many builds are stored, and for how many days after they were replaced. */
const BUILDS = 5;
const DAYS = 30;

const FOREVER = "public, max-age=31536000, immutable";

const unpack = promisify(brotliDecompress);

const TYPES: Partial<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  woff2: "font/woff2",
  webp: "image/webp",
  svg: "image/svg+xml",
};

/** A name with a hash, as the build makes them. */
const NAME = /^[\w.-]{1,100}-[\w-]{8}\.(js|css|woff2|webp|svg)$/;

/**
 * Stores the files of this build in the database, so that versions running beside this one, and later ones, can serve them to pages that
 * refer to them. Removes those of old builds.
 * @param folder the built web's `assets`
 */
export async function storeBuild({ db, transact }: Pick<Database, "db" | "transact">, folder: string): Promise<void> {
  const files = readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort();
  const id = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 32);
  const known = await db.execute(sql`select 1 from web_build where id = ${id} and replaced_at is null`);
  if (known.rows.length > 0) return;
  const contents = files.map((name) => {
    const compressed = join(folder, `${name}.br`);
    const isBrotli = existsSync(compressed);
    return { name, isBrotli, bytes: readFileSync(isBrotli ? compressed : join(folder, name)) };
  });
  await transact(async ({ tx }) => {
    // One at a time: otherwise two versions that start together could each remove what the other one adds.
    await tx.execute(sql`lock table web_build in share row exclusive mode`);
    await tx.execute(sql`update web_build set replaced_at = now() where replaced_at is null`);
    await tx.execute(sql`
      insert into web_build (id, files) values (${id}, ${sql.param(files)}::text[])
      on conflict (id) do update set started_at = now(), replaced_at = null`);
    await tx.insert(webFiles).values(contents).onConflictDoNothing();
    await tx.execute(sql`
      delete from web_build where replaced_at < now() - make_interval(days => ${DAYS})
        or id not in (select id from web_build order by started_at desc, id limit ${BUILDS})`);
    await tx.execute(sql`delete from web_file where name not in (select unnest(files) from web_build)`);
  });
}

/**
 * Serves the files of this build and of others: a page that was opened before an upgrade loads its scripts afterwards, and during a rolling
 * upgrade, a page of one version may ask the other.
 * @param folder of the built files; undefined in development, where Vite serves them
 */
export async function builtFileRoutes(app: FastifyInstance, shop: Shop, folder: string | undefined): Promise<void> {
  const { db } = shop.database;
  const own = new Set<string>();
  if (folder) {
    const assets = join(folder, "assets");
    for (const name of readdirSync(assets)) own.add(name);
    await app.register(fastifyStatic, {
      root: folder,
      // A route for each of the few other files: one for each asset would make a start half a second longer.
      wildcard: false,
      globIgnore: ["assets/**"],
      preCompressed: true,
      index: false,
      setHeaders: (reply, path) => void reply.header("cache-control", path.startsWith(assets) ? FOREVER : "public, max-age=3600"),
    });
  }
  app.get<{ Params: { name: string } }>("/assets/:name", async (request, reply) => {
    const { name } = request.params;
    if (own.has(name)) return reply.sendFile(`assets/${name}`);
    const type = TYPES[NAME.exec(name)?.[1] ?? ""];
    if (!type) throw refuse.notFound(t("File not found"));
    const [file] = await shop.shedding.queueUncached(request, () => db.select().from(webFiles).where(eq(webFiles.name, name)));
    if (!file) throw refuse.notFound(t("File not found"));
    reply.type(type).headers({ "cache-control": FOREVER, vary: "accept-encoding" });
    if (!file.isBrotli) return reply.send(file.bytes);
    return takesBrotli(request.headers["accept-encoding"])
      ? reply.header("content-encoding", "br").send(file.bytes)
      : reply.send(await unpack(file.bytes));
  });
}
