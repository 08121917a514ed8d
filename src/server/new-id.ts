import { v7 } from "uuid";

/** A new UUIDv7 without dashes, so that ids sort by age. */
export function newId(): string {
  return v7().replaceAll("-", "");
}
