import { data, redirect } from "react-router";
import { slug } from "#shared/slug.ts";
import { CallError } from "./call.ts";

/** Thrown by a loader: there is no such page. The answer is 404 with the page of {@link ErrorPage}. */
export function missing() {
  return data(null, { status: 404 });
}

/**
 * The answer of a call about one thing.
 * @throws 404 where the thing does not exist, or its id is none
 */
export async function orMissing<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof CallError && (error.status === 404 || error.status === 400)) throw missing();
    throw error;
  }
}

interface Named {
  _id: string;
  name: string;
}

/**
 * Leads on where a piece of an address has the right id after a wrong name.
 * @throws a redirect (301) to `right`
 */
export function checkNames(pieces: readonly (readonly [piece: string | undefined, thing: Named])[], right: string): void {
  // The router hands out decoded pieces.
  const wrong = pieces.some(([piece, thing]) => piece !== decodeURIComponent(slug(thing.name, thing._id)));
  if (wrong) throw redirect(right, 301);
}
