import { refuse } from "#server/errors.ts";

/** Pictures in hand at most: being received, waiting or being worked on. Each may hold 10 MB. */
const IN_HAND = 16;
/** Of one person. */
const IN_HAND_OF_ONE = 3;

const inHand: string[] = [];
let last: Promise<unknown> = Promise.resolve();

/**
 * Lets a picture in while there is room for it, before anything of it is read.
 * @throws Refusal 503 when there is none, 429 when this person takes too much of it
 */
export async function letIn<T>(owner: string, work: () => Promise<T>): Promise<T> {
  if (inHand.filter((one) => one === owner).length >= IN_HAND_OF_ONE) throw refuse.tooMany(2);
  if (inHand.length >= IN_HAND) throw refuse.busy("Many pictures are arriving at this moment. Please try again shortly.");
  inHand.push(owner);
  try {
    return await work();
  } finally {
    inHand.splice(inHand.indexOf(owner), 1);
  }
}

/** Does one thing after the other: a picture of 50 megapixels takes up to 800 MB while it is decoded. */
export async function oneByOne<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => {});
  return mine;
}
