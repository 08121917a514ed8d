import { urlsOf, type FormPicture } from "./form-pictures.ts";

/** The fields of a form in this feature. */
interface Fields {
  image: FormPicture[];
}

/** The fields that differ between two states of a form. */
export function differing<F extends Fields>(a: F, b: F): (keyof F & string)[] {
  const sentOf = (fields: F, name: keyof F) => JSON.stringify(name === "image" ? urlsOf(fields.image) : fields[name]);
  const names = Object.keys(a) as (keyof F & string)[]; // a form has no other keys
  return names.filter((name) => sentOf(a, name) !== sentOf(b, name));
}

/** Applies the local edits on top of the newer state. @param read the state both began with */
export function merge<F extends Fields>(read: F, typed: F, newer: F): F {
  const mine = differing(read, typed);
  return { ...newer, ...Object.fromEntries(mine.map((name) => [name, typed[name]])) };
}

/** What another admin changed while this form was open. */
export interface Conflict {
  /** The fields the other admin changed, before and after. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** Whether some of them were also changed here. */
  isShared: boolean;
}

/**
 * Compares the newer state with the one that was read.
 * @param read what both admins started from, and `newer` the current state
 * @param toFields what the form shows of it
 */
export function conflictOf<T extends object, F extends Fields>(read: T, newer: T, typed: F, toFields: (thing: T) => F): Conflict {
  const was = toFields(read);
  const theirs = differing(was, toFields(newer));
  const mine = differing(was, typed);
  const only = (thing: T) => Object.fromEntries(Object.entries(thing).filter(([name]) => theirs.some((one) => one === name)));
  return { before: only(read), after: only(newer), isShared: theirs.some((name) => mine.includes(name)) };
}
