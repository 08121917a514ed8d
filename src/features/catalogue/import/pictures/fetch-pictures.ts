import * as z from "zod/mini";
import { Refusal } from "#server/http/errors.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { task, type Job, type Task } from "#server/jobs/jobs.ts";
import { enqueueNow } from "#server/jobs/schedule.ts";
import type { Db } from "#server/db/connect.ts";
import type { Shop } from "#server/shop.ts";
import { PictureFetcher } from "../../../files/fetch-picture.ts";
import { receiveFetched } from "../../../files/receive-picture.ts";
import { imageAddress } from "../../../files/rules.ts";
import { CATALOGUE, storePicture } from "../../../files/store-picture.ts";
import { missingPictures } from "../../../files/use-pictures.ts";
import { tagsOf } from "../../tags.ts";
import * as store from "./picture-store.ts";

/** How long one job begins new pictures. It shares its lane with imports and backups. */
const WORK_MS = 50_000;
/** Most pictures that one job is fetching, and most of them from one server. Each may take 10 MB. */
export const AT_ONCE = { all: 6, host: 3 } as const;

const fetchJob = { name: "catalogue.fetch-pictures", data: z.unknown() } satisfies Job;

/** Copies pictures of imported products from other servers into the shop's storage: after an import, and every minute while some wait. */
export function pictureTasks(shop: Shop, fetcher = new PictureFetcher()): Task[] {
  if (!shop.config.fetchPictures) return [task(fetchJob, async () => {}, { lane: "slow" })];
  // Staff read why a picture failed, whoever imported it and whenever it was tried last.
  const work = async () => inLanguage((await shop.settings()).staffLanguage, () => fetchPictures(shop, fetcher));
  return [task(fetchJob, work, { every: "* * * * *", lane: "slow" })];
}

export const beginFetching = (tx: Db) => enqueueNow(tx, fetchJob.name);

async function fetchPictures(shop: Shop, fetcher: PictureFetcher): Promise<void> {
  const until = performance.now() + WORK_MS;
  const { db } = shop.database;
  const inTurn = oneAtATime();
  /** The pictures under way, with their servers. */
  const active = new Map<Promise<void>, string>();
  /** The servers that were busy when no picture of another one was waiting. Until that set changes, asking again finds nothing. */
  let idleBeside: string | undefined;
  const errors: unknown[] = [];
  try {
    while (performance.now() < until && errors.length === 0) {
      const hosts = [...active.values()];
      const busy = [...new Set(hosts)].filter((host) => hosts.filter((one) => one === host).length >= AT_ONCE.host).toSorted();
      const hasRoom = active.size < AT_ONCE.all && busy.join(" ") !== idleBeside;
      const next = hasRoom ? await store.takeNext(db, busy) : undefined;
      if (next) {
        const work = fetchOne(shop, fetcher, next.address, inTurn)
          .catch((error: unknown) => void errors.push(error))
          .finally(() => active.delete(work));
        active.set(work, next.host);
        continue;
      }
      if (hasRoom) idleBeside = busy.join(" ");
      if (active.size === 0) break;
      await Promise.race(active.keys());
    }
  } finally {
    await Promise.all(active.keys());
  }
  if (errors.length > 0) throw errors[0];
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Uploads of people wait for the same decoder, so a job has one picture there. */
function oneAtATime(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}

async function fetchOne(shop: Shop, fetcher: PictureFetcher, address: string, inTurn: InTurn): Promise<void> {
  const { database } = shop;
  const fetched = await fetcher.fetch(address);
  if (!fetched.ok) return store.noteFailure(database.db, address, fetched.reason, fetched.mayHelpLater);
  let image: string;
  try {
    const picture = await inTurn(() => receiveFetched(fetched.bytes, "the picture", CATALOGUE, "contain"));
    image = imageAddress(await storePicture(shop, picture));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return store.noteFailure(database.db, address, error.message.replace(/^the picture /, ""), error.status >= 500);
  }
  await database.transact(async ({ tx, invalidate }) => {
    // The nightly removal of unused pictures may have been faster.
    if ((await missingPictures(tx, [image])).length > 0) return;
    invalidate(...(await store.showCopy(tx, address, image)).map(tagsOf.product));
  });
}
