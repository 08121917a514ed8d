import { refuse } from "#server/http/errors.ts";

/** Pictures in hand at most: being received, waiting or being worked on. Each may hold 10 MB. */
const IN_HAND = 16;
/** Of one person. */
const IN_HAND_OF_ONE = 3;
/** From one network, so that slow ones under many names leave room for others. */
const IN_HAND_OF_NETWORK = 12;

/** Who sends a picture. */
export interface Sender {
  userId: string;
  /** As limits count it. */
  network: string;
}

const inHand: Sender[] = [];
let last: Promise<unknown> = Promise.resolve();

/**
 * Lets a picture in while there is room for it, before anything of it is read.
 * @throws Refusal 503 when there is none, 429 when this person takes too much of it
 */
export async function letIn<T>(sender: Sender, work: () => Promise<T>): Promise<T> {
  const { userId, network } = sender;
  if (inHand.filter((one) => one.userId === userId).length >= IN_HAND_OF_ONE) throw refuse.tooMany(2);
  const ofNetwork = inHand.filter((one) => one.network === network).length;
  if (inHand.length >= IN_HAND || ofNetwork >= IN_HAND_OF_NETWORK)
    throw refuse.busy("Many pictures are arriving at this moment. Please try again shortly.");
  inHand.push(sender);
  try {
    return await work();
  } finally {
    inHand.splice(inHand.indexOf(sender), 1);
  }
}

/** Does one thing after the other: a picture of 50 megapixels takes up to 800 MB while it is decoded. */
export async function oneByOne<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => {});
  return mine;
}
