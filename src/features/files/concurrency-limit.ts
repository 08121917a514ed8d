import { refuse } from "#server/http/errors.ts";
import { FairQueue } from "#server/limits/fair-queue.ts";
import { networksOf } from "#server/limits/networks.ts";
import { t } from "#words/t.ts";

/** Most pictures being received, waiting or being decoded. Each may take 10 MB. */
const MOST = 20;
/** Most of them from shoppers; the rest are left for the staff. */
const MOST_OF_SHOPPERS = 16;
const MOST_OF_PERSON = 3;
/** Most from one network and one IPv6 /48, so that slow clients with many accounts leave room for others. */
const MOST_OF_NETWORK = 12;
const MOST_OF_WIDE_NETWORK = 14;

const tooMany = () => t("Too many pictures are being uploaded. Try again in a moment.");

/** Who uploads a picture. */
export interface Sender {
  userId: string;
  ip: string;
  /** Staff never wait behind shoppers. */
  isStaff: boolean;
}

const active: Sender[] = [];

/**
 * Admits a picture if there is room, before any of it is read. These limits protect memory, so RATE_LIMIT=off doesn't lift them.
 * @throws Refusal 503 when there is no room, 429 when this person takes too much of it
 */
export async function limitConcurrency<T>(sender: Sender, work: () => Promise<T>): Promise<T> {
  const { userId, ip, isStaff } = sender;
  if (active.filter((one) => one.userId === userId).length >= MOST_OF_PERSON) throw refuse.tooMany(2);
  const shoppers = active.filter((one) => !one.isStaff);
  const { narrow, wide } = networksOf(ip);
  const networks = shoppers.map((one) => networksOf(one.ip));
  const isFull =
    !isStaff &&
    (shoppers.length >= MOST_OF_SHOPPERS ||
      networks.filter((one) => one.narrow === narrow).length >= MOST_OF_NETWORK ||
      networks.filter((one) => wide !== undefined && one.wide === wide).length >= MOST_OF_WIDE_NETWORK);
  if (isFull || active.length >= MOST) throw refuse.busy(tooMany());
  active.push(sender);
  try {
    return await work();
  } finally {
    active.splice(active.indexOf(sender), 1);
  }
}

/** Longest wait in the queue for decoding, in ms. */
const WAIT_MS = 10_000;

/** One at a time. {@link limitConcurrency} admits no more than may wait. */
const inTurn = () => new FairQueue({ slots: 1, waiting: MOST, waitingPerKey: MOST, waitMs: WAIT_MS });
const ofStaff = inTurn();
const ofOthers = inTurn();

/**
 * Decodes one picture of the staff and one of others at a time: 50 megapixels can take up to 800 MB.
 * @throws Refusal 503 when it waits too long
 */
export function inSequence<T>({ isStaff }: Pick<Sender, "isStaff">, work: () => Promise<T>, waitMs = WAIT_MS): Promise<T> {
  return (isStaff ? ofStaff : ofOthers).run("", work, () => refuse.busy(tooMany()), waitMs);
}
