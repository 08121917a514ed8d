import { urlsOf, type Shot } from "./form-pictures.ts";

/** The fields of a form of this room. */
interface Fields {
  image: Shot[];
}

/** Which fields differ between two states of a form. */
export function differing<F extends Fields>(a: F, b: F): (keyof F & string)[] {
  const sentOf = (fields: F, name: keyof F) => JSON.stringify(name === "image" ? urlsOf(fields.image) : fields[name]);
  const names = Object.keys(a) as (keyof F & string)[]; // a form holds its fields alone
  return names.filter((name) => sentOf(a, name) !== sentOf(b, name));
}

/**
 * What two people typed into one thing, put together: the newer state, and over it what was typed here.
 * @param read the state both began with
 */
export function merge<F extends Fields>(read: F, typed: F, newer: F): F {
  const mine = differing(read, typed);
  return { ...newer, ...Object.fromEntries(mine.map((name) => [name, typed[name]])) };
}

/** What another admin has made of a thing while somebody typed. */
export interface Conflict {
  /** The fields that the other one changed, as they were and as they are. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** Some of them were changed here as well. */
  isShared: boolean;
}

/**
 * Finds out what another admin has changed.
 * @param read the thing that both began with, and `newer` what it is now
 * @param toFields what the form shows of it
 */
export function conflictOf<T extends object, F extends Fields>(read: T, newer: T, typed: F, toFields: (thing: T) => F): Conflict {
  const was = toFields(read);
  const theirs = differing(was, toFields(newer));
  const mine = differing(was, typed);
  const only = (thing: T) => Object.fromEntries(Object.entries(thing).filter(([name]) => theirs.some((one) => one === name)));
  return { before: only(read), after: only(newer), isShared: theirs.some((name) => mine.includes(name)) };
}
