import * as z from "zod/mini";
import { Refusal } from "#server/http/errors.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import type { Db } from "#server/db/connect.ts";
import type { Shop } from "#server/shop.ts";
import { PictureFetcher } from "../../../files/fetch-picture.ts";
import { receiveFetched } from "../../../files/receive-picture.ts";
import { imageAddress } from "../../../files/rules.ts";
import { CATALOGUE, storePicture } from "../../../files/store-picture.ts";
import { missingPictures } from "../../../files/use-pictures.ts";
import { tagsOf } from "../../tags.ts";
import * as store from "./picture-store.ts";

/** How long one job works. It shares its lane with imports and backups. */
const WORK_MS = 40_000;

const fetchJob = { name: "catalogue.fetch-pictures", data: z.unknown() } satisfies Job;

/** Copies pictures of imported products from other servers into the shop's storage: after an import, and every minute while some wait. */
export function pictureTasks(shop: Shop, fetcher = new PictureFetcher()): Task[] {
  if (!shop.config.fetchPictures) return [task(fetchJob, async () => {}, { lane: "slow" })];
  // Staff read why a picture failed, whoever imported it and whenever it was tried last.
  const work = async () => inLanguage((await shop.settings()).staffLanguage, () => fetchPictures(shop, fetcher));
  return [task(fetchJob, work, { every: "* * * * *", lane: "slow" })];
}

export const beginFetching = (tx: Db) => enqueue(tx, fetchJob, {});

async function fetchPictures(shop: Shop, fetcher: PictureFetcher): Promise<void> {
  const until = performance.now() + WORK_MS;
  while (performance.now() < until) {
    const address = await store.takeNext(shop.database.db);
    if (!address) return;
    await fetchOne(shop, fetcher, address);
  }
}

async function fetchOne(shop: Shop, fetcher: PictureFetcher, address: string): Promise<void> {
  const { database } = shop;
  const fetched = await fetcher.fetch(address);
  if (!fetched.ok) return store.noteFailure(database.db, address, fetched.reason, fetched.mayHelpLater);
  let image: string;
  try {
    image = imageAddress(await storePicture(shop, await receiveFetched(fetched.bytes, "the picture", CATALOGUE, "contain")));
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
