import { refuse } from "#server/http/errors.ts";

/** Pictures being received, waiting or being decoded at most. Each may hold 10 MB. */
const MOST = 20;
/** Of these for shoppers; the others are left to admins. */
const MOST_OF_SHOPPERS = 16;
const MOST_OF_PERSON = 3;
/** From one network, so that slow clients under many names leave room for others. */
const MOST_OF_NETWORK = 12;

/** Who sends a picture. */
export interface Sender {
  userId: string;
  /** As limits count it. */
  network: string;
  /** Admins never wait behind shoppers. */
  isAdmin: boolean;
}

const active: Sender[] = [];

/**
 * Admits a picture while there is room for it, before any of it is read. These bounds protect the memory, so RATE_LIMIT=off
 * does not lift them.
 * @throws Refusal 503 when there is no room, 429 when this person takes too much of it
 */
export async function limitConcurrency<T>(sender: Sender, work: () => Promise<T>): Promise<T> {
  const { userId, network, isAdmin } = sender;
  if (active.filter((one) => one.userId === userId).length >= MOST_OF_PERSON) throw refuse.tooMany(2);
  const shoppers = active.filter((one) => !one.isAdmin);
  const isFull =
    !isAdmin && (shoppers.length >= MOST_OF_SHOPPERS || shoppers.filter((one) => one.network === network).length >= MOST_OF_NETWORK);
  if (isFull || active.length >= MOST) throw refuse.busy("Too many pictures are being uploaded. Try again in a moment.");
  active.push(sender);
  try {
    return await work();
  } finally {
    active.splice(active.indexOf(sender), 1);
  }
}

const waiting: { isAdmin: boolean; start: () => void }[] = [];
let isDecoding = false;

/** Decodes one picture after the other, those of admins first: one of 50 megapixels takes up to 800 MB meanwhile. */
export async function inSequence<T>({ isAdmin }: Pick<Sender, "isAdmin">, work: () => Promise<T>): Promise<T> {
  if (isDecoding) await new Promise<void>((start) => waiting.push({ isAdmin, start }));
  isDecoding = true;
  try {
    return await work();
  } finally {
    const next = waiting.find((one) => one.isAdmin) ?? waiting[0];
    if (next) {
      waiting.splice(waiting.indexOf(next), 1);
      next.start();
    } else isDecoding = false;
  }
}
