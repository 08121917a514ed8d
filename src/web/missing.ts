import { data, redirect } from "react-router";
import { slug } from "#shared/slug.ts";
import { CallError } from "./call.ts";

/** For a loader to throw when the page does not exist: a 404 with the error page. */
export function missing() {
  return data(null, { status: 404 });
}

/**
 * The response of a call about one thing.
 * @throws 404 when it does not exist, or its id is malformed
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
 * Redirects when a segment of the address has the right id but an outdated name.
 * @throws a redirect (301) to `right`
 */
export function checkNames(pieces: readonly (readonly [piece: string | undefined, thing: Named])[], right: string): void {
  // The router passes decoded segments.
  const wrong = pieces.some(([piece, thing]) => piece !== decodeURIComponent(slug(thing.name, thing._id)));
  if (wrong) throw redirect(right, 301);
}
